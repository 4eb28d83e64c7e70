// Tasks come again when they are done, by whatever control, and not if that is undone; and tasks are copied.
import { type Browser, expect, type Page } from '@playwright/test'
import { card, column, expectAnnounced, expectText, press } from './boards.ts'
import {
  addProjectWithDev,
  atrium,
  callApi,
  expectAccessible,
  expectAccessibleInBoth,
  expectToFitWidth,
  logInAs,
  screens,
  test,
  typeInto,
} from './visit.ts'

const [[, wide], [, phone]] = screens
type Row = { id: number; key: string }

/** A project of Pam's with a task that is due on 3 March 2031, and a subtask of it. */
async function addWork(pam: Page) {
  const { project } = await addProjectWithDev(pam, 'Harbour', 'HARB')
  const body = { project: project.id, title: 'Check the lights', description: 'Each of them.', due_date: '2031-03-03' }
  const task = await callApi<Row>(pam, 'POST /api/tasks/', body)
  await callApi<Row>(pam, 'POST /api/subtasks/', { task: task.id, title: 'Row to the buoy', due_date: '2031-03-01' })
  return { project, task }
}

/** Pam at the task, and Dev at the board of its project. */
async function twoAtWork(browser: Browser) {
  const [pam, dev] = [await logInAs(browser, atrium, 'pam@demo.test'), await logInAs(browser, atrium, 'dev@demo.test')]
  const work = await addWork(pam)
  for (const page of [pam, dev]) await page.setViewportSize(wide)
  const origin = atrium.originOf('demo')
  await pam.goto(`${origin}/project_manager/tasks/${work.task.id}`)
  await dev.goto(`${origin}/developer/projects/${work.project.id}?view=status&of=tasks`)
  await expect(dev.getByRole('link', { name: 'Check the lights' })).toBeVisible()
  const board = `${origin}/project_manager/projects/${work.project.id}?view=status&of=tasks`
  return { pam, dev, board, ...work }
}

async function fitOnPhone(page: Page) {
  await page.setViewportSize(phone)
  await expectToFitWidth(page)
  await expectAccessible(page)
}

const repeatWeekly = (page: Page, { id }: Row) => callApi(page, `PATCH /api/tasks/${id}/`, { recurrence: 'weekly' })
const mark = (page: Page) => page.getByRole('img', { name: 'Repeats every week' })
const lights = (page: Page, status: string) => column(page, status).getByText('Check the lights').filter({ visible: true })
/** The message about the next task, as soon as it is there. */
const news = (page: Page) => page.getByRole('status').filter({ hasText: / is next, due 10 Mar 2031\./ })

test('a task repeats: it is set in place, comes again live when it is done, and not if that is undone', async ({ browser }) => {
  const { pam, dev, project, task } = await twoAtWork(browser)
  const details = pam.getByRole('complementary', { name: 'Details' })
  await details.getByRole('button', { name: 'Repeats: Never' }).click()
  await details.getByRole('combobox', { name: 'Repeats' }).selectOption('Every week')
  await expect(details.getByRole('button', { name: 'Repeats: Every week' })).toBeVisible()
  await expect(mark(dev)).toBeVisible()
  await expectToFitWidth(pam)
  await expectAccessible(pam)
  await expectAccessible(dev)

  await details.getByRole('button', { name: 'Status: To Do' }).click()
  await details.getByRole('combobox', { name: 'Status' }).selectOption('Done')
  await expect(news(pam)).toBeVisible()
  await expectToFitWidth(pam)
  // The next one may come first.
  for (const name of ['To Do', 'Done']) await expect(lights(dev, name)).toHaveCount(1)
  await expect(mark(dev)).toHaveCount(1)

  // Nobody has touched it.
  await news(pam).getByRole('button', { name: 'Undo' }).click()
  await expectText(pam, `${task.key} is no longer done.`)
  await expect(details.getByRole('button', { name: 'Status: To Do' })).toBeVisible()
  await expect(card(dev, 'Check the lights')).toHaveCount(1)
  await expect(lights(dev, 'To Do')).toHaveCount(1)

  await details.getByRole('button', { name: 'Status: To Do' }).click()
  await details.getByRole('combobox', { name: 'Status' }).selectOption('Done')
  await news(pam).last().getByRole('link', { name: 'Open' }).click()
  await expect(details.getByRole('button', { name: 'Due Date: 10 Mar 2031' })).toBeVisible()
  await expect(details.getByRole('button', { name: 'Repeats: Every week' })).toBeVisible()
  await expect(pam.getByRole('list').getByText('Row to the buoy')).toBeVisible()
  const { results } = await callApi<{ results: Row[] }>(pam, `GET /api/tasks/?project=${project.id}&status=todo`)
  const next = results[0]

  await pam.goBack()
  await details.getByRole('link', { name: next?.key ?? '' }).click()
  await expect(details.getByRole('button', { name: 'Due Date: 10 Mar 2031' })).toBeVisible()

  await fitOnPhone(pam)
  // Work that is done already comes again as soon as it repeats.
  await callApi(pam, `PATCH /api/tasks/${next?.id}/`, { recurrence: null, status: 'done' })
  await expect(details.getByRole('button', { name: 'Status: Done' })).toBeVisible()
  await details.getByRole('button', { name: 'Repeats: Never' }).click()
  await details.getByRole('combobox', { name: 'Repeats' }).selectOption('Every week')
  await expect(pam.getByRole('status').filter({ hasText: / is next, due 17 Mar 2031\./ })).toBeVisible()
})

test('a task that is done on a board or in a list comes again', async ({ browser }) => {
  const { pam, dev, board, task } = await twoAtWork(browser)
  await repeatWeekly(pam, task)
  await pam.goto(board)
  await expect(mark(pam)).toBeVisible()
  await card(pam, 'Check the lights').focus()
  await press(pam, 'Space', 'ArrowRight', 'ArrowRight')
  await expectAnnounced(pam, /Over Done, column 3 of 3\./)
  await press(pam, 'Space')
  await expect(news(pam)).toBeVisible()
  await expect(lights(pam, 'To Do')).toHaveCount(1)
  await expect(lights(dev, 'To Do')).toHaveCount(1)
  await pam.keyboard.press('Control+z')
  await expectText(pam, `${task.key} is no longer done.`)
  await expect(card(pam, 'Check the lights')).toHaveCount(1)
  await expect(card(dev, 'Check the lights')).toHaveCount(1)

  await pam.goto(board.replace('?view=status&of=tasks', ''))
  await expect(mark(pam)).toHaveCount(1)
  await expectToFitWidth(pam)
  await expectAccessible(pam)
  await fitOnPhone(pam)
  await pam.getByRole('button', { name: /^Status of Check the lights/ }).click()
  await pam.getByRole('menuitem', { name: 'Done' }).click()
  await expect(news(pam)).toBeVisible()
  await expect(lights(dev, 'Done')).toHaveCount(1)
  await expect(lights(dev, 'To Do')).toHaveCount(1)
})

test('the dialog of a task says when the next one is due', async ({ browser }) => {
  const { pam, board, project } = await twoAtWork(browser)
  await pam.goto(board)
  await pam.getByRole('button', { name: '+ New Task' }).click()
  const dialog = pam.getByRole('dialog', { name: 'Create New Task' })
  await dialog.getByLabel('Title').fill('Paint the pier')
  await dialog.getByLabel('Description').fill('With two coats.')
  await dialog.getByLabel('Due Date').fill('31 Jan 2031')
  await dialog.getByLabel('Repeats').selectOption('Every month')
  await expect(dialog.getByText('The next one is due 28 Feb 2031.')).toBeVisible()
  await expectToFitWidth(pam)
  await expectAccessibleInBoth(pam)
  await fitOnPhone(pam)
  await dialog.getByRole('button', { name: 'Create Task' }).click()
  await expect(pam.getByRole('img', { name: 'Repeats every month' })).toBeVisible()

  await pam.getByRole('button', { name: 'Actions for Paint the pier' }).click()
  await pam.getByRole('menuitem', { name: 'Edit Task' }).click()
  const edit = pam.getByRole('dialog', { name: 'Edit Task' })
  await edit.getByLabel('Repeats').selectOption('Never')
  await expect(edit.getByText(/The next one is due/)).toBeHidden()
  await edit.getByRole('button', { name: 'Save' }).click()
  // It closes once the server has the change.
  await expect(edit).toBeHidden()
  await expect(pam.getByRole('img', { name: 'Repeats every month' })).toBeHidden()
  const { results } = await callApi<{ results: { title: string; recurrence: string | null }[] }>(
    pam,
    `GET /api/tasks/?project=${project.id}`,
  )
  expect(results.find(({ title }) => title === 'Paint the pier')?.recurrence).toBeNull()
})

test('a task is copied with its subtasks', async ({ browser }) => {
  const { pam, dev, board } = await twoAtWork(browser)
  await pam.goto(board)
  const opener = pam.getByRole('button', { name: 'Actions for Check the lights' })
  await opener.press('Enter')
  await pam.getByRole('menuitem', { name: 'Copy Task' }).click()
  const dialog = pam.getByRole('dialog', { name: 'Copy Task' })
  await expect(dialog.getByLabel('Title')).toHaveValue('Check the lights')
  await expectToFitWidth(pam)
  await expectAccessibleInBoth(pam)
  await expect(dialog.getByLabel('Title')).toBeFocused()
  await dialog.getByLabel('Title').press('Escape')
  await expect(opener).toBeFocused()

  await opener.press('Enter')
  await pam.getByRole('menuitem', { name: 'Copy Task' }).click()
  // The title is selected.
  await typeInto(dialog.getByLabel('Title'), 'Check the bells')
  await expect(dialog.getByLabel('Title')).toHaveValue('Check the bells')
  await fitOnPhone(pam)
  await dialog.getByLabel('Due Date').fill('1 Jan 2020')
  await dialog.getByRole('button', { name: 'Copy Task' }).click()
  await expect(dialog.getByText('Due date cannot be in the past.')).toBeVisible()
  await dialog.getByLabel('Due Date').fill('3 Apr 2031')
  await dialog.getByRole('button', { name: 'Copy Task' }).click()
  await expect(dialog).toBeHidden()
  await expect(dev.getByRole('link', { name: 'Check the bells', exact: true })).toBeVisible()
  const copied = pam.getByRole('status').filter({ hasText: /^Copied as / })
  await expectToFitWidth(pam)
  await copied.getByRole('link', { name: 'Open' }).click()
  await expect(pam.getByRole('heading', { level: 1, name: 'Check the bells', exact: true })).toBeVisible()
  await expect(copied).toBeHidden()
  // Two days before the task, as before.
  await expect(pam.getByRole('listitem').filter({ hasText: 'Row to the buoy' }).getByText('01 Apr 2031')).toBeVisible()
})

test('a copy that is made without a connection waits, and is made once it is back', async ({ browser }) => {
  const { pam, dev, board } = await twoAtWork(browser)
  await pam.goto(board)
  await expect(card(pam, 'Check the lights')).toBeVisible()
  await pam.getByRole('button', { name: 'Actions for Check the lights' }).click()
  await pam.getByRole('menuitem', { name: 'Copy Task' }).click()
  const dialog = pam.getByRole('dialog', { name: 'Copy Task' })
  await expect(dialog.getByLabel('Title')).toBeFocused()
  await pam.context().setOffline(true)
  await dialog.getByLabel('Title').fill('Check the bells')
  await dialog.getByRole('button', { name: 'Copy Task' }).click()
  await expect(dialog).toBeHidden()
  await expect(pam.getByText(/1 change will be sent later/)).toBeVisible()
  await pam.context().setOffline(false)
  await expect(dev.getByRole('link', { name: 'Check the bells', exact: true })).toHaveCount(1)
  await expect(pam.getByRole('link', { name: 'Check the bells', exact: true })).toHaveCount(1)
})
