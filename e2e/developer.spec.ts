// The dashboards of the developer and of HR, and keyboard shortcuts.
import { expect, type Page, type Route } from '@playwright/test'
import {
  addProjectWithDev,
  answering,
  atrium,
  boxOf,
  callApi,
  expectAccessible,
  expectToFitWidth,
  logInAs,
  refusing,
  test,
  typeInto,
} from './visit.ts'

const setDueIn = (days: number, title: string) =>
  `update subtasks set due_date = (now() at time zone 'UTC')::date + ${days} where title = '${title}'`
const fail = (route: Route) => route.fulfill({ status: 500, body: '{}' })
const group = (page: Page, name: RegExp) => page.getByRole('region', { name })
const row = (page: Page, title: string) => page.getByRole('row').filter({ hasText: title })
const expectText = (page: Page, words: string) => expect(page.getByText(words, { exact: true }).last()).toBeVisible()

test('a developer sees what is due first and changes its status, and no row moves while it has the focus', async ({
  browser,
}) => {
  await atrium.sql(setDueIn(-2, 'List the articles by readers'))
  await atrium.sql(setDueIn(0, 'Write the questions'))
  const dev = await logInAs(browser, atrium, 'dev@demo.test')
  await expect(dev.getByRole('heading', { level: 1, name: 'Your Projects & Tasks' })).toBeVisible()
  const overdue = group(dev, /^Overdue/)
  await expect(overdue).toContainText('List the articles by readers')
  await expect(overdue).toContainText('Overdue by 2 days')
  await expect(group(dev, /^Due today/)).toContainText('Write the questions')
  await expect(group(dev, /^Later/)).toContainText('Check the forms')

  // By key, wherever in the row the focus is. The row stays in its group until it loses the focus.
  const later = group(dev, /^Later/)
  const place = await boxOf(later)
  await overdue.getByRole('link', { name: 'List the articles by readers' }).focus()
  await dev.keyboard.press('3')
  await expectText(dev, 'Status updated successfully')
  await expect(overdue.getByRole('heading')).toHaveText(/Overdue 0/)
  await expect(overdue).toContainText('List the articles by readers')
  await dev.keyboard.press('2')
  await expect(overdue.getByRole('button', { name: /In Progress$/ })).toBeVisible()
  // It is shown before it is saved. Once it is, none of the refusals below can be meant for it.
  const saved = dev.waitForResponse((response) => response.request().postData() === JSON.stringify({ status: 'done' }))
  await dev.keyboard.press('3')
  await expect(overdue.getByRole('button', { name: /Done$/ })).toBeVisible()
  await saved
  expect(await boxOf(later)).toEqual(place)
  await dev.getByRole('heading', { level: 1 }).click()
  await expect(overdue).toHaveCount(0)
  await expect(group(dev, /^Done today/)).toContainText('List the articles by readers')
  await expect(dev.locator(':focus'), 'The row that moved does not take the focus back.').toHaveCount(0)

  // By the menu. The server refuses with a reason, and then does not answer.
  const questions = group(dev, /^Due today/)
  const choose = async (from: string, to: string) => {
    await questions.getByRole('button', { name: `Status of Write the questions: ${from}` }).click()
    await dev.getByRole('menuitem', { name: to }).click()
  }
  const chooseInVain = async (reason: string) => {
    await choose('To Do', 'In Progress')
    await expectText(dev, reason)
    await expect(questions.getByRole('button', { name: /To Do$/ })).toBeVisible()
  }
  const calls = '**/api/subtasks/**'
  await refusing(dev, calls, () => chooseInVain('Project is inactive.'), 'Project is inactive.')
  await answering(
    dev,
    calls,
    (route) => route.abort(),
    () => chooseInVain('Update failed.'),
  )
  // A saved change stays, even if the page cannot be fetched again.
  await answering(dev, '**/api/developer-dashboard/', fail, async () => {
    await choose('To Do', 'In Progress')
    await expectText(dev, 'Status updated successfully')
    await expect(questions.getByRole('button', { name: /In Progress$/ })).toBeVisible()
  })

  // By the dialog.
  await expect(dev.getByRole('row', { name: 'Subtask Status Due Date Action' }).first()).toBeVisible()
  const forms = row(dev, 'Check the forms')
  await expect(forms).toContainText(/\d\d [A-Z][a-z]{2} \d{4}/)
  await forms.getByRole('button', { name: 'Update Status' }).click()
  const dialog = dev.getByRole('dialog', { name: 'Update Status' })
  await expect(dialog.getByRole('radio')).toHaveCount(3)
  await dialog.getByRole('button', { name: 'Update', exact: true }).click()
  await expect(dialog.getByText('Please select a status.')).toBeVisible()
  await dialog.getByRole('radio', { name: 'Done' }).check()
  await answering(dev, calls, fail, async () => {
    await dialog.getByRole('button', { name: 'Update', exact: true }).click()
    await expect(dialog.getByText('Something went wrong. Please try again.')).toBeVisible()
  })
  await dialog.getByRole('button', { name: 'Update', exact: true }).click()
  await expectText(dev, 'Status updated successfully')
  await expect(dialog).toBeHidden()
  await expect(forms.getByRole('button', { name: 'Update Status' })).toBeFocused()
  await expect(forms.getByRole('button', { name: /: Done$/ })).toBeVisible()

  await dev.getByRole('heading', { level: 1 }).click()
  await expect(group(dev, /^Done today/).getByRole('row')).toContainText([
    'Subtask',
    'Check the forms',
    'List the articles by readers',
  ])

  // The keyboard opens the task, goes back, and searches.
  await forms.getByRole('link', { name: 'Check the forms' }).click()
  await expect(dev.getByRole('heading', { level: 1, name: 'Launch checklist' })).toBeVisible()
  await dev.keyboard.press('g')
  await dev.keyboard.press('d')
  await expect(forms).toBeVisible()
  await dev.keyboard.press('f')
  await typeInto(dev.getByRole('searchbox'), '?portal')
  await expect(dev.getByText('Nothing matches these filters.')).toBeVisible()
  await expect(dev.getByRole('dialog')).toHaveCount(0)
  await dev.getByRole('button', { name: 'Clear Filters' }).first().click()
  await dev.getByRole('searchbox').fill('portal')
  await expect(dev.getByText('3 hidden by filters')).toBeVisible()
  await expect(dev).toHaveURL(/\?search=portal$/)
  await expect(forms).toBeHidden()
})

test('a task that a manager assigns reaches its developer, who does it', async ({ browser }) => {
  const pam = await logInAs(browser, atrium, 'pam@demo.test')
  const { project, dev_id } = await addProjectWithDev(pam, 'Garden', 'GDN')
  const task = await callApi<{ id: number }>(pam, 'POST /api/tasks/', {
    ...{ project: project.id, title: 'Paint the fence', description: 'Green, on both sides.' },
  })
  const subtask = { task: task.id, title: 'Buy the paint', assigned_to: dev_id, status: 'done' }
  await callApi(pam, 'POST /api/subtasks/', subtask)
  const dev = await logInAs(browser, atrium, 'dev@demo.test')
  await pam.goto(`${atrium.originOf('demo')}/project_manager/tasks/${task.id}`)
  const details = pam.getByRole('complementary', { name: 'Details' })
  await details.getByRole('button', { name: 'Assignee: Unassigned' }).click()
  await details.getByLabel('Assignee').selectOption('Dev Dalton')
  await expect(details.getByText('Dev Dalton')).toBeVisible()

  const own = row(dev, 'GDN-1')
  await expect(own).toBeVisible()
  await own.getByRole('link', { name: 'Paint the fence' }).click()
  await expect(dev.getByRole('heading', { level: 1, name: 'Paint the fence' })).toBeVisible()
  await dev.getByRole('button', { name: 'Mark Task as Done' }).click()
  await expect(dev.getByRole('button', { name: 'Status of Paint the fence: Done' })).toBeVisible()
  await expect(details.getByText('Done')).toBeVisible()
  await pam.getByRole('button', { name: /^Notifications/ }).click()
  await expect(pam.getByText('set GDN-1 “Paint the fence” to Done')).toBeVisible()
})

test('a developer orders the day, reports what is done, and asks for work', async ({ browser }) => {
  await atrium.sql(`
    update subtasks set status = 'todo', done_at = null, due_date = (now() at time zone 'UTC')::date
    where title in ('Write the questions', 'Check the forms', 'List the articles by readers')`)
  const dev = await logInAs(browser, atrium, 'dev@demo.test')
  await dev.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const today = group(dev, /^Due today/)
  const titles = today.locator('tbody').getByRole('row')
  const order = () => titles.getByRole('link', { name: /^(Write|Check|List) the/ }).allInnerTexts()
  await expect(titles).toHaveCount(3)
  const [first = '', second = '', third = ''] = await order()

  await today.getByRole('link', { name: third }).press('Alt+ArrowUp')
  await expect.poll(order).toEqual([first, third, second])
  await expect(today.getByRole('link', { name: third })).toBeFocused()
  await today.getByRole('button', { name: `Move ${first}` }).click()
  await dev.getByRole('menuitem', { name: 'Move down' }).click()
  await expect.poll(order).toEqual([third, first, second])
  await today.getByRole('button', { name: `Move ${second}` }).dragTo(row(dev, third))
  await expect.poll(order).toEqual([second, third, first])
  await dev.reload()
  await expect(titles).toHaveCount(3)
  expect(await order()).toEqual([second, third, first])

  await today.getByRole('link', { name: second }).press('3')
  await dev.getByRole('heading', { level: 1 }).click()
  const done = group(dev, /^Done today/)
  await done.getByRole('button', { name: 'Copy for stand-up' }).click()
  await expectText(dev, 'Copied.')
  expect(await dev.evaluate('navigator.clipboard.readText()')).toContain(`- ${second} (`)

  const unassigned = group(dev, /^Unassigned in your projects/)
  await unassigned.getByRole('button', { name: 'Ask for it: Build the hero section' }).click()
  await expectText(dev, 'The project manager has been asked for this subtask.')
  await expect(unassigned.getByRole('button', { name: 'Asked: Build the hero section' })).toBeDisabled()
  const pam = await logInAs(browser, atrium, 'pam@demo.test')
  await pam.getByRole('button', { name: /Notifications/ }).click()
  await expect(pam.getByText(/Dev Dalton .*Build the hero section/).first()).toBeVisible()

  // The alternative: by project, as the address says.
  await dev.getByText('By project', { exact: true }).click()
  await expect(dev).toHaveURL(/by=project$/)
  await expect(dev.getByRole('region', { name: 'Website relaunch' })).toContainText('Check the forms')
  await expectAccessible(dev)

  await dev.setViewportSize({ width: 390, height: 844 })
  await dev.goto(`${atrium.originOf('demo')}/developer`)
  await expect(titles.first().getByRole('button', { name: 'Update Status' })).toBeVisible()
  await expectToFitWidth(dev)
  await expectAccessible(dev)
})

test('the shortcuts of a page are listed, pause in a dialog, and can be turned off', async ({ browser }) => {
  const dev = await logInAs(browser, atrium, 'dev@demo.test')
  await dev.getByRole('searchbox').waitFor()
  const help = dev.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await dev.keyboard.press('?')
  await expect(help.getByText('Search subtasks')).toBeVisible()
  await expect(help.getByText('Go to Profile')).toBeVisible()
  await dev.keyboard.press('g')
  await dev.keyboard.press('p')
  await help.getByRole('switch', { name: 'Use single-key shortcuts' }).press('Space')
  await dev.keyboard.press('Escape')
  await expect(help).toBeHidden()
  await expect(dev).toHaveURL(/\/developer$/)
  await dev.reload()
  await dev.getByRole('searchbox').waitFor()
  for (const key of ['?', 'g', 'p', '/']) await dev.keyboard.press(key)
  await dev.getByRole('button', { name: 'Preferences' }).click()
  await dev.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click()
  await expect(help.getByRole('switch')).not.toBeChecked()
  await expect(dev).toHaveURL(/\/developer$/)
  await help.getByRole('switch').press('Space')
  await dev.keyboard.press('Escape')
  await expect(help).toBeHidden()
  await dev.keyboard.press('g')
  await dev.keyboard.press('p')
  await dev.waitForURL('**/profile')
})

test('past, inactive and missing projects are shown, and a dashboard that fails to load is retried', async ({ browser }) => {
  await atrium.sql(`update projects set is_active = false where name = 'Customer portal'`)
  await atrium.sql(`update projects set status = 'completed' where name = 'Website relaunch'`)
  const dev = await logInAs(browser, atrium, 'dev@demo.test')
  const inactive = dev.getByRole('region', { name: 'Customer portal' })
  await expect(inactive).toContainText('Inactive')
  await expect(inactive.getByRole('button')).toHaveCount(0)
  await expect(dev.getByRole('heading', { name: 'Past Projects' })).toBeVisible()
  await expect(dev.getByRole('region', { name: 'Website relaunch' })).toContainText('Check the forms')

  await answering(
    dev,
    '**/api/developer-dashboard/',
    (route) => route.abort(),
    async () => {
      await dev.reload()
      await expect(dev.getByText('Failed to load dashboard.')).toBeVisible()
    },
  )
  await atrium.sql(`delete from members where person_id = (select id from people where email = 'dev@demo.test');
    update subtasks set assigned_to_id = null`)
  await dev.getByRole('button', { name: 'Try again' }).click()
  await expect(dev.getByText('You are not part of any projects.')).toBeVisible()
})

test('HR’s dashboard shows sample figures, and leads to HR’s pages', async ({ browser }) => {
  const hana = await logInAs(browser, atrium, 'hana@demo.test')
  await expect(hana.getByRole('main')).toContainText(
    /These are sample figures.*Employees.*78.*Pending Leave.*6.*New Applications.*9/,
  )
  await hana.getByRole('navigation').getByRole('link', { name: 'Recruitment' }).click()
  await expect(hana).toHaveURL(/\/recruiting$/)
  await hana.getByRole('navigation').getByRole('link', { name: 'Leave Requests' }).click()
  await expect(hana).toHaveURL(/\/leave\/requests$/)
  await hana.getByRole('navigation').getByRole('link', { name: 'Employees' }).click()
  await expect(hana.getByRole('main').getByRole('link', { name: 'Message Pam Porter' })).toBeVisible()
})

test('a form that is sent after the session ended leads to the log-in', async ({ browser }) => {
  const hana = await logInAs(browser, atrium, 'hana@demo.test')
  await hana.getByRole('link', { name: 'Profile' }).click()
  await hana.getByLabel('Full name').fill('Hana Hilton')
  await hana.context().clearCookies()
  await hana.keyboard.press('Enter')
  await hana.waitForURL('**/login')
})
