// HR moves applicants on the board and rejects some, and interviewers rate them.
import { expect, type Page } from '@playwright/test'
import { addManyApplicants, addressOf, dialog, heading, moveByMenu, setUp, submit } from './applicants.ts'
import { card, column, dragOnto, expectAnnounced, expectText, press } from './boards.ts'
import { removeRecruiting } from './openings.ts'
import { section } from './people-pages.ts'
import { atrium, callApi, expectFitAndAccessible, logInAs, refusing, screens, test } from './visit.ts'

const [[, wide], [, phone]] = screens
const address = (path: string) => `${atrium.originOf('demo')}/recruiting${path}`
const pageOf = (id: number | undefined) => address(`/applications/${id}`)
/** What has been done, with an undo. */
const expectOffer = (page: Page, words: string) => expect(page.getByText(words).first()).toBeVisible()
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

test('HR moves applicants by mouse, keyboard and menu, takes a move back, and another browser follows', {
  tag: '@quick',
}, async ({ browser }) => {
  const { hana, opening } = await setUp(
    browser,
    atrium,
    'Keeper of the lighthouse',
    'Ada Lovelace',
    'Grace Hopper',
    'Alan Turing',
  )
  const second = await logInAs(browser, atrium, 'hana@demo.test')
  for (const page of [hana, second]) {
    await page.goto(address(`?opening=${opening}`))
    await expect(column(page, 'New').getByRole('group')).toHaveCount(3)
  }
  await expectFitAndAccessible(hana)

  await dragOnto(hana, 'Ada Lovelace', column(hana, 'Screening'))
  await expectOffer(hana, 'Ada Lovelace has been moved to Screening.')
  for (const page of [hana, second]) await expect(column(page, 'Screening').getByText('Ada Lovelace')).toBeVisible()
  await hana.getByRole('button', { name: 'Undo' }).click()
  await expectText(hana, 'Ada Lovelace is back in New.')
  for (const page of [hana, second]) await expect(column(page, 'New').getByText('Ada Lovelace')).toBeVisible()

  await card(hana, 'Grace Hopper').focus()
  await press(hana, 'Space', 'ArrowRight', 'ArrowRight')
  await expectAnnounced(hana, /Over Interview, column/)
  await press(hana, 'Space')
  for (const page of [hana, second]) await expect(column(page, 'Interview').getByText('Grace Hopper')).toBeVisible()
  await expect(card(hana, 'Grace Hopper')).toBeFocused()
  await moveByMenu(hana, 'Alan Turing', 'Offer')
  for (const page of [hana, second]) await expect(column(page, 'Offer').getByText('Alan Turing')).toBeVisible()

  // A refused move goes back.
  await refusing(hana, '**/api/applications/*/', async () => {
    await moveByMenu(hana, 'Alan Turing', 'Screening')
    await expectText(hana, 'The applicant could not be moved.')
    await expectText(hana, 'Not today.')
    await expect(column(hana, 'Offer').getByText('Alan Turing')).toBeVisible()
  })

  await hana.goto(address('?search=hopper'))
  await expect(card(hana, 'Grace Hopper')).toBeVisible()
  await expect(card(hana, 'Alan Turing')).toBeHidden()
  await expect(card(hana, 'Grace Hopper')).toContainText('Keeper of the lighthouse')
  await hana.getByRole('button', { name: 'Clear Filters' }).click()
  await expect(card(hana, 'Alan Turing')).toBeVisible()
})

test('HR rejects applicants with a mail and without', async ({ browser }) => {
  const names = ['Edsger Dijkstra', 'Niklaus Wirth'] as const
  const { hana, opening } = await setUp(browser, atrium, 'Gardener', ...names)
  await hana.setViewportSize(wide)
  await hana.goto(address(`?opening=${opening}`))
  await expect(column(hana, 'New').getByRole('group')).toHaveCount(2)
  await expectFitAndAccessible(hana)

  await moveByMenu(hana, names[0], 'Rejected')
  await expect(dialog(hana).getByLabel('Subject')).toHaveValue('Your application for Gardener')
  await expect(dialog(hana).getByLabel('Text')).toHaveValue(new RegExp(`Hello ${names[0]}`))
  await expect(dialog(hana)).toContainText('Answers go to your own address, hana@demo.test.')
  await expectFitAndAccessible(hana)
  await dialog(hana).getByLabel('Text').fill('We are sorry, Edsger.')
  await dialog(hana).getByLabel('Template').selectOption('Offer')
  const question = hana.getByRole('dialog', { name: 'Replace what you have written' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toBeHidden()
  await expect(dialog(hana).getByLabel('Text')).toHaveValue('We are sorry, Edsger.')
  await refusing(hana, '**/mails/', async () => {
    await submit(hana, 'Reject and Send')
    await expect(dialog(hana).getByRole('alert')).toHaveText('Not today.')
  })
  await submit(hana, 'Reject and Send')
  await expectText(hana, `${names[0]} is rejected, and gets your mail.`)
  await expect(column(hana, 'Rejected')).toContainText(names[0])
  const mail = await atrium.waitForMail(addressOf(names[0]), /Your application for Gardener/)
  expect(mail.text).toContain('We are sorry, Edsger.')
  expect(mail.replyTo?.[0]?.address).toBe('hana@demo.test')

  await hana.setViewportSize(phone)
  await expectFitAndAccessible(hana)
  await moveByMenu(hana, names[1], 'Rejected')
  await expect(dialog(hana).getByLabel('Subject')).toBeVisible()
  await expectFitAndAccessible(hana)
  await submit(hana, 'Reject without a Mail')
  await expect(column(hana, 'Rejected')).toContainText(names[1])
  await expect(card(hana, names[1])).toBeFocused()
  await expectOffer(hana, `${names[1]} has been moved to Rejected.`)
  await hana.getByRole('button', { name: 'Undo' }).click()
  await expect(column(hana, 'New')).toContainText(names[1])
})

test('an interviewer finds the interview, reads the applicant, and rates before others’ ratings are shown', async ({
  browser,
}) => {
  const name = 'Barbara Liskov'
  const { hana, ids } = await setUp(browser, atrium, 'Sailor', name, 'Frances Allen')
  const [id, other] = ids
  await callApi(hana, `PUT /api/applications/${id}/rating/`, { stars: 2, comment: 'Too quiet for us' })
  const dev = await logInAs(browser, atrium, 'dev@demo.test')
  for (const page of [hana, dev]) await page.setViewportSize(wide)
  await dev.goto(pageOf(id))
  await expect(dev.getByText('doesn’t exist, or isn’t yours to see')).toBeVisible()

  await hana.goto(pageOf(id))
  await expect(heading(hana, name)).toBeVisible()
  await expect(section(hana, 'Answers')).toContainText('For the view.')
  await expect(hana.getByRole('link', { name: 'https://example.org/me' })).toHaveAttribute('rel', /noopener/)
  await expectFitAndAccessible(hana)
  const plan = hana.getByRole('button', { name: 'Plan Interview' })
  await plan.click()
  await dialog(hana).getByRole('textbox', { name: 'Day', exact: true }).fill(inDays(-2))
  await dialog(hana).getByLabel('Time').fill('14:30')
  await submit(hana, 'Plan and Invite')
  await expect(dialog(hana).getByText('Choose a time in the future.')).toBeVisible()
  await expect(dialog(hana).getByText('Choose at least one person.')).toBeVisible()
  await dialog(hana).getByRole('textbox', { name: 'Day', exact: true }).fill(inDays(3))
  await dialog(hana).getByRole('combobox', { name: 'Interviewers' }).fill('dev dal')
  await hana.getByRole('option', { name: 'Dev Dalton' }).click()
  await dialog(hana).getByLabel('Place').fill('Room 7')
  await expectFitAndAccessible(hana)
  await submit(hana, 'Plan and Invite')
  await expect(section(hana, 'Interviews')).toContainText('Dev Dalton')
  await expect(section(hana, 'Interviews')).toContainText('14:30')
  await expect(plan).toBeFocused()
  await atrium.waitForMail(addressOf(name), /Interview at/)

  await dev.goto(`${atrium.originOf('demo')}/developer`)
  const own = section(dev, 'Your Interviews 1')
  await expect(own).toContainText('Room 7')
  await expectFitAndAccessible(dev)
  await own.getByRole('link', { name }).click()
  await expect(heading(dev, name)).toBeVisible()
  for (const action of ['Move', 'Hire', 'Send Mail', 'Remove Data', 'Plan Interview'])
    await expect(dev.getByRole('button', { name: action, exact: true })).toBeHidden()
  await expect(section(dev, 'Ratings')).toContainText('1 other person has rated. You see this rating once you have given yours.')
  await expect(dev.getByText('Too quiet for us')).toBeHidden()
  await expectFitAndAccessible(dev)
  await dev.getByRole('button', { name: 'Save Rating' }).click()
  await expect(section(dev, 'Ratings').getByText('Choose one to five.')).toBeVisible()
  await dev.getByRole('radio', { name: '4 of 5 stars: Yes' }).check()
  await section(dev, 'Ratings').getByLabel('Comment').fill('Knows the wind')
  await dev.getByRole('button', { name: 'Save Rating' }).click()
  await expect(section(dev, 'Ratings')).toContainText('Too quiet for us')
  await expect(section(hana, 'Ratings')).toContainText('Knows the wind')
  const change = dev.getByRole('button', { name: 'Change Yours' })
  await expect(change).toBeFocused()
  await change.press('Enter')
  const four = dev.getByRole('radio', { name: '4 of 5 stars: Yes' })
  await expect(four).toBeFocused()
  await four.press('ArrowDown')
  await dev.getByRole('button', { name: 'Save Rating' }).click()
  await expect(section(hana, 'Ratings')).toContainText('Strong yes')
  await expect(change).toBeFocused()
  await dev.getByLabel('Add a note').fill('Ask about **knots**')
  await dev.getByRole('button', { name: 'Add Note' }).click()
  await expect(section(dev, 'Notes and History').locator('strong', { hasText: 'knots' })).toBeVisible()
  await expect(section(hana, 'Notes and History')).toContainText('Ask about knots')
  for (const page of [dev, hana]) {
    await page.setViewportSize(phone)
    await expectFitAndAccessible(page)
  }
  await dev.goto(`${atrium.originOf('demo')}/developer`)
  await expect(own).toContainText('Room 7')
  await expectFitAndAccessible(dev)
  await dev.goto(pageOf(other))
  await expect(dev.getByText('doesn’t exist, or isn’t yours to see')).toBeVisible()

  await hana.getByRole('button', { name: /^Change the interview of/ }).click()
  await expect(dialog(hana).getByLabel('Time')).toHaveValue('14:30')
  await expectFitAndAccessible(hana)
  await dialog(hana).getByLabel('Length').selectOption('1 h 30 min')
  await submit(hana, 'Save and Notify')
  await expect(section(hana, 'Interviews')).toContainText('1 h 30 min')
  await hana.getByRole('button', { name: /^Cancel the interview of/ }).click()
  await expect(dialog(hana)).toContainText('get a mail')
  await submit(hana, 'Confirm')
  await expect(section(hana, 'Interviews')).toContainText('No interview is planned.')
  await atrium.waitForMail('dev@demo.test', /Cancelled: interview/)
})

test('a thousand applicants stay usable, a failure can be retried, and before the first opening there is a way to create one', async ({
  browser,
}) => {
  const { hana, opening } = await setUp(browser, atrium, 'Astronaut', 'Sally Ride')
  await addManyApplicants(atrium, { opening, count: 998 })
  await hana.goto(address(`?opening=${opening}`))
  await expect(hana.getByText('999 applicants')).toBeVisible()
  await hana.setViewportSize(phone)
  await expectFitAndAccessible(hana)
  await hana.getByRole('searchbox', { name: 'Search applicants' }).fill('applicant 777')
  await expect(hana.getByText('1 of 999 applicants')).toBeVisible()
  await moveByMenu(hana, 'Applicant 777', 'Offer')
  await expect(column(hana, 'Offer')).toContainText('Applicant 777')

  await refusing(hana, '**/api/applications/?*', async () => {
    await hana.reload()
    await expect(hana.getByText('The applicants could not be loaded.')).toBeVisible()
  })
  await hana.getByRole('button', { name: 'Try again' }).click()
  await expect(card(hana, 'Applicant 777')).toBeVisible()

  await removeRecruiting(atrium)
  await hana.goto(address(''))
  await expect(hana.getByRole('link', { name: 'Create the First Opening' })).toHaveAttribute('href', '/recruiting/openings')
  await expectFitAndAccessible(hana)
})
