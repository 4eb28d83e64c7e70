// Leave is requested, decided, cancelled and entered. Others see that somebody is away, and nothing else.
import { type Browser, expect, type Page } from '@playwright/test'
import { dayAfter, leaveTypes, today } from './absences.ts'
import {
  addProjectWithDev,
  atrium,
  callApi,
  expectAccessibleInBoth,
  expectToFitWidth,
  logInAs,
  openPage,
  submitLogIn,
  test,
} from './visit.ts'

type Row = { id: number }

const phone = { width: 390, height: 844 }

const mondayOf = (day: string) => dayAfter(day, 1 - (new Date(day).getUTCDay() || 7))

/** The Monday of a week to come whose days and the next Monday are in one year. */
function mondayIn(weeks: number) {
  const monday = mondayOf(dayAfter(today(), 7 * weeks))
  return dayAfter(monday, 7).slice(0, 4) === monday.slice(0, 4) ? monday : dayAfter(monday, 7 * 40)
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
/** `3 Aug`. */
const shortDay = (day: string) => `${Number(day.slice(8))} ${months[Number(day.slice(5, 7)) - 1]}`

/** HR's types of leave, and a project in which Dev and Dana work for Pam. */
async function setUp(browser: Browser) {
  const [hana, pam] = [await logInAs(browser, atrium, 'hana@demo.test'), await logInAs(browser, atrium, 'pam@demo.test')]
  const types = await leaveTypes(hana)
  const typeOf = (name: string) => types.find((type) => type.name === name)?.id
  const dev = await logInAs(browser, atrium, 'dev@demo.test')
  return { hana, pam, dev, typeOf, origin: atrium.originOf('demo') }
}

async function logInAsDana(browser: Browser) {
  const page = await openPage(browser, `${atrium.originOf('demo')}/login`)
  await submitLogIn(page, 'dana@demo.test')
  await page.waitForURL('**/developer')
  return page
}

const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ })
const dialog = (page: Page) => page.getByRole('dialog').last()
const preview = (page: Page) => page.getByRole('region', { name: 'Preview' })
const requests = (page: Page) => page.getByRole('region', { name: 'Requests' })

/** Turns the calendar of the open dialog to a day, and chooses it. */
async function chooseDay(page: Page, day: string) {
  const [date = '', month = ''] = shortDay(day).split(' ')
  const name = new RegExp(`^${date} ${month} ${day.slice(0, 4)}`)
  const button = dialog(page).getByRole('button', { name })
  const heading = dialog(page).getByRole('button', { name: /^[A-Z][a-z]+ \d{4}$/ })
  await expect(heading).toBeVisible()
  for (let turns = 0; turns < 24 && !(await button.isVisible()); turns++) {
    const shown = (await heading.textContent()) ?? ''
    await dialog(page).getByRole('button', { name: 'Next month' }).click()
    await expect(heading).not.toHaveText(shown)
  }
  await button.click()
}

type Wish = { from: string; to?: string; type: number | undefined; person?: number; note?: string }

const requestLeave = (page: Page, { to, from, ...wish }: Wish) =>
  callApi<Row>(page, 'POST /api/leave/', { ...wish, from, to: to ?? from })

const idOfMe = async (page: Page) => (await callApi<Row>(page, 'GET /api/me/')).id

test('leave is requested with its cost known, approved twice, and seen by others as being away', async ({ browser }) => {
  const { hana, pam, dev, origin } = await setUp(browser)
  const monday = mondayIn(6)
  const friday = dayAfter(monday, 4)
  const dana = await logInAsDana(browser)
  const { project } = await addProjectWithDev(pam, 'Lighthouse', 'LIGHT')
  await callApi(pam, 'POST /api/members/bulk-assign/', { project: project.id, developers: [await idOfMe(dana)] })
  const place = { name: 'Lisbon', country: null, region: null, timezone: 'Europe/Lisbon' }
  const { id: location } = await callApi<Row>(hana, 'POST /api/locations/', place)
  await callApi(hana, `POST /api/locations/${location}/holidays/`, { day: dayAfter(monday, 2), name: 'Founders’ Day' })
  await callApi(hana, `PATCH /api/people/${await idOfMe(dev)}/job/`, { location })

  await dev.goto(`${origin}/leave`)
  await expect(dev.getByRole('list', { name: `Balances of ${new Date().getUTCFullYear()}` })).toContainText('Holiday')
  await expectToFitWidth(dev)
  await expectAccessibleInBoth(dev)
  await dev.getByRole('button', { name: 'Request Leave' }).press('Enter')
  await chooseDay(dev, monday)
  await chooseDay(dev, friday)
  await expect(preview(dev)).toContainText('Costs 4 days')
  await expect(preview(dev)).toContainText('Founders’ Day')
  await dialog(dev).getByLabel('Until noon on the last day').check()
  await expect(preview(dev)).toContainText('Costs 3.5 days')
  await dialog(dev).getByLabel('Note').fill('To the sea')
  await expectToFitWidth(dev)
  await expectAccessibleInBoth(dev)
  await dialog(dev).getByRole('button', { name: 'Request Leave' }).click()
  await expect(dev.getByText('Leave requested.')).toBeVisible()
  await expect(dev.getByRole('button', { name: 'Request Leave' })).toBeFocused()
  const own = requests(dev)
    .getByRole('listitem')
    .filter({ hasText: shortDay(monday) })
  await expect(own).toContainText('Waits for Pam Porter')
  await expect(own).toContainText('3.5 days')

  // The days are marked. Who asks for one of them again is told of the other request, beside the days.
  await dev.getByRole('button', { name: 'Request Leave' }).click()
  await chooseDay(dev, dayAfter(monday, 1))
  await expect(dialog(dev).getByText('Choose the last day')).toBeVisible()
  await chooseDay(dev, dayAfter(monday, 1))
  await expect(preview(dev)).toContainText(/There is a request for .+ already\./)
  await dialog(dev).getByRole('button', { name: 'Request Leave' }).click()
  await expect(dialog(dev).getByRole('alert')).toContainText(/There is a request for .+ already\./)
  await chooseDay(dev, dayAfter(monday, 7))
  await chooseDay(dev, dayAfter(monday, 7))
  await expect(dialog(dev).getByRole('alert')).toHaveCount(0)
  await dialog(dev).getByText('Morning', { exact: true }).click()
  await expect(preview(dev)).toContainText('Costs half a day')
  await dev.setViewportSize(phone)
  await expectToFitWidth(dev)
  await expectAccessibleInBoth(dev)
  await dialog(dev).getByRole('button', { name: 'Request Leave' }).click()
  await expect(requests(dev).getByRole('listitem').filter({ hasText: '(morning)' })).toContainText('half a day')
  await expectToFitWidth(dev)
  await expectAccessibleInBoth(dev)

  // The manager comes by the notification, and sees neither type nor note.
  await bell(pam).click()
  await pam
    .getByRole('button', { name: new RegExp(`Dev Dalton asks for leave: ${Number(monday.slice(8))} `) })
    .or(pam.getByRole('link', { name: new RegExp(`Dev Dalton asks for leave: ${Number(monday.slice(8))} `) }))
    .first()
    .click()
  await expect(pam.getByRole('heading', { name: 'Dev Dalton' })).toBeVisible()
  await expect(pam.getByRole('main')).toContainText('Waits for Pam Porter')
  await expect(pam.getByRole('main')).not.toContainText('Holiday')
  await expect(pam.getByRole('main')).not.toContainText('To the sea')
  await expectToFitWidth(pam)
  await expectAccessibleInBoth(pam)
  await pam.setViewportSize(phone)
  await expectToFitWidth(pam)
  await expectAccessibleInBoth(pam)
  await pam.getByRole('button', { name: 'Approve' }).click()
  await dialog(pam).getByLabel('Comment').fill('Enjoy it')
  await dialog(pam).getByRole('button', { name: 'Approve' }).click()
  await expect(pam.getByText('You have approved the leave of Dev Dalton. HR decides next.')).toBeVisible()
  await expect(pam.getByRole('list', { name: 'Decisions' })).toContainText('Enjoy it')
  await expect(own).toContainText('Waits for Hana Hill')

  await hana.goto(`${origin}/leave/requests`)
  const row = hana.getByRole('row').filter({ hasText: shortDay(monday) })
  await expect(row).toContainText('Holiday')
  await row.getByRole('button', { name: /^Approve/ }).click()
  await dialog(hana).getByRole('button', { name: 'Approve' }).click()
  await expect(hana.getByText('The leave of Dev Dalton has been approved.')).toBeVisible()
  await expect(own).toContainText('Approved')

  await dana.goto(`${origin}/leave/calendar?month=${monday.slice(0, 7)}`)
  const calendar = dana.locator('[aria-labelledby="month"]')
  await expect(calendar).toContainText('Dev Dalton')
  await expect(calendar).toContainText(/Away/)
  await expect(calendar).toContainText(shortDay(monday))
  await expect(calendar).not.toContainText('Holiday')
  await expectToFitWidth(dana)
  await expectAccessibleInBoth(dana)
  await dana.setViewportSize(phone)
  for (const text of ['Dev Dalton', /Away/, shortDay(monday)]) await expect(calendar).toContainText(text)
  await expect(calendar).not.toContainText('Holiday')
  await expectToFitWidth(dana)
  await expectAccessibleInBoth(dana)
  await dev.goto(`${origin}/leave/calendar?month=${monday.slice(0, 7)}`)
  await expect(dev.locator('[aria-labelledby="month"]')).toContainText('Holiday')
})

/** The text of the mail to the manager who decides about this request. */
async function mailAbout(id: number) {
  for (let after = 0; ; after++) {
    const { text = '' } = await atrium.waitForMail('pam@demo.test', /asks for leave/, after)
    if (text.includes(`/leave/${id}?`)) return text
  }
}

test('who declines says why, and the days are free again', async ({ browser }) => {
  const { pam, dev, typeOf, origin } = await setUp(browser)
  const monday = mondayIn(9)
  const { id } = await requestLeave(dev, { from: monday, type: typeOf('Holiday') })
  await dev.goto(`${origin}/leave/${id}`)
  await expect(dev.getByRole('main')).toContainText('Waits for Pam Porter')
  // Each button of the mail leads to its open dialog. Neither decides by itself, as programs that read mails follow links, too.
  const [approve = '', decline = ''] = (await mailAbout(id)).match(/https?:\S+[?]decide=\w+/g) ?? []
  await pam.goto(approve)
  await expect(pam.getByRole('dialog', { name: 'Approve Leave' })).toBeVisible()
  await expect(pam).toHaveURL(`${origin}/leave/${id}`)
  await pam.goto(decline)
  await dialog(pam).getByRole('button', { name: 'Decline' }).click()
  await expect(dialog(pam).getByText('Reason is required.')).toBeVisible()
  await dialog(pam).getByLabel('Reason').fill('The audit is on this day.')
  await dialog(pam).getByRole('button', { name: 'Decline' }).click()
  await expect(pam.getByText('The leave of Dev Dalton has been declined.')).toBeVisible()
  await expect(dev.getByRole('list', { name: 'Decisions' })).toContainText('The audit is on this day.')
  await expect(dev.getByRole('button', { name: /^Cancel/ })).toHaveCount(0)
  await requestLeave(dev, { from: monday, type: typeOf('Holiday') })
  await pam.goto(`${origin}/leave/1`)
  await expect(pam.getByText('The request you are looking for doesn’t exist')).toBeVisible()
})

test('leave that is cancelled returns its days', async ({ browser }) => {
  const { hana, dev, typeOf, origin } = await setUp(browser)
  const year = String(new Date().getUTCFullYear() + 1)
  // Days before April would be taken from those that are carried over, which expire when they return.
  const monday = mondayOf(`${year}-07-15`)
  const entered = { from: monday, to: dayAfter(monday, 1), type: typeOf('Holiday'), person: await idOfMe(dev) }
  const { id } = await requestLeave(hana, entered)
  await dev.goto(`${origin}/leave?year=${year}`)
  const balance = dev.getByRole('list', { name: `Balances of ${year}` }).getByRole('listitem')
  const left = () => balance.textContent().then((text) => Number(/([\d.]+) days left/.exec(text ?? '')?.[1]))
  let before = 0
  await expect.poll(async () => (before = await left())).toBeGreaterThan(0)
  await requests(dev)
    .getByRole('link', { name: new RegExp(`^Mon ${shortDay(monday)}`) })
    .click()
  await dev.waitForURL(`**/leave/${id}`)
  await dev.getByRole('button', { name: 'Cancel Leave' }).click()
  await dev.getByRole('button', { name: 'Confirm' }).click()
  await expect(dev.getByText('Leave cancelled.')).toBeVisible()
  await expect(dev.getByRole('main')).toContainText('Cancelled')
  await dev.goto(`${origin}/leave?year=${year}`)
  await expect.poll(left).toBe(before + 2)
  await dev.getByRole('button', { name: 'History' }).click()
  const history = dev.getByRole('table', { name: 'History' })
  await expect(history.getByRole('row', { name: /Returned/ }).first()).toContainText('+2')
})

test('HR enters sickness for somebody, and their manager sees that they are away, but not why', async ({ browser }) => {
  const { hana, pam, dev, origin } = await setUp(browser)
  const monday = mondayIn(18)
  await hana.goto(`${origin}/leave/requests?show=all`)
  await hana.getByRole('button', { name: 'Enter Leave' }).click()
  await dialog(hana).getByRole('combobox', { name: 'Person' }).fill('dalt')
  await hana.getByRole('option', { name: 'Dev Dalton' }).click()
  await expect(dialog(hana)).toContainText('It is approved as soon as you enter it')
  await dialog(hana).getByLabel('Type').selectOption('Sickness')
  await chooseDay(hana, monday)
  await chooseDay(hana, dayAfter(monday, 1))
  await expect(preview(hana)).toContainText('Costs 2 days')
  await expectAccessibleInBoth(hana)
  await dialog(hana).getByRole('button', { name: 'Enter Leave' }).click()
  await expect(hana.getByText('Leave entered for Dev Dalton.')).toBeVisible()
  await hana.getByLabel('Filter by status').selectOption('Approved')
  await hana.getByRole('combobox', { name: 'Filter by person' }).fill('dalt')
  await hana.getByRole('option', { name: 'Dev Dalton' }).click()
  await expect(hana).toHaveURL(/status=approved&person=\d+/)
  const entered = hana.getByRole('row').filter({ hasText: shortDay(monday) })
  await expect(entered).toContainText('Sickness')
  // Rows of an earlier filter are paler.
  await expect(hana.locator('div:has(> table)')).toHaveCSS('opacity', '1')
  await expectAccessibleInBoth(hana)

  await dev.goto(`${origin}/leave`)
  await expect(
    requests(dev)
      .getByRole('listitem')
      .filter({ hasText: shortDay(monday) }),
  ).toContainText('Sickness')
  await pam.goto(`${origin}/leave/calendar?month=${monday.slice(0, 7)}`)
  const ofDev = pam.getByRole('row').filter({ hasText: 'Dev Dalton' })
  await expect(ofDev).toContainText(`Away: Mon ${shortDay(monday)}`)
  for (const path of ['/leave/calendar', '/leave/requests', '/people']) {
    await pam.goto(origin + path)
    await expect(pam.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(pam.locator('.delayed')).toHaveCount(0)
    await expect(pam.locator('body')).not.toContainText('Sickness')
  }
})

test('a calendar program follows the secret address until it is replaced or stopped', async ({ browser }) => {
  const { pam, hana, dev, typeOf, origin } = await setUp(browser)
  const monday = mondayIn(21)
  await requestLeave(hana, { from: monday, type: typeOf('Sickness'), person: await idOfMe(dev) })
  await pam.goto(`${origin}/leave/calendar`)
  await pam.getByRole('button', { name: 'Subscribe' }).click()
  await dialog(pam).getByRole('button', { name: 'Make an Address' }).click()
  const field = dialog(pam).getByLabel('Secret address')
  await expect(field).toHaveValue(/\/api\/leave-feed\//)
  await expectAccessibleInBoth(pam)
  const read = async (address: string) =>
    pam.evaluate<[number, string]>(
      `fetch(${JSON.stringify(address)}, { credentials: 'omit' }).then(async (answer) => [answer.status, await answer.text()])`,
    )
  const first = await field.inputValue()
  const [status, text] = await read(first)
  expect([status, text.slice(0, 15)]).toEqual([200, 'BEGIN:VCALENDAR'])
  expect(text).toContain('Dev Dalton')
  expect(text).not.toContain('Sickness')

  await dialog(pam).getByRole('button', { name: 'Replace Address' }).click()
  await pam.getByRole('button', { name: 'Confirm' }).click()
  await expect(pam.getByText('Address replaced.')).toBeVisible()
  await expect(field).not.toHaveValue(first)
  const second = await field.inputValue()
  expect([(await read(first))[0], (await read(second))[0]]).toEqual([404, 200])

  await dialog(pam).getByRole('button', { name: 'Stop' }).click()
  await pam.getByRole('button', { name: 'Confirm' }).click()
  await expect(dialog(pam).getByRole('button', { name: 'Make an Address' })).toBeVisible()
  expect((await read(second))[0]).toBe(404)
  await pam.keyboard.press('Escape')
  await expect(pam.getByRole('button', { name: 'Subscribe' })).toBeFocused()
})
