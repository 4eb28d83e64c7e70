// Two people side by side: what one changes, the other sees, and neither loses what they are at.
import { expect, type Page } from '@playwright/test'
import { type Atrium, startAtrium } from './atrium.ts'
import { accessible, call, enter, test } from './visit.ts'

let atrium: Atrium

test.beforeAll(async () => {
  atrium = await startAtrium()
})
test.afterAll(() => atrium.stop())

type Listed<Row> = { results: Row[] }
type Subtask = { id: number; title: string; assigned_to: { full_name: string } | null }
type Task = { id: number; title: string; project: number; subtasks: Subtask[] }
type Project = { id: number; name: string; members: { id: number; employee: { email: string } }[] }

const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ })
const tasksOf = async (page: Page) => (await call<Listed<Task>>(page, 'GET /api/tasks/')).results
const taskWith = async (page: Page, title: string) => {
  const task = (await tasksOf(page)).find(({ subtasks }) => subtasks.some((subtask) => subtask.title === title))
  if (!task) throw new Error(`${title} is nowhere.`)
  return task
}

test('what one changes the other sees where they are, and goes on typing', async ({ browser }) => {
  const [pam, dev] = await Promise.all([enter(browser, atrium, 'pam@demo.test'), enter(browser, atrium, 'dev@demo.test')])
  const { project, title, id } = await taskWith(pam, 'Write the questions')
  await pam.goto(`${atrium.at('demo')}/project_manager/projects/${project}`)
  const row = pam.locator('li:not(:has(li))').filter({ hasText: 'Write the questions' })
  await expect(row).toContainText('To Do')

  // On the developer's page nothing but the order waits while the pointer is over it, and not after a dialog has closed elsewhere.
  const due = dev.locator('li').filter({ hasText: 'Write the questions' })
  await due.hover()
  const { id: person } = await call<{ id: number }>(dev, 'GET /api/me/')
  const assigned = await call<Subtask>(pam, 'POST /api/subtasks/', { title: 'Added meanwhile', task: id, assigned_to: person })
  await expect(dev.getByRole('link', { name: 'Added meanwhile' }).first()).toBeVisible()
  await call(pam, `PATCH /api/subtasks/${assigned.id}/`, { title: 'Renamed meanwhile' })
  await expect(dev.getByRole('link', { name: 'Renamed meanwhile' }).first()).toBeVisible()
  await call(pam, `PATCH /api/subtasks/${assigned.id}/`, { status: 'done' })
  const later = dev.locator('[data-group="later"]').getByRole('listitem')
  await expect(later.filter({ hasText: 'Renamed meanwhile' })).toContainText('Done')
  await dev.getByRole('button', { name: 'Update Status' }).first().click()
  await dev.getByRole('dialog', { name: 'Update Status' }).hover()
  await dev.mouse.click(5, 5)
  await expect(dev.getByRole('dialog')).toHaveCount(0)
  await call(pam, `DELETE /api/subtasks/${assigned.id}/`)
  await expect(dev.getByText('Renamed meanwhile')).toHaveCount(0)

  await pam.getByRole('button', { name: `Add subtask to ${title}` }).click()
  await pam.keyboard.type('Half a thou')
  const place = await row.boundingBox()
  await due.getByRole('link', { name: 'Write the questions' }).focus()
  await dev.keyboard.press('3')
  await expect(row).toContainText('Done')
  await expect(row).toHaveAttribute('data-is-highlighted', 'true')
  await accessible(pam)
  await pam.keyboard.type('ght')
  const typed = pam.getByRole('textbox', { name: 'Title' })
  await expect(typed).toBeFocused()
  await expect(typed).toHaveValue('Half a thought')
  expect(await row.boundingBox()).toEqual(place)
  await expect(row).not.toHaveAttribute('data-is-highlighted')

  // What Pam does reaches the developer's own page, and what Pam adds herself is no news to her.
  await pam.keyboard.press('Enter')
  const added = pam.locator('li:not(:has(li))').filter({ hasText: 'Half a thought' })
  await expect(added).toContainText('Unassigned')
  await expect(added).not.toHaveAttribute('data-is-highlighted')
  await dev.goto(`${atrium.at('demo')}/project_manager/tasks/${id}`)
  await dev.getByLabel('Add a comment').fill('I have a ques')
  const subtask = (await taskWith(pam, 'Half a thought')).subtasks.find((one) => one.title === 'Half a thought')
  await call(pam, `PATCH /api/subtasks/${subtask?.id}/`, { title: 'A whole thought' })
  await expect(dev.getByText('A whole thought')).toBeVisible()
  await expect(dev.getByLabel('Add a comment')).toHaveValue('I have a ques')
  await dev.getByLabel('Add a comment').press('Control+Enter')
  await pam.goto(`${atrium.at('demo')}/project_manager/tasks/${id}`)
  await expect(pam.getByText('I have a ques')).toBeVisible()

  // Deleted under somebody's hands: what they typed stays.
  await dev.getByLabel('Add a comment').fill('And another')
  await call(pam, `DELETE /api/tasks/${id}/`)
  await expect(dev.getByRole('alert')).toContainText('Somebody has deleted this task.')
  await expect(dev.getByLabel('Add a comment')).toHaveValue('And another')
  await expect(pam.getByRole('heading', { level: 1, name: 'Task Not Found' })).toBeVisible()
})

test('who is taken out of a project is out of its pages at once', async ({ browser }) => {
  const [pam, dev] = await Promise.all([enter(browser, atrium, 'pam@demo.test'), enter(browser, atrium, 'dev@demo.test')])
  const { project, id, title } = await taskWith(pam, 'List the articles by readers')
  for (const task of await tasksOf(pam))
    for (const { id, assigned_to } of task.project === project ? task.subtasks : [])
      if (assigned_to?.full_name.startsWith('Dev')) await call(pam, `PATCH /api/subtasks/${id}/`, { status: 'done' })
  await dev.goto(`${atrium.at('demo')}/project_manager/tasks/${id}`)
  await expect(dev.getByRole('heading', { level: 1, name: title })).toBeVisible()
  const { name, members } = await call<Project>(pam, `GET /api/projects/${project}/`)
  const member = members.find(({ employee }) => employee.email === 'dev@demo.test')
  await call(pam, `DELETE /api/members/${member?.id}/`)
  await expect(dev.getByRole('heading', { level: 1, name: 'Task Not Found' })).toBeVisible()

  // And as soon as they are in again, their dashboard says so.
  await dev.getByRole('link', { name: 'Back to Dashboard' }).last().click()
  const active = dev.locator('section').filter({ has: dev.getByRole('heading', { level: 2, name: 'Active projects' }) })
  await expect(dev.getByRole('heading', { level: 1, name: 'Your Projects & Tasks' })).toBeVisible()
  await pam.getByRole('link', { name }).first().click()
  await pam.getByRole('button', { name: '+ Add Members' }).click()
  await pam.getByRole('checkbox', { name: /Dev/ }).check()
  await pam.getByRole('button', { name: 'Add Members', exact: true }).click()
  await expect(active.getByRole('heading', { level: 3, name })).toBeVisible()
})

test('the bell counts the same in every tab, and what happens while the connection is cut is there after it', async ({
  browser,
}) => {
  const [pam, dev] = await Promise.all([enter(browser, atrium, 'pam@demo.test'), enter(browser, atrium, 'dev@demo.test')])
  const tab = await dev.context().newPage()
  let isCut = false
  const lines = new Set<() => void>()
  await tab.routeWebSocket(/\/ws\/notifications\//, (line) => {
    if (isCut) return void line.close({ code: 1013 })
    const server = line.connectToServer()
    lines.add(() => {
      void server.close()
      void line.close({ code: 1012 })
    })
  })
  await tab.goto(`${atrium.at('demo')}/developer`)
  // A page behind another one is drawn once a second, and each click waits for that.
  await dev.bringToFront()
  await bell(dev).click()
  await dev.getByRole('button', { name: 'Mark all as read' }).or(dev.getByText('No notifications yet.')).click()
  await dev.keyboard.press('Escape')
  for (const page of [dev, tab]) await expect(bell(page)).toHaveAccessibleName('Notifications')

  const task = await taskWith(pam, 'Check the forms')
  const assign = (title: string) => call(pam, 'POST /api/subtasks/', { title, task: task.id, assigned_to: person })
  const { id: person } = await call<{ id: number }>(dev, 'GET /api/me/')
  await assign('First of all')
  for (const page of [dev, tab]) await expect(bell(page)).toHaveAccessibleName('Notifications, 1 unread')
  await expect(tab.getByRole('link', { name: 'First of all' }).first()).toBeVisible()

  isCut = true
  for (const cut of lines) cut()
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
  await tab.goto(`${atrium.at('demo')}/developer`)
  await expect(bell(tab)).toHaveAccessibleName('Notifications, 1 unread')
  await expect(tab.getByRole('link', { name: 'Second', exact: true }).first()).toBeVisible()
})
