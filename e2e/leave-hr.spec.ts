// HR keeps the types of leave and everybody's balances, and others see who is away.
import { type Browser, expect, type Page } from '@playwright/test'
import { idOf, lookAtDev, section } from './people-pages.ts'
import { atrium, callApi, expectAccessibleInBoth, expectFitAndAccessible, logInAs, test } from './visit.ts'

const phone = { width: 390, height: 844 }

type Named = { id: number; name: string }

const thisYear = new Date().getUTCFullYear()
const daysFrom = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
/** Two weeks of next year. */
const days = { from: `${thisYear + 1}-08-03`, to: `${thisYear + 1}-08-16` }

const typeOf = async (page: Page, name: string) =>
  (await callApi<Named[]>(page, 'GET /api/leave-types/')).find((type) => type.name === name)?.id
const opened = (page: Page) => page.getByRole('dialog')
const figures = (page: Page) => page.getByRole('main').locator('dl > div')
const figure = (page: Page, label: string) => figures(page).filter({ hasText: label })

/** HR, at a page of a workspace without any leave. */
async function openAsNewHr(browser: Browser, path: string) {
  const hana = await logInAs(browser, atrium, 'hana@demo.test')
  await hana.goto(atrium.originOf('demo') + path)
  return hana
}

/** HR of a workspace in which leave has just been set up. */
async function setUpLeave(browser: Browser) {
  const hana = await logInAs(browser, atrium, 'hana@demo.test')
  await callApi(hana, 'POST /api/leave-types/set-up/')
  return hana
}

test('HR of a new workspace sees samples, sets leave up, and then the figures are real and follow a request', {
  tag: '@quick',
}, async ({ browser }) => {
  const hana = await openAsNewHr(browser, '/hr')
  await expect(figures(hana)).toHaveText(['EmployeesSample78', 'Pending LeaveSample6', 'New ApplicationsSample9'])
  await expectFitAndAccessible(hana)
  await hana.getByRole('button', { name: 'Set up leave' }).press('Enter')
  await expect(hana.getByText('4 types of leave added.')).toBeVisible()
  await expect(hana).toHaveURL(/\/leave\/types$/)
  const types = hana.getByRole('list', { name: 'Types of leave' }).getByRole('listitem')
  await expect(types).toHaveCount(4)
  await expect(types.first()).toContainText(
    '25 days a year, granted at once; at most 5 days carried over until 31 March; approval needed',
  )

  await hana.goto(`${atrium.originOf('demo')}/hr`)
  const { length } = await callApi<object[]>(hana, 'GET /api/directory/')
  await expect(figures(hana)).toHaveText([`Employees${length}`, 'Pending Leave0', 'New Applications0'])
  await expectFitAndAccessible(hana)
  const dev = await logInAs(browser, atrium, 'dev@demo.test')
  await callApi(dev, 'POST /api/leave/', { type: await typeOf(dev, 'Holiday'), ...days })
  await expect(figure(hana, 'Pending Leave')).toContainText('1')
  await expect(figure(hana, 'Pending Leave').getByRole('link')).toHaveAttribute('href', '/leave/requests?status=pending')
  await hana.setViewportSize(phone)
  await expectFitAndAccessible(hana)
  await figure(hana, 'Employees').getByRole('link').click()
  await expect(hana).toHaveURL(/\/people$/)
})

test('HR adds a type, edits and archives it, and then nobody can request it', async ({ browser }) => {
  const hana = await openAsNewHr(browser, '/leave/types')
  await expect(hana.getByText('There are no types of leave yet')).toBeVisible()
  await expectFitAndAccessible(hana)
  await hana.getByRole('button', { name: 'Set up leave' }).click()
  const add = hana.getByRole('button', { name: '+ Add Type' })
  await add.press('Enter')
  await opened(hana).getByLabel('Days a year').fill('1.3')
  await opened(hana).getByRole('button', { name: 'Add Type' }).click()
  await expect(opened(hana).getByText('Name is required.')).toBeVisible()
  await expect(opened(hana).getByText('Enter whole or half days')).toBeVisible()
  await expect(opened(hana).getByLabel('Name')).toBeFocused()
  await expectFitAndAccessible(hana)
  await opened(hana).getByLabel('Name').fill('holiday')
  await opened(hana).getByLabel('Days a year').fill('2,5')
  await opened(hana).getByLabel('Carried over to the next year').selectOption('Nothing')
  await opened(hana).getByRole('radio', { name: 'Rust' }).check()
  await opened(hana).getByLabel('Needs approval').uncheck()
  await opened(hana).getByRole('button', { name: 'Add Type' }).click()
  await expect(opened(hana).getByText('There is a type of leave with this name already.')).toBeVisible()
  await opened(hana).getByLabel('Name').fill('Moving')
  await opened(hana).getByLabel('Name').press('Enter')
  await expect(hana.getByText('Type added.')).toBeVisible()
  await expect(add).toBeFocused()
  const row = hana.getByRole('listitem').filter({ hasText: /^Moving/ })
  await expect(row).toContainText('2.5 days a year, granted at once; nothing is carried over; no approval needed')

  const dev = await logInAs(browser, atrium, 'dev@demo.test')
  const body = { type: await typeOf(dev, 'Moving'), from: days.from, to: days.from }
  await hana.getByRole('button', { name: 'Edit Moving' }).press('Enter')
  await opened(hana).getByLabel('Can be taken in half days').uncheck()
  await opened(hana).getByRole('button', { name: 'Save' }).click()
  await expect(row).toContainText('whole days only')
  await expect(hana.getByRole('button', { name: 'Edit Moving' })).toBeFocused()
  await hana.getByRole('button', { name: 'Archive Moving' }).click()
  await expect(row).toContainText('Archived')
  await expect(hana.getByRole('list', { name: 'Types of leave' }).getByRole('listitem').last()).toContainText('Moving')
  await expect(callApi(dev, 'POST /api/leave/', body)).rejects.toThrow('Choose a type of leave of the list.')
  await hana.getByRole('button', { name: 'Undo' }).click()
  await expect(row).not.toContainText('Archived')
  await callApi(dev, 'POST /api/leave/', body)
  await callApi(hana, `PATCH /api/leave-types/${body.type}/`, { is_archived: true })
  await expect(row).toContainText('Archived')
  await expectFitAndAccessible(hana)
  await hana.setViewportSize(phone)
  await expectFitAndAccessible(hana)
  await hana.getByRole('button', { name: 'Restore Moving' }).click()
  await expect(row).not.toContainText('Archived')
  await hana.getByRole('button', { name: 'Edit Moving' }).click()
  await expectFitAndAccessible(hana)
})

test('HR changes the rules, everybody’s balance follows at once, and so does the example', async ({ browser }) => {
  const hana = await setUpLeave(browser)
  const [dev] = await lookAtDev(browser, atrium, 'dev@demo.test')
  await expect(section(dev, 'Leave')).toContainText('25 days left')
  await hana.goto(`${atrium.originOf('demo')}/leave/types`)
  const example = section(hana, 'How days are counted')
  await expect(example).toContainText('122 of 365 days of the year make 8.36 of 25 days, rounded to 8.5')
  const change = hana.getByRole('button', { name: 'Rules of Holiday' })
  await change.press('Enter')
  await expect(opened(hana).getByLabel('From the year')).toBeFocused()
  await expect(opened(hana)).toContainText(`Replaces the rules from ${thisYear}.`)
  await expectAccessibleInBoth(hana)
  await opened(hana).getByLabel('From the year').fill('1999')
  await opened(hana).getByLabel('Days below zero allowed').fill('-1')
  await opened(hana).getByRole('button', { name: 'Save' }).click()
  await expect(opened(hana).getByText('Choose a year from 2000 to 2100.')).toBeVisible()
  await expect(opened(hana).getByText('Enter whole or half days')).toBeVisible()
  await opened(hana).getByLabel('From the year').fill(String(thisYear))
  await opened(hana).getByLabel('Days below zero allowed').fill('2')
  await opened(hana).getByLabel('Days a year').fill('30')
  await opened(hana).getByLabel('Granted').selectOption('Month by month')
  await opened(hana).getByLabel('Month').selectOption('June')
  await opened(hana).getByRole('button', { name: 'Save' }).click()
  await expect(hana.getByText('Rules saved. All balances follow.')).toBeVisible()
  await expect(change).toBeFocused()
  await expect(hana.getByRole('listitem').filter({ hasText: /^Holiday/ })).toContainText(
    '30 days a year, granted month by month; at most 5 days carried over until 30 June; up to 2 days below zero',
  )
  await expect(example).toContainText('Granted for October: until its end, 61 of 365 days of the year make 5.01 of 30 days')
  await expect(section(dev, 'Leave')).toContainText('30 days left')
  await dev.getByRole('button', { name: 'Show Ledger' }).click()
  await expect(dev.getByRole('table', { name: 'Ledger' })).toContainText('The rules have changed')

  await change.press('Enter')
  await opened(hana)
    .getByLabel('From the year')
    .fill(String(thisYear + 1))
  await expect(opened(hana)).toContainText(`Years before ${thisYear + 1} stay as they are.`)
  await opened(hana).getByLabel('Days', { exact: true }).selectOption('Only counted')
  await opened(hana).getByRole('button', { name: 'Save' }).click()
  await expect(hana.getByText(`From ${thisYear + 1}: Days are only counted`)).toBeVisible()
  await change.press('Enter')
  await opened(hana)
    .getByRole('button', { name: `Delete the rules from ${thisYear + 1}` })
    .click()
  await hana.getByRole('button', { name: 'Confirm' }).click()
  await expect(hana.getByText('Rules deleted.')).toBeVisible()
  await expect(opened(hana).getByRole('row')).toHaveCount(2)
})

test('HR chooses who decides, and a request that waits follows', async ({ browser }) => {
  const hana = await setUpLeave(browser)
  const dev = await logInAs(browser, atrium, 'dev@demo.test')
  const { id } = await callApi<Named>(dev, 'POST /api/leave/', { type: await typeOf(dev, 'Holiday'), ...days })
  const stage = async () => (await callApi<{ stage: string }>(dev, `GET /api/leave/${id}/`)).stage
  expect(await stage()).toBe('manager')
  await hana.goto(`${atrium.originOf('demo')}/leave/types`)
  await hana.getByRole('radio', { name: 'The manager, and then HR' }).press('ArrowDown')
  await expect(hana.getByText('Saved.')).toBeVisible()
  await expect(hana.getByRole('radio', { name: 'HR alone' })).toBeChecked()
  expect((await callApi<{ approval: string }>(hana, 'GET /api/leave-settings/')).approval).toBe('hr')
  await callApi(hana, 'PATCH /api/leave-settings/', { approval: 'manager_then_hr' })
  await expect(hana.getByRole('radio', { name: 'The manager, and then HR' })).toBeChecked()
})

test('HR finds a balance by name, by what is left and by year, and goes to the person', async ({ browser }) => {
  const hana = await setUpLeave(browser)
  const dev_id = await idOf(hana, 'Dev Dalton')
  await callApi(hana, 'POST /api/leave/', { person: dev_id, type: await typeOf(hana, 'Sickness'), ...days })
  await callApi(hana, `POST /api/people/${dev_id}/leave/corrections/`, {
    ...{ type: await typeOf(hana, 'Holiday'), day: daysFrom(0), half_days: -61, reason: 'Taken before' },
  })
  await hana.goto(`${atrium.originOf('demo')}/leave/balances`)
  const list = hana.getByLabel(/^Balances of/).and(hana.locator('table, ul'))
  const names = list.getByRole('link')
  await expect(list).toContainText('−5.5 days left')
  await expectFitAndAccessible(hana)
  await hana.getByRole('button', { name: 'Holiday' }).click()
  await expect(names.first()).toHaveText('Dev Dalton')
  await expect(hana).toHaveURL(/sort=type-/)
  await hana.getByRole('searchbox').fill('porter')
  await expect(names).toHaveText(['Pam Porter'])
  await hana.getByRole('button', { name: 'Clear Filters' }).click()
  await hana.getByRole('button', { name: 'Next year' }).click()
  await expect(hana.getByLabel(`Balances of ${thisYear + 1}`)).toContainText('days taken')
  await expect(hana).toHaveURL(new RegExp(`year=${thisYear + 1}`))
  await hana.getByRole('searchbox').fill('nobody')
  await expect(hana.getByText('Nothing matches these filters.')).toBeVisible()
  await hana.getByRole('button', { name: 'Clear Filters' }).click()
  await names.getByText('Dev Dalton').click()
  await expect(section(hana, 'Leave')).toBeVisible()
  await hana.setViewportSize(phone)
  await hana.getByRole('link', { name: 'Back to People' }).click()
  await expect(list).toBeVisible()
  await hana.goto(`${atrium.originOf('demo')}/leave/balances`)
  await expect(list).toContainText('−5.5 days left')
  await expectFitAndAccessible(hana)
  await hana.getByLabel('Sort by').selectOption('Holiday, least first')
  await expect(names.first()).toHaveText('Dev Dalton')
  await expect(hana).toHaveURL(/sort=type-/)
})

test('a correction says what the balance becomes, and is in the ledger with its reason', async ({ browser }) => {
  await setUpLeave(browser)
  const [hana, dev] = await lookAtDev(browser, atrium, 'hana@demo.test', 'dev@demo.test')
  await dev.getByRole('button', { name: 'Show Ledger' }).click()
  const correct = hana.getByRole('button', { name: 'Correct Balance' })
  await correct.press('Enter')
  await expect(opened(hana)).toContainText(`Left at the end of ${thisYear}: 25 days.`)
  await opened(hana).getByLabel('Days').fill('0')
  await opened(hana).getByRole('button', { name: 'Correct' }).click()
  await expect(opened(hana).getByText('Enter a number of days other than 0.')).toBeVisible()
  await expect(opened(hana).getByText('Reason is required.')).toBeVisible()
  await expectFitAndAccessible(hana)
  await opened(hana).getByLabel('Days').fill('-1.5')
  await expect(opened(hana)).toContainText('25 days, then 23.5 days.')
  await opened(hana).getByLabel('Reason').fill('Worked at the fair')
  await opened(hana).getByLabel('Reason').press('Enter')
  await expect(hana.getByText('Balance corrected.')).toBeVisible()
  await expect(correct).toBeFocused()
  for (const each of [hana, dev]) await expect(section(each, 'Leave')).toContainText('23.5 days left')
  // The days that are lost at the turn of the year follow, and name the reason as well.
  const entry = dev.getByLabel('Ledger').locator('tr, li').filter({ hasText: 'Worked at the fair' }).filter({ hasText: '−1.5' })
  await expect(entry).toContainText('Corrected')
  await expect(entry).toContainText('Hana Hill')
  await expectFitAndAccessible(dev)
  await dev.setViewportSize(phone)
  await dev.reload()
  await expect(entry).toBeVisible()
  await expectFitAndAccessible(dev)
  await hana.setViewportSize(phone)
  await correct.click()
  await expectFitAndAccessible(hana)
})

test('a person sees their own leave, and neither their manager nor an administrator does', async ({ browser }) => {
  await setUpLeave(browser)
  const [dev, pam, ann] = await lookAtDev(browser, atrium, 'dev@demo.test', 'pam@demo.test', 'ann@demo.test')
  await expect(section(dev, 'Leave')).toContainText('Only HR and you see this.')
  await expect(dev.getByRole('button', { name: 'Correct Balance' })).toHaveCount(0)
  await section(dev, 'Leave').getByRole('button', { name: 'Previous year' }).click()
  await expect(dev).toHaveURL(new RegExp(`year=${thisYear - 1}`))
  await expect(section(dev, 'Leave')).toContainText('None taken')
  for (const page of [pam, ann]) {
    await expect(section(page, 'Job')).toBeVisible()
    await expect(section(page, 'Leave')).toHaveCount(0)
  }
})

test('who is away today is marked in the directory, the chart and the chat, and is found, but nobody reads why', async ({
  browser,
}) => {
  const hana = await setUpLeave(browser)
  const pam = await logInAs(browser, atrium, 'pam@demo.test')
  const [dev_id, pam_id] = [await idOf(pam, 'Dev Dalton'), await idOf(pam, 'Pam Porter')]
  const { id: room } = await callApi<Named>(pam, 'POST /api/private-chat/', {
    participants: [pam_id, dev_id],
  })
  await pam.goto(`${atrium.originOf('demo')}/chat/${room}`)
  await expect(pam.getByRole('heading', { name: 'Dev Dalton' })).toBeVisible()
  const sick = { person: dev_id, type: await typeOf(hana, 'Sickness'), from: daysFrom(0), to: daysFrom(7) }
  await callApi(hana, 'POST /api/leave/', sick)
  await expect(pam.getByText(/Private chat · \w+ · Away until \d+ \w+/)).toBeVisible()
  await pam.goto(`${atrium.originOf('demo')}/chat`)
  await expect(pam.getByRole('link', { name: 'Dev Dalton' })).toContainText('Away until')

  await pam.goto(`${atrium.originOf('demo')}/people`)
  const people = pam.getByLabel('People', { exact: true }).and(pam.locator('table, ul'))
  const person = people.locator('tr, li').filter({ hasText: 'dev@demo.test' })
  await expect(person).toContainText('Away until')
  await expectFitAndAccessible(pam)
  await pam.getByLabel('Filter by absence').selectOption('Away today')
  await expect(pam).toHaveURL(/away=true/)
  await expect(people.getByRole('link', { name: 'Dev Dalton', exact: true })).toBeVisible()
  await expect(people.getByRole('link', { name: 'Ann Adams', exact: true })).toHaveCount(0)
  await people.getByRole('link', { name: 'Dev Dalton', exact: true }).click()
  await expect(pam.getByRole('main')).toContainText(/Away until \d+ \w+/)
  await expect(section(pam, 'Job')).toBeVisible()
  await expect(pam.getByText('Sickness')).toHaveCount(0)
  await pam.goto(`${atrium.originOf('demo')}/people/organisation`)
  await pam.getByRole('searchbox').fill('dev dalton')
  await expect(pam.getByRole('list', { name: 'Organisation' })).toContainText('Away until')
  await expectFitAndAccessible(pam)

  await pam.setViewportSize(phone)
  await expect(pam.getByRole('list', { name: 'Organisation' })).toContainText('Away until')
  await expectFitAndAccessible(pam)
  await pam.goto(`${atrium.originOf('demo')}/people`)
  await expect(person).toContainText('Away until')
  await expectFitAndAccessible(pam)
  await pam.goto(`${atrium.originOf('demo')}/chat/${room}`)
  await expect(pam.getByText(/Private chat · \w+ · Away until \d+ \w+/)).toBeVisible()
})
