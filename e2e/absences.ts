// People who are away and work for them, and the question about both, for the stories of capacities.
import { type Browser, expect, type Page } from '@playwright/test'
import type { Atrium } from './atrium.ts'
import { addProjectWithDev, callApi, logInAs } from './visit.ts'

type Row = { id: number }
type Named = Row & { full_name: string }

export const dayAfter = (day: string, days: number) => new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)
export const today = () => new Date().toISOString().slice(0, 10)

/** The Monday of a week to come. */
export function mondayIn(weeks: number) {
  const day = dayAfter(today(), 7 * weeks)
  return dayAfter(day, 1 - (new Date(day).getUTCDay() || 7))
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
export const dayOf = (day: string) => `${Number(day.slice(8))} ${months[Number(day.slice(5, 7)) - 1]}`
/** The date as the pages show it: `03 Dec 2026`. */
export const shownDay = (day: string) => `${day.slice(8)} ${months[Number(day.slice(5, 7)) - 1]} ${day.slice(0, 4)}`

type Place = { browser: Browser; atrium: Atrium }

/** A project of Dev and Dana, who is away from a Monday in 20 weeks to the Thursday. One subtask is due on the Wednesday. */
export async function setUp({ browser, atrium }: Place) {
  const [pam, hana] = [await logInAs(browser, atrium, 'pam@demo.test'), await logInAs(browser, atrium, 'hana@demo.test')]
  const { project, dev_id } = await addProjectWithDev(pam, 'Harbour', 'QUAY')
  const people = await callApi<(Named & { email: string })[]>(pam, 'GET /api/my-developers/')
  const dana_id = people.find(({ email }) => email === 'dana@demo.test')?.id
  await callApi(pam, 'POST /api/members/bulk-assign/', { project: project.id, developers: [dana_id] })
  const task = await callApi<Row>(pam, 'POST /api/tasks/', {
    project: project.id,
    title: 'Build the quay',
    description: 'A wall of stone.',
  })
  const monday = mondayIn(20)
  const add = (title: string, fields: object = {}) =>
    callApi<Row>(pam, 'POST /api/subtasks/', { task: task.id, title, due_date: dayAfter(monday, 2), ...fields })
  const [first] = [await add('Lay the stones'), await add('Dig the ground', { due_date: null, estimated_hours: 4 })]
  await addLeave(hana, { person: dana_id, from: monday, to: dayAfter(monday, 3) })
  const address = `${atrium.originOf('demo')}/project_manager/projects/${project.id}`
  return { pam, hana, project, task, first, add, dev_id, dana_id, monday, address }
}

/** The workspace's types of leave. Sets leave up if it has none. */
export async function leaveTypes(hana: Page) {
  const types = await callApi<(Row & { name: string })[]>(hana, 'GET /api/leave-types/')
  return types.length > 0 ? types : callApi<typeof types>(hana, 'POST /api/leave-types/set-up/')
}

/** Leave that HR enters is approved. */
export async function addLeave(hana: Page, leave: { person: number | undefined; from: string; to: string }) {
  const type = (await leaveTypes(hana)).find(({ name }) => name === 'Unpaid leave')?.id
  await callApi(hana, 'POST /api/leave/', { ...leave, type, note: 'Private' })
}

/** Opens a page that asks about absences, and waits until it knows them. */
export async function open(page: Page, address: string, viewport: { width: number; height: number }) {
  await page.setViewportSize(viewport)
  await page.goto(address)
  await expect(page.locator('[data-knows-absences]')).toBeAttached({ timeout: 20_000 })
}

export const question = (page: Page) => page.getByRole('dialog', { name: /(is|are) away$/ })
export const answer = (page: Page, name: string | RegExp) => question(page).getByRole('button', { name }).click()
export const capacityOf = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^Capacity of ${name}`) })

export async function expectQuestion(page: Page, monday: string) {
  await expect(question(page)).toContainText('Dana Reyes is away')
  await expect(question(page)).toContainText(`“Lay the stones” is due on ${dayOf(dayAfter(monday, 2))}`)
}
