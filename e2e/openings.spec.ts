// HR writes, publishes and closes openings.
import { expect, type Page } from '@playwright/test'
import { longWord } from './long-words.ts'
import {
  addApplicantIn,
  addCook,
  field,
  opened,
  openRecruiting,
  press,
  readOpening,
  removeRecruiting,
  submit,
} from './openings.ts'
import {
  answering,
  atrium,
  callApi,
  expectAccessibleInBoth,
  expectFitAndAccessible,
  expectToFitWidth,
  logInAs,
  screens,
  test,
  typeInto,
} from './visit.ts'

test.beforeEach(() => removeRecruiting(atrium))

const phone = screens[1][1]
const daysFrom = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const state = (page: Page) => page.getByRole('region', { name: 'State' })

test('HR writes an opening, publishes it, closes it and deletes it', async ({ browser }) => {
  const [, viewport] = screens[0]
  const closing = daysFrom(20)
  const hana = await openRecruiting(browser, atrium, { path: 'openings', viewport })
  await expect(hana.getByText(`can read it and apply at ${atrium.originOf('demo')}/jobs.`)).toBeVisible()
  await expectFitAndAccessible(hana)
  await press(hana, '+ New Opening')
  await submit(hana, 'Add Draft')
  await expect(opened(hana).getByText('Title is required.')).toBeVisible()
  await expect(opened(hana).getByText('This field is required')).toBeVisible()
  await expect(opened(hana).getByText('Remote or unspecified')).toBeAttached()
  await expect(field(hana, 'Title')).toBeFocused()
  await expectFitAndAccessible(hana)
  await typeInto(field(hana, 'Title'), 'Pastry cook')
  await opened(hana).getByLabel('Department').selectOption('Operations')
  await submit(hana, 'Add Draft')
  await hana.waitForURL(/\/recruiting\/openings\/\d+$/)
  await expect(hana.getByRole('heading', { name: 'Pastry cook' })).toBeVisible()
  await expect(state(hana)).toContainText('Only HR sees it.')
  const id = Number(new URL(hana.url()).pathname.split('/').at(-1))

  await field(hana, 'Description').fill('## The task\n\nBake **bread**.')
  await field(hana, 'Closing date').fill(daysFrom(-2))
  await press(hana, '+ Add Question')
  await typeInto(field(hana, 'Question 1'), 'Why here?')
  await press(hana, '+ Add Question')
  await typeInto(field(hana, 'Question 2'), 'When could you begin?')
  await hana.getByRole('checkbox', { name: 'Required: question 2' }).check()
  await hana.getByLabel('Answer to question 1').selectOption('Long answer')
  await press(hana, '+ Add Question')
  await press(hana, 'Save')
  await expect(hana.getByText('The closing date can’t be in the past.')).toBeVisible()
  await expect(hana.getByText('Enter the question.')).toBeVisible()
  await expect(field(hana, 'Closing date')).toBeFocused()
  await expectFitAndAccessible(hana)
  await field(hana, 'Closing date').fill(closing)
  await press(hana, 'Remove question 3')
  await expect(field(hana, 'Question 2')).toBeFocused()
  await field(hana, 'Question 2').press('Alt+ArrowUp')
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
    closes_on: closing,
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
  const pageOfJob = () =>
    hana.evaluate(async (url) => {
      const answer = await fetch(url)
      return { status: answer.status, html: await answer.text() }
    }, address)
  expect((await pageOfJob()).html).toContain('<strong>bread</strong>')
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
  await expect.poll(async () => (await pageOfJob()).status).toBe(404)

  await hana.getByRole('link', { name: 'Back to Openings' }).click()
  await hana.getByRole('searchbox', { name: 'Search openings' }).fill('cook')
  await expect(hana.getByText('Nothing matches these filters.')).toBeVisible()
  await hana.getByRole('button', { name: 'Clear Filters' }).click()
  await hana.getByLabel('Filter by state').selectOption('Draft')
  await expect(hana).toHaveURL(/state=draft/)
  await hana.setViewportSize(phone)
  await expectFitAndAccessible(hana)
  await hana.getByRole('link', { name: 'Baker' }).click()
  await expect(state(hana)).toContainText('Only HR sees it.')
  await expectFitAndAccessible(hana)
  await press(hana, 'Delete Opening')
  await opened(hana).getByRole('button', { name: 'Confirm' }).click()
  await expect(hana.getByText('Opening deleted.')).toBeVisible()
  await expect(hana.getByText('An opening is a job that you want to fill.')).toBeVisible()
})

test('300 openings with long words fit, and the settings as well, on a wide screen and a phone', async ({ browser }) => {
  const expectToFitBoth = async () => {
    for (const [, viewport] of screens) {
      await hana.setViewportSize(viewport)
      await expectToFitWidth(hana)
    }
  }
  const hana = await openRecruiting(browser, atrium, { path: 'settings', viewport: phone })
  const long = longWord.slice(0, 100)
  const { id } = await addCook(hana, { title: longWord, questions: [{ text: longWord, is_required: true, is_long: true }] })
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
  await expectToFitBoth()
  await hana.getByRole('button', { name: `Edit ${long}` }).click()
  await expectToFitBoth()
  await hana.goto(`${atrium.originOf('demo')}/recruiting/openings`)
  await expect(hana.getByRole('status').filter({ hasText: '300 openings' })).toBeVisible()
  await expectToFitBoth()
  await hana.goto(`${atrium.originOf('demo')}/recruiting/openings/${id}`)
  await expect(field(hana, 'Question 1')).toHaveValue(longWord)
  await expectToFitBoth()
})

test('what others change follows at once, and is never overwritten without a word', async ({ browser }) => {
  const [, viewport] = screens[0]
  const hana = await openRecruiting(browser, atrium, { path: 'openings', viewport })
  await expect(hana.getByText('An opening is a job that you want to fill.')).toBeVisible()
  const other = await logInAs(browser, atrium, 'hana@demo.test')
  const { id } = await addCook(other)
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

test('an opening with applicants leads to them, and can’t be deleted', async ({ browser }) => {
  const [, viewport] = screens[0]
  const hana = await openRecruiting(browser, atrium, { path: 'openings', viewport })
  const { id } = await addCook(hana)
  await addApplicantIn(atrium, 'New')
  await addApplicantIn(atrium, 'Offer')
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
  const hana = await openRecruiting(browser, atrium, { path: 'openings', viewport: phone })
  const { id } = await addCook(hana, { status: 'published' })
  await atrium.sql(`update openings set closes_on = current_date - 3`)
  await answering(
    hana,
    '**/api/openings/',
    (route) => route.abort(),
    async () => {
      await hana.reload()
      await expect(hana.getByText('The openings could not be loaded.')).toBeVisible()
    },
  )
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
