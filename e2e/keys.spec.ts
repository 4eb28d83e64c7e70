// Keys of projects and of their work: on cards, in lists and forms, as addresses, in the search, and copied by shortcuts.
import { expect, type Page } from '@playwright/test'
import { atrium, callApi, expectAccessible, expectToFitWidth, logInAs, test } from './visit.ts'

type Row = { id: number; key: string }

/** Adds a project with a task and its subtask, which have the numbers 1 and 2. */
async function addWork(page: Page, key: string) {
  const project = await callApi<Row>(page, 'POST /api/projects/', { name: `Harbour ${key}`, key })
  const task = await callApi<Row>(page, 'POST /api/tasks/', {
    project: project.id,
    title: 'Build the quay',
    description: 'A wall of stone along the water.',
  })
  await callApi<Row>(page, 'POST /api/subtasks/', { task: task.id, title: 'Dig the ground' })
  return { project, task }
}
const listOf = ({ project }: { project: Row }) => `${atrium.originOf('demo')}/project_manager/projects/${project.id}?view=list`

const copied = (page: Page) => page.evaluate('navigator.clipboard.readText()')

test('work shows its key, which is its address', async ({ browser }) => {
  const page = await logInAs(browser, atrium, 'pam@demo.test')
  const work = await addWork(page, 'HAR')
  await page.goto(listOf(work))
  await expect(page.getByText('HAR-1', { exact: true })).toBeVisible()
  await expect(page.getByText('HAR-2', { exact: true })).toBeVisible()
  await expectToFitWidth(page)
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByText('HAR-2', { exact: true })).toBeVisible()
  await expectToFitWidth(page)
  await expectAccessible(page)

  await page.goto(`${atrium.originOf('demo')}/har-2`)
  await expect(page).toHaveURL(new RegExp(`/project_manager/tasks/${work.task.id}#subtask-\\d+$`))
  await expect(page.getByRole('heading', { level: 1, name: 'Build the quay' })).toBeVisible()
  await expect(page.getByText('HAR-1', { exact: true })).toBeVisible()
  await expectToFitWidth(page)
  await expectAccessible(page)

  await page.goto(`${atrium.originOf('demo')}/HAR-77`)
  await expect(page.getByText('There is no task HAR-77 that you can open.')).toBeVisible()
  await expectAccessible(page)
})

test('a project gets a key from its name, and another one when its manager says so, which everybody sees at once', async ({
  browser,
}) => {
  const page = await logInAs(browser, atrium, 'pam@demo.test')
  await page.getByRole('button', { name: '+ Create Project' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create New Project' })
  await dialog.getByLabel('Project Name').fill('Light house')
  await expect(dialog.getByLabel('Key')).toHaveAttribute('placeholder', 'LH')
  await dialog.getByLabel('Key').fill('w')
  await dialog.getByRole('button', { name: 'Create Project' }).click()
  await expect(dialog.getByText('Use 2 to 10 letters and digits, the first a letter.')).toBeVisible()
  await dialog.getByLabel('Key').fill('')
  await dialog.getByRole('button', { name: 'Create Project' }).click()
  await expect(dialog).toBeHidden()

  const work = await addWork(page, 'OLDKEY')
  const watcher = await logInAs(browser, atrium, 'pam@demo.test')
  for (const one of [page, watcher]) await one.goto(listOf(work))
  await page.getByRole('button', { name: 'Edit Project' }).click()
  const edited = page.getByRole('dialog', { name: 'Edit Project' })
  await edited.getByLabel('Key').fill('LH')
  await edited.getByRole('button', { name: 'Save' }).click()
  await expect(edited.getByText('Another project has or had this key.')).toBeVisible()
  await edited.getByLabel('Key').fill('newkey')
  await edited.getByRole('button', { name: 'Save' }).click()
  await expect(edited).toBeHidden()
  for (const one of [page, watcher]) await expect(one.getByText('NEWKEY-1', { exact: true })).toBeVisible()
  await page.goto(`${atrium.originOf('demo')}/OLDKEY-1`)
  await expect(page).toHaveURL(new RegExp(`/project_manager/tasks/${work.task.id}$`))
  await expect(page.getByText('NEWKEY-1', { exact: true })).toBeVisible()
})

test('a full stop copies the key of the work that has the focus or is pointed at, and two its name as a branch', async ({
  browser,
}) => {
  const page = await logInAs(browser, atrium, 'pam@demo.test')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const work = await addWork(page, 'COP')
  await page.goto(listOf(work))
  await expect(page.getByText('COP-1', { exact: true })).toBeVisible()
  await page.mouse.move(0, 0)
  await page.keyboard.press('.')
  await expect(page.getByText('Choose a task first: go to it by the keys, or point at it.')).toBeVisible()
  await page.keyboard.press('j')
  await expect(page.locator('[data-row]:focus')).toContainText('Build the quay')
  await page.keyboard.press('.')
  await expect(page.getByText('COP-1 copied.')).toBeVisible()
  // The second one counts only if it follows soon. Control begins again.
  const branch = async () => {
    const text = await copied(page)
    if (text === 'COP-1') for (const key of ['Control', '.', '.']) await page.keyboard.press(key)
    return text
  }
  await expect.poll(branch, { intervals: [1000] }).toBe('cop-1-build-the-quay')
  await expect(page.getByText('cop-1-build-the-quay copied.').first()).toBeVisible()

  await page.getByText('Subtask View', { exact: true }).click()
  await page.getByRole('group', { name: 'Dig the ground' }).hover()
  await page.keyboard.press('.')
  await expect(page.getByText('COP-2 copied.')).toBeVisible()

  await page.goto(`${atrium.originOf('demo')}/COP-1`)
  await expect(page.getByRole('heading', { name: 'Build the quay' })).toBeVisible()
  await page.mouse.move(0, 0)
  await page.keyboard.press('.')
  await expect(page.getByText('COP-1 copied.')).toBeVisible()
  await expect.poll(() => copied(page)).toBe('COP-1')
})

test('the search leads to the work whose key is typed', async ({ browser }) => {
  const page = await logInAs(browser, atrium, 'pam@demo.test')
  const { task } = await addWork(page, 'SEA')
  await page.goto(`${atrium.originOf('demo')}/project_manager`)
  await expect(page.getByRole('heading', { name: 'Projects Overview' })).toBeVisible()
  await page.keyboard.press('/')
  await page.getByRole('combobox', { name: 'Search or jump to' }).fill('sea-2')
  await expect(page.getByRole('option').first()).toContainText('Dig the ground')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/project_manager/tasks/${task.id}#subtask-`))
})
