// A board that knows who is away: capacities, and a question before work is due while its assignee is away.
import { expect } from '@playwright/test'
import {
  addLeave,
  answer,
  capacityOf,
  dayAfter,
  dayOf,
  expectQuestion,
  mondayIn,
  open,
  question,
  setUp,
  shownDay,
  today,
} from './absences.ts'
import { card, column, dragOnto, expectAnnounced, middleOf, press } from './boards.ts'
import { atrium, callApi, expectFitAndAccessible, intercept, openPage, screens, submitLogIn, test } from './visit.ts'

const [wide, phone] = [screens[0][1], screens[1][1]]

test('a manager sees what each person can still do, and leave as soon as it is approved', async ({ browser }) => {
  const { pam, hana, project, add, dev_id, address } = await setUp({ browser, atrium })
  await add('Paint the rail', { assigned_to_id: dev_id, due_date: dayAfter(today(), 7), estimated_hours: null })
  await open(pam, `${address}?view=subtasks`, wide)
  type Capacity = { person: number; weeks: { planned: number; scheduled: number; holidays: number; leave: number }[] }
  const capacities = await callApi<Capacity[]>(pam, `GET /api/projects/${project.id}/capacity/`)
  const week = capacities.find(({ person }) => person === dev_id)?.weeks[1]
  const hours = ((week?.scheduled ?? 0) - (week?.holidays ?? 0) - (week?.leave ?? 0)) / 60
  await expect(capacityOf(pam, 'Dev Dalton')).toContainText(`Next week ${week?.planned} of ${hours} h`)
  await expect(column(pam, 'Dev Dalton')).toContainText('1 without an estimate')
  await expectFitAndAccessible(pam)

  await capacityOf(pam, 'Dev Dalton').press('Enter')
  const details = pam.getByRole('dialog', { name: 'Capacity of Dev Dalton' })
  await expect(details).toContainText(/Next week: .+ h scheduled/)
  await expect(details).toContainText('1 subtask without an estimate')
  await expectFitAndAccessible(pam)
  await pam.keyboard.press('Escape')
  await expect(details).toBeHidden()
  await expect(capacityOf(pam, 'Dev Dalton')).toBeFocused()

  const from = mondayIn(1)
  await capacityOf(pam, 'Dev Dalton').click()
  await expect(details).toContainText('1 subtask without an estimate')
  await expect(details).not.toContainText(dayOf(from))
  await addLeave(hana, { person: dev_id, from, to: from })
  await expect(details).toContainText(dayOf(from), { timeout: 20_000 })
  await expect(details).toContainText(/\d+ h away/)
  await expect(column(pam, 'Dev Dalton').getByText(/^Away on /)).toBeVisible()
  await expect(pam.locator('body')).not.toContainText('Unpaid leave')

  await pam.keyboard.press('Escape')
  await expect(details).toBeHidden()
  await pam.setViewportSize(phone)
  await expectFitAndAccessible(pam)
  await capacityOf(pam, 'Dev Dalton').click()
  await expect(details).toContainText(/\d+ h away/)
  await expectFitAndAccessible(pam)
})

test('assigning by keyboard asks first, and each answer is done', async ({ browser }) => {
  const { pam, monday, address } = await setUp({ browser, atrium })
  await open(pam, `${address}?view=subtasks`, wide)
  const assign = async () => {
    await card(pam, 'Lay the stones').press('Space')
    await expectAnnounced(pam, /^Lifted/)
    await press(pam, 'ArrowRight')
    await expectAnnounced(pam, /^Over Dana Reyes/)
    await press(pam, 'Space')
    await expectQuestion(pam, monday)
  }
  await assign()
  await expectFitAndAccessible(pam)
  await pam.keyboard.press('Escape')
  await expect(question(pam)).toBeHidden()
  await expect(column(pam, 'Unassigned').getByText('Lay the stones')).toBeVisible()
  await expect(card(pam, 'Lay the stones')).toBeFocused()

  await pam.setViewportSize(phone)
  await assign()
  await expectFitAndAccessible(pam)
  await question(pam)
    .getByLabel('Another date')
    .fill(shownDay(dayAfter(monday, 1)))
  await answer(pam, 'Set date')
  await expect(question(pam).getByText('Away then, too. Choose another date.')).toBeVisible()
  await answer(pam, new RegExp(`${dayOf(dayAfter(monday, 4))}( \\d{4})?$`))
  await expect(column(pam, 'Dana Reyes').getByText('Lay the stones')).toBeVisible()
  await expect(card(pam, 'Lay the stones')).toContainText(shownDay(dayAfter(monday, 4)))
  await expect(card(pam, 'Lay the stones')).toBeFocused()
})

test('a card that is dragged to somebody who is away goes back, to somebody else, or there anyway', async ({ browser }) => {
  const { pam, monday, address } = await setUp({ browser, atrium })
  await open(pam, `${address}?view=subtasks`, wide)
  const drag = (to: string) => dragOnto(pam, 'Lay the stones', column(pam, to))
  await drag('Dana Reyes')
  await expectQuestion(pam, monday)
  await answer(pam, 'Cancel')
  await expect(column(pam, 'Unassigned').getByText('Lay the stones')).toBeVisible()

  await drag('Dana Reyes')
  await answer(pam, /Dev Dalton/)
  await expect(column(pam, 'Dev Dalton').getByText('Lay the stones')).toBeVisible()
  await expect(question(pam)).toBeHidden()

  await drag('Dana Reyes')
  await answer(pam, 'Assign anyway')
  await expect(column(pam, 'Dana Reyes').getByText('Lay the stones')).toBeVisible()
  await pam.reload()
  await expect(column(pam, 'Dana Reyes').getByText('Lay the stones')).toBeVisible()
})

test('a card that is carried by a finger asks, too', async ({ browser }) => {
  const { pam, monday, address } = await setUp({ browser, atrium })
  const storageState = await pam.context().storageState()
  const viewport = { width: 1024, height: 900 }
  const context = await browser.newContext({ viewport, hasTouch: true, isMobile: true, storageState })
  const tablet = await context.newPage()
  await open(tablet, `${address}?view=subtasks`, viewport)
  const devtools = await context.newCDPSession(tablet)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: { x: number; y: number }) =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints: at ? [at] : [] })
  await touch('touchStart', await middleOf(card(tablet, 'Lay the stones')))
  await expect(tablet.getByText('Drag here to delete task')).toBeVisible()
  await touch('touchMove', await middleOf(column(tablet, 'Dana Reyes')))
  await expect(column(tablet, 'Dana Reyes')).toHaveAttribute('data-is-over', 'true')
  await touch('touchEnd')
  await expectQuestion(tablet, monday)
  await question(tablet).getByRole('button', { name: 'Cancel' }).tap()
  await expect(question(tablet)).toBeHidden()
  await expect(column(tablet, 'Unassigned').getByText('Lay the stones')).toBeVisible()
})

test('the menus of the list and the dialog ask, too', async ({ browser }) => {
  const { pam, monday, address } = await setUp({ browser, atrium })
  await open(pam, address, wide)
  const assignee = pam.getByRole('button', { name: /^Assignee of Lay the stones/ })
  await assignee.click()
  await pam.getByRole('menuitem', { name: 'Dana Reyes' }).click()
  await expectQuestion(pam, monday)
  await answer(pam, 'Cancel')
  await expect(question(pam)).toBeHidden()
  await expect(assignee).toHaveAccessibleName('Assignee of Lay the stones: Unassigned')
  await expect(assignee).toBeFocused()

  const undated = pam.getByRole('button', { name: /^Assignee of Dig the ground/ })
  await undated.click()
  await pam.getByRole('menuitem', { name: 'Dana Reyes' }).click()
  await expect(undated).toHaveAccessibleName('Assignee of Dig the ground: Dana Reyes')

  await pam.getByRole('button', { name: 'Actions for Dig the ground' }).click()
  await pam.getByRole('menuitem', { name: 'Edit Subtask' }).click()
  const form = pam.getByRole('dialog', { name: 'Edit Subtask' })
  await form.getByRole('textbox', { name: 'Due Date' }).fill(shownDay(dayAfter(monday, 2)))
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(question(pam)).toContainText(`“Dig the ground” is due on ${dayOf(dayAfter(monday, 2))}`)
  await answer(pam, 'Cancel')
  await expect(form.getByRole('textbox', { name: 'Due Date' })).toHaveValue(shownDay(dayAfter(monday, 2)))
  await form.getByRole('button', { name: 'Save' }).click()
  await answer(pam, 'Set this date anyway')
  await expect(form).toBeHidden()
  await expect(pam.getByRole('button', { name: /^Due date of Dig the ground/ })).toContainText(shownDay(dayAfter(monday, 2)))

  await pam.getByRole('button', { name: 'Actions for Build the quay' }).click()
  await pam.getByRole('menuitem', { name: 'Create Subtask' }).click()
  const created = pam.getByRole('dialog', { name: 'Create Subtask' })
  await created.getByLabel('Title').fill('Paint the rail')
  await created.getByLabel('Assignee').click()
  await pam.getByRole('listbox', { name: 'Assignee' }).getByRole('option', { name: 'Dana Reyes' }).click()
  await created.getByRole('textbox', { name: 'Due Date' }).fill(shownDay(dayAfter(monday, 3)))
  await created.getByRole('button', { name: 'Create Subtask' }).click()
  await expect(question(pam)).toContainText(`“Paint the rail” is due on ${dayOf(dayAfter(monday, 3))}`)
  await answer(pam, new RegExp(`${dayOf(dayAfter(monday, 4))}( \\d{4})?$`))
  await expect(pam.getByText('Subtask created successfully.')).toBeVisible()
  await expect(pam.getByRole('button', { name: /^Assignee of Paint the rail/ })).toHaveAccessibleName(/Dana Reyes$/)
  await expect(pam.getByRole('button', { name: /^Due date of Paint the rail/ })).toContainText(shownDay(dayAfter(monday, 4)))
})

test('a day of the calendar and the calendar of the list ask, too', async ({ browser }) => {
  const { pam, task, first, dana_id, monday, address } = await setUp({ browser, atrium })
  await callApi(pam, `PATCH /api/subtasks/${first.id}/`, { assigned_to_id: dana_id, due_date: dayAfter(monday, 4) })
  await open(pam, `${address}?view=calendar&span=week&on=${monday}`, wide)
  const day = (days: number) => pam.locator(`[data-column="${dayAfter(monday, days)}"]`)
  await expect(day(4).getByText('Lay the stones')).toBeVisible()
  await dragOnto(pam, 'Lay the stones', day(2))
  await expectQuestion(pam, monday)
  await answer(pam, 'Cancel')
  await expect(day(4).getByText('Lay the stones')).toBeVisible()
  await dragOnto(pam, 'Lay the stones', day(2))
  await answer(pam, /Dev Dalton/)
  await expect(day(2).getByText('Lay the stones')).toBeVisible()
  await expect(card(pam, 'Lay the stones').getByRole('img', { name: 'Assigned to Dev Dalton' })).toBeVisible()

  // Tasks are asked about like subtasks, also on their own page.
  await callApi(pam, `PATCH /api/tasks/${task.id}/`, { assigned_to_id: dana_id })
  await open(pam, `${atrium.originOf('demo')}/project_manager/tasks/${task.id}`, wide)
  const due = pam.getByRole('complementary', { name: 'Details' }).getByRole('button', { name: /^Due Date/ })
  await due.click()
  const field = pam.getByRole('textbox', { name: 'Due Date' })
  await field.fill(shownDay(dayAfter(monday, 1)))
  await field.press('Enter')
  await expect(question(pam)).toContainText(`“Build the quay” is due on ${dayOf(dayAfter(monday, 1))}`)
  await answer(pam, 'Cancel')
  await expect(due).toHaveAccessibleName('Due Date: N/A')
  await expect(due).toBeFocused()
})

test('many are asked about at once', async ({ browser }) => {
  const { pam, add, monday, address } = await setUp({ browser, atrium })
  await add('Paint the rail')
  await open(pam, `${address}?view=subtasks`, wide)
  for (const title of ['Lay the stones', 'Dig the ground', 'Paint the rail']) await card(pam, title).press('x')
  const bar = pam.getByRole('toolbar', { name: 'Selected subtasks' })
  const assign = async () => {
    await bar.getByRole('button', { name: 'Assign to…' }).click()
    await pam.getByRole('menuitem', { name: 'Dana Reyes' }).click()
    await expectQuestion(pam, monday)
  }
  await assign()
  await expect(question(pam)).toContainText('“Paint the rail”')
  await expect(question(pam)).not.toContainText('“Dig the ground”')
  await answer(pam, 'Cancel')
  await expect(bar.getByText('3 selected')).toBeVisible()

  await assign()
  await answer(pam, /Dev Dalton/)
  await expect(column(pam, 'Dev Dalton').getByText('Lay the stones')).toBeVisible()
  await expect(column(pam, 'Dev Dalton').getByText('Paint the rail')).toBeVisible()
  await expect(column(pam, 'Dana Reyes').getByText('Dig the ground')).toBeVisible()
  await expect(pam.getByText('3 subtasks changed.')).toBeVisible()
})

test('nothing waits for capacities that the server does not tell', async ({ browser }) => {
  const { pam, project, address } = await setUp({ browser, atrium })
  const asked = pam.waitForRequest(`**/api/projects/${project.id}/capacity/`)
  await intercept(pam, '**/api/projects/*/capacity/', () => undefined)
  await pam.goto(`${address}?view=subtasks`)
  await asked
  await dragOnto(pam, 'Lay the stones', column(pam, 'Dana Reyes'))
  await expect(column(pam, 'Dana Reyes').getByText('Lay the stones')).toBeVisible()
  await expect(pam.getByRole('dialog')).toHaveCount(0)
})

test('developers see what is due while they are away', async ({ browser }) => {
  const { pam, first, dana_id } = await setUp({ browser, atrium })
  await callApi(pam, `PATCH /api/subtasks/${first.id}/`, { assigned_to_id: dana_id })
  const dana = await openPage(browser, `${atrium.originOf('demo')}/login`)
  await submitLogIn(dana, 'dana@demo.test')
  await dana.waitForURL('**/developer')
  const row = dana.locator(`[data-row="${first.id}"]`)
  await expect(row).toContainText('You are away then', { timeout: 20_000 })
  await expect(dana.getByRole('region', { name: 'Leave' })).toContainText(/due while you are away: QUAY-\d+/)
  for (const viewport of [wide, phone]) {
    await dana.setViewportSize(viewport)
    await expectFitAndAccessible(dana)
  }
})
