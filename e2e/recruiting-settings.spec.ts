// HR writes and publishes openings, and decides about the stages, the mails and the applicants' data.
import { type Browser, expect, type Page } from '@playwright/test'
import { type Atrium, startAtrium } from './atrium.ts'
import { longWord } from './long-words.ts'
import { callApi, expectAccessibleInBoth, expectToFitWidth, logInAs, type ScreenSize, screens, test } from './visit.ts'

let atrium: Atrium

test.beforeAll(async () => {
  atrium = await startAtrium()
})
test.afterAll(() => atrium.stop())
test.beforeEach(() =>
  atrium.sql(
    `delete from interviewers; delete from interviews; delete from hires; delete from application_answers;
    delete from application_entries; delete from application_ratings; delete from applications; delete from openings;
    delete from recruiting_stages; delete from mail_templates; update tenants set retention_days = 180`,
  ),
)

type Row = { id: number }
type OpeningFacts = Row & {
  title: string
  status: string
  closes_on: string | null
  questions: { text: string; is_long: boolean }[]
}

const daysFrom = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

async function expectFitAndAccessible(page: Page) {
  await expectToFitWidth(page)
  await expectAccessibleInBoth(page)
}

const opened = (page: Page) => page.getByRole('dialog')
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).press('Enter')
const submit = (page: Page, name: string) => opened(page).getByRole('button', { name, exact: true }).press('Enter')
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const state = (page: Page) => page.getByRole('region', { name: 'State' })

async function openRecruiting(browser: Browser, path: string, viewport: ScreenSize) {
  const hana = await logInAs(browser, atrium, 'hana@demo.test')
  await hana.setViewportSize(viewport)
  await hana.goto(`${atrium.originOf('demo')}/recruiting/${path}`)
  return hana
}

const cook = { title: 'Cook', department: 'Operations', location: null, description: '', closes_on: null, questions: [] }
const addOpening = (page: Page, changes: object = {}) =>
  callApi<OpeningFacts>(page, 'POST /api/openings/', { ...cook, status: 'draft', ...changes })
const readOpening = (page: Page, id: number) => callApi<OpeningFacts>(page, `GET /api/openings/${id}/`)

/** Adds an applicant of the newest opening, in a stage of this name. */
const addApplicant = (stage: string, removed_at = 'null') =>
  atrium.sql(
    `insert into applications (tenant_id, opening_id, stage_id, full_name, email, removed_at)
      select s.tenant_id, o.id, s.id, 'Alex Morgan', 'alex@example.test', ${removed_at}
      from recruiting_stages s join openings o using (tenant_id) where s.name = '${stage}' order by o.id desc limit 1`,
  )

for (const [screen, viewport] of screens) {
  test(`HR writes an opening, publishes it, closes it and deletes it, on ${screen}`, async ({ browser }) => {
    const hana = await openRecruiting(browser, 'openings', viewport)
    await expect(hana.getByText(`can read it and apply at ${atrium.originOf('demo')}/jobs.`)).toBeVisible()
    await expectFitAndAccessible(hana)
    await press(hana, '+ New Opening')
    await submit(hana, 'Add Draft')
    await expect(opened(hana).getByText('Title is required.')).toBeVisible()
    await expect(opened(hana).getByText('This field is required')).toBeVisible()
    await expect(opened(hana).getByText('Remote or unspecified')).toBeAttached()
    await expect(field(hana, 'Title')).toBeFocused()
    await expectFitAndAccessible(hana)
    await hana.keyboard.type('Pastry cook')
    await opened(hana).getByLabel('Department').selectOption('Operations')
    await submit(hana, 'Add Draft')
    await hana.waitForURL(/\/recruiting\/openings\/\d+$/)
    await expect(hana.getByRole('heading', { name: 'Pastry cook' })).toBeVisible()
    await expect(state(hana)).toContainText('Only HR sees it.')
    const id = Number(new URL(hana.url()).pathname.split('/').at(-1))

    await field(hana, 'Description').fill('## The task\n\nBake **bread**.')
    await field(hana, 'Closing date').fill(daysFrom(-1))
    await press(hana, '+ Add Question')
    await expect(field(hana, 'Question 1')).toBeFocused()
    await hana.keyboard.type('Why here?')
    await press(hana, '+ Add Question')
    await hana.keyboard.type('When could you begin?')
    await hana.getByRole('checkbox', { name: 'Required: question 2' }).check()
    await hana.getByLabel('Answer to question 1').selectOption('Long answer')
    await press(hana, '+ Add Question')
    await press(hana, 'Save')
    await expect(hana.getByText('The closing date can’t be in the past.')).toBeVisible()
    await expect(hana.getByText('Enter the question.')).toBeVisible()
    await expect(field(hana, 'Closing date')).toBeFocused()
    await expectFitAndAccessible(hana)
    await field(hana, 'Closing date').fill(daysFrom(20))
    await press(hana, 'Remove question 3')
    await expect(field(hana, 'Question 2')).toBeFocused()
    await hana.keyboard.press('Alt+ArrowUp')
    await expect(field(hana, 'Question 1')).toHaveValue('When could you begin?')
    await expect(field(hana, 'Question 1')).toBeFocused()
    await expect(hana.getByText('Unsaved changes: closing date, description and questions')).toBeVisible()

    await hana.reload()
    await expect(hana.getByText('Unsaved changes: closing date, description and questions')).toBeVisible()
    await expect(field(hana, 'Description')).toHaveValue('## The task\n\nBake **bread**.')
    await press(hana, 'Save')
    await expect(hana.getByText('Opening saved.')).toBeVisible()
    await expect(hana.getByText('Everything is saved.')).toBeVisible()
    expect(await readOpening(hana, id)).toMatchObject({
      status: 'draft',
      closes_on: daysFrom(20),
      questions: [
        { text: 'When could you begin?', is_required: true, is_long: false },
        { text: 'Why here?', is_required: false, is_long: true },
      ],
    })

    await field(hana, 'Title').fill('Baker')
    await press(hana, 'Save and Publish')
    await expect(hana.getByText('Opening published.')).toBeVisible()
    await expect(hana.getByRole('heading', { name: 'Baker' })).toBeVisible()
    const address = `${atrium.originOf('demo')}/jobs/${id}`
    await expect(state(hana).getByRole('link', { name: address })).toHaveAttribute('href', address)
    expect(await readOpening(hana, id)).toMatchObject({ title: 'Baker', status: 'published' })
    expect(await (await hana.request.get(address)).text()).toContain('<strong>bread</strong>')
    await expectFitAndAccessible(hana)
    await hana.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await press(hana, 'Copy Address')
    await expect(hana.getByText('Address copied.')).toBeVisible()
    expect(await hana.evaluate('navigator.clipboard.readText()')).toBe(address)

    await press(hana, 'Close Opening')
    await expect(state(hana)).toContainText('Nobody can apply any more')
    await expect(state(hana)).toBeFocused()
    await expect.poll(async () => (await readOpening(hana, id)).status).toBe('closed')
    await hana.getByRole('button', { name: 'Undo' }).click()
    await expect(state(hana)).toContainText('Anyone can read it')
    await press(hana, 'Back to Draft')
    await expect(state(hana)).toContainText('Only HR sees it.')
    expect((await hana.request.get(address)).status()).toBe(404)

    await hana.getByRole('link', { name: 'Back to Openings' }).click()
    await hana.getByRole('searchbox', { name: 'Search openings' }).fill('cook')
    await expect(hana.getByText('Nothing matches these filters.')).toBeVisible()
    await hana.getByRole('button', { name: 'Clear Filters' }).click()
    await hana.getByLabel('Filter by state').selectOption('Draft')
    await expect(hana).toHaveURL(/state=draft/)
    await expectFitAndAccessible(hana)
    await hana.getByRole('link', { name: 'Baker' }).click()
    await press(hana, 'Delete Opening')
    await opened(hana).getByRole('button', { name: 'Confirm' }).click()
    await expect(hana.getByText('Opening deleted.')).toBeVisible()
    await expect(hana.getByText('An opening is a job that you want to fill.')).toBeVisible()
  })

  test(`HR names, moves, adds and removes stages, on ${screen}`, async ({ browser }) => {
    const hana = await openRecruiting(browser, 'settings', viewport)
    const other = await logInAs(browser, atrium, 'hana@demo.test')
    await expect(hana.getByText('There are no stages yet.')).toBeVisible()
    await expectFitAndAccessible(hana)
    await addOpening(other)
    await expect(field(hana, 'Name of stage 1')).toHaveValue('New')
    await field(hana, 'Name of stage 2').fill('Telephone')
    await hana.keyboard.press('Alt+ArrowDown')
    await expect(field(hana, 'Name of stage 3')).toBeFocused()
    await expect(field(hana, 'Name of stage 3')).toHaveValue('Telephone')
    await hana.getByRole('button', { name: 'Move Offer' }).click()
    await hana.getByRole('menuitem', { name: 'Move up' }).click()
    await expect(field(hana, 'Name of stage 3')).toHaveValue('Offer')
    await press(hana, '+ Add Stage')
    await expect(field(hana, 'Name of stage 5')).toBeFocused()
    await hana.keyboard.type('new')
    await field(hana, 'Stage of the hired').fill('')
    await press(hana, 'Remove stage 3')
    const stages = hana.getByRole('form', { name: 'Stages' })
    await stages.getByRole('button', { name: 'Save', exact: true }).press('Enter')
    await expect(hana.getByText('Two stages have the same name.')).toBeVisible()
    await expect(hana.getByText('Name is required.')).toBeVisible()
    await expect(field(hana, 'Name of stage 4')).toBeFocused()
    await expectFitAndAccessible(hana)
    await hana.keyboard.press('Control+A')
    await hana.keyboard.type('Trial day')
    await field(hana, 'Stage of the hired').fill('Welcome')
    await hana.keyboard.press('Enter')
    await expect(hana.getByText('Stages saved.')).toBeVisible()
    await expect(stages.getByText('Everything is saved.')).toBeVisible()
    const names = async () => (await callApi<{ name: string }[]>(hana, 'GET /api/recruiting-stages/')).map(({ name }) => name)
    expect(await names()).toEqual(['New', 'Interview', 'Telephone', 'Trial day', 'Welcome', 'Rejected'])

    // Somebody has applied meanwhile.
    await addApplicant('Telephone')
    await press(hana, 'Remove stage 3')
    await stages.getByRole('button', { name: 'Save', exact: true }).press('Enter')
    await expect(hana.getByText('There are applicants in “Telephone”. Move them first.')).toBeVisible()
    await stages.getByRole('button', { name: 'Discard', exact: true }).press('Enter')
    await opened(hana).getByRole('button', { name: 'Confirm' }).click()
    await expect(field(hana, 'Name of stage 3')).toHaveValue('Telephone')
    expect(await names()).toContain('Telephone')
  })

  test(`HR prepares mails with placeholders, on ${screen}`, async ({ browser }) => {
    const hana = await openRecruiting(browser, 'settings', viewport)
    await expect(hana.getByText('There are no templates yet.')).toBeVisible()
    await addOpening(hana)
    const list = hana.getByRole('list', { name: 'Mail templates' })
    await expect(list.getByRole('listitem')).toHaveCount(3)
    await press(hana, 'Edit Offer')
    await field(hana, 'Subject').fill('Welcome to : an offer')
    await hana.evaluate(`document.activeElement.setSelectionRange(11, 11)`)
    await opened(hana).getByRole('button', { name: 'Insert {company}' }).click()
    await expect(field(hana, 'Subject')).toHaveValue('Welcome to {company}: an offer')
    await expect(field(hana, 'Subject')).toBeFocused()
    await field(hana, 'Text').fill('Hello {first name}, ')
    await opened(hana).getByRole('button', { name: 'Insert {name}' }).press('Enter')
    await expect(field(hana, 'Text')).toHaveValue('Hello {first name}, {name}')
    const preview = opened(hana).getByRole('region', { name: 'Preview' })
    await expect(preview).toContainText('Hello {first name}, Alex Morgan')
    await expect(opened(hana).getByText('Not replaced, as it stands for nothing: {first name}')).toBeVisible()
    await expectFitAndAccessible(hana)
    await field(hana, 'Name').fill('rejection')
    await submit(hana, 'Save')
    await expect(opened(hana).getByText('There is a template with this name already.')).toBeVisible()
    await expect(field(hana, 'Name')).toBeFocused()
    await field(hana, 'Name').fill('Good news')
    await submit(hana, 'Save')
    await expect(hana.getByText('Template saved.')).toBeVisible()
    await expect(list.getByRole('listitem').first()).toContainText('Welcome to {company}: an offer')

    await hana.getByRole('button', { name: '+ Add Template' }).press('Enter')
    await submit(hana, 'Add Template')
    await expect(opened(hana).getByText('Name is required.')).toBeVisible()
    await hana.keyboard.press('Escape')
    await expect(opened(hana)).toHaveCount(0)
    await expect(hana.getByRole('button', { name: '+ Add Template' })).toBeFocused()
    await press(hana, 'Delete Rejection')
    await opened(hana).getByRole('button', { name: 'Confirm' }).click()
    await expect(hana.getByText('Template deleted.')).toBeVisible()
    await expect(list.getByRole('listitem')).toHaveCount(2)
    await expectFitAndAccessible(hana)
  })

  test(`HR decides how long data is kept, and finds whose was removed, on ${screen}`, async ({ browser }) => {
    const hana = await openRecruiting(browser, 'settings', viewport)
    await addOpening(hana)
    await expect(hana.getByText('Nobody’s data has been removed yet.')).toBeVisible()
    const days = field(hana, 'Days after a rejection')
    const form = hana.getByRole('form', { name: 'Applicants’ data' })
    await days.fill('0')
    await days.press('Enter')
    await expect(form.getByText('Enter a number of days from 1 to 3650.')).toBeVisible()
    await days.fill('30')
    await days.press('Enter')
    await expect(opened(hana)).toContainText('more than 30 days ago is removed in the coming night')
    await opened(hana).getByRole('button', { name: 'Cancel' }).click()
    expect(await callApi(hana, 'GET /api/recruiting-settings/')).toEqual({ retention_days: 180 })
    await days.press('Enter')
    await opened(hana).getByRole('button', { name: 'Confirm' }).click()
    await expect(hana.getByText('Settings saved.')).toBeVisible()
    expect(await callApi(hana, 'GET /api/recruiting-settings/')).toEqual({ retention_days: 30 })

    for (let n = 0; n < 21; n++) await addApplicant('New', 'now()')
    await atrium.sql(
      `insert into application_entries (tenant_id, application_id, event, at, person_id)
        select a.tenant_id, a.id, 'removed', now() - row_number() over (order by a.id) * interval '1 day',
          case when row_number() over (order by a.id) = 1 then p.id end
        from applications a join people p using (tenant_id) where p.email = 'hana@demo.test'`,
    )
    await hana.reload()
    const log = hana.getByRole('region', { name: 'Removed Applicants' })
    await expect(log.getByText('1–20 of 21')).toBeVisible()
    await expect(log.getByText('The rule').first()).toBeVisible()
    await expect(log.getByRole('link', { name: /^Hana/ })).toHaveCount(1)
    await expect(log.getByRole('link', { name: 'Cook' }).first()).toHaveAttribute('href', /\/recruiting\/applications\/\d+$/)
    await expectFitAndAccessible(hana)
    await log.getByRole('button', { name: 'Page 2', exact: true }).click()
    await expect(log.getByText('21–21 of 21')).toBeVisible()
  })

  test(`300 openings with long words fit, and the settings as well, on ${screen}`, async ({ browser }) => {
    const hana = await openRecruiting(browser, 'settings', viewport)
    const long = longWord.slice(0, 100)
    const { id } = await addOpening(hana, { title: longWord, questions: [{ text: longWord, is_required: true, is_long: true }] })
    await callApi(hana, 'POST /api/locations/', { name: long, country: null, region: null, timezone: 'UTC', is_default: false })
    await callApi(hana, 'POST /api/mail-templates/', { name: long, subject: longWord, text: longWord })
    await atrium.sql(
      `update recruiting_stages set name = left(id || '${longWord}', 50);
      insert into openings (tenant_id, title, department, status, location_id)
        select tenant_id, n || '${longWord.slice(0, 190)}', 'Learning & Development', 'published', id
        from locations, generate_series(1, 299) n where name = '${long}'`,
    )
    await hana.reload()
    await expect(field(hana, 'Name of stage 1')).not.toHaveValue('New')
    await expectToFitWidth(hana)
    await hana.getByRole('button', { name: `Edit ${long}` }).click()
    await expectToFitWidth(hana)
    await hana.goto(`${atrium.originOf('demo')}/recruiting/openings`)
    await expect(hana.getByRole('status').filter({ hasText: '300 openings' })).toBeVisible()
    await expectToFitWidth(hana)
    await hana.goto(`${atrium.originOf('demo')}/recruiting/openings/${id}`)
    await expect(field(hana, 'Question 1')).toHaveValue(longWord)
    await expectToFitWidth(hana)
    await atrium.sql(`update people set location_id = null; delete from openings; delete from locations where name = '${long}'`)
  })
}

test('what others change follows at once, and is never overwritten without a word', async ({ browser }) => {
  const [, viewport] = screens[0]
  const hana = await openRecruiting(browser, 'openings', viewport)
  await expect(hana.getByText('An opening is a job that you want to fill.')).toBeVisible()
  const other = await logInAs(browser, atrium, 'hana@demo.test')
  const { id } = await addOpening(other)
  await hana.getByRole('link', { name: 'Cook' }).click()
  await field(hana, 'Title').fill('Head cook')
  await callApi(other, `PATCH /api/openings/${id}/`, { title: 'Chef', department: 'Product', status: 'published' })
  await expect(hana.getByLabel('Department')).toHaveValue('Product')
  await expect(state(hana)).toContainText('Anyone can read it')
  await expect(field(hana, 'Title')).toHaveValue('Head cook')
  await expect(hana.getByText('Somebody else has changed this meanwhile: title.')).toBeVisible()
  await expectAccessibleInBoth(hana)
  await press(hana, 'Discard Mine')
  await expect(field(hana, 'Title')).toHaveValue('Chef')
  await expect(hana.getByText('Everything is saved.')).toBeVisible()
  await field(hana, 'Title').fill('Chef at sea')
  await callApi(other, `DELETE /api/openings/${id}/`)
  await expect(hana.getByText('This opening has been deleted.')).toBeVisible()
  await expect(field(hana, 'Title')).toHaveValue('Chef at sea')
})

test('stages that others save meanwhile follow, or are offered in place of one’s own', async ({ browser }) => {
  const [, viewport] = screens[0]
  const hana = await openRecruiting(browser, 'settings', viewport)
  const other = await logInAs(browser, atrium, 'hana@demo.test')
  await addOpening(other)
  const [first] = await callApi<Row[]>(other, 'GET /api/recruiting-stages/')
  const save = (name: string) =>
    callApi(other, 'PUT /api/recruiting-stages/', { open: [{ id: first?.id, name }], hired: 'Hired', rejected: 'Rejected' })
  await expect(field(hana, 'Name of stage 4')).toHaveValue('Offer')
  await field(hana, 'Stage of the hired').fill('Welcome')
  await save('Inbox')
  await expect(field(hana, 'Name of stage 1')).toHaveValue('Inbox')
  await expect(field(hana, 'Name of stage 2')).toHaveCount(0)
  await expect(hana.getByText('Unsaved changes: stage of the hired')).toBeVisible()
  await expect(hana.getByText('Somebody else has changed this')).toHaveCount(0)
  await field(hana, 'Name of stage 1').fill('Post')
  await save('Mail')
  await expect(hana.getByText('Somebody else has changed this meanwhile: stages before a decision.')).toBeVisible()
  await press(hana, 'Discard Mine')
  await expect(field(hana, 'Name of stage 1')).toHaveValue('Mail')
  await expect(field(hana, 'Stage of the hired')).toHaveValue('Welcome')
})

test('an opening with applicants leads to them, and can’t be deleted', async ({ browser }) => {
  const [, viewport] = screens[0]
  const hana = await openRecruiting(browser, 'openings', viewport)
  const { id } = await addOpening(hana)
  await addApplicant('New')
  await addApplicant('Offer')
  await hana.reload()
  const applicants = hana.getByRole('link', { name: '2 applicants, 1 new' })
  await expect(applicants).toHaveAttribute('href', `/recruiting?opening=${id}`)
  await hana.getByRole('link', { name: 'Cook' }).click()
  const remove = hana.getByRole('button', { name: 'Delete Opening' })
  await expect(remove).toHaveAccessibleDescription('People have applied for this opening. Close it instead.')
  await atrium.sql(`update applications set removed_at = now(), full_name = '', email = ''`)
  await hana.reload()
  await expect(hana.getByText('No applicants')).toBeVisible()
  await remove.press('Enter')
  await opened(hana).getByRole('button', { name: 'Confirm' }).click()
  await expect(hana.getByText('People have applied for this opening. Close it instead.')).toBeVisible()
})

test('openings whose closing date has passed say so, and lists that fail to load are retried', async ({ browser }) => {
  const [, viewport] = screens[1]
  const hana = await openRecruiting(browser, 'openings', viewport)
  const { id } = await addOpening(hana, { status: 'published' })
  await atrium.sql(`update openings set closes_on = current_date - 3`)
  await hana.route('**/api/openings/', (route) => route.abort())
  await hana.reload()
  await expect(hana.getByText('The openings could not be loaded.')).toBeVisible()
  await hana.unroute('**/api/openings/')
  await hana.getByRole('button', { name: 'Try again' }).click()
  await expect(hana.getByText(/^Closed on/)).toBeVisible()
  await hana.getByLabel('Filter by state').selectOption('Published')
  await expect(hana.getByText('Nothing matches these filters.')).toBeVisible()
  await hana.goto(`${atrium.originOf('demo')}/recruiting/openings/${id}`)
  await expect(state(hana)).toContainText('Its closing date has passed')
  await press(hana, 'Close Opening')
  await expect(state(hana)).toContainText('Its applicants stay.')
  await expect(hana.getByRole('button', { name: 'Reopen' })).toHaveAccessibleDescription(/The closing date has passed/)
  await field(hana, 'Closing date').fill('')
  await press(hana, 'Save and Reopen')
  await expect(state(hana)).toContainText('Anyone can read it')
  await hana.goto(`${atrium.originOf('demo')}/recruiting/openings/none`)
  await expect(hana.getByText('There is no such opening.')).toBeVisible()
})
