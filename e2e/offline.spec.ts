// Working without a connection: known pages open, and changes wait on the device and are sent once.
import { expect, type Page } from '@playwright/test'
import type { Task } from 'contract'
import { atrium, callApi, expectAccessible, intercept, keepFiles, logInAs, submitLogIn, test } from './visit.ts'

test.use({ serviceWorkers: 'allow' })

const bar = (page: Page) => page.getByRole('status').filter({ hasText: /offline|Sending|could not be made/ })

async function taskCalled(page: Page, title: string) {
  const { results } = await callApi<{ results: Task[] }>(page, 'GET /api/tasks/?limit=1000')
  const found = results.find((task) => task.title === title)
  if (!found) throw new Error(`There is no task ${title}.`)
  return found
}

/** Opens the page of a task, until it is on the device. */
async function openTask(page: Page, title: string) {
  const { id } = await taskCalled(page, title)
  await page.goto(new URL(`/project_manager/tasks/${id}`, page.url()).href)
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  return id
}

/** Opens the subtasks of a project in the list of its tasks. */
async function openProject(page: Page, name: RegExp) {
  await page.getByRole('link', { name }).first().click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
}

const textsOf = async (page: Page, title: string) => (await taskCalled(page, title)).comments.map(({ text }) => text)

/** Proves that a comment that was not sent is not sent any more: changes are sent in their order, and a later one has been. */
async function expectOnlyLater(page: Page, unsent: string) {
  await openTask(page, 'Home page')
  await comment(page, 'Written later.')
  await expect.poll(() => textsOf(page, 'Home page')).toContain('Written later.')
  expect(await textsOf(page, 'Home page')).not.toContain(unsent)
}

async function comment(page: Page, text: string) {
  await page.getByLabel('Add a comment').fill(text)
  await page.getByRole('button', { name: 'Add Comment' }).click()
}

test('without a connection a known page opens, says so, and is up to date once the connection is back', async ({ browser }) => {
  const page = await logInAs(browser, atrium, 'pam@demo.test')
  const id = await openTask(page, 'Home page')
  await keepFiles(page)
  const elsewhere = await logInAs(browser, atrium, 'pam@demo.test')
  await page.context().setOffline(true)
  await callApi(elsewhere, `PATCH /api/tasks/${id}/`, { title: 'Start page' })
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Home page' })).toBeVisible()
  await expect(bar(page)).toHaveText('You are offline. You see what was last loaded on this device.')
  await expectAccessible(page)

  // A page that was never opened says that it cannot be read.
  await page.getByRole('link', { name: 'Chat', exact: true }).first().click()
  await expect(page.getByText('Failed to load chats.')).toBeVisible()
  await page.goBack()
  await page.context().setOffline(false)
  await expect(page.getByRole('heading', { level: 1, name: 'Start page' })).toBeVisible()
  await expect(bar(page)).toBeHidden()
})

test('changes that are made offline survive a reload, and are made once and in their order', async ({ browser }) => {
  const page = await logInAs(browser, atrium, 'pam@demo.test')
  const { comments } = await taskCalled(page, 'Home page')
  await openTask(page, 'Home page')
  await keepFiles(page)
  await page.context().setOffline(true)
  await comment(page, 'Written on the train.')
  await comment(page, 'And a second one.')
  await page.getByRole('button', { name: 'Status: In Progress' }).click()
  await page.getByLabel('Status', { exact: true }).selectOption('Done')
  await expect(bar(page)).toContainText('You are offline. 3 changes will be sent later.')
  await page.reload()
  await expect(page.getByText('And a second one.')).toBeVisible()
  await expect(page.getByText('Waiting to be sent')).toHaveCount(2)
  await expect(page.getByRole('button', { name: 'Status: Done' })).toBeVisible()
  await expect(bar(page)).toContainText('3 changes will be sent later.')

  // The server makes the first change, but its answer is lost.
  const elsewhere = await logInAs(browser, atrium, 'pam@demo.test')
  const sent: string[] = []
  await intercept(page, '**/api/{comments,tasks}/**', async (route) => {
    const request = route.request()
    if (request.method() === 'GET') return route.continue()
    sent.push(request.postDataJSON().text ?? 'status')
    if (sent.length > 1) return route.continue()
    const options = { method: 'POST', headers: request.headers(), body: request.postData() }
    await elsewhere.evaluate(([url, init]) => fetch(url, init).then(({ status }) => status), [request.url(), options] as const)
    await route.abort()
  })
  await page.context().setOffline(false)
  await expect
    .poll(() => sent, { timeout: 20_000 })
    .toEqual(['Written on the train.', 'Written on the train.', 'And a second one.', 'status'])
  await expect(bar(page)).toBeHidden()
  const changed = await taskCalled(page, 'Home page')
  expect(changed.comments.slice(comments.length).map(({ text }) => text)).toEqual(['Written on the train.', 'And a second one.'])
  expect(changed.status).toBe('done')
  await expect(page.getByText('Waiting to be sent')).toHaveCount(0)
  await expect(page.getByText('Written on the train.')).toHaveCount(1)
})

test('a subtask that is added offline shows where it belongs, and becomes one when the connection is back', async ({
  browser,
}) => {
  const page = await logInAs(browser, atrium, 'pam@demo.test')
  await openProject(page, /Website relaunch/)
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Add subtask to Home page' }).click()
  const field = page.getByRole('form', { name: 'New subtask of Home page' }).getByLabel('Title')
  for (const title of ['Measure twice', 'Cut once']) {
    await field.fill(title)
    await field.press('Enter')
    await expect(field).toHaveValue('')
  }
  await field.press('Escape')
  const waiting = page.getByRole('list', { name: 'Waiting to be sent' })
  await expect(waiting.getByRole('listitem')).toHaveText(['Measure twice', 'Cut once'])
  await page.context().setOffline(false)
  await expect(waiting).toBeHidden()
  const added = async () => (await taskCalled(page, 'Home page')).subtasks.slice(-2).map(({ title }) => title)
  await expect.poll(added).toEqual(['Measure twice', 'Cut once'])
})

test('a developer sets a status offline', async ({ browser }) => {
  const page = await logInAs(browser, atrium, 'dev@demo.test')
  const status = (name: string) => page.getByRole('button', { name: `Status of Write the questions: ${name}` }).first()
  await expect(status('To Do')).toBeVisible()
  await page.context().setOffline(true)
  await status('To Do').click()
  await page.getByRole('menuitem', { name: 'In Progress' }).click()
  await expect(status('In Progress')).toBeVisible()
  await expect(bar(page)).toContainText('1 change will be sent later.')
  await page.context().setOffline(false)
  await expect(bar(page)).toBeHidden()
})

test('a change that is refused returns to its author with its text', async ({ browser }) => {
  const page = await logInAs(browser, atrium, 'pam@demo.test')
  const elsewhere = await logInAs(browser, atrium, 'pam@demo.test')
  const { project } = await taskCalled(page, 'Home page')
  const task = { title: 'Short-lived', description: 'It will be deleted.', project }
  const { id } = await callApi<Task>(page, 'POST /api/tasks/', task)
  await openTask(page, 'Short-lived')
  await page.context().setOffline(true)
  await comment(page, 'Too late, but worth keeping.')
  await expect(page.getByText('Waiting to be sent')).toBeVisible()
  await callApi(elsewhere, `DELETE /api/tasks/${id}/`)
  await page.context().setOffline(false)
  await expect(bar(page)).toContainText('1 change could not be made.')
  await page.reload()
  await page.getByRole('button', { name: 'Show' }).click()
  const dialog = page.getByRole('dialog', { name: 'Unsent changes' })
  await expect(dialog).toContainText('Comment on "Short-lived"')
  await expect(dialog).toContainText('Too late, but worth keeping.')
  await expect(dialog).toContainText('Choose a task that you can see.')
  await expectAccessible(page)
  // Once the reason is gone, it can be sent.
  await callApi(elsewhere, `POST /api/tasks/${id}/restore/`)
  await dialog.getByRole('button', { name: /^Try again/ }).click()
  await expect(dialog).toContainText('Everything has been sent.')
  expect(await textsOf(page, 'Short-lived')).toEqual(['Too late, but worth keeping.'])
})

test('unsent changes are discarded only if their author says so', async ({ browser }) => {
  const page = await logInAs(browser, atrium, 'pam@demo.test')
  await openTask(page, 'Home page')
  await page.context().setOffline(true)
  await comment(page, 'Mine alone.')
  await page.getByRole('button', { name: 'Logout' }).click()
  const question = page.getByRole('dialog', { name: 'Log out' })
  await expect(question).toContainText('1 change has not been sent and will be lost.')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('Mine alone.')).toBeVisible()
  await page.getByRole('button', { name: 'Logout' }).click()
  await question.getByRole('button', { name: 'Confirm' }).click()
  await page.waitForURL('**/login')
  await page.context().setOffline(false)
  await page.goto(new URL('/login', page.url()).href)
  await submitLogIn(page, 'pam@demo.test')
  await page.waitForURL('**/project_manager')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectOnlyLater(page, 'Mine alone.')
})

test('unsent changes of a session that has ended wait for their author, and nobody else finds them', async ({ browser }) => {
  const page = await logInAs(browser, atrium, 'pam@demo.test')
  await openTask(page, 'Home page')
  await page.context().setOffline(true)
  await comment(page, 'After the holidays.')
  await expect(page.getByText('Waiting to be sent')).toBeVisible()
  const logInAgain = async (email: string, start: string) => {
    const { href } = new URL('/login', page.url())
    // Else the page, once it is online again, might go to the log-in at the same moment, to come back from there.
    await page.goto('about:blank')
    await page.context().clearCookies()
    await page.context().setOffline(false)
    await page.goto(href)
    await submitLogIn(page, email)
    await page.waitForURL(`**${start}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
  await logInAgain('pam@demo.test', '/project_manager')
  await expect.poll(() => textsOf(page, 'Home page')).toContain('After the holidays.')

  await openTask(page, 'Home page')
  await page.context().setOffline(true)
  await comment(page, 'Nobody else’s.')
  await expect(page.getByText('Waiting to be sent')).toBeVisible()
  await logInAgain('dev@demo.test', '/developer')
  await logInAgain('pam@demo.test', '/project_manager')
  await expectOnlyLater(page, 'Nobody else’s.')
})
