// Blockers are added, shown to others at once, refused in circles, and told of when they are done.
import { type Browser, expect, type Page } from '@playwright/test'
import {
  addProjectWithDev,
  atrium,
  callApi,
  expectAccessible,
  expectToFitWidth,
  logInAs,
  type ScreenSize,
  screens,
  test,
} from './visit.ts'

type Row = { id: number; key: string }

/** A project of Pam's with two tasks and a subtask. Dev has the quay. */
async function addWork(pam: Page, key: string) {
  const { project, dev_id } = await addProjectWithDev(pam, `Harbour ${key}`, key)
  const add = (task: object) =>
    callApi<Row>(pam, 'POST /api/tasks/', { project: project.id, description: 'A wall of stone.', ...task })
  const quay = await add({ title: 'Build the quay' })
  await callApi(pam, `PATCH /api/tasks/${quay.id}/`, { assigned_to_id: dev_id })
  const granite = await add({ title: 'Buy granite' })
  const subtask = await callApi<Row>(pam, 'POST /api/subtasks/', { task: quay.id, title: 'Lay the stones' })
  return { project, quay, granite, subtask }
}

/** Pam at the task that waits, and Dev at the board of its project. */
async function twoAtWork(browser: Browser, viewport: ScreenSize, key: string) {
  const [pam, dev] = [await logInAs(browser, atrium, 'pam@demo.test'), await logInAs(browser, atrium, 'dev@demo.test')]
  const work = await addWork(pam, key)
  for (const page of [pam, dev]) await page.setViewportSize(viewport)
  const origin = atrium.originOf('demo')
  await pam.goto(`${origin}/project_manager/tasks/${work.quay.id}`)
  await dev.goto(`${origin}/developer/projects/${work.project.id}?view=status&of=tasks`)
  await expect(dev.getByRole('link', { name: 'Build the quay' })).toBeVisible()
  return { pam, dev, origin, ...work }
}

const blockers = (page: Page) => page.getByRole('list', { name: 'Blocked by' })
const field = (page: Page) => page.getByRole('combobox', { name: 'Blocker' })
const addBlocker = (page: Page) => page.getByRole('button', { name: 'Add blocker' })

for (const [screen, viewport, key] of screens) {
  test(`a manager says what a task waits for, and its assignee sees it and is told when it is done, on ${screen}`, async ({
    browser,
  }) => {
    const { pam, dev, origin, quay, granite } = await twoAtWork(browser, viewport, key)
    const mark = dev.getByRole('img', { name: `Blocked by ${granite.key}` })
    await expect(mark).toBeHidden()

    await addBlocker(pam).press('Enter')
    await expect(field(pam)).toBeFocused()
    await field(pam).pressSequentially('gran')
    await expect(pam.getByRole('option', { name: /Buy granite/ })).toHaveAttribute('aria-selected', 'true')
    await expectAccessible(pam)
    await expectToFitWidth(pam)
    await pam.keyboard.press('Enter')
    await expect(blockers(pam).getByRole('link', { name: `${granite.key} Buy granite (To Do)` })).toBeVisible()
    await expect(addBlocker(pam)).toBeFocused()
    await expect(mark).toBeVisible()
    await expectToFitWidth(dev)
    for (const page of [pam, dev]) await expectAccessible(page)

    // The other way round would be a circle.
    await blockers(pam).getByRole('link').click()
    await expect(pam.getByRole('heading', { level: 1, name: 'Buy granite' })).toBeVisible()
    await addBlocker(pam).click()
    await field(pam).fill(quay.key.toLowerCase())
    await field(pam).press('Enter')
    await expect(pam.getByText(`${quay.key} already waits for ${granite.key}, or is a part of it.`)).toBeVisible()
    await expect(field(pam)).toHaveValue(quay.key.toLowerCase())
    await expect(field(pam)).toBeFocused()
    await expectAccessible(pam)
    await field(pam).press('Escape')
    await expect(field(pam)).toBeHidden()
    await expect(addBlocker(pam)).toBeFocused()

    await callApi(pam, `PATCH /api/tasks/${granite.id}/`, { status: 'done' })
    await expect(mark).toBeHidden()
    await dev.getByRole('button', { name: /^Notifications/ }).click()
    const news = `${granite.key} “Buy granite” is done: ${quay.key} “Build the quay” waits for nothing else.`
    await expect(dev.getByText(news)).toHaveCount(1)
    await dev.goto(`${origin}/project_manager/tasks/${quay.id}`)
    await expect(blockers(dev).getByRole('link', { name: `${granite.key} Buy granite (Done)` })).toBeVisible()
    await expect(addBlocker(dev)).toBeHidden()
    await expect(dev.getByRole('button', { name: 'Remove blocker' })).toBeHidden()
  })

  test(`a blocker is removed, and the removal undone, on ${screen}`, async ({ browser }) => {
    const { pam, dev, quay, granite } = await twoAtWork(browser, viewport, `${key}B`)
    await callApi(pam, `POST /api/tasks/${quay.id}/blockers/`, { blocked_by: granite.key })
    const mark = dev.getByRole('img', { name: `Blocked by ${granite.key}` })
    await expect(mark).toBeVisible()
    await pam.getByRole('button', { name: `Remove blocker ${granite.key}` }).press('Enter')
    await expect(blockers(pam)).toBeHidden()
    await expect(addBlocker(pam)).toBeFocused()
    await expect(mark).toBeHidden()
    await expect(pam.getByText(`Blocker ${granite.key} removed.`)).toBeVisible()
    await pam.keyboard.press('Control+z')
    await expect(blockers(pam).getByRole('link', { name: /Buy granite/ })).toBeVisible()
    await expect(mark).toBeVisible()
  })

  test(`a subtask's dialog changes what it waits for at once, on ${screen}`, async ({ browser }) => {
    const { pam, dev, origin, project, granite, subtask } = await twoAtWork(browser, viewport, `${key}C`)
    await dev.goto(`${origin}/developer/projects/${project.id}?view=status`)
    const row = pam.locator(`#subtask-${subtask.id}`)
    await row.getByRole('button', { name: 'Actions for Lay the stones' }).click()
    await pam.getByRole('menuitem', { name: 'Edit Subtask' }).click()
    const dialog = pam.getByRole('dialog', { name: 'Edit Subtask' })
    await dialog.getByRole('button', { name: 'Add blocker' }).click()
    await field(pam).fill(granite.key)
    // Saving the rest does not lose a typed key.
    await dialog.getByRole('button', { name: 'Save' }).click()
    await pam.getByRole('dialog', { name: 'Save without it?' }).getByRole('button', { name: 'Cancel' }).click()
    await expect(field(pam)).toHaveValue(granite.key)
    await field(pam).press('Enter')
    await expect(dialog.getByRole('link', { name: /Buy granite/ })).toBeVisible()
    await expect(dev.getByRole('img', { name: `Blocked by ${granite.key}` })).toBeVisible()
    await expectAccessible(pam)
    await pam.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(row.getByRole('img', { name: `Blocked by ${granite.key}` })).toBeVisible()
    await expectToFitWidth(pam)
  })
}
