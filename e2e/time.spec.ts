// Time is recorded by a timer and in a sheet, submitted, returned, corrected and approved.
import { type Browser, expect, type Page } from '@playwright/test'
import {
  addProjectWithDev,
  atrium,
  callApi,
  expectAccessibleInBoth,
  expectToFitWidth,
  letItBeNoon,
  logInAs,
  screens,
  test,
  typeInto,
} from './visit.ts'

const [[, wide], [, phone]] = screens
type Row = { id: number; key: string }

/** A project of Pam's with two subtasks of Dev's in one task. */
async function addWork(pam: Page) {
  const name = 'Lighthouse'
  const { project, dev_id } = await addProjectWithDev(pam, name, 'LIGHT')
  const body = { project: project.id, title: 'Build the tower', description: 'Round, of stone.' }
  const task = await callApi<Row>(pam, 'POST /api/tasks/', body)
  const add = (title: string) =>
    callApi<Row>(pam, 'POST /api/subtasks/', { task: task.id, title, assigned_to_id: dev_id, estimated_hours: 1 })
  return { name, task, stairs: await add('Lay the stairs'), lamp: await add('Hang the lamp') }
}

async function twoAtWork(browser: Browser) {
  const [pam, dev] = [await logInAs(browser, atrium, 'pam@demo.test'), await logInAs(browser, atrium, 'dev@demo.test')]
  const work = await addWork(pam)
  for (const page of [pam, dev]) await page.setViewportSize(wide)
  return { pam, dev, origin: atrium.originOf('demo'), ...work }
}

const pill = (page: Page) => page.getByRole('region', { name: 'Timer' })
/** Today's cell of a subtask: on a phone the only one. */
const cell = (page: Page, key: string) =>
  page.getByRole('textbox', { name: new RegExp(`^${key}, `) }).and(page.locator('[data-is-today] *, li *'))

/** Adds a row by words of the subtask's title, which focuses today's cell. */
async function addRow(page: Page, words: string, key: string) {
  const field = page.getByRole('combobox', { name: 'Add a task or subtask' })
  await field.click()
  await field.pressSequentially(words)
  await page.getByRole('option', { name: new RegExp(key) }).click()
  await expect(cell(page, key)).toBeFocused()
}

test('a timer follows its person to every page and tab, and records what has passed', { tag: '@quick' }, async ({ browser }) => {
  const { dev, origin, task, stairs, lamp } = await twoAtWork(browser)
  await dev.goto(`${origin}/project_manager/tasks/${task.id}`)
  await dev.getByRole('button', { name: `Start timer on ${stairs.key}` }).click()
  await expect(pill(dev)).toContainText(stairs.key)
  await expectToFitWidth(dev)
  await expectAccessibleInBoth(dev)

  const tab = await dev.context().newPage()
  await tab.goto(`${origin}/profile`)
  await expect(pill(tab)).toContainText(stairs.key)
  await dev.goto(`${origin}/developer`)
  await expect(pill(dev)).toContainText('0:00')
  const me = await callApi<{ id: number }>(dev, 'GET /api/me/')
  await atrium.sql(`update timers set started_at = now() - interval '80 minutes' where person_id = ${me.id}`)
  await dev.reload()
  await expect(pill(dev)).toContainText('1:20')
  await pill(dev).getByRole('link').click()
  await dev.waitForURL(`**/tasks/${task.id}#subtask-${stairs.id}`)

  // Another start stops the first.
  await dev.getByRole('button', { name: `Start timer on ${lamp.key}` }).click()
  await expect(pill(dev)).toContainText(lamp.key)
  await expect(dev.getByText(`recorded on ${stairs.key}.`)).toBeVisible()
  await expect(pill(tab)).toContainText(lamp.key)
  const hours = dev.getByRole('button', { name: `Time on ${stairs.key}: 1 h 20 min spent of 1 h estimated: over the estimate` })
  await expect(hours).toBeVisible()
  await dev.setViewportSize(phone)
  await expectToFitWidth(dev)
  await expectAccessibleInBoth(dev)
  // However long the machine took for the lines before.
  await atrium.sql(`update timers set started_at = now() where person_id = ${me.id}`)
  await pill(dev).getByRole('button', { name: 'Stop timer' }).click()
  await expect(pill(dev)).toBeHidden()
  await expect(dev.getByText('Under half a minute: nothing recorded.')).toBeVisible()
  await expect(pill(tab)).toBeHidden()
})

test("time on a subtask is added, changed and removed on its task's page", async ({ browser }) => {
  const { dev, origin, task, stairs } = await twoAtWork(browser)
  await dev.goto(`${origin}/project_manager/tasks/${task.id}`)
  await dev.getByRole('button', { name: `Time on ${stairs.key}` }).press('Enter')
  const dialog = dev.getByRole('dialog', { name: `Time on ${stairs.key}` })
  const time = dialog.getByRole('textbox', { name: 'Time' }).first()
  await time.fill('1:70')
  await time.press('Enter')
  await expect(dialog.getByText('Enter a time of at least 1 minute and at most 24 hours.')).toBeVisible()
  await expect(time).toHaveValue('1:70')
  await time.fill('1,5')
  await dialog.getByLabel('Note').fill('With Pam')
  await dialog.getByLabel('Note').press('Enter')
  const entries = dialog.getByRole('list', { name: 'Entries' })
  await expect(entries).toContainText('1:30')
  await expect(entries).toContainText('With Pam')
  for (const size of [wide, phone]) {
    await dev.setViewportSize(size)
    await expectToFitWidth(dev)
    await expectAccessibleInBoth(dev)
  }
  await entries.getByRole('button', { name: /^Change time/ }).click()
  await entries.getByRole('textbox', { name: 'Time' }).fill('45m')
  await entries.getByRole('button', { name: 'Save' }).click()
  await expect(entries).toContainText('0:45')
  await entries.getByRole('button', { name: /^Delete time/ }).click()
  await expect(entries).toBeHidden()
  await dev.getByRole('button', { name: 'Undo' }).click()
  await expect(entries).toContainText('0:45')
  await dialog.press('Escape')
  await expect(dev.getByRole('button', { name: `Time on ${stairs.key}: 45 min spent of 1 h estimated` })).toBeFocused()
})

test('a week is typed, submitted, returned, corrected and approved', async ({ browser }) => {
  await letItBeNoon()
  const { pam, dev, origin, name, stairs, lamp } = await twoAtWork(browser)
  await pam.goto(`${origin}/time/approvals?status=returned`)
  await expect(pam.getByText('No week has been returned.')).toBeVisible()
  await expectAccessibleInBoth(pam)
  await pam.getByText('To approve', { exact: true }).click()

  await dev.goto(`${origin}/time`)
  await addRow(dev, 'stairs', stairs.key)
  await typeInto(cell(dev, stairs.key), '2,5')
  await addRow(dev, lamp.key, lamp.key)
  await expect(cell(dev, stairs.key)).toHaveValue('2:30')
  await typeInto(cell(dev, lamp.key), '1h 20')
  await cell(dev, lamp.key).press('Enter')
  await expect(dev.getByRole('alert').filter({ hasText: 'at most 24 hours' })).toBeVisible()
  await expect(cell(dev, lamp.key)).toHaveValue('1h 20')
  await typeInto(cell(dev, lamp.key), 'm')
  await cell(dev, lamp.key).press('Enter')
  await expect(cell(dev, lamp.key)).toHaveValue('1:20')
  await cell(dev, lamp.key).press('ArrowUp')
  await expect(dev.locator('[data-cell]:focus')).toHaveCount(1)
  await expectToFitWidth(dev)
  await expectAccessibleInBoth(dev)

  const state = dev.getByRole('listitem').filter({ hasText: name })
  const submit = dev.getByRole('button', { name: 'Submit week' })
  const confirm = async () => {
    await submit.click()
    const question = dev.getByRole('dialog', { name: 'Submit the week now?' })
    await question
      .or(state.filter({ hasText: 'Submitted' }))
      .first()
      .waitFor()
    if (await question.isVisible()) await question.getByRole('button', { name: 'Confirm' }).click()
  }
  await confirm()
  await expect(state.filter({ hasText: 'Submitted' })).toBeVisible()
  await expect(cell(dev, lamp.key)).toHaveAttribute('readonly')

  const listed = pam.getByRole('row').or(pam.getByRole('listitem')).filter({ hasText: name })
  await expectToFitWidth(pam)
  await listed.getByRole('link', { name: 'Dev Dalton' }).click()
  await expect(pam.getByRole('heading', { name: /^Dev Dalton: week of/ })).toBeVisible()
  await expect(cell(pam, lamp.key)).toHaveAttribute('readonly')
  await expectToFitWidth(pam)
  await expectAccessibleInBoth(pam)
  await pam.getByRole('button', { name: `Return ${name}` }).click()
  await pam.getByLabel('Reason').fill('The lamp took longer.')
  await pam.getByRole('dialog').getByRole('button', { name: 'Return' }).click()
  await expect(state.filter({ hasText: 'The lamp took longer.' })).toBeVisible()

  await cell(dev, lamp.key).fill('3')
  await cell(dev, lamp.key).press('Enter')
  await expect(cell(dev, lamp.key)).toHaveValue('3:00')
  await confirm()
  await expect(state.filter({ hasText: 'Submitted' })).toBeVisible()
  await expect(pam.getByText('5:30').first()).toBeVisible()
  await pam.getByRole('button', { name: `Approve ${name}` }).click()
  await expect(state.filter({ hasText: 'Approved' })).toBeVisible()
  await expect(cell(dev, lamp.key)).toHaveAttribute('readonly')
  await expectAccessibleInBoth(dev)
  for (const page of [pam, dev]) {
    await page.setViewportSize(phone)
    await expectToFitWidth(page)
    await expectAccessibleInBoth(page)
  }
  await expect(cell(dev, lamp.key)).toHaveValue('3:00')

  await dev.getByRole('button', { name: 'Download CSV' }).click()
  const download = dev.waitForEvent('download')
  await dev.getByRole('dialog').getByRole('button', { name: 'Download' }).click()
  expect((await download).suggestedFilename()).toMatch(/^demo-time-.*\.csv$/)
})
