// The list of a project's tasks: how much of it is in view, its groups, order, filters and saved views, its keys, and on a phone.
import { expect, type Locator, type Page } from '@playwright/test'
import { atrium, callApi, expectAccessible, expectToFitWidth, logInAs, test } from './visit.ts'

type Row = { id: number; title: string; name?: string }
type Listed = Row & {
  assigned_to: { full_name: string } | null
  priority: string
  due_date: string | null
  labels: Row[]
  status: string
}

const tasks = 30
const rowOf = (page: Page, title: string) => page.locator('[data-row]').filter({ hasText: title })
const headings = (page: Page) => page.getByRole('heading', { level: 3 })
const topOf = async (target: Locator) => (await target.boundingBox())?.y ?? Number.NaN
const expectFocused = (page: Page, title: string) => expect(rowOf(page, title)).toBeFocused()
const press = (page: Page, key: string) => page.keyboard.press(key)

/** Presses keys that move the focus from row to row. */
async function move(page: Page, ...steps: [key: string, title: string][]) {
  for (const [key, title] of steps) {
    await press(page, key)
    await expectFocused(page, title)
  }
}

/** Waits until the menu or dialog of a row is closed and its row has the focus again, so that keys mean the row. */
async function expectBack(page: Page, title: string) {
  await expect(page.locator('[role="menu"], [role="dialog"]')).toHaveCount(0)
  await expect(page.locator('[data-row]:focus-within').filter({ hasText: title })).toBeVisible()
}

/** Adds a project with 30 tasks, every third with two subtasks, and opens it. */
async function openLargeProject(page: Page) {
  const { id } = await callApi<Row>(page, 'POST /api/projects/', {
    name: 'Harbour',
    description: 'A harbour for boats of every size.',
  })
  const developers = await callApi<Row[]>(page, 'GET /api/my-developers/')
  await callApi(page, 'POST /api/members/bulk-assign/', { project: id, developers: developers.map((developer) => developer.id) })
  const [first] = developers
  for (let n = 1; n <= tasks; n++) {
    const task = await callApi<Row>(page, 'POST /api/tasks/', {
      project: id,
      title: `Quay ${n}`,
      description: 'A wall of stone along the water.',
      status: n % 5 === 0 ? 'in_progress' : 'todo',
      priority: n % 2 ? 'low' : 'high',
    })
    for (const part of n % 3 ? [] : ['Dig', 'Build'])
      await callApi(page, 'POST /api/subtasks/', {
        task: task.id,
        title: `${part} ${n}`,
        estimated_hours: 2,
        assigned_to: part === 'Dig' ? first?.id : null,
      })
  }
  await page.goto(`${atrium.originOf('demo')}/project_manager/projects/${id}`)
  await expect(page.getByText(`${tasks} tasks`, { exact: true })).toBeVisible()
  return id
}

/** The task as the server has it. */
const onServer = async (page: Page, project: number, title: string) =>
  (await callApi<{ results: Listed[] }>(page, `GET /api/tasks/?project=${project}&limit=100`)).results.find(
    (task) => task.title === title,
  )

async function arrange(page: Page) {
  await expect(headings(page).nth(0)).toHaveText(/^In Progress6 · 8 h left$/)
  await expect(page.getByRole('heading', { name: /^To Do/ })).toBeVisible()
  await expect.poll(() => topOf(rowOf(page, 'Quay 5').first())).toBeLessThan(240)
  const inView = () =>
    page.evaluate<number>(
      `[...document.querySelectorAll('[data-row]')].filter((row) => row.getBoundingClientRect().bottom <= innerHeight).length`,
    )
  // Two headings of groups are in view with them.
  await expect.poll(inView).toBeGreaterThanOrEqual(23)

  await page.getByRole('button', { name: 'In Progress' }).first().click()
  await expect(rowOf(page, 'Quay 10')).toHaveCount(0)
  await page.getByRole('button', { name: 'In Progress' }).first().click()
  await page.getByLabel('Group by').selectOption('Group: Person')
  await expect(page.getByRole('heading', { name: /^Unassigned/ })).toBeVisible()
  await page.getByLabel('Group by').selectOption('Group: None')
  await page.getByRole('button', { name: 'Title', exact: true }).click()
  await expect(page.getByRole('article').nth(1)).toContainText('Quay 2')
  await page.getByRole('button', { name: 'Title ascending' }).click()
  await expect(page.getByRole('article').first()).toContainText('Quay 30')
  await expect(page).toHaveURL(/group=none&sort=-title/)
  await expectAccessible(page)
}

/** Proves each key by what the server has afterwards. */
async function editByKeys(page: Page, project: number) {
  await move(page, ['j', 'Quay 30'], ['j', 'Quay 29'], ['ArrowDown', 'Quay 28'], ['k', 'Quay 29'], ['k', 'Quay 30'])
  await press(page, 'Space')
  await expect(rowOf(page, 'Dig 30')).toBeVisible()
  await move(page, ['ArrowDown', 'Dig 30'], ['ArrowLeft', 'Quay 30'])
  await press(page, 'ArrowLeft')
  await expect(rowOf(page, 'Dig 30')).toHaveCount(0)

  await press(page, 'a')
  await page.getByRole('menuitem', { name: 'Dana Reyes' }).click()
  await expectBack(page, 'Quay 30')
  await press(page, 'p')
  await page.getByRole('menuitem', { name: 'Medium' }).click()
  await expect(rowOf(page, 'Quay 30').getByRole('button', { name: 'Priority of Quay 30: Medium' })).toBeFocused()
  await expectBack(page, 'Quay 30')
  await press(page, 'l')
  await page.getByRole('menuitemcheckbox', { name: 'Design' }).click()
  await expect(page.getByRole('menuitemcheckbox', { name: 'Design' })).toBeChecked()
  await press(page, 'Escape')
  await expect(rowOf(page, 'Quay 30').getByText('Design')).toBeVisible()
  await expectBack(page, 'Quay 30')
  await press(page, 'd')
  await page.getByRole('button', { name: 'Today' }).click()
  await expect(rowOf(page, 'Quay 30')).toContainText('Due today')
  await rowOf(page, 'Quay 30').focus()
  await expectFocused(page, 'Quay 30')
  await press(page, '3')
  await expect
    .poll(async () => {
      const task = await onServer(page, project, 'Quay 30')
      return [task?.assigned_to?.full_name, task?.priority, task?.labels.map(({ name }) => name).join(), task?.status]
    })
    .toEqual(['Dana Reyes', 'medium', 'Design', 'done'])
  await press(page, 'Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Quay 30' })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(/group=none&sort=-title/)
}

async function selectAndChange(page: Page) {
  await rowOf(page, 'Quay 29').press('x')
  await move(page, ['j', 'Quay 28'], ['j', 'Quay 27'])
  await press(page, 'Shift+X')
  const toolbar = page.getByRole('toolbar', { name: 'Selected tasks' })
  await expect(toolbar.getByText('3 selected')).toBeVisible()
  await toolbar.getByRole('button', { name: 'Status' }).click()
  await page.getByRole('menuitem', { name: 'In Progress' }).click()
  for (const title of ['Quay 29', 'Quay 28', 'Quay 27'])
    await expect(rowOf(page, title).getByRole('button', { name: `Status of ${title}: In Progress` })).toBeVisible()
  await rowOf(page, 'Quay 26').click({ modifiers: ['Control'] })
  await expect(toolbar.getByText('1 selected')).toBeVisible()
  await press(page, 'Escape')
  await expect(toolbar).toBeHidden()
}

/** Proves that the filters are the same on the board, and that a shared view shows another person the same. */
async function filterAndSave(page: Page, other: Page) {
  await page.getByLabel('Filter by person').selectOption('Dana Reyes')
  await page.getByLabel('Filter by priority').selectOption('Medium')
  await expect(page.getByText('29 hidden by filters')).toBeVisible()
  await page.getByText('Subtask View').click()
  await expect(page.getByLabel('Filter by person')).toHaveValue(/\d+/)
  await expect(page).toHaveURL(/person=\d+/)
  await page.getByText('Task View', { exact: true }).click()
  // Each view has filters of its own: a menu of those before would close.
  await expect(rowOf(page, 'Quay 30')).toBeVisible()
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('menuitem', { name: 'Save this view…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save this view' })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('View name is required.')).toBeVisible()
  await dialog.getByLabel('View Name').fill('Dana, medium')
  await dialog.getByLabel('Share with everybody in the project').check()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('View saved.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Dana, medium' })).toBeVisible()

  await other.goto(page.url().replace('project_manager', 'tenant_admin').replace(/\?.*/, ''))
  await other.getByRole('button', { name: 'Views' }).click()
  await other.getByRole('menuitem', { name: 'Dana, medium' }).click()
  await expect(other.getByText('29 hidden by filters')).toBeVisible()
  await other.getByRole('button', { name: 'Clear Filters' }).click()

  await page.getByRole('button', { name: 'Dana, medium' }).click()
  await page.getByRole('menuitem', { name: 'Manage views…' }).click()
  await page.getByRole('button', { name: 'Delete Dana, medium' }).click()
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('There are no saved views.')).toBeVisible()
}

test('a manager arranges, edits, selects and filters thirty tasks in one line each, and shares the view', async ({ browser }) => {
  const pam = await logInAs(browser, atrium, 'pam@demo.test')
  const ann = await logInAs(browser, atrium, 'ann@demo.test')
  await pam.setViewportSize({ width: 1440, height: 900 })
  const project = await openLargeProject(pam)
  await arrange(pam)
  await editByKeys(pam, project)
  await selectAndChange(pam)
  await filterAndSave(pam, ann)
})

test('on a phone the work comes first, is edited by touch, and the details are a sheet', async ({ browser }) => {
  const pam = await logInAs(browser, atrium, 'pam@demo.test')
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    storageState: await pam.context().storageState(),
  })
  const phone = await context.newPage()
  await phone.goto(`${atrium.originOf('demo')}/project_manager`)
  await phone.getByRole('link', { name: 'Website relaunch' }).tap()
  await expect(rowOf(phone, 'Home page').first()).toBeVisible()
  await expect.poll(() => topOf(rowOf(phone, 'Home page').first())).toBeLessThan(300)
  await expectToFitWidth(phone)
  await phone.getByRole('button', { name: 'Assignee of Build the hero section: Unassigned' }).tap()
  await phone.getByRole('menuitem', { name: 'Dev Dalton' }).tap()
  await expect(phone.getByRole('button', { name: 'Assignee of Build the hero section: Dev Dalton' })).toBeVisible()
  await expect(phone.getByText('Team Members')).toBeHidden()
  await phone.getByRole('button', { name: 'Details' }).tap()
  await expect(phone.getByRole('dialog', { name: 'Details' }).getByText('Team Members')).toBeVisible()
  await expectAccessible(phone)
  await phone.keyboard.press('Escape')
  await expect(phone.getByText('Team Members')).toBeHidden()

  await phone.getByRole('button', { name: 'Actions for Home page' }).tap()
  await phone.getByRole('menuitem', { name: 'Select' }).tap()
  await phone.getByRole('checkbox', { name: 'Select Content migration' }).tap()
  await expect(phone.getByText('2 selected')).toBeVisible()
  await expectToFitWidth(phone)
})

test('every view of a project of 2,401 tasks speaks about all of them, and shows new work', async ({ browser }) => {
  const pam = await logInAs(browser, atrium, 'pam@demo.test')
  await pam.setViewportSize({ width: 1440, height: 900 })
  const { id } = await callApi<Row>(pam, 'POST /api/projects/', { name: 'Ocean', description: 'A project of many small tasks.' })
  await atrium.sql(`
    insert into tasks (tenant_id, project_id, title, status, done_at)
    select tenant_id, id, 'Wave ' || n, case when n % 4 = 0 then 'done' else 'todo' end, case when n % 4 = 0 then now() end
    from projects, generate_series(1, 2400) n where id = ${id}`)
  await callApi(pam, 'POST /api/tasks/', {
    project: id,
    title: 'The last wave',
    description: 'It came after all others.',
    status: 'in_progress',
  })
  await pam.goto(`${atrium.originOf('demo')}/project_manager/projects/${id}?sort=-created`)
  for (const counted of ['2401 tasks', '600 completed', '1 in progress'])
    await expect(pam.getByText(counted, { exact: true })).toBeInViewport()
  await expect(pam.getByRole('progressbar', { name: '600 of 2401 tasks completed' })).toHaveAttribute('aria-valuenow', '25')
  await expect(rowOf(pam, 'The last wave')).toBeVisible()

  await pam.getByLabel('Search tasks...').fill('wave 2399')
  await expect(rowOf(pam, 'Wave 2399')).toBeVisible()
  await pam.getByText('Status Board').click()
  await pam.getByText('Tasks', { exact: true }).click()
  await expect(pam.locator('[data-card]')).toHaveText([/Wave 2399/])
  await pam.getByText('Task View', { exact: true }).click()
  await pam.getByRole('button', { name: 'Clear Filters' }).click()

  await pam.keyboard.press('n')
  await pam.getByLabel('Title').fill('Wave of today')
  await pam.getByLabel('Description').fill('It has just come in.')
  await pam.getByRole('button', { name: 'Create Task' }).click()
  await pam.getByRole('button', { name: 'Confirm' }).click()
  await expect(pam.getByText('2402 tasks', { exact: true })).toBeVisible()
  await pam.getByLabel('Search tasks...').fill('of today')
  await expect(rowOf(pam, 'Wave of today')).toBeVisible()
})

test('an administrator who opens the address of a board gets the list with the details beside it', async ({ browser }) => {
  const pam = await logInAs(browser, atrium, 'pam@demo.test')
  const [project] = (await callApi<{ results: Row[] }>(pam, 'GET /api/projects/')).results
  const ann = await logInAs(browser, atrium, 'ann@demo.test')
  await ann.setViewportSize({ width: 1440, height: 900 })
  for (const view of ['subtasks', 'calendar', 'nonsense']) {
    await ann.goto(`${atrium.originOf('demo')}/tenant_admin/projects/${project?.id}?view=${view}&status=todo`)
    await expect(ann).toHaveURL(/\/projects\/\d+\?status=todo$/)
    await expect(ann.getByRole('radio', { name: 'Task View' })).toBeChecked()
    await expect(ann.getByText('Team Members')).toBeVisible()
  }
})
