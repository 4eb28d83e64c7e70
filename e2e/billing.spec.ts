// The end of the trial and the payment, as the administrator, the other people and the platform's owner see them.
import { expect, type Page } from '@playwright/test'
import { addDays } from 'contract'
import { formatDate, todayIn } from '../web/src/ui/text/dates.ts'
import { answering, atrium, callApi, expectAccessible, logInAs, test } from './visit.ts'

const infoCall = '**/api/payment-info/'
const checkoutCall = '**/api/stripe/create-checkout-session/'

const banner = (page: Page) => page.getByRole('complementary', { name: 'End of the trial or paid time' })
// A time zone where it is noon, so that no story runs past midnight.
const hoursToNoon = 12 - new Date().getUTCHours()
const timezone = `Etc/GMT${hoursToNoon > 0 ? '-' : '+'}${Math.abs(hoursToNoon)}`
const dateIn = (days: number) => formatDate(addDays(todayIn(timezone), days))
const endTrialIn = (days: number) =>
  atrium.sql(
    `update tenants set timezone = '${timezone}', on_trial = true, paid_until = null,
       trial_ends_on = (now() at time zone '${timezone}')::date + ${days} where subdomain = 'demo'`,
  )

const failing = (page: Page, calls: string, act: () => Promise<unknown>) =>
  answering(page, calls, (route) => route.fulfill({ status: 500, json: {} }), act)

async function openHistory(owner: Page) {
  await owner.getByRole('button', { name: 'Payment History of Demo Company' }).click()
  const dialog = owner.getByRole('dialog', { name: 'Payment History' })
  await expect(dialog.getByText('Demo Company')).toBeVisible()
  return dialog
}

test('the administrator alone is told how long the trial lasts, and pays before it ends without losing a day', async ({
  browser,
}) => {
  await endTrialIn(12)
  const admin = await logInAs(browser, atrium, 'ann@demo.test')
  await expect(banner(admin)).toContainText('Your free trial ends in 12 days')
  await expect(banner(admin)).toContainText(dateIn(12))
  const developer = await logInAs(browser, atrium, 'dev@demo.test')
  await expect(developer.getByText('Website relaunch').first()).toBeVisible()
  await expect(banner(developer)).toHaveCount(0)
  await developer.goto(`${atrium.originOf('demo')}/billing`)
  await developer.waitForURL('**/unauthorized')

  await banner(admin).getByRole('link', { name: 'How to pay' }).click()
  await expect(admin.getByRole('heading', { level: 1 })).toHaveText('Billing')
  await expect(admin.getByText('12 days left')).toBeVisible()
  await expect(admin.getByText(`stays open until ${dateIn(42)}`)).toBeVisible()
  await expectAccessible(admin)
  await admin.getByRole('button', { name: 'Pay now' }).click()
  await admin.waitForURL(`${atrium.mainOrigin}/dev/checkout/**`)
  await admin.getByRole('button', { name: /^Pay/ }).click()
  await admin.waitForURL('**/payment-success')
  await expect(admin.getByText(`Demo Company is paid until ${dateIn(42)}.`)).toBeVisible()
  await admin.getByRole('link', { name: 'Go to your dashboard' }).click()
  await expect(admin.getByRole('heading', { level: 1 })).toHaveText('Tenant Admin Dashboard')
  await expect(banner(admin)).toHaveCount(0)
})

test('a project’s page begins with its work, and announces the end of the trial only once it is near', async ({ browser }) => {
  await endTrialIn(11)
  const admin = await logInAs(browser, atrium, 'ann@demo.test')
  await admin.setViewportSize({ width: 1440, height: 900 })
  await expect(banner(admin)).toBeVisible()
  await admin.getByRole('link', { name: 'Website relaunch' }).first().click()
  const task = admin.getByRole('article').filter({ has: admin.getByRole('heading', { name: 'Home page' }) })
  await expect(task).toBeVisible()
  await expect(banner(admin)).toHaveCount(0)
  await expect.poll(async () => (await task.boundingBox())?.y).toBeLessThan(240)
  await endTrialIn(10)
  await admin.reload()
  await expect(banner(admin)).toContainText('Your free trial ends in 10 days')
})

test('the gate closes with the trial, and one payment opens it for everybody', { tag: '@quick' }, async ({ browser }) => {
  await endTrialIn(0)
  const admin = await logInAs(browser, atrium, 'ann@demo.test')
  await expect(banner(admin)).toContainText('Today is the last day of your free trial')
  const developer = await logInAs(browser, atrium, 'dev@demo.test')
  await expect(developer.getByText('Website relaunch').first()).toBeVisible()
  // A read that came after the end of the trial would lead to the gate by itself, and interrupt the visits below.
  for (const page of [admin, developer]) await page.goto('about:blank')

  await endTrialIn(-1)
  await developer.clock.install()
  await developer.goto(`${atrium.originOf('demo')}/developer`)
  await developer.waitForURL('**/payment-required')
  await expect(developer.getByText(`The free trial of Demo Company ended on ${dateIn(-1)}.`)).toBeVisible()
  await expect(developer.getByText('Only the workspace administrator can pay.')).toBeVisible()
  await expect(developer.getByRole('link', { name: 'ann@demo.test' })).toHaveAttribute('href', /^mailto:ann@demo\.test/)
  await expect(developer.getByRole('button', { name: /^Pay/ })).toHaveCount(0)
  await expectAccessible(developer)
  // HR's page makes no call of its own.
  await logInAs(browser, atrium, 'hana@demo.test', '/payment-required')

  await admin.goto(`${atrium.originOf('demo')}/tenant_admin`)
  await admin.waitForURL('**/payment-required')
  await expect(admin.getByText('Nothing has been deleted.')).toBeVisible()
  await expect(admin.getByText('29.00 USD for 30 days')).toBeVisible()
  await expectAccessible(admin)
  await admin.getByRole('button', { name: 'Pay 29.00 USD' }).click()
  await admin.waitForURL(`${atrium.mainOrigin}/dev/checkout/**`)
  await expectAccessible(admin)
  await admin.getByRole('button', { name: 'Cancel' }).click()
  await admin.waitForURL('**/payment-cancel')
  await expect(admin.getByRole('heading', { level: 1 })).toHaveText('Payment Cancelled.')
  await expectAccessible(admin)
  await admin.getByRole('link', { name: 'Go to your dashboard' }).click()
  await admin.waitForURL('**/payment-required')

  await admin.getByRole('button', { name: 'Pay 29.00 USD' }).click()
  await admin.getByRole('button', { name: /^Pay/ }).click()
  await admin.waitForURL('**/payment-success')
  await expect(admin.getByRole('heading', { level: 1 })).toHaveText('Payment Successful!')
  await expect(admin.getByText(`Demo Company is paid until ${dateIn(30)}.`)).toBeVisible()
  await expectAccessible(admin)
  await admin.getByRole('link', { name: 'Go to your dashboard' }).click()
  await expect(admin.getByRole('row', { name: /Pam Porter/ })).toBeVisible()

  await developer.clock.fastForward(15_000)
  await developer.getByRole('link', { name: 'Go to your dashboard' }).click()
  await expect(developer.getByText('Website relaunch').first()).toBeVisible()
})

test('a payment that fails to start, or whose confirmation is late, says so', async ({ browser }) => {
  await endTrialIn(-1)
  const admin = await logInAs(browser, atrium, 'ann@demo.test', '/payment-required')
  await admin.clock.install()
  await failing(admin, infoCall, async () => {
    await admin.reload()
    await admin.clock.fastForward(5000)
    await expect(admin.getByText('Failed to fetch payment info.')).toBeVisible()
  })
  await expectAccessible(admin)
  await admin.getByRole('button', { name: 'Try again' }).click()
  await expect(admin.getByRole('button', { name: 'Pay 29.00 USD' })).toBeVisible()

  for (const checkout_url of ['https://checkout.stripe.com.evil.test/pay', `${atrium.originOf('demo')}/dev/checkout/1`]) {
    const answered = admin.waitForResponse(checkoutCall)
    const pay = () => admin.getByRole('button', { name: /^(Pay|Try)/ }).click()
    await answering(
      admin,
      checkoutCall,
      (route) => route.fulfill({ json: { checkout_url } }),
      () => Promise.all([answered, pay()]),
    )
    await expect(admin.getByRole('alert')).toContainText('Error creating checkout session.')
    await expect(admin).toHaveURL(/\/payment-required$/)
  }
  await expectAccessible(admin)
  const unpaid = await callApi<object>(admin, 'GET /api/payment-info/')
  await admin.getByRole('button', { name: 'Try again' }).click()
  await admin.waitForURL(`${atrium.mainOrigin}/dev/checkout/**`)

  await answering(
    admin,
    infoCall,
    (route) => route.fulfill({ json: unpaid }),
    async () => {
      await admin.getByRole('button', { name: /^Pay/ }).click()
      await admin.waitForURL('**/payment-success')
      await expect(admin.getByText('Waiting for the card provider')).toBeVisible()
      await expectAccessible(admin)
      await admin.clock.fastForward(60_000)
      await expect(admin.getByText('The card provider has not confirmed the payment to us yet.')).toBeVisible()
      await admin.goto(`${atrium.originOf('demo')}/payment-required`)
      await expect(admin.getByText('Your last payment is not confirmed yet.')).toBeVisible()
      await admin.goto(`${atrium.originOf('demo')}/payment-success`)
      await expect(admin.getByText('Waiting for the card provider')).toBeVisible()
    },
  )
  await admin.clock.fastForward(2000)
  await expect(admin.getByText(`Demo Company is paid until ${dateIn(30)}.`)).toBeVisible()
})

test('both pages after a checkout are open to somebody who is no longer logged in', async ({ browser }) => {
  const page = await (await browser.newContext()).newPage()
  for (const [path, heading] of [
    ['/payment-success', 'Payment Successful!'],
    ['/payment-cancel', 'Payment Cancelled.'],
  ] as const) {
    await page.goto(`${atrium.originOf('demo')}${path}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Log in' }).click()
    await page.waitForURL('**/login')
  }
})

test("the platform's owner reads what a tenant has paid", async ({ browser }) => {
  await endTrialIn(5)
  const owner = await logInAs(browser, atrium, 'super@atrium.test')
  const dialog = await openHistory(owner)
  await expect(dialog.getByText('No payment records found for this tenant.')).toBeVisible()
  await expectAccessible(owner)
  await owner.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(owner.getByRole('button', { name: 'Payment History of Demo Company' })).toBeFocused()

  const admin = await logInAs(browser, atrium, 'ann@demo.test')
  await admin.goto(`${atrium.originOf('demo')}/billing`)
  await admin.getByRole('button', { name: 'Pay now' }).click()
  await admin.waitForURL(`${atrium.mainOrigin}/dev/checkout/**`)
  const session = new URL(admin.url()).pathname.split('/').at(-1) ?? ''
  await admin.getByRole('button', { name: /^Pay/ }).click()
  await expect(admin.getByText(`Demo Company is paid until ${dateIn(35)}.`)).toBeVisible()

  await owner.reload()
  const row = (await openHistory(owner)).getByRole('row', { name: new RegExp(session) })
  for (const cell of ['29.00', 'USD', 'Paid', dateIn(35)])
    await expect(row.getByRole('cell', { name: cell, exact: true })).toBeVisible()
  await expect(row.getByText('Mismatch')).toHaveCount(0)

  // The status is the card provider's own. The page shows the expected amount beside it.
  await atrium.sql(
    `insert into payments (tenant_id, stripe_session_id, amount, currency, payment_status, expected_amount, expected_currency)
     select id, 'cs_less', 26.10, 'usd', 'paid', 29, 'usd' from tenants where subdomain = 'demo'`,
  )
  await owner.reload()
  const mismatch = (await openHistory(owner)).getByRole('row', { name: /cs_less/ })
  for (const text of ['26.10', 'Paid', 'Mismatch', 'Expected 29.00 USD', '—'])
    await expect(mismatch.getByText(text, { exact: true })).toBeVisible()
  await expectAccessible(owner)
  await owner.setViewportSize({ width: 390, height: 844 })
  const card = owner.getByRole('dialog').getByRole('listitem').filter({ hasText: 'cs_less' })
  await expect(card.getByText('Expected 29.00 USD')).toBeVisible()
  await expectAccessible(owner)
  await owner.setViewportSize({ width: 1280, height: 720 })
  await failing(owner, '**/api/billing/audit-log/*', async () => {
    await owner.reload()
    const history = await openHistory(owner)
    await expect(history.getByText('Failed to load payment records.')).toBeVisible()
  })
  const history = owner.getByRole('dialog', { name: 'Payment History' })
  await history.getByRole('button', { name: 'Try again' }).click()
  await expect(history.getByRole('row', { name: new RegExp(session) })).toBeVisible()
})
