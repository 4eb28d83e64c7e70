// A manager sees who has too much, moves work to other people and weeks, and looks after what leave endangers.
import { type Browser, expect, type Page } from '@playwright/test'
import { todayIn } from '../web/src/ui/text/dates.ts'
import { leaveTypes } from './absences.ts'
import { card, dragOnto, expectAnnounced, expectText, press } from './boards.ts'
import {
  addProjectWithDev,
  atrium,
  boxOf,
  callApi,
  expectAccessibleInBoth,
  expectToFitWidth,
  letItBeNoon,
  logInAs,
  noonZone,
  screens,
  test,
} from './visit.ts'

test.beforeEach(letItBeNoon)

type Row = { id: number; key: string }

const dayAfter = (day: string, days: number) => new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)
const mondayOf = (day: string) => dayAfter(day, 1 - (new Date(day).getUTCDay() || 7))
/** The Monday so many weeks after this one. */
const mondayIn = (weeks: number) => mondayOf(dayAfter(todayIn(noonZone), 7 * weeks))
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const shortDay = (day: string) => `${Number(day.slice(8))} ${months[Number(day.slice(5, 7)) - 1]}`

const developerId = async (pam: Page, email: string) =>
  (await callApi<{ id: number; email: string }[]>(pam, 'GET /api/my-developers/')).find((one) => one.email === email)?.id ?? 0

/** A project of Pam's with Dev, and with Dana if wanted, and work for Dev that is due on a day. */
async function addWork(pam: Page, { key, due_date, hasDana = true }: { key: string; due_date: string; hasDana?: boolean }) {
  const { project, dev_id = 0 } = await addProjectWithDev(pam, `Lighthouse ${key}`, key)
  const dana_id = await developerId(pam, 'dana@demo.test')
  if (hasDana) await callApi(pam, 'POST /api/members/bulk-assign/', { project: project.id, developers: [dana_id] })
  const body = { project: project.id, title: 'Build the tower', description: 'Round, of stone.' }
  const task = await callApi<Row>(pam, 'POST /api/tasks/', body)
  const add = (title: string) =>
    callApi<Row>(pam, 'POST /api/subtasks/', { task: task.id, title, assigned_to_id: dev_id, due_date, estimated_hours: 30 })
  const [stairs, lamp] = [await add(`Lay the stairs ${key}`), await add(`Hang the lamp ${key}`)]
  return { project, dev_id, dana_id, task, stairs, lamp }
}

const cell = (page: Page, person: number, monday: string) => page.locator(`[data-column="${person} ${monday}"] > button`)
const assigneeOf = async (page: Page, title: string) => {
  const { results } = await callApi<{ results: { subtasks: { title: string; assigned_to: { id: number } | null }[] }[] }>(
    page,
    'GET /api/tasks/?limit=1000',
  )
  return results.flatMap(({ subtasks }) => subtasks).find((subtask) => subtask.title === title)?.assigned_to?.id
}

test('a manager finds who has too much, and moves work by mouse and by keyboard', { tag: '@quick' }, async ({ browser }) => {
  const pam = await logInAs(browser, atrium, 'pam@demo.test')
  await pam.setViewportSize({ width: 1440, height: 900 })
  const monday = mondayIn(1)
  const wednesday = dayAfter(monday, 2)
  const { dev_id, dana_id, stairs } = await addWork(pam, { key: 'WIDE', due_date: wednesday })
  await pam.getByRole('link', { name: 'Workload' }).first().click()
  await expect(pam.getByRole('table', { name: 'Workload' })).toBeVisible()
  const busy = cell(pam, dev_id, monday)
  await expect(busy).toHaveAccessibleName(/too much ?, \d+ subtasks/)
  await expectAccessibleInBoth(pam)

  await busy.press('Enter')
  const work = pam.getByRole('region', { name: /^Dev Dalton: / })
  await expect(work).toContainText(stairs.key)
  await expect(work).toContainText('Lighthouse WIDE')
  await expect(busy).toHaveAttribute('aria-expanded', 'true')
  await expectToFitWidth(pam)
  await expectAccessibleInBoth(pam)

  await dragOnto(pam, 'Lay the stairs WIDE', cell(pam, dana_id, monday))
  await expectText(pam, '"Lay the stairs WIDE" is assigned to Dana Reyes. Control Z undoes it.')
  await expect(work.getByText('Lay the stairs WIDE')).toHaveCount(0)
  await expect.poll(() => assigneeOf(pam, 'Lay the stairs WIDE')).toBe(dana_id)

  await card(pam, 'Hang the lamp WIDE').focus()
  await press(pam, 'Space', 'ArrowRight')
  await expectAnnounced(pam, /^Over /)
  await press(pam, 'Space')
  await expect(pam.getByText(`"Hang the lamp WIDE" is due on Wed ${shortDay(dayAfter(wednesday, 7))}.`)).toBeVisible()
  await expect(work.getByText('Hang the lamp WIDE')).toHaveCount(0)
  await press(pam, 'Control+z')
  await expect(pam.getByText('The subtask is back where it was.')).toBeVisible()
  await expect(work.getByText('Hang the lamp WIDE')).toBeVisible()
  await card(pam, 'Hang the lamp WIDE').press('Escape')
  await expect(work).toHaveCount(0)
  await expect(busy).toBeFocused()

  await pam.getByText('12 weeks').click()
  await expect(pam.getByRole('columnheader')).toHaveCount(14)
})

test('on a phone, a menu moves work to people and weeks', async ({ browser }) => {
  const pam = await logInAs(browser, atrium, 'pam@demo.test')
  await pam.setViewportSize(screens[1][1])
  // In this week the demonstration has nothing else for Dev, so that the last card leaves the focus to the cell.
  const monday = mondayIn(5)
  const { dev_id, dana_id } = await addWork(pam, { key: 'SMALL', due_date: dayAfter(monday, 3) })
  await pam.goto(`${atrium.originOf('demo')}/project_manager/workload?person=${dev_id}&week=${monday}`)
  const work = pam.getByRole('region', { name: /^Dev Dalton: / })
  await expect(work).toContainText('Lay the stairs SMALL')
  await expectToFitWidth(pam)
  await expectAccessibleInBoth(pam)
  await work.getByRole('button', { name: 'Actions for Lay the stairs SMALL' }).click()
  await pam.getByRole('menuitem', { name: 'Assign to…' }).click()
  await expect(pam.getByText('Only members of Lighthouse SMALL can take it.')).toBeVisible()
  await expectAccessibleInBoth(pam)
  await pam.getByRole('menuitem', { name: /^Dana Reyes/ }).click()
  await expect(work.getByText('Lay the stairs SMALL')).toHaveCount(0)
  await expect(card(pam, 'Hang the lamp SMALL')).toBeFocused()
  await expect.poll(() => assigneeOf(pam, 'Lay the stairs SMALL')).toBe(dana_id)
  await work.getByRole('button', { name: 'Actions for Hang the lamp SMALL' }).click()
  await pam.getByRole('menuitem', { name: 'Move to week…' }).click()
  await pam.getByRole('menuitem', { name: 'No date' }).click()
  await expect(pam.getByText('"Hang the lamp SMALL" has no due date any more.')).toBeVisible()
  await expect(cell(pam, dev_id, monday)).toBeFocused()
})

test('a long press carries work to another week', async ({ browser }) => {
  const pam = await logInAs(browser, atrium, 'pam@demo.test')
  const monday = mondayIn(4)
  const { dev_id } = await addWork(pam, { key: 'TOUCH', due_date: dayAfter(monday, 3) })
  const context = await browser.newContext({
    viewport: screens[1][1],
    hasTouch: true,
    isMobile: true,
    storageState: await pam.context().storageState(),
  })
  const phone = await context.newPage()
  await phone.goto(`${atrium.originOf('demo')}/project_manager/workload?person=${dev_id}&week=${monday}`)
  const target = cell(phone, dev_id, dayAfter(monday, -7))
  await card(phone, 'Lay the stairs TOUCH').waitFor()
  await phone.evaluate(`document.querySelector('[data-column="${dev_id} ${monday}"]').scrollIntoView({ block: 'center' })`)
  const devtools = await context.newCDPSession(phone)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x = 0, y = 0) =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] })
  const from = await boxOf(card(phone, 'Lay the stairs TOUCH'))
  await touch('touchStart', from.x + 100, from.y + from.height - 8)
  await expect(phone.getByText('Drop on a person’s week, or under No date.')).toBeVisible()
  const to = await boxOf(target)
  await touch('touchMove', to.x + 60, to.y + 20)
  await expect(phone.locator('[data-column][data-is-over="true"]')).toHaveCount(1)
  await touch('touchEnd')
  await expect(phone.getByText(`"Lay the stairs TOUCH" is due on Thu ${shortDay(dayAfter(monday, -4))}.`)).toBeVisible()
})

test('a person who is not in the project can’t take its work', async ({ browser }) => {
  const pam = await logInAs(browser, atrium, 'pam@demo.test')
  const monday = mondayIn(1)
  const { dev_id, dana_id } = await addWork(pam, { key: 'APART', due_date: dayAfter(monday, 1), hasDana: false })
  await pam.goto(`${atrium.originOf('demo')}/project_manager/workload?person=${dev_id}&week=${monday}`)
  await dragOnto(pam, 'Lay the stairs APART', cell(pam, dana_id, monday))
  await expect(pam.getByText('Dana Reyes can’t take this subtask.')).toBeVisible()
  await expect(pam.getByText('Only members of Lighthouse APART can. Add them to the project first.')).toBeVisible()
  await expect(card(pam, 'Lay the stairs APART')).toBeVisible()
  expect(await assigneeOf(pam, 'Lay the stairs APART')).toBe(dev_id)
})

/** Pam, Dev and Hana, and the id of a type of leave. */
async function threeAtWork(browser: Browser) {
  const [pam, dev] = [await logInAs(browser, atrium, 'pam@demo.test'), await logInAs(browser, atrium, 'dev@demo.test')]
  const hana = await logInAs(browser, atrium, 'hana@demo.test')
  const types = await leaveTypes(hana)
  return { pam, dev, hana, type: types.find(({ name }) => name === 'Unpaid leave')?.id, origin: atrium.originOf('demo') }
}

test('leave changes the capacity while the manager looks at it', async ({ browser }) => {
  const { pam, hana, type, origin } = await threeAtWork(browser)
  const monday = mondayIn(3)
  const person = await developerId(pam, 'dev@demo.test')
  await pam.goto(`${origin}/project_manager/workload`)
  await expect(cell(pam, person, monday)).toContainText('40 h')
  await callApi(hana, 'POST /api/leave/', { person, type, note: 'Far away', from: dayAfter(monday, 1), to: dayAfter(monday, 4) })
  await expect(cell(pam, person, monday)).toContainText('Away Tue–Fri')
  await expect(cell(pam, person, monday)).toContainText(' 8 h')
  await pam.goto(`${origin}/project_manager`)
  await expect(pam.getByRole('list', { name: 'This Week' }).getByRole('link', { name: 'Workload' })).toBeVisible()
})

test('approving leave reassigns what is due meanwhile in one step', async ({ browser }) => {
  const { pam, dev, type, origin } = await threeAtWork(browser)
  await pam.setViewportSize(screens[0][1])
  const monday = mondayIn(6)
  const { dana_id, dev_id, task } = await addWork(pam, { key: 'LEAVE', due_date: dayAfter(monday, 2) })
  await callApi(pam, `PATCH /api/tasks/${task.id}/`, { assigned_to_id: dev_id, due_date: dayAfter(monday, 3) })
  const { id } = await callApi<Row>(dev, 'POST /api/leave/', { type, note: 'Far away', from: monday, to: dayAfter(monday, 4) })
  await pam.goto(`${origin}/leave/${id}`)
  const due = pam.getByRole('region', { name: 'Due Meanwhile' })
  await expect(due.getByRole('listitem')).toHaveCount(3)
  await expectToFitWidth(pam)
  await expectAccessibleInBoth(pam)
  await pam.getByRole('button', { name: 'Approve' }).click()
  const dialog = pam.getByRole('dialog', { name: 'Approve Leave' })
  await expect(dialog).toContainText('1 task and 2 subtasks are due meanwhile')
  for (const title of ['Lay the stairs', 'Build the tower'])
    await dialog.getByRole('listitem').filter({ hasText: title }).getByRole('combobox').selectOption({ label: 'Dana Reyes' })
  for (const [, size] of screens) {
    await pam.setViewportSize(size)
    await expectToFitWidth(pam)
    await expectAccessibleInBoth(pam)
  }
  await dialog.getByRole('button', { name: 'Approve and Reassign' }).click()
  await expect(pam.getByText('1 task and 1 subtask reassigned.')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(due.getByRole('listitem')).toHaveCount(1)
  expect(await assigneeOf(pam, 'Lay the stairs LEAVE')).toBe(dana_id)
  expect(await assigneeOf(pam, 'Hang the lamp LEAVE')).toBe(dev_id)

  // The rest is reassigned on the page.
  await expectToFitWidth(pam)
  const button = due.getByRole('button', { name: 'Reassign' })
  await expect(button).toHaveAccessibleDescription('Choose first who takes over.')
  await due.getByRole('combobox').selectOption({ label: 'Dana Reyes' })
  await button.click()
  await expect(due).toBeHidden()
  await expect.poll(() => assigneeOf(pam, 'Hang the lamp LEAVE')).toBe(dana_id)
})

test('HR tells the manager what is due during a leave', async ({ browser }) => {
  const { pam, dev, hana, type, origin } = await threeAtWork(browser)
  const monday = mondayIn(9)
  await addWork(pam, { key: 'TOLD', due_date: dayAfter(monday, 2) })
  const { id } = await callApi<Row>(dev, 'POST /api/leave/', { type, note: 'Far away', from: monday, to: dayAfter(monday, 4) })
  await hana.goto(`${origin}/leave/${id}`)
  await expect(hana.getByText('2 subtasks are due meanwhile.')).toBeVisible()
  await expectAccessibleInBoth(hana)
  await hana.getByRole('button', { name: 'Tell the Managers' }).press('Enter')
  await expect(hana.getByText('1 manager has been told.')).toBeFocused()
  await pam.getByRole('button', { name: /^Notifications/ }).click()
  await expect(pam.getByText(/Dev Dalton is away: .+ 2 subtasks in “Lighthouse TOLD” are due then\./).first()).toBeVisible()
})
