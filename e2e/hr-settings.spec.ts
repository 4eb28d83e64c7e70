// HR keeps locations with their holidays, and checklists, whose items everybody finds on their dashboard.
import { type Browser, expect, type Page } from '@playwright/test'
import { answering, atrium, boxOf, callApi, expectFitAndAccessible, logInAs, test, typeInto } from './visit.ts'

const wide = { width: 1440, height: 900 }
const phone = { width: 390, height: 844 }

type Row = { id: number }
type Person = Row & { email: string }

const nextYear = new Date().getUTCFullYear() + 1
const daysFrom = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** Chooses from a field that is searched by typing. */
async function choose(page: Page, field: string, words: string, option: string) {
  const input = page.getByRole('combobox', { name: field })
  await input.fill(words)
  await page.getByRole('option', { name: option, exact: true }).click()
  await expect(input).toHaveValue(option)
}

const opened = (page: Page) => page.getByRole('dialog')
const press = (page: Page, name: string) => page.getByRole('button', { name }).press('Enter')
const edit = (page: Page) => page.getByRole('button', { name: 'Edit', exact: true }).press('Enter')
const nameField = (page: Page) => opened(page).getByRole('textbox', { name: 'Name', exact: true })
const submit = (page: Page, name: string) => opened(page).getByRole('button', { name, exact: true }).press('Enter')
const holiday = (page: Page, name: string) =>
  page
    .getByRole('list', { name: /^Holidays of/ })
    .getByRole('listitem')
    .filter({ hasText: name })
const ofYear = (page: Page, year: number) => expect(page.getByRole('list', { name: `Holidays of ${year}` })).toBeVisible()

const berlin = { name: 'Berlin', country: 'DE', region: 'BE', timezone: 'Europe/Berlin', is_default: true }

async function openPeople(browser: Browser, path: string) {
  const hana = await logInAs(browser, atrium, 'hana@demo.test')
  await hana.setViewportSize(wide)
  await hana.goto(`${atrium.originOf('demo')}/people/${path}`)
  return hana
}

test('HR adds a location with its country’s holidays, and changes, adds and deletes some', async ({ browser }) => {
  const hana = await openPeople(browser, 'locations')
  await expect(hana.getByText('A location is where people work')).toBeVisible()
  await expectFitAndAccessible(hana)
  await press(hana, '+ Add Location')
  await submit(hana, 'Add Location')
  await expect(hana.getByText('Name is required.')).toBeVisible()
  await typeInto(nameField(hana), 'Berlin office')
  await choose(hana, 'Country', 'germ', 'Germany')
  await choose(hana, 'Region', 'berl', 'Berlin')
  await expect(hana.getByRole('combobox', { name: 'Time zone' })).toHaveValue('Europe/Berlin')
  await expect(hana.getByLabel('Default for people without a location')).toBeChecked()
  await expectFitAndAccessible(hana)
  await submit(hana, 'Add Location')
  await expect(hana.getByText('Location added.')).toBeVisible()
  await expect(hana.getByRole('button', { name: '+ Add Location' })).toBeFocused()
  await expect(hana.getByText('Berlin, Germany')).toBeVisible()
  await expect(hana.getByText('Default', { exact: true })).toBeVisible()
  await expectFitAndAccessible(hana)
  await hana.setViewportSize(phone)
  await expectFitAndAccessible(hana)

  await hana.getByRole('link', { name: 'Berlin office' }).click()
  await press(hana, 'Next year')
  await ofYear(hana, nextYear)
  await expect(hana.getByText('Public holidays of Berlin, Germany, filled in automatically')).toBeVisible()
  await expect(holiday(hana, 'International Women')).toContainText(`08 Mar ${nextYear}`)
  await expectFitAndAccessible(hana)

  await press(hana, 'Edit Christmas Day')
  await hana.getByLabel('Half a day').check()
  await submit(hana, 'Save')
  await expect(holiday(hana, 'Christmas Day')).toContainText('Afternoon off')
  await expect(hana.getByRole('button', { name: 'Edit Christmas Day' })).toBeFocused()

  await press(hana, '+ Add Holiday')
  await expectFitAndAccessible(hana)
  await hana.getByRole('textbox', { name: 'Day', exact: true }).fill(`${nextYear}-12-25`)
  await nameField(hana).fill('Company day')
  await submit(hana, 'Add Holiday')
  await expect(hana.getByText('There is a holiday on this day already.')).toBeVisible()
  await hana.getByRole('textbox', { name: 'Day', exact: true }).fill(`${nextYear}-08-06`)
  await submit(hana, 'Add Holiday')
  await expect(holiday(hana, 'Company day')).toContainText(`06 Aug ${nextYear}`)

  await press(hana, 'Delete Company day')
  await expect(holiday(hana, 'Company day')).toHaveCount(0)
  await hana.getByRole('button', { name: 'Undo' }).click()
  await expect(holiday(hana, 'Company day')).toHaveCount(1)
})

test('another country replaces the holidays to come, which is said before', async ({ browser }) => {
  const hana = await openPeople(browser, 'locations')
  const { id } = await callApi<Row>(hana, 'POST /api/locations/', berlin)
  await callApi(hana, `POST /api/locations/${id}/holidays/`, { day: `${nextYear}-08-06`, name: 'Company day' })
  await hana.goto(`${atrium.originOf('demo')}/people/locations?location=${id}&year=${nextYear}`)
  await expect(holiday(hana, 'International Women')).toBeVisible()
  await edit(hana)
  await choose(hana, 'Country', 'austr', 'Austria')
  await expect(opened(hana).getByText('The holidays from today on are replaced by those of Austria.')).toBeVisible()
  await expect(hana.getByRole('combobox', { name: 'Time zone' })).toHaveValue('Europe/Vienna')
  await expectFitAndAccessible(hana)
  await submit(hana, 'Save')
  await expect(holiday(hana, 'Epiphany')).toBeVisible()
  await expect(holiday(hana, 'International Women')).toHaveCount(0)
  await expect(holiday(hana, 'Company day')).toBeVisible()

  await edit(hana)
  await choose(hana, 'Country', 'None', 'None: holidays are entered by hand')
  await submit(hana, 'Save')
  await expect(hana.getByText('This location has no country')).toBeVisible()
  await expect(holiday(hana, 'Epiphany')).toHaveCount(0)
  await press(hana, 'Next year')
  await expect(hana.getByText(`No holidays of ${nextYear + 1} yet.`)).toBeVisible()
  await expectFitAndAccessible(hana)
  await hana.setViewportSize(phone)
  await edit(hana)
  await expectFitAndAccessible(hana)
})

test('a location that others change follows at once, and the question before a deletion says whom it concerns', async ({
  browser,
}) => {
  const hana = await openPeople(browser, 'locations')
  await expect(hana.getByRole('button', { name: '+ Add Location' })).toBeVisible()
  const other = await logInAs(browser, atrium, 'hana@demo.test')
  const { id } = await callApi<Row>(other, 'POST /api/locations/', berlin)
  const { length } = await callApi<Person[]>(other, 'GET /api/directory/')
  const row = hana.getByRole('row', { name: /Berlin/ })
  await expect(row.getByRole('cell', { name: String(length), exact: true })).toBeVisible()
  await callApi(other, `PATCH /api/locations/${id}/`, { name: 'Spree' })
  await press(hana, 'Delete Spree')
  await expect(opened(hana)).toContainText(`${length} people work there and will have no location.`)
  await opened(hana).getByRole('button', { name: 'Confirm' }).click()
  await expect(hana.getByText('Location deleted.')).toBeVisible()
  await expect(hana.getByText('A location is where people work')).toBeVisible()
})

const ownItems = (page: Page) => page.getByRole('region', { name: /^Checklists/ })
const box = (page: Page, title: string) => ownItems(page).getByRole('checkbox', { name: title })

test('HR prepares a checklist from the example, and everybody has their items on their dashboard', { tag: '@quick' }, async ({
  browser,
}) => {
  const hana = await openPeople(browser, 'checklists')
  const [dev, pam] = [await logInAs(browser, atrium, 'dev@demo.test'), await logInAs(browser, atrium, 'pam@demo.test')]
  const start = hana.getByRole('region', { name: 'Joiners' }).getByRole('button', { name: 'Use an Example' })
  await expect(start).toBeVisible()
  await expectFitAndAccessible(hana)
  await start.press('Enter')
  await nameField(hana).fill('Welcome')
  await hana.getByLabel('Days of item 1').fill('soon')
  await hana.getByLabel('Title of item 2').fill('')
  await submit(hana, 'Add Template')
  await expect(hana.getByText('Enter a whole number of days')).toBeVisible()
  await expect(hana.getByText('Title is required.')).toBeVisible()
  await expect(hana.getByLabel('Days of item 1')).toBeFocused()
  await expectFitAndAccessible(hana)
  await hana.getByLabel('Days of item 1').fill('-3')
  await expect(opened(hana).getByText('3 days before the first day').first()).toBeVisible()
  await hana.getByLabel('Title of item 2').fill('Order a chair')
  await hana.getByLabel('Title of item 2').press('Alt+ArrowUp')
  await expect(hana.getByLabel('Title of item 1')).toBeFocused()
  await expect(hana.getByLabel('Title of item 1')).toHaveValue('Order a chair')
  await press(hana, 'Remove item 8')
  await press(hana, '+ Add Item')
  await typeInto(hana.getByLabel('Title of item 8'), 'Choose a plant')
  await hana.getByLabel('Owner of item 8').selectOption('The person')
  await submit(hana, 'Add Template')
  await expect(hana.getByText('8 items: 2 for HR, 3 for the manager, 3 for the person')).toBeVisible()
  await expectFitAndAccessible(hana)

  const people = await callApi<Person[]>(hana, 'GET /api/directory/')
  const person = people.find(({ email }) => email === 'dev@demo.test')
  const [template] = await callApi<Row[]>(hana, 'GET /api/checklist-templates/')
  await expect(dev.locator('[data-group]').first()).toBeVisible()
  await expect(ownItems(dev)).toHaveCount(0)
  await callApi(hana, `POST /api/people/${person?.id}/checklists/`, { template: template?.id, day: daysFrom(-1) })
  await expect(box(pam, 'Show the office')).toBeVisible()
  await expect(ownItems(pam).getByRole('link', { name: 'Dev Dalton' }).first()).toHaveAttribute('href', `/people/${person?.id}`)
  await expect(box(dev, 'Choose a plant')).toBeVisible()
  await expect(ownItems(dev).getByRole('listitem').filter({ hasText: 'Choose a plant' })).toContainText('Overdue by 1 day')
  await expect(ownItems(dev).getByRole('link', { name: 'you' }).first()).toBeVisible()
  for (const page of [dev, pam]) {
    await expectFitAndAccessible(page)
    await page.setViewportSize(phone)
    await expectFitAndAccessible(page)
  }

  await box(dev, 'Choose a plant').press('Space')
  await expect(box(dev, 'Choose a plant')).toHaveCount(0)
  await expect(ownItems(dev).getByRole('checkbox').first()).toBeFocused()
  await dev.getByRole('button', { name: 'Undo' }).click()
  await expect(box(dev, 'Choose a plant')).toBeVisible()

  await hana.goto(`${atrium.originOf('demo')}/hr`)
  await expect(box(hana, 'Order a chair')).toBeVisible()
  await expectFitAndAccessible(hana)
  await hana.setViewportSize(phone)
  await expectFitAndAccessible(hana)
  await box(hana, 'Order a chair').click()
  await expect(box(hana, 'Order a chair')).toBeHidden()
})

test('the list of own items keeps its room while a dashboard loads, and is away when all is done', async ({ browser }) => {
  const [hana, dev] = [await logInAs(browser, atrium, 'hana@demo.test'), await logInAs(browser, atrium, 'dev@demo.test')]
  const items = [{ title: 'Choose a plant', owner: 'person', days: 0 }]
  const { id } = await callApi<Row>(hana, 'POST /api/checklist-templates/', { name: 'Welcome', kind: 'joiner', items })
  const me = await callApi<Row>(dev, 'GET /api/me/')
  await callApi(hana, `POST /api/people/${me.id}/checklists/`, { template: id, day: daysFrom(0) })
  await expect(box(dev, 'Choose a plant')).toBeVisible()
  const work = dev.locator('[data-group]').first().getByRole('heading').first()
  const top = async () => (await work.boundingBox())?.y ?? Number.NaN
  const { y: settled } = await boxOf(work)
  const gate = Promise.withResolvers<void>()
  const hold: Parameters<typeof answering>[2] = async (route) => {
    await gate.promise
    await route.continue()
  }
  await answering(dev, '**/api/checklist-items/', hold, async () => {
    await dev.reload()
    await expect.poll(async () => Math.abs((await top()) - settled)).toBeLessThan(8)
    await expect(ownItems(dev)).toHaveCount(0)
    gate.resolve()
    await expect(box(dev, 'Choose a plant')).toBeVisible()
  })
  await expect.poll(async () => Math.abs((await top()) - settled)).toBeLessThan(8)
  await box(dev, 'Choose a plant').press('Space')
  await expect(ownItems(dev)).toHaveCount(0)
  await expect.poll(top).toBeLessThan(settled - 40)
})
