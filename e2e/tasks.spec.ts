// Tasks, subtasks and comments, and what everybody sees if they can't be changed.
import { expect, type Locator, type Page } from '@playwright/test'
import { answering, atrium, callApi, expectAccessible, logInAs, test, typeInto } from './visit.ts'

const confirm = (page: Page) => page.getByRole('button', { name: 'Confirm' }).click()
const taskCalled = (page: Page, title: string) =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { name: title }) })

/** Counts the requests that match the pattern, such as `POST /api/tasks/`, during an action. */
async function countRequests(page: Page, pattern: RegExp, act: () => Promise<unknown>) {
  let sent = 0
  page.on('request', (request) => {
    if (pattern.test(`${request.method()} ${new URL(request.url()).pathname}`)) sent++
  })
  await act()
  return sent
}

async function createTask(page: Page) {
  await page.getByRole('button', { name: '+ New Task' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create New Task' })
  await dialog.getByRole('button', { name: 'Create Task' }).click()
  await expect(dialog.getByText('Title is required.')).toBeVisible()
  await expect(dialog.getByText('Description is required and should be at least 10 characters.')).toBeVisible()
  await expect(dialog.getByLabel('Title')).toBeFocused()
  await dialog.getByLabel('Title').fill('Print the flyers')
  await dialog.getByLabel('Title').press('Escape')
  await expect(page.getByText('What you have entered has not been saved.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByText('What you have entered has not been saved.')).toBeHidden()
  await expect(dialog.getByLabel('Title')).toHaveValue('Print the flyers')
  await dialog.getByLabel('Description').fill('A thousand of them, on thick paper.')
  await dialog.getByLabel('Due Date').fill('2020-01-01')
  await dialog.getByRole('button', { name: 'Create Task' }).click()
  await expect(dialog.getByText('Due date cannot be in the past.')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel('Due Date').fill('')
  const refusal = { status: 400, json: { title: ['Taken.', 'Odd.'], non_field_errors: ['Not today.'] } }
  const question = page.getByText('No due date set. Do you want to continue without setting a due date?')
  await answering(
    page,
    '**/api/tasks/',
    (route, request) => (request.method() === 'POST' ? route.fulfill(refusal) : route.fallback()),
    async () => {
      await dialog.getByRole('button', { name: 'Create Task' }).click()
      await expect(question).toBeVisible()
      await confirm(page)
      await expect(dialog.getByRole('alert')).toHaveText('Not today.')
      await expect(dialog.getByText('Taken.')).toBeVisible()
      await expect(dialog.getByText('Odd.')).toBeHidden()
    },
  )

  await dialog.getByRole('button', { name: 'Create Task' }).click()
  await expect(page.getByRole('button', { name: 'Confirm' })).toBeFocused()
  await page.getByRole('button', { name: 'Confirm' }).press('Escape')
  await expect(question).toBeHidden()
  await expect(dialog).toBeVisible()
  await dialog.getByRole('button', { name: 'Create Task' }).click()
  const sent = await countRequests(page, /^POST .*\/tasks\/$/, async () => {
    await page.getByRole('button', { name: 'Confirm' }).dblclick()
    await expect(dialog).toBeHidden()
    await expect(taskCalled(page, 'Print the flyers')).toBeVisible()
  })
  expect(sent).toBe(1)
}

async function addLineByLine(task: Locator) {
  const field = task.getByLabel('Title')
  await task.getByRole('button', { name: 'Add subtask' }).click()
  for (const title of ['Ask for prices', 'Choose the paper']) {
    await typeInto(field, title)
    await field.press('Enter')
  }
  await typeInto(field, 'Half a thou')
  await expect(task.getByRole('listitem').filter({ hasText: 'Choose the paper' })).toBeVisible()
  await expect(field).toHaveValue('Half a thou')
  await field.press('Escape')
  await field.press('Escape')
  await expect(task.getByRole('button', { name: 'Add subtask' })).toBeFocused()
  await expect(task.getByTitle('0 of 2 subtasks done')).toHaveText('0/2')
}

async function filterTasks(page: Page) {
  await expect(page.getByText('4 tasks', { exact: true })).toBeVisible()
  await page.getByLabel('Search tasks').fill('paper')
  await expect(page.getByText('3 hidden by filters')).toBeVisible()
  await page.getByLabel('Filter by status').selectOption('Done')
  await expect(page.getByText('Nothing matches these filters.')).toBeVisible()
  await expect(page).toHaveURL(/search=paper&status=done/)
  await page.reload()
  await expect(page.getByLabel('Search tasks')).toHaveValue('paper')
  await page.getByRole('button', { name: 'Clear Filters' }).click()
  await expect(page.getByRole('article')).toHaveCount(4)
  await expectAccessible(page)
}

async function discuss(page: Page) {
  const field = page.getByLabel('Add a comment')
  const send = page.getByRole('button', { name: 'Add Comment' })
  const text = 'Thick paper it is, see https://flyers.test/thick.'
  const sent = await countRequests(page, /^POST .*\/comments\/$/, async () => {
    await field.fill('  \n')
    await send.click()
    await answering(
      page,
      '**/api/comments/',
      (route) => route.abort(),
      async () => {
        await field.fill(text)
        await send.click()
        await expect(page.getByText('Server unreachable. Please try again later.')).toBeVisible()
        await expect(field).toHaveValue(text)
      },
    )
    await send.click()
    await expect(field).toHaveValue('')
  })
  // The blank one was not.
  expect(sent).toBe(2)
  const comment = page.getByRole('listitem').filter({ hasText: 'Thick paper it is' })
  await expect(comment).toContainText('Pam')
  await expect(comment.getByRole('link')).toHaveAttribute('href', 'https://flyers.test/thick')
  await expect(comment.getByRole('link')).toHaveAttribute('target', '_blank')
  await comment.getByRole('button', { name: 'Delete comment' }).click()
  await confirm(page)
  await expect(comment).toBeHidden()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(comment).toBeVisible()
}

/** Proves that the clicked day is saved, whatever the browser's time zone. */
async function pickDates(page: Page) {
  const devtools = await page.context().newCDPSession(page)
  for (const [timezoneId, day] of [
    ['America/Los_Angeles', '14'],
    ['Pacific/Kiritimati', '15'],
  ] as const) {
    await devtools.send('Emulation.setTimezoneOverride', { timezoneId })
    await page.getByRole('button', { name: /^Due Date/ }).click()
    await page.getByRole('button', { name: 'Open calendar' }).click()
    // While it fades in, its colours lack contrast.
    await expect(page.getByRole('dialog', { name: 'Open calendar' })).toHaveCSS('opacity', '1')
    await expectAccessible(page)
    const changed = page.waitForRequest((request) => request.method() === 'PATCH')
    await page.getByRole('button', { name: `${day} June 2030` }).click()
    expect((await changed).postDataJSON()).toEqual({ due_date: `2030-06-${day}` })
    await expect(page.getByRole('button', { name: /^Due Date/ })).toContainText(`${day} Jun 2030`)
    await expect(page.getByRole('button', { name: /^Due Date/ })).toBeFocused()
  }
  await devtools.send('Emulation.setTimezoneOverride', { timezoneId: '' })
}

/** Proves that a click on a link in the description follows it, and elsewhere opens the field. */
async function followLinkInDescription(page: Page) {
  const description = page.getByRole('button', { name: /^Description: / })
  await description.click()
  await page.getByLabel('Description').fill('As on https://flyers.test/paper, but thicker.')
  await page.getByRole('button', { name: 'Save' }).click()
  const link = page.getByRole('link', { name: 'https://flyers.test/paper' })
  await expect(link).toHaveAttribute('rel', 'noopener noreferrer')
  await expect(page.getByText('Saving...')).toBeHidden()
  const opened = page.context().waitForEvent('page')
  await link.click()
  await (await opened).close()
  await expect(page.getByLabel('Description')).toBeHidden()
  await page.getByText('but thicker').click()
  await expect(page.getByLabel('Description')).toHaveValue('As on https://flyers.test/paper, but thicker.')
  await page.getByLabel('Description').press('Escape')
  await expect(description).toBeFocused()
  await description.press('Shift+Tab')
  await expect(link).toBeFocused()
}

async function editSubtask(page: Page) {
  await page.getByRole('button', { name: 'Actions for Ask for prices' }).click()
  await page.getByRole('menuitem', { name: 'Edit Subtask' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Subtask' })
  await dialog.getByLabel('Title').fill('')
  await dialog.getByLabel('Estimated Hours').fill('1.25')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Title is required.')).toBeVisible()
  await expect(dialog.getByText('in steps of 0.1')).toBeVisible()
  await dialog.getByLabel('Title').fill('Ask three printers')
  await dialog.getByLabel('Estimated Hours').fill('1.5')
  await dialog.getByRole('combobox', { name: 'Assignee' }).click()
  await page.getByRole('option', { name: 'Dev Dalton' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  // The history names it, too.
  const row = page.locator('[data-row]', { hasText: 'Ask three printers' })
  await expect(row).toContainText('Dev Dalton')
  await expect(row).toContainText('1.5 h')
  await row.getByRole('button', { name: 'Status of' }).press('3')
  await expect(page.getByText('1 of 2 done')).toBeVisible()
}

test('a manager creates, edits, discusses, deletes and restores a task with its subtasks', { tag: '@quick' }, async ({
  browser,
}) => {
  const pam = await logInAs(browser, atrium, 'pam@demo.test')
  await pam.getByRole('link', { name: 'Website relaunch' }).click()
  await createTask(pam)
  await addLineByLine(taskCalled(pam, 'Print the flyers'))
  await pam.getByRole('link', { name: 'Print the flyers' }).click()
  await expect(pam.getByRole('heading', { level: 1, name: 'Print the flyers' })).toBeVisible()
  await editSubtask(pam)
  await discuss(pam)
  await expectAccessible(pam)

  await pam.getByRole('button', { name: 'Actions for Print the flyers' }).click()
  await pam.getByRole('menuitem', { name: 'Delete Task' }).click()
  await expect(pam.getByText('with its 2 subtasks and 1 comment')).toBeVisible()
  await confirm(pam)
  await expect(pam).toHaveURL(/\/project_manager\/projects\/\d+$/)
  await expect(taskCalled(pam, 'Print the flyers')).toBeHidden()
  await pam.getByRole('button', { name: 'Undo' }).click()
  await expect(taskCalled(pam, 'Print the flyers')).toContainText('Ask three printers')
})

test('a manager filters tasks, picks a due date in any time zone, and follows a link of a description', async ({ browser }) => {
  const pam = await logInAs(browser, atrium, 'pam@demo.test')
  await pam.getByRole('link', { name: 'Website relaunch' }).click()
  await pam.waitForURL(/\/projects\/\d+$/)
  const project = Number(pam.url().split('/').at(-1))
  const description = 'A thousand of them, on thick paper.'
  await callApi(pam, 'POST /api/tasks/', { project, title: 'Print the flyers', description })
  await filterTasks(pam)
  await pam.getByRole('link', { name: 'Print the flyers' }).click()
  await pam.getByRole('button', { name: /^Due Date/ }).click()
  await pam.getByLabel('Due Date').fill('2030-06-01')
  await pam.getByLabel('Due Date').press('Enter')
  await expect(pam.getByRole('button', { name: /^Due Date/ })).toContainText('01 Jun 2030')
  await pickDates(pam)
  await followLinkInDescription(pam)
  await expectAccessible(pam)
})

test('tasks of an inactive project say why they can’t be changed, and nobody is offered what they may not do', async ({
  browser,
}) => {
  const [pam, dev, ann, hana] = await Promise.all([
    logInAs(browser, atrium, 'pam@demo.test'),
    logInAs(browser, atrium, 'dev@demo.test'),
    logInAs(browser, atrium, 'ann@demo.test'),
    logInAs(browser, atrium, 'hana@demo.test'),
  ])
  await pam.getByRole('link', { name: 'Website relaunch' }).click()
  await pam.getByRole('link', { name: 'Home page' }).click()
  await expect(pam.getByRole('heading', { name: 'Comments' })).toBeVisible()
  const address = pam.url()
  await hana.goto(address)
  await expect(hana.getByText('Tasks are open to those who work on their project.')).toBeVisible()
  await dev.goto(address)
  await expect(dev.getByRole('button', { name: /^Status of/ })).toHaveCount(1)
  await expect(dev.getByRole('button', { name: /Create Subtask|Edit|Actions/ })).toHaveCount(0)
  await ann.goto(address)
  await ann.getByRole('link', { name: 'Back to Project' }).click()
  await expect(ann.getByRole('heading', { name: 'Home page' })).toBeVisible()
  await expect(ann.getByRole('link', { name: 'Home page' })).toHaveCount(0)
  await expect(
    ann.getByRole('button', { name: /Create|Add|New Task|Actions|(Status|Priority|Assignee|Due date) of/ }),
  ).toHaveCount(0)

  await pam.getByRole('link', { name: 'Back to Project' }).click()
  await pam.getByRole('button', { name: 'More actions' }).click()
  await pam.getByRole('menuitem', { name: 'Deactivate Project' }).click()
  await confirm(pam)
  await expect(pam.getByRole('button', { name: 'Reactivate Project' })).toBeVisible()
  for (const name of ['Create Subtask', '+ New Task', 'Actions for Home page'])
    await expect(pam.getByRole('button', { name })).toHaveAccessibleDescription('Project is inactive')
  await expect(pam.getByRole('button', { name: /^Add subtask|^Status of/ })).toHaveCount(0)
  for (const page of [pam, dev, ann]) {
    await page.goto(address)
    await expect(page.getByText('Project is inactive: it can be read')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Add Comment' })).toHaveAccessibleDescription('Project is inactive')
    await expect(page.getByRole('button', { name: /^Status of/ })).toHaveCount(0)
  }
  await expectAccessible(pam)

  await answering(
    pam,
    '**/api/tasks/*/',
    (route) => route.fulfill({ status: 500, json: {} }),
    async () => {
      await pam.reload()
      await expect(pam.getByText('Failed to load task.')).toBeVisible()
    },
  )
  await pam.getByRole('button', { name: /try again|retry/i }).click()
  await expect(pam.getByRole('heading', { name: 'Comments' })).toBeVisible()
  await pam.goto(address.replace(/\d+$/, '987654'))
  await expect(pam.getByRole('heading', { name: 'Task Not Found' })).toBeVisible()
})
