// Sign-up of a workspace, with everything that can go wrong.
import { expect, type Page } from '@playwright/test'
import { linkIn } from './atrium.ts'
import { answering, atrium, expectAccessible, intercept, openPage, submitLogIn, test } from './visit.ts'

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const organizationField = (page: Page) => page.getByLabel('Organization name')
const subdomainField = (page: Page) => page.getByLabel('Subdomain')
const emailField = (page: Page) => page.getByLabel('Email', { exact: true })
const codeField = (page: Page) => page.getByLabel('Verification code')
const passwordField = (page: Page) => page.getByLabel('Password', { exact: true })
const alert = (page: Page) => page.getByRole('alert')
const expectText = (page: Page, text: string | RegExp) => expect(page.getByText(text).first()).toBeVisible()

/** Aborts calls of this path meanwhile. */
const aborting = (page: Page, path: string, act: () => Promise<unknown>) =>
  answering(page, `**${path}`, (route) => route.abort(), act)

async function waitForCode(address: string, before = 0) {
  return /\b\d{6}\b/.exec((await atrium.waitForMail(address, /code/i, before)).text ?? '')?.[0] ?? ''
}

const wrongCode = (digits: string) => String((Number(digits) + 1) % 1_000_000).padStart(6, '0')

test('the company step names what is missing, malformed or taken, and corrects what is typed', async ({ browser }) => {
  const page = await openPage(browser, `${atrium.mainOrigin}/signup`)
  await expect(page.getByRole('listitem').filter({ hasText: 'Company Details' })).toHaveAttribute('aria-current', 'step')
  await expect(page.getByRole('link', { name: 'Back to Home' })).toHaveAttribute('href', '/')
  await expect(page.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/login')
  await button(page, 'Next').click()
  await expect(page.getByText('This field is required')).toHaveCount(2)
  await expect(organizationField(page)).toBeFocused()

  await organizationField(page).fill('Globex')
  await expect(subdomainField(page)).toHaveValue('globex')
  await subdomainField(page).fill('Ac ME_-Ü9.')
  await expect(subdomainField(page)).toHaveValue('acme-9')
  await subdomainField(page).fill('x'.repeat(70))
  await expect(subdomainField(page)).toHaveValue('x'.repeat(63))
  for (const bad of ['ab', '-abc', 'abc-', 'a--b']) {
    await subdomainField(page).fill(bad)
    await button(page, 'Next').click()
    await expectText(page, 'Invalid subdomain format')
  }
  await expectAccessible(page)
  await subdomainField(page).fill('demo')
  await expectText(page, 'Subdomain not available')
  await button(page, 'Next').click()
  await expect(subdomainField(page)).toHaveAttribute('aria-invalid', 'true')
  await subdomainField(page).fill('globex')
  await organizationField(page).fill(' demo  COMPANY ')
  await expectText(page, 'Organization name already taken')
  await button(page, 'Next').click()
  await expectText(page, 'Organization name already taken')
  await expect(organizationField(page)).toBeVisible()
})

test('availability is requested once typing pauses, and only the answer for the current text counts', async ({ browser }) => {
  const page = await openPage(browser, `${atrium.mainOrigin}/signup`)
  const requested: string[] = []
  const answers: (() => void)[] = []
  await intercept(page, '**/api/tenants/check-availability/', async (route) => {
    requested.push((route.request().postDataJSON() as { subdomain: string }).subdomain)
    await new Promise<void>((resolve) => answers.push(resolve))
    await route.continue().catch(() => {})
  })
  await expectText(page, '3 to 63 letters, digits and hyphens.')
  // No pause is long enough until the clock goes on.
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  await organizationField(page).pressSequentially('Nova Works')
  await expect(subdomainField(page)).toHaveValue('nova-works')
  expect(requested).toEqual([])
  await page.clock.resume()
  await expectText(page, 'Checking availability…')
  await expect.poll(() => requested).toEqual(['nova-works'])
  await subdomainField(page).fill('demo')
  await expect.poll(() => requested).toEqual(['nova-works', 'demo'])
  answers[1]?.()
  await expectText(page, 'Subdomain not available')
  answers[0]?.()
  await subdomainField(page).fill('nova')
  await expect.poll(() => requested).toEqual(['nova-works', 'demo', 'nova'])
  await expectText(page, 'Checking availability…')
  answers[2]?.()
  await expectText(page, 'Subdomain is available')
})

test('a code proves the administrator’s address, a reload loses nothing, and a double click creates one workspace', async ({
  browser,
}) => {
  const page = await openPage(browser, `${atrium.mainOrigin}/signup`)
  await page.clock.install()
  await page.reload()
  await aborting(page, '/api/tenants/check-availability/', async () => {
    await organizationField(page).fill('Nova Works')
    await button(page, 'Next').click()
    await expect(page.getByLabel('Full name')).toBeVisible()
  })
  await button(page, 'Previous').click()
  await expect(organizationField(page)).toHaveValue('Nova Works')
  await button(page, 'Next').click()

  await expect(button(page, 'Create Workspace')).toHaveAttribute('aria-disabled', 'true')
  await expect(button(page, 'Create Workspace')).toHaveAccessibleDescription('Please verify your email')
  await button(page, 'Send Code').click()
  await expectText(page, 'This field is required')
  await button(page, 'Previous').click()
  await button(page, 'Next').click()
  await expect(page.getByLabel('Full name')).toBeVisible()
  await expect(page.getByText('This field is required')).toHaveCount(0)
  await page.getByLabel('Full name').fill('Nora Nova')
  await emailField(page).fill(' Nora@NOVA ')
  await expect(emailField(page)).toHaveValue('nora@nova')
  await button(page, 'Send Code').click()
  await expectText(page, 'Invalid email format')
  await emailField(page).fill('nora@nova.test')
  await aborting(page, '/api/tenants/send-otp/', async () => {
    await button(page, 'Send Code').click()
    await expectText(page, 'Server unreachable. Please try again later.')
    await expect(emailField(page)).toHaveValue('nora@nova.test')
  })
  await button(page, 'Send Code').click()
  await expectText(page, 'OTP sent successfully!')
  await expect(button(page, /^Wait \d+s$/)).toHaveAttribute('aria-disabled', 'true')
  await expectAccessible(page)

  const first = await waitForCode('nora@nova.test')
  await codeField(page).fill('12ab3')
  await expect(codeField(page)).toHaveValue('123')
  await button(page, 'Verify').click()
  await expectText(page, 'Enter 6-digit code')
  for (const left of ['4 attempts', '3 attempts', '2 attempts', '1 attempt']) {
    await codeField(page).fill('')
    await codeField(page).fill(wrongCode(first))
    await expectText(page, `Invalid code. ${left} left.`)
  }
  await codeField(page).fill('')
  await codeField(page).fill(wrongCode(first))
  await expectText(page, 'Too many attempts. Please resend code.')
  await expect(codeField(page)).toBeDisabled()

  await page.reload()
  await expect(page.getByLabel('Full name')).toHaveValue('Nora Nova')
  await expect(emailField(page)).toHaveValue('nora@nova.test')
  await expect(codeField(page)).toBeDisabled()
  for (const sent of [1, 2]) {
    await atrium.sql("update signup_codes set created_at = created_at - interval '61 seconds'")
    await page.clock.fastForward(61_000)
    await button(page, 'Resend Code').click()
    await expectText(page, 'OTP sent successfully!')
    await waitForCode('nora@nova.test', sent)
  }
  await page.clock.fastForward(61_000)
  await expect(button(page, 'Resend Code')).toHaveAttribute('aria-disabled', 'true')
  const other = await page.context().newPage()
  await other.goto(`${atrium.mainOrigin}/signup`)
  await organizationField(other).fill('Nova Others')
  await button(other, 'Next').click()
  await emailField(other).fill('nora@nova.test')
  await button(other, 'Send Code').click()
  await expectText(other, 'Too many requests. Please wait before trying again.')
  // Chromium draws a background page once a second, and a click waits for that.
  await other.close()

  const digits = await waitForCode('nora@nova.test', 2)
  await aborting(page, '/api/tenants/verify-otp/', async () => {
    await codeField(page).fill(digits)
    await expectText(page, 'Server unreachable. Please try again later.')
    await expect(codeField(page)).toHaveValue(digits)
  })
  await codeField(page).fill(` ${digits.slice(0, 3)}-${digits.slice(3)} `)
  await button(page, 'Verify').click()
  await expectText(page, 'Email verified successfully!')
  await expect(emailField(page)).toHaveJSProperty('readOnly', true)
  await page.reload()
  await expectText(page, 'Email verified successfully!')

  for (const [typed, message, metRules] of [
    ['', 'This field is required', 0],
    ['abc', 'At least 8 characters', 1],
    ['abcdefgh', 'One uppercase letter', 2],
    ['ABCDEFGH', 'One lowercase letter', 2],
    ['Abcdefgh', 'One number', 3],
  ] as const) {
    await passwordField(page).fill(typed)
    await expect(page.getByText(': met', { exact: true })).toHaveCount(metRules)
    await button(page, 'Create Workspace').click()
    await expect(passwordField(page)).toHaveAccessibleDescription(new RegExp(message))
  }
  await passwordField(page).fill('Brandnew1')
  await expect(page.getByText(': met', { exact: true })).toHaveCount(4)
  await expectAccessible(page)
  await aborting(page, '/api/tenants/signup/', async () => {
    await button(page, 'Create Workspace').click()
    await expect(alert(page)).toHaveText('Server unreachable. Please try again later.')
    await expect(passwordField(page)).toHaveValue('Brandnew1')
  })
  const signUps: string[] = []
  page.on('request', (request) => request.url().endsWith('/signup/') && signUps.push(request.method()))
  await button(page, 'Create Workspace').dblclick()
  await expectText(page, 'Workspace created! Login link sent to nora@nova.test')
  await expect(page.getByRole('link', { name: /nova-works\./ }).first()).toHaveAttribute(
    'href',
    new RegExp(`^${atrium.originOf('nova-works')}/login`),
  )
  expect(signUps).toEqual(['POST'])
  await page.clock.runFor(3100)
  await page.waitForURL(`${atrium.mainOrigin}/`)
  await page.goto(`${atrium.mainOrigin}/signup`)
  await expect(organizationField(page)).toHaveValue('')

  const owner = await openPage(browser, linkIn(await atrium.waitForMail('nora@nova.test', /ready|log in|workspace/i), '/login'))
  await submitLogIn(owner, 'nora@nova.test', 'Brandnew1')
  await owner.waitForURL(`${atrium.originOf('nova-works')}/tenant_admin`)
})

test('a name that somebody else takes meanwhile leads back to its step, and the rest stays', async ({ browser }) => {
  const page = await openPage(browser, `${atrium.mainOrigin}/signup`)
  await organizationField(page).fill('Late Company')
  await expectText(page, 'Subdomain is available')
  await button(page, 'Next').click()
  await page.getByLabel('Full name').fill('Lea Late')
  await emailField(page).fill('lea@late.test')
  await button(page, 'Send Code').click()
  await codeField(page).fill(await waitForCode('lea@late.test'))
  await expectText(page, 'Email verified successfully!')
  await passwordField(page).fill('Brandnew1')
  await atrium.sql("update tenants set name = 'Late Company', name_key = 'late company' where subdomain = 'demo'")
  await button(page, 'Create Workspace').click()
  await expectText(page, 'Organization name already taken')
  await organizationField(page).fill('Later Company')
  await button(page, 'Next').click()
  await expect(passwordField(page)).toHaveValue('Brandnew1')
  await button(page, 'Create Workspace').click()
  await expectText(page, 'Workspace created! Login link sent to lea@late.test')
  await button(page, 'Stay on this page').click()
  await expect(button(page, 'Stay on this page')).toBeHidden()
  await expectAccessible(page)
})
