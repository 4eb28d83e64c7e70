// The history of tasks and projects: lines between the comments, versions of a text, and what a project has been through.
import { type Browser, expect, type Page } from '@playwright/test'
import { atrium, boxOf, callApi, editInline, expectAccessible, expectToFitWidth, logInAs, refusing, test } from './visit.ts'

type Row = { id: number; key: string }
const wide = { width: 1440, height: 900 }
const phone = { width: 390, height: 844 }

const comments = (page: Page) => page.getByRole('region', { name: /^Comments/ })
const line = (page: Page, text: string | RegExp) => page.getByRole('listitem').filter({ hasText: text })
const field = (page: Page) => page.getByLabel('Add a comment')

/** A task with one comment, in a project of Pam's in which Dev is a member. */
async function addWork(pam: Page) {
  const body = { name: 'Harbour', key: 'HAR', description: 'A harbour for boats.' }
  const project = await callApi<Row>(pam, 'POST /api/projects/', body)
  const developers = await callApi<{ id: number; email: string }[]>(pam, 'GET /api/my-developers/')
  const dev_id = developers.find(({ email }) => email === 'dev@demo.test')?.id
  await callApi(pam, 'POST /api/members/bulk-assign/', { project: project.id, developers: [dev_id] })
  const work = { project: project.id, title: 'Build the quay', description: 'The old wall of stone.' }
  const task = await callApi<Row>(pam, 'POST /api/tasks/', work)
  await callApi(pam, 'POST /api/comments/', { content_type: 'task', object_id: task.id, text: 'Which stone?' })
  return { project, task, dev_id, address: `${atrium.originOf('demo')}/project_manager/tasks/${task.id}` }
}

/** Pam and Dev, who look at the same task. */
async function twoAtTask(browser: Browser, viewport = wide) {
  const [pam, dev] = [await logInAs(browser, atrium, 'pam@demo.test'), await logInAs(browser, atrium, 'dev@demo.test')]
  const work = await addWork(pam)
  for (const page of [pam, dev]) {
    await page.setViewportSize(viewport)
    await page.goto(work.address)
    await expect(line(page, 'Pam Porter created this task')).toBeVisible()
  }
  return { pam, dev, ...work }
}

/** Presses Tab until the button has the focus. */
async function tabTo(page: Page, name: string) {
  const button = page.getByRole('button', { name })
  await expect(button).toBeVisible()
  const tab = async () => {
    await page.keyboard.press('Tab')
    return button.and(page.locator(':focus')).count()
  }
  await expect.poll(tab, { intervals: [10] }).toBe(1)
}

test('what the manager changes is one line, which others see at once', async ({ browser }) => {
  const { pam, dev, task, dev_id } = await twoAtTask(browser)
  await dev.evaluate('window.isSamePage = true')
  await field(dev).fill('I am still writing')
  await editInline(pam, 'Status', 'In Progress')
  await editInline(pam, 'Priority', 'High')
  await expect(line(pam, 'from Medium to High')).toBeVisible()
  await callApi(pam, `PATCH /api/tasks/${task.id}/`, { due_date: '2031-03-01' })
  const words =
    'Pam Porter changed the status from To Do to In Progress, the priority from Medium to High and the due date to 01 Mar 2031'
  for (const page of [pam, dev]) {
    await expect(line(page, words)).toHaveCount(1)
    await expect(line(page, words).locator('time')).toHaveAttribute('title', /^\d\d \w{3} \d{4}, \d\d:\d\d$/)
    await expect(comments(page).getByRole('heading', { name: 'Comments 1' })).toBeVisible()
    await expectAccessible(page)
    await page.setViewportSize(phone)
    await expectToFitWidth(page)
    await expectAccessible(page)
  }
  // The comment is where it belongs: after the creation, and before the changes.
  for (const [index, text] of ['created this task', 'Which stone?', words].entries())
    await expect(comments(dev).getByRole('listitem').nth(index)).toContainText(text)
  expect(await dev.evaluate('window.isSamePage')).toBe(true)
  await expect(field(dev)).toHaveValue('I am still writing')

  await callApi(pam, `PATCH /api/tasks/${task.id}/`, { status: 'todo' })
  await expect(line(dev, 'Pam Porter changed the priority from Medium to High and the due date')).toBeVisible()
  await expect(line(dev, 'the status')).toHaveCount(0)
  const { id, key: name } = await callApi<Row>(pam, 'POST /api/subtasks/', {
    task: task.id,
    title: 'Dig',
    assigned_to_id: dev_id,
  })
  await callApi(dev, `PATCH /api/subtasks/${id}/`, { status: 'done' })
  await expect(line(pam, `added the subtask ${name} Dig`)).toBeVisible()
  await expect(line(pam, `${name}: Dev Dalton changed the status from To Do to Done`)).toBeVisible()
  await line(pam, `${name}: Dev Dalton`).getByRole('link', { name }).click()
  await expect(pam).toHaveURL(new RegExp(`#subtask-${id}$`))
})

test('a former description is compared and restored by keyboard', async ({ browser }) => {
  const { pam, dev, task } = await twoAtTask(browser)
  await callApi(pam, `PATCH /api/tasks/${task.id}/`, { description: 'The new wall of **stone**.' })
  const changed = line(pam, 'Pam Porter changed the description')
  await expect(changed).toBeVisible()
  await comments(pam).getByRole('button', { name: 'Hide history' }).focus()
  await tabTo(pam, 'View changes')
  await pam.keyboard.press('Enter')
  const dialog = pam.getByRole('dialog', { name: 'Versions of the description' })
  await expect(dialog.locator('del').first()).toHaveText('Removed: old')
  await expect(dialog.locator('ins').first()).toHaveText('Added: new')
  await expect(dialog.getByRole('button', { name: 'Earlier' })).toHaveAccessibleDescription('This is the earliest change.')
  expect((await boxOf(dialog)).width).toBeLessThan(wide.width)
  await expectAccessible(pam)
  await dialog.getByRole('radio', { name: 'Changes' }).press('ArrowRight')
  await expect(dialog.getByText('The old wall of stone.')).toBeVisible()
  await pam.keyboard.press('ArrowRight')
  await expect(dialog.locator('strong').getByText('stone', { exact: true })).toBeVisible()
  await expectAccessible(pam)
  await tabTo(pam, 'Restore this version')
  await pam.keyboard.press('Enter')
  await expect(pam.getByText('Description restored.')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(pam.getByText('The old wall of stone.')).toBeVisible()

  // Dev may look at it, too: on a phone, where it fills the screen.
  await dev.setViewportSize(phone)
  await dev.reload()
  await line(dev, 'Pam Porter changed the description').getByRole('button', { name: 'View changes' }).click()
  const versions = dev.getByRole('dialog', { name: 'Versions of the description' })
  await expect(versions.getByText('Added: old')).toBeVisible()
  expect((await boxOf(versions)).width).toBe(phone.width)
  await expectAccessible(dev)
  await versions.getByRole('button', { name: 'Earlier' }).click()
  await expect(versions.getByText('Added: new')).toBeVisible()
  await versions.getByRole('button', { name: 'Later' }).click()
  await expect(versions.getByText('Added: old')).toBeVisible()
  await expect(versions.getByRole('button', { name: 'Restore this version' })).toHaveCount(0)
  await dev.keyboard.press('Escape')
  await expect(versions).toBeHidden()
  await expect(dev.getByRole('button', { name: 'View changes' })).toBeFocused()
})

test('a person who hides the history does not see it after a reload either', async ({ browser }) => {
  const { pam, task } = await twoAtTask(browser)
  await comments(pam).getByRole('button', { name: 'Hide history' }).click()
  await expect(line(pam, 'created this task')).toBeHidden()
  await expect(line(pam, 'Which stone?')).toBeVisible()
  const reads: string[] = []
  pam.on('request', (request) => request.url().includes('/history/') && reads.push(request.url()))
  await pam.setViewportSize(phone)
  await pam.reload()
  await expect(line(pam, 'Which stone?')).toBeVisible()
  // A new comment is shown after the time in which the history would have been read, and would have had it read again.
  await callApi(pam, 'POST /api/comments/', { content_type: 'task', object_id: task.id, text: 'Granite' })
  await expect(line(pam, 'Granite')).toBeVisible()
  await expect(line(pam, 'created this task')).toBeHidden()
  expect(reads).toEqual([])
  await comments(pam).getByRole('button', { name: 'Show history' }).press('Enter')
  await expect(line(pam, 'created this task')).toBeVisible()
  await expectToFitWidth(pam)
  await expectAccessible(pam)
})

test('a project’s details show its history, and its manager restores a description', async ({ browser }) => {
  const pam = await logInAs(browser, atrium, 'pam@demo.test')
  const { project, task, address } = await addWork(pam)
  await callApi(pam, `PATCH /api/projects/${project.id}/`, {
    name: 'Marina',
    description: 'A marina for yachts.',
    priority: 'high',
  })
  await pam.setViewportSize(wide)
  await pam.goto(address.replace(/tasks\/.*/, `projects/${project.id}`))
  await expect(pam.getByRole('heading', { level: 1, name: 'Marina' })).toBeVisible()
  const history = pam.getByRole('region', { name: 'History' })
  const show = history.getByRole('button', { name: 'Show history' })
  await expect(show).toBeVisible()
  await expect(history.getByRole('listitem')).toHaveCount(0)
  await show.click()
  const more = history.getByRole('button', { name: /^and \d more changes$/ })
  await more.click()
  const made = history.getByRole('listitem').filter({ hasText: 'Pam Porter created this project' })
  for (const words of ['added Dev Dalton to the team', 'renamed the project from “Harbour” to “Marina”'])
    await expect(made).toContainText(words)
  await expectAccessible(pam)

  // Without a reload, and without an event that names the project.
  await callApi(pam, `DELETE /api/tasks/${task.id}/`)
  await expect(history).toContainText('deleted the task HAR-1 Build the quay')
  await callApi(pam, `POST /api/tasks/${task.id}/restore/`)
  await expect(history).not.toContainText('the task')

  await history.getByRole('button', { name: 'View changes' }).click()
  await pam.getByRole('button', { name: 'Restore this version' }).click()
  await expect(pam.getByText('Description restored.')).toBeVisible()
  await expect(pam.getByText('A harbour for boats.')).toBeVisible()

  await pam.setViewportSize(phone)
  await pam.getByRole('button', { name: 'Details' }).click()
  await show.click()
  await more.click()
  await expect(made).toBeVisible()
  await expectToFitWidth(pam)
  await expectAccessible(pam)
})

test('the newest hundred changes are read first, and earlier ones when they are asked for', async ({ browser }) => {
  const { pam, dev, task, dev_id } = await twoAtTask(browser)
  const subtask = await callApi<Row>(pam, 'POST /api/subtasks/', { task: task.id, title: 'Dig', assigned_to_id: dev_id })
  // Each of them is a line, because they take turns.
  for (let turn = 0; turn < 51; turn++) {
    await callApi(pam, `PATCH /api/subtasks/${subtask.id}/`, { status: 'in_progress' })
    await callApi(dev, `PATCH /api/subtasks/${subtask.id}/`, { status: 'todo' })
  }
  await pam.reload()
  await expect(line(pam, /changed the status/)).toHaveCount(100)
  await expect(line(pam, 'created this task')).toHaveCount(0)
  const earlier = comments(pam).getByRole('button', { name: 'Show earlier changes' })
  await earlier.focus()
  const { y: before } = await boxOf(line(pam, /changed the status/).first())
  await earlier.press('Enter')
  await expect(line(pam, 'created this task')).toBeAttached()
  await expect(line(pam, /changed the status/)).toHaveCount(102)
  await expect(earlier).toHaveCount(0)
  // Nothing on the screen has moved, and the focus is there.
  const third = line(pam, /changed the status/).nth(2)
  await expect.poll(async () => (await third.boundingBox())?.y).toBeCloseTo(before, 0)
  await expect(third).toBeFocused()
})

test('lines that come do not move the field in which somebody writes', async ({ browser }) => {
  const { pam, dev, task } = await twoAtTask(browser, phone)
  await field(dev).pressSequentially('I am writing')
  const { y: before } = await boxOf(field(dev))
  await callApi(pam, `PATCH /api/tasks/${task.id}/`, { title: 'Build the long quay' })
  await expect(line(dev, 'Pam Porter renamed it from “Build the quay” to “Build the long quay”')).toBeVisible()
  await expect.poll(async () => (await field(dev).boundingBox())?.y).toBeCloseTo(before, 0)
  await expect(field(dev)).toBeFocused()
})

test('a history that cannot be loaded says so, but not without a connection', async ({ browser }) => {
  const pam = await logInAs(browser, atrium, 'pam@demo.test')
  const { task, address } = await addWork(pam)
  const history = /\/history\//
  const failed = comments(pam).getByText('The history could not be loaded.')
  const created = line(pam, 'created this task')
  await pam.clock.install()
  await refusing(pam, history, async () => {
    await pam.goto(address)
    await expect(failed).toBeVisible()
    await expect(line(pam, 'Which stone?')).toBeVisible()
    await expectAccessible(pam)
  })
  await comments(pam).getByRole('button', { name: 'Try again' }).click()
  await expect(created).toBeVisible()
  await expect(failed).toBeHidden()

  // Old enough that it is read again, in vain and repeatedly, when it is shown again.
  await pam.clock.fastForward(6000)
  await pam.context().setOffline(true)
  let attempts = 0
  pam.on('requestfailed', (request) => {
    if (history.test(request.url())) attempts++
  })
  await comments(pam).getByRole('button', { name: 'Hide history' }).click()
  await comments(pam).getByRole('button', { name: 'Show history' }).click()
  const attemptsLater = async () => {
    await pam.clock.fastForward(1000)
    return attempts
  }
  await expect.poll(attemptsLater).toBe(3)
  await expect(created).toBeVisible()
  await expect(failed).toBeHidden()
  await pam.context().setOffline(false)
  await callApi(pam, `PATCH /api/tasks/${task.id}/`, { status: 'done' })
  await expect(line(pam, 'changed the status from To Do to Done')).toBeVisible()
})

test('a task without comments says so, although it has a history', async ({ browser }) => {
  const pam = await logInAs(browser, atrium, 'pam@demo.test')
  const { project } = await addWork(pam)
  const body = { project: project.id, title: 'Paint the quay', description: 'White, or light grey.' }
  const task = await callApi<Row>(pam, 'POST /api/tasks/', body)
  await pam.goto(`${atrium.originOf('demo')}/project_manager/tasks/${task.id}`)
  await expect(line(pam, 'Pam Porter created this task')).toBeVisible()
  await expect(pam.getByText('No comments yet. Questions and answers about this task go here.')).toBeVisible()
})
