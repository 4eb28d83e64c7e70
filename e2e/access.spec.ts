// Logging in and out, refusals and their messages, and the reset of a forgotten password.
import { expect, type Page } from '@playwright/test'
import { linkIn } from './atrium.ts'
import { answering, atrium, expectAccessible, logInAs, openPage, submitLogIn, test } from './visit.ts'

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const alert = (page: Page) => page.getByRole('alert')

test('a log-in is refused with its reason, and the typed address stays', { tag: '@quick' }, async ({ browser }) => {
  const page = await openPage(browser, `${atrium.originOf('demo')}/login`)
  await submitLogIn(page, 'PAM@demo.test', 'wrong')
  await expect(page.getByText('No active account found with the given credentials')).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue('pam@demo.test')
  await submitLogIn(page, 'super@atrium.test')
  await expect(page.getByText('Super Admin must log in from the main domain')).toBeVisible()
  await submitLogIn(page, 'nobody@demo.test')
  await expect(page.getByText('No active account found with the given credentials')).toBeVisible()
  await page.context().setOffline(true)
  await submitLogIn(page, 'pam@demo.test')
  await expect(page.getByText('Server unreachable. Please try again later.')).toBeVisible()
  await page.context().setOffline(false)

  const main = await openPage(browser, `${atrium.mainOrigin}/login`)
  await submitLogIn(main, 'pam@demo.test')
  await expect(main.getByText('Tenant users must log in from their workspace subdomain.')).toBeVisible()
  await expectAccessible(main)
})

test('a manager lands on the managers’ page and is kept from the others', async ({ browser }) => {
  const pam = await openPage(browser, `${atrium.originOf('demo')}/login`)
  await submitLogIn(pam, 'pam@demo.test')
  await pam.waitForURL('**/project_manager')
  await pam.goto(`${atrium.originOf('demo')}/tenant_admin`)
  await pam.waitForURL('**/unauthorized')
  await pam.goto(`${atrium.originOf('demo')}/login`)
  await pam.waitForURL('**/project_manager')
  await pam.goto(`${atrium.originOf('demo')}/signup`)
  await expect(pam.getByText('Page Not Found')).toBeVisible()
  const stranger = await openPage(browser, `${atrium.originOf('demo')}/developer`)
  await stranger.waitForURL('**/login')
})

test('a host that is no workspace says so and shows the way', async ({ browser }) => {
  const page = await openPage(browser, `${atrium.originOf('nobody')}/login`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/workspace/i)
  await expectAccessible(page)
  await expect(page.getByRole('link').first()).toHaveAttribute('href', new RegExp(`^${atrium.mainOrigin}`))
})

test('logging out in one tab logs out the other', async ({ browser }) => {
  const page = await logInAs(browser, atrium, 'dev@demo.test')
  const tab = await page.context().newPage()
  await tab.goto(`${atrium.originOf('demo')}/developer`)
  await expect(tab.getByRole('heading', { level: 1 })).toHaveText('Your Projects & Tasks')
  // Chromium draws a background page once a second, and a click waits for that.
  await page.bringToFront()
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.waitForURL('**/login')
  await tab.waitForURL('**/login')
})

test('a blocked workspace shuts its people out at once, and lets them log in again after', async ({ browser }) => {
  const manager = await logInAs(browser, atrium, 'pam@demo.test')
  const owner = await logInAs(browser, atrium, 'super@atrium.test')
  const row = owner.getByRole('row', { name: /Demo Company/ })
  await row.getByRole('button', { name: /^Block/ }).click()
  await owner.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await expect(owner.getByRole('dialog')).toBeHidden()
  await row.getByRole('button', { name: /^Block/ }).click()
  await owner.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
  await expect(row.getByRole('button', { name: /^Unblock/ })).toBeVisible()
  await expect(manager.getByText(/has been blocked|workspace blocked/i).first()).toBeVisible()
  await row.getByRole('button', { name: /^Unblock/ }).click()
  await owner.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
  await expect(row.getByRole('button', { name: /^Block/ })).toBeVisible()
  await manager.goto(`${atrium.originOf('demo')}/project_manager`)
  await manager.waitForURL('**/login')
  await submitLogIn(manager, 'pam@demo.test')
  await manager.waitForURL('**/project_manager')
})

test('a mailed link resets a forgotten password, once', async ({ browser }) => {
  const page = await openPage(browser, `${atrium.originOf('demo')}/login`)
  await button(page, 'Log in').click()
  await expect(page.getByText('This field is required')).toHaveCount(2)
  await page.getByLabel('Email').fill('DEV@demo.test')
  await button(page, 'Forgot password?').click()
  await expect(page.getByLabel('Email')).toHaveValue('dev@demo.test')
  const unreachable = async () => {
    await button(page, 'Send link').click()
    await expect(alert(page)).toHaveText('Server unreachable. Please try again later.')
  }
  await answering(page, '**/api/password/forgot/', (route) => route.abort(), unreachable)
  await button(page, 'Send link').click()
  await expect(page.getByText('If an account with this e-mail exists, a link to set a new password is on its way.')).toBeVisible()
  await button(page, 'Back to log in').click()
  await expect(button(page, 'Log in')).toBeVisible()

  const link = linkIn(await atrium.waitForMail('dev@demo.test', /password/i), '/set-password/')
  await page.goto(link)
  await page.waitForURL(`${atrium.originOf('demo')}/set-password`)
  await page.reload()
  const [newPassword, confirmation] = [page.getByLabel('New password', { exact: true }), page.getByLabel('Confirm password')]
  for (const [typed, message] of [
    ['', 'This field is required'],
    ['Ab1-', 'Password must be at least 8 characters long.'],
    ['abcdefg1-', 'Password must include at least one uppercase letter.'],
    ['ABCDEFG1-', 'Password must include at least one lowercase letter.'],
    ['Abcdefgh-', 'Password must include at least one digit.'],
    ['Abcdefgh1', 'Password must include at least one special character.'],
  ] as const) {
    await newPassword.fill(typed)
    await confirmation.fill(typed)
    await button(page, 'Set password').click()
    await expect(newPassword).toHaveAccessibleDescription(new RegExp(message))
  }
  await newPassword.fill('Rocket-2026')
  await confirmation.fill('Rocket-2027')
  await button(page, 'Set password').click()
  await expect(page.getByText('Passwords do not match.').first()).toBeVisible()
  await confirmation.fill('Rocket-2026')
  await expectAccessible(page)
  await page.clock.install()
  await button(page, 'Set password').click()
  await expect(page.getByText('Password set successfully! Redirecting to login...').first()).toBeVisible()
  await page.clock.runFor(3100)
  await page.waitForURL('**/login')
  await page.goBack()
  await expect(page).not.toHaveURL(/set-password/)
  await page.goForward()
  await submitLogIn(page, 'dev@demo.test', 'Rocket-2026')
  await page.waitForURL('**/developer')

  for (const badLink of [link, link.replace(/.$/, link.endsWith('A') ? 'B' : 'A')]) {
    const late = await openPage(browser, badLink)
    await late.getByLabel('New password', { exact: true }).fill('Rocket-2028')
    await late.getByLabel('Confirm password').fill('Rocket-2028')
    await button(late, 'Set password').click()
    await expect(alert(late)).toHaveText('Invalid or expired link.')
  }
  for (const path of ['/set-password', '/set-password/abc']) {
    const bare = await openPage(browser, atrium.originOf('demo') + path)
    await expect(alert(bare)).toHaveText('Invalid or missing password reset link.')
    await bare.getByRole('link', { name: 'Ask for a new one' }).click()
    await expect(button(bare, 'Send link')).toBeVisible()
  }
})
