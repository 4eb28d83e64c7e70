// Files of tasks: attached by choosing, dropping and pasting, on their way in the background, listed, deleted and restored.
import { type Browser, expect } from '@playwright/test'
import { type Atrium, startAtrium } from './atrium.ts'
import {
  attachButton,
  broughtBy,
  choose,
  dragIn,
  fileOf,
  holdParts,
  listOf,
  overlay,
  panelOf,
  partBytes,
  paste,
  rowOf,
} from './attaching.ts'
import { callApi, expectAccessible, expectToFitWidth, intercept, logInAs, ownTest as test } from './visit.ts'

let atrium: Atrium

test.beforeAll(async () => {
  atrium = await startAtrium({ FILE_MB: '2' })
})
test.afterAll(() => atrium.stop())

const screens = [
  { name: 'a wide screen', viewport: { width: 1440, height: 900 } },
  { name: 'a phone', viewport: { width: 390, height: 844 } },
] as const
type Viewport = (typeof screens)[number]['viewport']

/** A new task of a project that Pam runs and Dev works on. */
async function addTask(browser: Browser, title: string) {
  const page = await logInAs(browser, atrium, 'pam@demo.test')
  const { results } = await callApi<{ results: { id: number; name: string }[] }>(page, 'GET /api/projects/?limit=1000')
  const project = results.find(({ name }) => name === 'Website relaunch')?.id
  const { id } = await callApi<{ id: number }>(page, 'POST /api/tasks/', { project, title, description: 'With papers.' })
  await page.context().close()
  return { id, path: `/project_manager/tasks/${id}` }
}

async function openTask(browser: Browser, email: Parameters<typeof logInAs>[2], path: string, viewport?: Viewport) {
  const page = await logInAs(browser, atrium, email)
  if (viewport) await page.setViewportSize(viewport)
  await page.goto(atrium.originOf('demo') + path)
  await expect(attachButton(page)).toBeVisible()
  return page
}

for (const { name, viewport } of screens) {
  test(`files are chosen, dropped and pasted, and a colleague sees them at once, on ${name}`, async ({ browser }) => {
    const { path } = await addTask(browser, 'Collect the papers')
    const page = await openTask(browser, 'dev@demo.test', path, viewport)
    const colleague = await openTask(browser, 'pam@demo.test', path)
    await choose(page, fileOf('notes.txt'), fileOf(`${'A long title of a report '.repeat(8)}v2.docx`))
    await expect(listOf(page)).toHaveCount(2)
    await expect(rowOf(page, 'notes.txt')).toContainText('12 bytes')
    await expect(rowOf(page, 'notes.txt')).toContainText('Dev Dalton')
    await expect(rowOf(page, 'v2.docx').getByText('DOCX', { exact: true })).toBeVisible()

    const image = await broughtBy(page, 'image')
    await dragIn(page, image)
    await page.dispatchEvent('[class*="zone"]', 'drop', { dataTransfer: image })
    await expect(overlay(page)).toBeHidden()
    await expect(listOf(page)).toHaveCount(3)

    expect(await paste(page, { into: 'body', what: 'image' })).toBe(true)
    await expect(listOf(page)).toHaveCount(4)
    for (const image of ['image.png', /^Pasted image .*\.png$/]) {
      const file = page.getByRole('button', { name: image, exact: true })
      await expect(file.locator('img')).toHaveJSProperty('naturalWidth', 60)
    }
    await expect(page.getByRole('heading', { name: 'Files 4' })).toBeVisible()
    await expect(panelOf(page)).toBeHidden()
    await expect(listOf(colleague)).toHaveCount(4)
    for (const one of [page, colleague]) {
      await expectToFitWidth(one)
      await expectAccessible(one)
    }
    const download = page.waitForEvent('download')
    await rowOf(page, 'notes.txt').getByRole('link', { name: 'Download notes.txt' }).click()
    expect((await download).suggestedFilename()).toBe('notes.txt')
  })

  test(`uploads go on while somebody visits other pages, and each can be cancelled, on ${name}`, async ({ browser }) => {
    const { path } = await addTask(browser, 'Send the drawings')
    const page = await openTask(browser, 'dev@demo.test', path, viewport)
    const release = await holdParts(page)
    await choose(
      page,
      fileOf('east.txt', 4 * partBytes),
      fileOf('west.txt', 4 * partBytes),
      fileOf('south.txt'),
      fileOf('none', 0),
    )
    const panel = panelOf(page)
    await expect(panel.getByRole('status')).toHaveText('Uploading 3 files, 1 not attached')
    await expect(panel.getByRole('progressbar', { name: 'east.txt' })).toHaveAttribute('aria-valuenow', '25')
    await expect(panel.getByRole('listitem').filter({ hasText: 'south.txt' })).toContainText('Waiting')
    await expect(panel.getByRole('listitem').filter({ hasText: 'none' })).toContainText('This file is empty.')
    await expectAccessible(page)
    await expectToFitWidth(page)

    await panel.getByRole('button', { name: 'Cancel east.txt' }).click()
    await expect(panel.getByRole('progressbar', { name: 'east.txt' })).toBeHidden()
    await expect(panel.getByRole('button', { name: 'Hide uploads' })).toBeFocused()
    await expect(panel.getByRole('status')).toHaveText('Uploading 2 files, 1 done, 1 not attached')
    await panel.getByRole('button', { name: 'Dismiss none' }).click()

    await page.getByRole('link', { name: 'Back to Project' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Website relaunch' })).toBeVisible()
    await expect(panel.getByRole('progressbar', { name: 'west.txt' })).toBeVisible()
    await panel.getByRole('button', { name: 'Hide uploads' }).click()
    await expect(panel.getByRole('progressbar')).toHaveCount(0)
    await panel.getByRole('button', { name: 'Show uploads' }).click()
    await expectAccessible(page)
    release()
    await expect(page.getByText('2 files attached.')).toBeVisible()
    await expect(panel).toBeHidden()
    await page.goto(atrium.originOf('demo') + path)
    await expect(listOf(page)).toHaveText([/south\.txt/, /west\.txt/])
  })
}

test('an upload goes on when the connection is back, and is sent again on demand', async ({ browser }) => {
  const { path } = await addTask(browser, 'Send them from the train')
  const page = await openTask(browser, 'dev@demo.test', path)
  const release = await holdParts(page)
  await choose(page, fileOf('first.txt', 3 * partBytes))
  const row = panelOf(page).getByRole('listitem')
  await expect(row.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '33')
  await page.context().setOffline(true)
  release()
  await expect(row).toContainText('Connection lost. Trying again…')
  await page.context().setOffline(false)
  await expect(page.getByText('first.txt attached.')).toBeVisible()

  let isRefused = true
  const sent: string[] = []
  await intercept(page, /\/api\/(uploads\/|tasks\/\d+\/uploads\/)/, (route) => {
    sent.push(new URL(route.request().url()).search || 'start')
    return isRefused && sent.at(-1) === `?offset=${partBytes}` ? route.abort() : route.fallback()
  })
  await choose(page, fileOf('second.txt', 2 * partBytes))
  const retry = row.getByRole('button', { name: 'Retry second.txt' })
  await expect(retry).toBeVisible({ timeout: 40_000 })
  await expect(row).toContainText('Server unreachable. Please try again later.')
  isRefused = false
  await retry.click()
  await expect(page.getByText('second.txt attached.')).toBeVisible()
  // Nothing that had arrived was sent again.
  expect(sent.filter((request) => request === 'start' || request === '?offset=0')).toEqual(['start', '?offset=0'])
})

test('the server says beside a file why it was refused', async ({ browser }) => {
  const { path, id } = await addTask(browser, 'Send the film')
  const page = await openTask(browser, 'dev@demo.test', path)
  await choose(page, fileOf('film.mov', 2 * 1024 * 1024 + 1))
  await expect(panelOf(page).getByRole('listitem')).toContainText('This file is larger than 2 MB.')
  await panelOf(page).getByRole('button', { name: 'Dismiss film.mov' }).click()
  await expect(panelOf(page)).toBeHidden()

  const release = await holdParts(page)
  await choose(page, fileOf('late.txt', 2 * partBytes))
  await expect(panelOf(page).getByRole('progressbar')).toHaveAttribute('aria-valuenow', '50')
  const pam = await logInAs(browser, atrium, 'pam@demo.test')
  await callApi(pam, `DELETE /api/tasks/${id}/`)
  release()
  await expect(panelOf(page).getByRole('listitem')).toContainText('Somebody has deleted this task')
  await expect(panelOf(page).getByRole('button', { name: 'Retry late.txt' })).toHaveCount(0)
})

test('those who attached a file and the manager delete it and bring it back, and everybody sees that at once', async ({
  browser,
}) => {
  const { path } = await addTask(browser, 'Tidy the papers')
  const dev = await openTask(browser, 'dev@demo.test', path)
  const [pam, ann] = [await openTask(browser, 'pam@demo.test', path), await openTask(browser, 'ann@demo.test', path)]
  await choose(dev, fileOf('old.txt'))
  for (const page of [pam, ann]) await expect(rowOf(page, 'old.txt')).toHaveAttribute('data-is-highlighted')
  await expect(rowOf(dev, 'old.txt')).not.toHaveAttribute('data-is-highlighted')
  await expect(ann.getByRole('button', { name: 'Delete old.txt' })).toHaveCount(0)

  await dev.getByRole('button', { name: 'Delete old.txt' }).click()
  await dev.getByRole('dialog', { name: 'Delete this file?' }).getByRole('button', { name: 'Confirm' }).click()
  await expect(dev.getByText('File deleted successfully.')).toBeVisible()
  for (const page of [dev, pam, ann]) await expect(listOf(page)).toHaveCount(0)
  await dev.getByRole('button', { name: 'Undo' }).click()
  for (const page of [dev, pam, ann]) await expect(listOf(page)).toHaveCount(1)

  await pam.getByRole('button', { name: 'Delete old.txt' }).click()
  await pam.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
  for (const page of [dev, pam, ann]) await expect(listOf(page)).toHaveCount(0)
})

test('files are attached, opened, deleted and brought back by the keyboard', async ({ browser }) => {
  const { path } = await addTask(browser, 'No mouse today')
  const page = await openTask(browser, 'pam@demo.test', path)
  const choosing = page.waitForEvent('filechooser')
  await attachButton(page).focus()
  await page.keyboard.press('Enter')
  const pdf = { name: 'plan.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\n') }
  await (await choosing).setFiles(fileOf('notes.txt'))
  await expect(listOf(page)).toHaveCount(1)
  await choose(page, pdf)
  await expect(listOf(page)).toHaveCount(2)
  await attachButton(page).focus()
  for (const name of ['notes.txt', 'Download notes.txt', 'Delete notes.txt', 'plan.pdf']) {
    await page.keyboard.press('Tab')
    await expect(page.locator(':focus')).toHaveAccessibleName(name)
  }
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByRole('button', { name: 'plan.pdf', exact: true })).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Confirm' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(listOf(page)).toHaveCount(1)
  await expect(page.getByRole('button', { name: 'plan.pdf', exact: true })).toBeFocused()
  await expect(page.getByText('File deleted successfully.')).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(listOf(page)).toHaveCount(2)
})

test('only files from outside are taken: no dragged text, nothing that began on the page, no text that is pasted', async ({
  browser,
}) => {
  const { path } = await addTask(browser, 'Write a comment')
  const page = await openTask(browser, 'dev@demo.test', path)
  const [text, image] = [await broughtBy(page, 'text'), await broughtBy(page, 'image')]
  await dragIn(page, image)
  await page.dispatchEvent('[class*="zone"]', 'dragleave', { dataTransfer: image })
  await expect(overlay(page)).toBeHidden()
  await page.dispatchEvent('main', 'dragenter', { dataTransfer: text })
  await page.dispatchEvent('h1', 'dragstart', { dataTransfer: image })
  await page.dispatchEvent('main', 'dragenter', { dataTransfer: image })
  await expect(overlay(page)).toBeHidden()

  expect(await paste(page, { into: 'textarea', what: 'both' })).toBe(false)
  expect(await paste(page, { into: 'h1', what: 'image' })).toBe(true)
  await expect(listOf(page)).toHaveCount(1)
})

test('the browser asks before the tab closes while files are on their way, and a log-out ends them', async ({ browser }) => {
  const { path } = await addTask(browser, 'Leave in time')
  const page = await openTask(browser, 'dev@demo.test', path)
  const release = await holdParts(page)
  await choose(page, fileOf('long.txt', 3 * partBytes))
  await expect(panelOf(page).getByRole('progressbar')).toHaveAttribute('aria-valuenow', '33')
  const asked = page.waitForEvent('dialog')
  const reload = page.reload({ timeout: 2000 }).catch(() => undefined)
  const question = await asked
  expect(question.type()).toBe('beforeunload')
  await question.dismiss()
  await reload
  await expect(panelOf(page)).toBeVisible()

  const ended = page.waitForEvent('requestfailed', (request) => request.method() === 'PUT')
  await page.getByRole('button', { name: 'Logout' }).click()
  await ended
  await expect(page.getByLabel('Email')).toBeVisible()
  await expect(panelOf(page)).toBeHidden()
  release()
})

test('an address with a file shows its row, and a card on the board says how many files there are', async ({ browser }) => {
  const { path, id } = await addTask(browser, 'Point at a paper')
  const page = await openTask(browser, 'pam@demo.test', path)
  await choose(page, fileOf('a.txt'), fileOf('b.txt'))
  await expect(listOf(page)).toHaveCount(2)
  const task = await callApi<{ project: number; files: { id: number }[] }>(page, `GET /api/tasks/${id}/`)
  await page.goto(`${atrium.originOf('demo')}${path}#file-${task.files[1]?.id}`)
  await page.reload()
  await expect(page.locator(`#file-${task.files[1]?.id}`)).toHaveAttribute('data-is-highlighted')

  await page.goto(`${atrium.originOf('demo')}/project_manager/projects/${task.project}?view=status`)
  await page.getByText('Tasks', { exact: true }).click()
  const card = page.getByRole('group', { name: 'Point at a paper' })
  await expect(card.getByRole('img', { name: '2 files' })).toBeVisible()
})

test('nothing is attached within an inactive project, and its files can be read', async ({ browser }) => {
  const { path, id } = await addTask(browser, 'Keep the papers')
  const page = await openTask(browser, 'pam@demo.test', path)
  await choose(page, fileOf('kept.txt'))
  await expect(listOf(page)).toHaveCount(1)
  const { project } = await callApi<{ project: number }>(page, `GET /api/tasks/${id}/`)
  await callApi(page, `PATCH /api/projects/${project}/`, { is_active: false })
  await page.reload()
  await expect(attachButton(page)).toHaveAttribute('aria-disabled', 'true')
  await expect(page.getByRole('link', { name: 'Download kept.txt' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Delete kept.txt' })).toHaveCount(0)
  await callApi(page, `PATCH /api/projects/${project}/`, { is_active: true })
})
