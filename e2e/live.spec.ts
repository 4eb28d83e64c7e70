// Two people side by side: each sees the other's changes, and neither loses what they are typing.
import { expect, type Page } from '@playwright/test'
import { atrium, boxOf, callApi, expectAccessible, logInAs, test, typeInto } from './visit.ts'

type Listed<Row> = { results: Row[] }
type Subtask = { id: number; title: string; assigned_to: { full_name: string } | null }
type Task = { id: number; title: string; project: number; subtasks: Subtask[] }
type Project = { id: number; name: string; members: { id: number; employee: { email: string } }[] }

const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ })
const tasksOf = async (page: Page) => (await callApi<Listed<Task>>(page, 'GET /api/tasks/')).results
const taskWith = async (page: Page, title: string) => {
  const task = (await tasksOf(page)).find(({ subtasks }) => subtasks.some((subtask) => subtask.title === title))
  if (!task) throw new Error(`No task has a subtask ${title}.`)
  return task
}

test('one person’s changes reach the other’s page, and do not disturb what they type', { tag: '@quick' }, async ({ browser }) => {
  const [pam, dev] = await Promise.all([logInAs(browser, atrium, 'pam@demo.test'), logInAs(browser, atrium, 'dev@demo.test')])
  const { project, title, id } = await taskWith(pam, 'Write the questions')
  await pam.goto(`${atrium.originOf('demo')}/project_manager/projects/${project}`)
  const row = pam.locator('li:not(:has(li))').filter({ hasText: 'Write the questions' })
  await expect(row).toContainText('To Do')

  // Under the pointer only the order of rows is kept. A dialog that closes elsewhere does not keep it longer.
  const due = dev.getByRole('row').filter({ hasText: 'Write the questions' })
  await due.hover()
  const { id: person } = await callApi<{ id: number }>(dev, 'GET /api/me/')
  const assigned = await callApi<Subtask>(pam, 'POST /api/subtasks/', { title: 'Added meanwhile', task: id, assigned_to: person })
  await expect(dev.getByRole('link', { name: 'Added meanwhile' }).first()).toBeVisible()
  await callApi(pam, `PATCH /api/subtasks/${assigned.id}/`, { title: 'Renamed meanwhile' })
  await expect(dev.getByRole('link', { name: 'Renamed meanwhile' }).first()).toBeVisible()
  await callApi(pam, `PATCH /api/subtasks/${assigned.id}/`, { status: 'done' })
  const later = dev.locator('[data-group="later"]').getByRole('row')
  await expect(later.filter({ hasText: 'Renamed meanwhile' })).toContainText('Done')
  await dev.getByRole('button', { name: 'Update Status' }).first().click()
  await dev.getByRole('dialog', { name: 'Update Status' }).hover()
  await dev.mouse.click(5, 5)
  await expect(dev.getByRole('dialog')).toHaveCount(0)
  await callApi(pam, `DELETE /api/subtasks/${assigned.id}/`)
  await expect(dev.getByText('Renamed meanwhile')).toHaveCount(0)

  await pam.getByRole('button', { name: `Add subtask to ${title}` }).click()
  const typed = pam.getByRole('textbox', { name: 'Title' })
  await typeInto(typed, 'Half a thou')
  const place = await boxOf(row)
  // The highlight is short, so the page itself looks for it.
  const highlight = row.and(pam.locator('[data-is-highlighted]')).waitFor()
  await due.getByRole('link', { name: 'Write the questions' }).press('3')
  await highlight
  await expect(row).toContainText('Done')
  await expectAccessible(pam)
  await typeInto(typed, 'ght')
  await expect(typed).toHaveValue('Half a thought')
  await expect.poll(() => row.boundingBox()).toEqual(place)
  await expect(row).not.toHaveAttribute('data-is-highlighted')

  // Pam's changes reach the developer's page. A row that Pam adds is not highlighted for her.
  await typed.press('Enter')
  const added = pam.locator('li:not(:has(li))').filter({ hasText: 'Half a thought' })
  await expect(added).toContainText('Unassigned')
  await expect(added).not.toHaveAttribute('data-is-highlighted')
  await dev.goto(`${atrium.originOf('demo')}/project_manager/tasks/${id}`)
  await dev.getByLabel('Add a comment').fill('I have a ques')
  const subtask = (await taskWith(pam, 'Half a thought')).subtasks.find((subtask) => subtask.title === 'Half a thought')
  await callApi(pam, `PATCH /api/subtasks/${subtask?.id}/`, { title: 'A whole thought' })
  // Its history names the title, too.
  await expect(dev.locator(`#subtask-${subtask?.id}`)).toContainText('A whole thought')
  await expect(dev.getByLabel('Add a comment')).toHaveValue('I have a ques')
  await dev.getByLabel('Add a comment').press('Control+Enter')
  await pam.goto(`${atrium.originOf('demo')}/project_manager/tasks/${id}`)
  await expect(pam.getByText('I have a ques')).toBeVisible()

  // What somebody typed stays when the task is deleted.
  await dev.getByLabel('Add a comment').fill('And another')
  await callApi(pam, `DELETE /api/tasks/${id}/`)
  await expect(dev.getByRole('alert')).toContainText('Somebody has deleted this task.')
  await expect(dev.getByLabel('Add a comment')).toHaveValue('And another')
  await expect(pam.getByRole('heading', { level: 1, name: 'Task Not Found' })).toBeVisible()
})

test('a removed member leaves the project’s pages at once', async ({ browser }) => {
  const [pam, dev] = await Promise.all([logInAs(browser, atrium, 'pam@demo.test'), logInAs(browser, atrium, 'dev@demo.test')])
  const { project, id, title } = await taskWith(pam, 'List the articles by readers')
  for (const task of await tasksOf(pam))
    for (const { id, assigned_to } of task.project === project ? task.subtasks : [])
      if (assigned_to?.full_name.startsWith('Dev')) await callApi(pam, `PATCH /api/subtasks/${id}/`, { status: 'done' })
  await dev.goto(`${atrium.originOf('demo')}/project_manager/tasks/${id}`)
  await expect(dev.getByRole('heading', { level: 1, name: title })).toBeVisible()
  const { name, members } = await callApi<Project>(pam, `GET /api/projects/${project}/`)
  const member = members.find(({ employee }) => employee.email === 'dev@demo.test')
  await callApi(pam, `DELETE /api/members/${member?.id}/`)
  await expect(dev.getByRole('heading', { level: 1, name: 'Task Not Found' })).toBeVisible()

  // Once the developer is a member again, their dashboard shows the project.
  await dev.getByRole('link', { name: 'Back to Dashboard' }).last().click()
  const active = dev.locator('section').filter({ has: dev.getByRole('heading', { level: 2, name: 'Active projects' }) })
  await expect(dev.getByRole('heading', { level: 1, name: 'Your Projects & Tasks' })).toBeVisible()
  await pam.getByRole('link', { name }).first().click()
  await pam.getByRole('button', { name: '+ Add Members' }).click()
  await pam.getByRole('checkbox', { name: /Dev/ }).check()
  await pam.getByRole('button', { name: 'Add Members', exact: true }).click()
  await expect(active.getByRole('heading', { level: 3, name })).toBeVisible()
})

test('the bell counts the same in every tab, and catches up after a lost connection', async ({ browser }) => {
  const [pam, dev] = await Promise.all([logInAs(browser, atrium, 'pam@demo.test'), logInAs(browser, atrium, 'dev@demo.test')])
  const tab = await dev.context().newPage()
  let isCut = false
  const disconnects = new Set<() => void>()
  await tab.routeWebSocket(/\/ws\/notifications\//, (socket) => {
    if (isCut) return void socket.close({ code: 1013 })
    const server = socket.connectToServer()
    disconnects.add(() => {
      void server.close()
      void socket.close({ code: 1012 })
    })
  })
  await tab.goto(`${atrium.originOf('demo')}/developer`)
  // Chromium draws a background page once a second, and a click waits for that.
  await dev.bringToFront()
  await bell(dev).click()
  await dev.getByRole('button', { name: 'Mark all as read' }).or(dev.getByText('No notifications yet.')).click()
  await dev.keyboard.press('Escape')
  for (const page of [dev, tab]) await expect(bell(page)).toHaveAccessibleName('Notifications')

  const task = await taskWith(pam, 'Check the forms')
  const assign = (title: string) => callApi(pam, 'POST /api/subtasks/', { title, task: task.id, assigned_to: person })
  const { id: person } = await callApi<{ id: number }>(dev, 'GET /api/me/')
  await assign('First of all')
  for (const page of [dev, tab]) await expect(bell(page)).toHaveAccessibleName('Notifications, 1 unread')
  await expect(tab.getByRole('link', { name: 'First of all' }).first()).toBeVisible()

  isCut = true
  for (const disconnect of disconnects) disconnect()
  await assign('Second')
  await expect(bell(dev)).toHaveAccessibleName('Notifications, 2 unread')
  await expect(tab.getByText(/^Reconnecting/)).toBeVisible()
  await expect(bell(tab)).toHaveAccessibleName('Notifications, 1 unread')
  await tab.bringToFront()
  await bell(tab).click()
  await tab.getByRole('button', { name: /^Unread: .*First of all/ }).click()
  await expect(bell(tab)).toHaveAccessibleName('Notifications')
  await expect(bell(dev)).toHaveAccessibleName('Notifications, 2 unread')

  isCut = false
  for (const page of [dev, tab]) await expect(bell(page)).toHaveAccessibleName('Notifications, 1 unread')
  await expect(tab.getByText(/^Reconnecting/)).toHaveCount(0)
  await expect(bell(tab)).toHaveAccessibleName('Notifications, 1 unread')
  await tab.goto(`${atrium.originOf('demo')}/developer`)
  await expect(bell(tab)).toHaveAccessibleName('Notifications, 1 unread')
  await expect(tab.getByRole('link', { name: 'Second', exact: true }).first()).toBeVisible()
})
