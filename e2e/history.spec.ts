// The history of tasks and projects: lines between the comments, versions of a text, and what a project has been through.
import { type Browser, expect, type Page } from '@playwright/test'
import { atrium, callApi, expectAccessible, expectToFitWidth, intercept, logInAs, test } from './visit.ts'

type Row = { id: number; key: string }
const screens = [
  ['a wide screen', { width: 1440, height: 900 }, 'WIDE'],
  ['a phone', { width: 390, height: 844 }, 'SMALL'],
] as const

const comments = (page: Page) => page.getByRole('region', { name: /^Comments/ })
const line = (page: Page, text: string | RegExp) => page.getByRole('listitem').filter({ hasText: text })
const field = (page: Page) => page.getByLabel('Add a comment')

/** A task with one comment, in a project of Pam's in which Dev is a member. */
async function addWork(pam: Page, key: string) {
  const project = await callApi<Row>(pam, 'POST /api/projects/', {
    name: `Harbour ${key}`,
    key,
    description: 'A harbour for boats.',
  })
  const developers = await callApi<{ id: number; email: string }[]>(pam, 'GET /api/my-developers/')
  const dev_id = developers.find(({ email }) => email === 'dev@demo.test')?.id
  await callApi(pam, 'POST /api/members/bulk-assign/', { project: project.id, developers: [dev_id] })
  const body = { project: project.id, title: 'Build the quay', description: 'The old wall of stone.' }
  const task = await callApi<Row>(pam, 'POST /api/tasks/', body)
  await callApi(pam, 'POST /api/comments/', { content_type: 'task', object_id: task.id, text: 'Which stone?' })
  return { project, task, dev_id, address: `${atrium.originOf('demo')}/project_manager/tasks/${task.id}` }
}

async function open(page: Page, address: string, viewport: { width: number; height: number }) {
  await page.setViewportSize(viewport)
  await page.goto(address)
}

/** Pam and Dev, who look at the same task. */
async function twoAtTask(browser: Browser, viewport: { width: number; height: number }, key: string) {
  const [pam, dev] = [await logInAs(browser, atrium, 'pam@demo.test'), await logInAs(browser, atrium, 'dev@demo.test')]
  const work = await addWork(pam, key)
  for (const page of [pam, dev]) {
    await open(page, work.address, viewport)
    await expect(line(page, 'Pam Porter created this task')).toBeVisible()
  }
  return { pam, dev, ...work }
}

/** Presses Tab until the button has the focus. */
async function tabTo(page: Page, name: string) {
  const button = page.getByRole('button', { name })
  await expect(async () => {
    await page.keyboard.press('Tab')
    await expect(button).toBeFocused({ timeout: 50 })
  }).toPass({ intervals: [10], timeout: 10_000 })
}

for (const [screen, viewport, key] of screens) {
  test(`what the manager changes is one line, which others see at once, on ${screen}`, async ({ browser }) => {
    const { pam, dev, task, dev_id } = await twoAtTask(browser, viewport, key)
    await dev.evaluate('window.isSamePage = true')
    await field(dev).fill('I am still writing')
    await pam.getByRole('button', { name: 'Status: ' }).click()
    await pam.getByLabel('Status', { exact: true }).selectOption('In Progress')
    await pam.getByRole('button', { name: 'Priority: ' }).click()
    await pam.getByLabel('Priority', { exact: true }).selectOption('High')
    await expect(line(pam, 'from Medium to High')).toBeVisible()
    await callApi(pam, `PATCH /api/tasks/${task.id}/`, { due_date: '2031-03-01' })
    const words =
      'Pam Porter changed the status from To Do to In Progress, the priority from Medium to High and the due date to 01 Mar 2031'
    for (const page of [pam, dev]) {
      await expect(line(page, words)).toHaveCount(1)
      await expect(line(page, words).locator('time')).toHaveAttribute('title', /^\d\d \w{3} \d{4}, \d\d:\d\d$/)
      await expect(comments(page).getByRole('heading', { name: 'Comments 1' })).toBeVisible()
      await expectToFitWidth(page)
      await expectAccessible(page)
    }
    // The comment is where it belongs: after the creation, and before the changes.
    const items = await comments(dev).getByRole('listitem').allTextContents()
    expect(items.findIndex((text) => text.includes('created this task'))).toBe(0)
    expect(items.findIndex((text) => text.includes('Which stone?'))).toBe(1)
    expect(items.findIndex((text) => text.includes(words))).toBe(2)
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

  test(`a former description is compared and restored by keyboard, on ${screen}`, async ({ browser }) => {
    const { pam, dev, task } = await twoAtTask(browser, viewport, `${key}D`)
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
    const { width } = (await dialog.boundingBox()) ?? { width: 0 }
    expect(width === viewport.width).toBe(viewport.width < 768)
    await expectAccessible(pam)
    await dialog.getByRole('radio', { name: 'Changes' }).focus()
    await pam.keyboard.press('ArrowRight')
    await expect(dialog.getByText('The old wall of stone.')).toBeVisible()
    await pam.keyboard.press('ArrowRight')
    await expect(dialog.locator('strong').getByText('stone', { exact: true })).toBeVisible()
    await expectAccessible(pam)
    await tabTo(pam, 'Restore this version')
    await pam.keyboard.press('Enter')
    await expect(pam.getByText('Description restored.')).toBeVisible()
    await expect(dialog).toBeHidden()
    await expect(pam.getByText('The old wall of stone.')).toBeVisible()

    // Dev may look at it, too.
    await dev.reload()
    await line(dev, 'Pam Porter changed the description').getByRole('button', { name: 'View changes' }).click()
    const versions = dev.getByRole('dialog', { name: 'Versions of the description' })
    await expect(versions.getByText('Added: old')).toBeVisible()
    await versions.getByRole('button', { name: 'Earlier' }).click()
    await expect(versions.getByText('Added: new')).toBeVisible()
    await versions.getByRole('button', { name: 'Later' }).click()
    await expect(versions.getByText('Added: old')).toBeVisible()
    await expect(versions.getByRole('button', { name: 'Restore this version' })).toHaveCount(0)
    await dev.keyboard.press('Escape')
    await expect(versions).toBeHidden()
    await expect(dev.getByRole('button', { name: 'View changes' })).toBeFocused()
  })

  test(`a person who hides the history does not see it after a reload either, on ${screen}`, async ({ browser }) => {
    const pam = await logInAs(browser, atrium, 'pam@demo.test')
    const { address } = await addWork(pam, `${key}H`)
    await open(pam, address, viewport)
    await expect(line(pam, 'created this task')).toBeVisible()
    await comments(pam).getByRole('button', { name: 'Hide history' }).click()
    await expect(line(pam, 'created this task')).toHaveCount(0)
    await expect(line(pam, 'Which stone?')).toBeVisible()
    const reads: string[] = []
    pam.on('request', (request) => request.url().includes('/history/') && reads.push(request.url()))
    await pam.reload()
    await expect(line(pam, 'Which stone?')).toBeVisible()
    // Longer than the history would take.
    await pam.waitForTimeout(2500)
    await expect(line(pam, 'created this task')).toHaveCount(0)
    expect(reads).toEqual([])
    await comments(pam).getByRole('button', { name: 'Show history' }).press('Enter')
    await expect(line(pam, 'created this task')).toBeVisible()
    await expectAccessible(pam)
  })

  test(`a project's details show its history, and its manager restores a description, on ${screen}`, async ({ browser }) => {
    const pam = await logInAs(browser, atrium, 'pam@demo.test')
    const { project, task, address } = await addWork(pam, `${key}P`)
    await callApi(pam, `PATCH /api/projects/${project.id}/`, {
      name: 'Marina',
      description: 'A marina for yachts.',
      priority: 'high',
    })
    await open(pam, address.replace(/tasks\/.*/, `projects/${project.id}`), viewport)
    await expect(pam.getByRole('heading', { level: 1, name: 'Marina' })).toBeVisible()
    if (viewport.width < 992) await pam.getByRole('button', { name: 'Details' }).click()
    const history = pam.getByRole('region', { name: 'History' })
    await expect(history.getByRole('listitem')).toHaveCount(0)
    await history.getByRole('button', { name: 'Show history' }).click()
    await history.getByRole('button', { name: /^and \d more changes$/ }).click()
    const made = history.getByRole('listitem').filter({ hasText: 'Pam Porter created this project' })
    for (const words of ['added Dev Dalton to the team', `renamed the project from “Harbour ${key}P” to “Marina”`])
      await expect(made).toContainText(words)
    await expectToFitWidth(pam)
    await expectAccessible(pam)

    // Without a reload, and without an event that names the project.
    await callApi(pam, `DELETE /api/tasks/${task.id}/`)
    await expect(history).toContainText(`deleted the task ${key}P-1 Build the quay`)
    await callApi(pam, `POST /api/tasks/${task.id}/restore/`)
    await expect(history).not.toContainText('the task')

    await history.getByRole('button', { name: 'View changes' }).click()
    await pam.getByRole('button', { name: 'Restore this version' }).click()
    await expect(pam.getByText('Description restored.')).toBeVisible()
    await expect(pam.getByText('A harbour for boats.')).toBeVisible()
  })
}

test('the newest hundred changes are read first, and earlier ones when they are asked for', async ({ browser }) => {
  const { pam, dev, task, dev_id } = await twoAtTask(browser, screens[0][1], 'MANY')
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
  const top = async (index: number) =>
    (
      await line(pam, /changed the status/)
        .nth(index)
        .boundingBox()
    )?.y ?? Number.NaN
  const before = await top(0)
  await earlier.press('Enter')
  await expect(line(pam, 'created this task')).toBeAttached()
  await expect(line(pam, /changed the status/)).toHaveCount(102)
  await expect(earlier).toHaveCount(0)
  // Nothing on the screen has moved, and the focus is there.
  expect(await top(2)).toBeCloseTo(before, 0)
  await expect(line(pam, /changed the status/).nth(2)).toBeFocused()
})

test('lines that come do not move the field in which somebody writes', async ({ browser }) => {
  const { pam, dev, task } = await twoAtTask(browser, screens[1][1], 'WRITE')
  await field(dev).click()
  await field(dev).pressSequentially('I am writing')
  const top = async () => (await field(dev).boundingBox())?.y ?? Number.NaN
  const before = await top()
  await callApi(pam, `PATCH /api/tasks/${task.id}/`, { title: 'Build the long quay' })
  await expect(line(dev, 'Pam Porter renamed it from “Build the quay” to “Build the long quay”')).toBeVisible()
  expect(await top()).toBeCloseTo(before, 0)
  await expect(field(dev)).toBeFocused()
})

test('a history that cannot be loaded says so, but not without a connection', async ({ browser }) => {
  const pam = await logInAs(browser, atrium, 'pam@demo.test')
  const { task, address } = await addWork(pam, 'FAIL')
  const isHistory = (url: URL) => url.pathname.endsWith('/history/')
  await intercept(pam, isHistory, (route) => route.fulfill({ status: 500, json: { detail: 'Broken.' } }))
  await open(pam, address, screens[0][1])
  const failed = comments(pam).getByText('The history could not be loaded.')
  await expect(failed).toBeVisible()
  await expect(line(pam, 'Which stone?')).toBeVisible()
  await expectAccessible(pam)
  await pam.unroute(isHistory)
  await comments(pam).getByRole('button', { name: 'Try again' }).click()
  await expect(line(pam, 'created this task')).toBeVisible()
  await expect(failed).toHaveCount(0)

  // Old enough that it is read again, in vain, when it is shown again.
  await pam.waitForTimeout(5000)
  await pam.context().setOffline(true)
  const attempt = pam.waitForEvent('requestfailed', (request) => isHistory(new URL(request.url())))
  await comments(pam).getByRole('button', { name: 'Hide history' }).click()
  await comments(pam).getByRole('button', { name: 'Show history' }).click()
  await attempt
  await pam.waitForTimeout(3000)
  await expect(line(pam, 'created this task')).toBeVisible()
  await expect(failed).toHaveCount(0)
  await pam.context().setOffline(false)
  await callApi(pam, `PATCH /api/tasks/${task.id}/`, { status: 'done' })
  await expect(line(pam, 'changed the status from To Do to Done')).toBeVisible()
})

test('a task without comments says so, although it has a history', async ({ browser }) => {
  const pam = await logInAs(browser, atrium, 'pam@demo.test')
  const { project } = await addWork(pam, 'EMPTY')
  const body = { project: project.id, title: 'Paint the quay', description: 'White, or light grey.' }
  const task = await callApi<Row>(pam, 'POST /api/tasks/', body)
  await open(pam, `${atrium.originOf('demo')}/project_manager/tasks/${task.id}`, screens[0][1])
  await expect(line(pam, 'Pam Porter created this task')).toBeVisible()
  await expect(pam.getByText('No comments yet. Questions and answers about this task go here.')).toBeVisible()
})
