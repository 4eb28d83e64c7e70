// The trial ends, the gate closes, one payment opens it again: for the administrator, for the others and for the platform's owner.
import { expect, type Page } from '@playwright/test'
import { addDays, formatDate, todayIn } from '../web/src/ui/text/dates.ts'
import { type Atrium, startAtrium } from './atrium.ts'
import { accessible, enter, test } from './visit.ts'

const infoCall = '**/api/payment-info/'
const checkoutCall = '**/api/stripe/create-checkout-session/'
let atrium: Atrium

test.beforeAll(async () => {
  atrium = await startAtrium()
})
test.afterAll(() => atrium.stop())

const banner = (page: Page) => page.getByRole('complementary', { name: 'End of the trial or paid time' })
// Where it is noon, so that no test runs past midnight.
const east = 12 - new Date().getUTCHours()
const timezone = `Etc/GMT${east > 0 ? '-' : '+'}${Math.abs(east)}`
const inDays = (days: number) => formatDate(addDays(todayIn(timezone), days))
const onTrialFor = (days: number) =>
  atrium.sql(
    `update tenants set timezone = '${timezone}', on_trial = true, paid_until = null,
       trial_ends_on = (now() at time zone '${timezone}')::date + ${days} where subdomain = 'demo'`,
  )

async function openHistory(owner: Page) {
  await owner.getByRole('button', { name: 'Payment History of Demo Company' }).click()
  const dialog = owner.getByRole('dialog', { name: 'Payment History' })
  await expect(dialog.getByText('Demo Company')).toBeVisible()
  return dialog
}

test('the administrator alone is told how long the trial lasts, and pays before it ends without losing a day', async ({
  browser,
}) => {
  await onTrialFor(12)
  const admin = await enter(browser, atrium, 'ann@demo.test')
  await expect(banner(admin)).toContainText('Your free trial ends in 12 days')
  await expect(banner(admin)).toContainText(inDays(12))
  const developer = await enter(browser, atrium, 'dev@demo.test')
  await expect(developer.getByText('Website relaunch').first()).toBeVisible()
  await expect(banner(developer)).toHaveCount(0)
  await developer.goto(`${atrium.at('demo')}/billing`)
  await developer.waitForURL('**/unauthorized')

  await banner(admin).getByRole('link', { name: 'How to pay' }).click()
  await expect(admin.getByRole('heading', { level: 1 })).toHaveText('Billing')
  await expect(admin.getByText('12 days left')).toBeVisible()
  await expect(admin.getByText(`stays open until ${inDays(42)}`)).toBeVisible()
  await accessible(admin)
  await admin.getByRole('button', { name: 'Pay now' }).click()
  await admin.waitForURL(`${atrium.main}/dev/checkout/**`)
  await admin.getByRole('button', { name: /^Pay/ }).click()
  await admin.waitForURL('**/payment-success')
  await expect(admin.getByText(`Demo Company is paid until ${inDays(42)}.`)).toBeVisible()
  await admin.getByRole('link', { name: 'Go to your dashboard' }).click()
  await expect(admin.getByRole('heading', { level: 1 })).toHaveText('Tenant Admin Dashboard')
  await expect(banner(admin)).toHaveCount(0)
})

test('the gate closes with the trial, and one payment opens it for everybody', async ({ browser }) => {
  await onTrialFor(0)
  const admin = await enter(browser, atrium, 'ann@demo.test')
  await expect(banner(admin)).toContainText('Today is the last day of your free trial')
  const developer = await enter(browser, atrium, 'dev@demo.test')
  await expect(developer.getByText('Website relaunch').first()).toBeVisible()

  await onTrialFor(-1)
  await developer.clock.install()
  await developer.goto(developer.url())
  await developer.waitForURL('**/payment-required')
  await expect(developer.getByText(`The free trial of Demo Company ended on ${inDays(-1)}.`)).toBeVisible()
  await expect(developer.getByText('Only the workspace administrator can pay.')).toBeVisible()
  await expect(developer.getByRole('link', { name: 'ann@demo.test' })).toHaveAttribute('href', /^mailto:ann@demo\.test/)
  await expect(developer.getByRole('button', { name: /^Pay/ })).toHaveCount(0)
  await accessible(developer)
  // A page that asks the server for nothing.
  await enter(browser, atrium, 'hana@demo.test', '/payment-required')

  await admin.reload()
  await admin.waitForURL('**/payment-required')
  await expect(admin.getByText('Nothing has been deleted.')).toBeVisible()
  await expect(admin.getByText('29.00 USD for 30 days')).toBeVisible()
  await accessible(admin)
  await admin.getByRole('button', { name: 'Pay 29.00 USD' }).click()
  await admin.waitForURL(`${atrium.main}/dev/checkout/**`)
  await accessible(admin)
  await admin.getByRole('button', { name: 'Cancel' }).click()
  await admin.waitForURL('**/payment-cancel')
  await expect(admin.getByRole('heading', { level: 1 })).toHaveText('Payment Cancelled.')
  await accessible(admin)
  await admin.getByRole('link', { name: 'Go to your dashboard' }).click()
  await admin.waitForURL('**/payment-required')

  await admin.getByRole('button', { name: 'Pay 29.00 USD' }).click()
  await admin.getByRole('button', { name: /^Pay/ }).click()
  await admin.waitForURL('**/payment-success')
  await expect(admin.getByRole('heading', { level: 1 })).toHaveText('Payment Successful!')
  await expect(admin.getByText(`Demo Company is paid until ${inDays(30)}.`)).toBeVisible()
  await accessible(admin)
  await admin.getByRole('link', { name: 'Go to your dashboard' }).click()
  await expect(admin.getByRole('row', { name: /Pam Porter/ })).toBeVisible()

  await developer.clock.fastForward(15_000)
  await developer.getByRole('link', { name: 'Go to your dashboard' }).click()
  await expect(developer.getByText('Website relaunch').first()).toBeVisible()
})

test('a payment that fails to start, or whose confirmation is late, says so', async ({ browser }) => {
  // Another end than in the story before: a click a few seconds later, with nothing paid in between, would open its checkout again.
  await onTrialFor(-2)
  const admin = await enter(browser, atrium, 'ann@demo.test', '/payment-required')
  await admin.route(infoCall, (route) => route.fulfill({ status: 500, json: {} }))
  await admin.clock.install()
  await admin.reload()
  await admin.clock.fastForward(5000)
  await expect(admin.getByText('Failed to fetch payment info.')).toBeVisible()
  await accessible(admin)
  await admin.unroute(infoCall)
  await admin.getByRole('button', { name: 'Try again' }).click()
  await expect(admin.getByRole('button', { name: 'Pay 29.00 USD' })).toBeVisible()

  for (const checkout_url of ['https://checkout.stripe.com.evil.test/pay', `${atrium.at('demo')}/dev/checkout/1`]) {
    await admin.route(checkoutCall, (route) => route.fulfill({ json: { checkout_url } }), { times: 1 })
    await admin.getByRole('button', { name: /^(Pay|Try)/ }).click()
    await expect(admin.getByRole('alert')).toContainText('Error creating checkout session.')
    expect(new URL(admin.url()).pathname).toBe('/payment-required')
  }
  await accessible(admin)
  const unpaid = await admin.evaluate(() => fetch('/api/payment-info/').then((answer) => answer.json()))
  await admin.getByRole('button', { name: 'Try again' }).click()
  await admin.waitForURL(`${atrium.main}/dev/checkout/**`)

  await admin.route(infoCall, (route) => route.fulfill({ json: unpaid }))
  await admin.getByRole('button', { name: /^Pay/ }).click()
  await admin.waitForURL('**/payment-success')
  await expect(admin.getByText('Waiting for the card provider')).toBeVisible()
  await accessible(admin)
  await admin.clock.fastForward(60_000)
  await expect(admin.getByText('The card provider has not confirmed the payment to us yet.')).toBeVisible()
  await admin.goto(`${atrium.at('demo')}/payment-required`)
  await expect(admin.getByText('Your last payment is not confirmed yet.')).toBeVisible()
  await admin.goto(`${atrium.at('demo')}/payment-success`)
  await expect(admin.getByText('Waiting for the card provider')).toBeVisible()
  await admin.unroute(infoCall)
  await admin.clock.fastForward(2000)
  await expect(admin.getByText(`Demo Company is paid until ${inDays(30)}.`)).toBeVisible()
})

test('both pages of the way back are there for somebody who is no longer logged in', async ({ browser }) => {
  const page = await (await browser.newContext()).newPage()
  for (const [path, heading] of [
    ['/payment-success', 'Payment Successful!'],
    ['/payment-cancel', 'Payment Cancelled.'],
  ] as const) {
    await page.goto(`${atrium.at('demo')}${path}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
    await accessible(page)
    await page.getByRole('link', { name: 'Log in' }).click()
    await page.waitForURL('**/login')
  }
})

test("the platform's owner reads what a tenant has paid", async ({ browser }) => {
  await atrium.sql('delete from payments')
  await onTrialFor(5)
  const owner = await enter(browser, atrium, 'super@atrium.test')
  const none = await openHistory(owner)
  await expect(none.getByText('No payment records found for this tenant.')).toBeVisible()
  await accessible(owner)
  await owner.keyboard.press('Escape')
  await expect(none).toBeHidden()
  await expect(owner.getByRole('button', { name: 'Payment History of Demo Company' })).toBeFocused()

  const admin = await enter(browser, atrium, 'ann@demo.test')
  await admin.goto(`${atrium.at('demo')}/billing`)
  await admin.getByRole('button', { name: 'Pay now' }).click()
  await admin.waitForURL(`${atrium.main}/dev/checkout/**`)
  const session = new URL(admin.url()).pathname.split('/').at(-1) ?? ''
  await admin.getByRole('button', { name: /^Pay/ }).click()
  await expect(admin.getByText(`Demo Company is paid until ${inDays(35)}.`)).toBeVisible()

  await owner.reload()
  const row = (await openHistory(owner)).getByRole('row', { name: new RegExp(session) })
  for (const cell of ['29.00', 'USD', 'Paid', inDays(35)])
    await expect(row.getByRole('cell', { name: cell, exact: true })).toBeVisible()
  await expect(row.getByText('Mismatch')).toHaveCount(0)

  // Its status stays the card provider's own; what was ordered stands beside it.
  await atrium.sql(
    `insert into payments (tenant_id, stripe_session_id, amount, currency, payment_status, expected_amount, expected_currency)
     select id, 'cs_less', 26.10, 'usd', 'paid', 29, 'usd' from tenants where subdomain = 'demo'`,
  )
  await owner.reload()
  const odd = (await openHistory(owner)).getByRole('row', { name: /cs_less/ })
  for (const text of ['26.10', 'Paid', 'Mismatch', 'Expected 29.00 USD', '—'])
    await expect(odd.getByText(text, { exact: true })).toBeVisible()
  await accessible(owner)
  await owner.setViewportSize({ width: 390, height: 844 })
  const card = owner.getByRole('dialog').getByRole('listitem').filter({ hasText: 'cs_less' })
  await expect(card.getByText('Expected 29.00 USD')).toBeVisible()
  await accessible(owner)
  await owner.setViewportSize({ width: 1280, height: 720 })
  await owner.route('**/api/billing/audit-log/*', (route) => route.fulfill({ status: 500, json: {} }))
  await owner.reload()
  const failing = await openHistory(owner)
  await expect(failing.getByText('Failed to load payment records.')).toBeVisible()
  await owner.unroute('**/api/billing/audit-log/*')
  await failing.getByRole('button', { name: 'Try again' }).click()
  await expect(failing.getByRole('row', { name: new RegExp(session) })).toBeVisible()
})
