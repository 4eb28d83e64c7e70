// Founding a workspace, message by message, with everything that goes wrong on the way.
import { expect, type Page } from '@playwright/test'
import { type Atrium, linkIn, startAtrium } from './atrium.ts'
import { accessible, logIn, open, test } from './visit.ts'

let atrium: Atrium
test.beforeAll(async () => {
  atrium = await startAtrium()
})
test.afterAll(() => atrium.stop())

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const name = (page: Page) => page.getByLabel('Organization name')
const subdomain = (page: Page) => page.getByLabel('Subdomain')
const email = (page: Page) => page.getByLabel('Email', { exact: true })
const code = (page: Page) => page.getByLabel('Verification code')
const secret = (page: Page) => page.getByLabel('Password', { exact: true })
const alert = (page: Page) => page.getByRole('alert')
const said = (page: Page, text: string | RegExp) => expect(page.getByText(text).first()).toBeVisible()

/** No answer to calls of this path, until it is undone. */
async function cut(page: Page, path: string) {
  await page.route(`**${path}`, (route) => route.abort())
  return () => page.unroute(`**${path}`)
}

async function codeSentTo(address: string, before = 0) {
  return /\b\d{6}\b/.exec((await atrium.mailTo(address, /code/i, before)).text ?? '')?.[0] ?? ''
}

const wrong = (digits: string) => String((Number(digits) + 1) % 1_000_000).padStart(6, '0')

test('the company: what is missing, badly formed or taken is said, and what is typed is put right', async ({ browser }) => {
  const page = await open(browser, `${atrium.main}/signup`)
  await expect(page.getByRole('listitem').filter({ hasText: 'Company Details' })).toHaveAttribute('aria-current', 'step')
  await expect(page.getByRole('link', { name: 'Back to Home' })).toHaveAttribute('href', '/')
  await expect(page.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/login')
  await button(page, 'Next').click()
  await expect(page.getByText('This field is required')).toHaveCount(2)
  await expect(name(page)).toBeFocused()

  await name(page).fill('Globex')
  await expect(subdomain(page)).toHaveValue('globex')
  await subdomain(page).fill('Ac ME_-Ü9.')
  await expect(subdomain(page)).toHaveValue('acme-9')
  await subdomain(page).fill('x'.repeat(70))
  await expect(subdomain(page)).toHaveValue('x'.repeat(63))
  for (const bad of ['ab', '-abc', 'abc-', 'a--b']) {
    await subdomain(page).fill(bad)
    await button(page, 'Next').click()
    await said(page, 'Invalid subdomain format')
  }
  await accessible(page)
  await subdomain(page).fill('demo')
  await said(page, 'Subdomain not available')
  await button(page, 'Next').click()
  await expect(subdomain(page)).toHaveAttribute('aria-invalid', 'true')
  await subdomain(page).fill('globex')
  await name(page).fill(' demo  COMPANY ')
  await said(page, 'Organization name already taken')
  await button(page, 'Next').click()
  await said(page, 'Organization name already taken')
  await expect(name(page)).toBeVisible()
})

test('availability is asked for once typing pauses, and only the answer to what stands there counts', async ({ browser }) => {
  const page = await open(browser, `${atrium.main}/signup`)
  const asked: string[] = []
  const answers: (() => void)[] = []
  await page.route('**/api/tenants/check-availability/', async (route) => {
    asked.push((route.request().postDataJSON() as { subdomain: string }).subdomain)
    await new Promise<void>((go) => answers.push(go))
    await route.continue().catch(() => {})
  })
  await said(page, '3 to 63 letters, digits and hyphens.')
  await name(page).pressSequentially('Nova Works')
  await said(page, 'Checking availability…')
  await expect.poll(() => asked).toEqual(['nova-works'])
  await subdomain(page).fill('demo')
  await expect.poll(() => asked).toEqual(['nova-works', 'demo'])
  answers[1]?.()
  await said(page, 'Subdomain not available')
  answers[0]?.()
  await subdomain(page).fill('nova')
  await expect.poll(() => asked).toEqual(['nova-works', 'demo', 'nova'])
  await said(page, 'Checking availability…')
  answers[2]?.()
  await said(page, 'Subdomain is available')
})

test('the administrator: a code proves the address, a reload loses nothing, and a double click founds one workspace', async ({
  browser,
}) => {
  const page = await open(browser, `${atrium.main}/signup`)
  await page.clock.install()
  await page.reload()
  let uncut = await cut(page, '/api/tenants/check-availability/')
  await name(page).fill('Nova Works')
  await button(page, 'Next').click()
  await uncut()
  await button(page, 'Previous').click()
  await expect(name(page)).toHaveValue('Nova Works')
  await button(page, 'Next').click()

  await expect(button(page, 'Create Workspace')).toHaveAttribute('aria-disabled', 'true')
  await expect(button(page, 'Create Workspace')).toHaveAccessibleDescription('Please verify your email')
  await button(page, 'Send Code').click()
  await said(page, 'This field is required')
  await button(page, 'Previous').click()
  await button(page, 'Next').click()
  await expect(page.getByText('This field is required')).toHaveCount(0)
  await page.getByLabel('Full name').fill('Nora Nova')
  await email(page).fill(' Nora@NOVA ')
  await expect(email(page)).toHaveValue('nora@nova')
  await button(page, 'Send Code').click()
  await said(page, 'Invalid email format')
  await email(page).fill('nora@nova.test')
  uncut = await cut(page, '/api/tenants/send-otp/')
  await button(page, 'Send Code').click()
  await said(page, 'Server unreachable. Please try again later.')
  await expect(email(page)).toHaveValue('nora@nova.test')
  await uncut()
  await button(page, 'Send Code').click()
  await said(page, 'OTP sent successfully!')
  await expect(button(page, /^Wait \d+s$/)).toHaveAttribute('aria-disabled', 'true')
  await accessible(page)

  const first = await codeSentTo('nora@nova.test')
  await code(page).fill('12ab3')
  await expect(code(page)).toHaveValue('123')
  await button(page, 'Verify').click()
  await said(page, 'Enter 6-digit code')
  for (const left of ['4 attempts', '3 attempts', '2 attempts', '1 attempt']) {
    await code(page).fill('')
    await code(page).fill(wrong(first))
    await said(page, `Invalid code. ${left} left.`)
  }
  await code(page).fill('')
  await code(page).fill(wrong(first))
  await said(page, 'Too many attempts. Please resend code.')
  await expect(code(page)).toBeDisabled()

  await page.reload()
  await expect(page.getByLabel('Full name')).toHaveValue('Nora Nova')
  await expect(email(page)).toHaveValue('nora@nova.test')
  await expect(code(page)).toBeDisabled()
  for (const sent of [1, 2]) {
    await atrium.sql("update signup_codes set created_at = created_at - interval '61 seconds'")
    await page.clock.fastForward(61_000)
    await button(page, 'Resend Code').click()
    await said(page, 'OTP sent successfully!')
    await codeSentTo('nora@nova.test', sent)
  }
  await page.clock.fastForward(61_000)
  await expect(button(page, 'Resend Code')).toHaveAttribute('aria-disabled', 'true')
  const other = await page.context().newPage()
  await other.goto(`${atrium.main}/signup`)
  await name(other).fill('Nova Others')
  await button(other, 'Next').click()
  await email(other).fill('nora@nova.test')
  await button(other, 'Send Code').click()
  await said(other, 'Too many requests. Please wait before trying again.')
  // A page behind another one is drawn once a second, and each click waits for that.
  await other.close()

  const digits = await codeSentTo('nora@nova.test', 2)
  uncut = await cut(page, '/api/tenants/verify-otp/')
  await code(page).fill(digits)
  await said(page, 'Server unreachable. Please try again later.')
  await expect(code(page)).toHaveValue(digits)
  await uncut()
  await code(page).fill(` ${digits.slice(0, 3)}-${digits.slice(3)} `)
  await button(page, 'Verify').click()
  await said(page, 'Email verified successfully!')
  await expect(email(page)).toHaveJSProperty('readOnly', true)
  await page.reload()
  await said(page, 'Email verified successfully!')

  for (const [typed, message, met] of [
    ['', 'This field is required', 0],
    ['abc', 'At least 8 characters', 1],
    ['abcdefgh', 'One uppercase letter', 2],
    ['ABCDEFGH', 'One lowercase letter', 2],
    ['Abcdefgh', 'One number', 3],
  ] as const) {
    await secret(page).fill(typed)
    await expect(page.getByText(': met', { exact: true })).toHaveCount(met)
    await button(page, 'Create Workspace').click()
    await expect(secret(page)).toHaveAccessibleDescription(new RegExp(message))
  }
  await secret(page).fill('Brandnew1')
  await expect(page.getByText(': met', { exact: true })).toHaveCount(4)
  await accessible(page)
  uncut = await cut(page, '/api/tenants/signup/')
  await button(page, 'Create Workspace').click()
  await expect(alert(page)).toHaveText('Server unreachable. Please try again later.')
  await expect(secret(page)).toHaveValue('Brandnew1')
  await uncut()
  const founded: string[] = []
  page.on('request', (request) => request.url().endsWith('/signup/') && founded.push(request.method()))
  await button(page, 'Create Workspace').dblclick()
  await said(page, 'Workspace created! Login link sent to nora@nova.test')
  await expect(page.getByRole('link', { name: /nova-works\./ }).first()).toHaveAttribute(
    'href',
    new RegExp(`^${atrium.at('nova-works')}/login`),
  )
  expect(founded).toEqual(['POST'])
  await page.clock.runFor(3100)
  await page.waitForURL(`${atrium.main}/`)
  await page.goto(`${atrium.main}/signup`)
  await expect(name(page)).toHaveValue('')

  const owner = await open(browser, linkIn(await atrium.mailTo('nora@nova.test', /ready|log in|workspace/i), '/login'))
  await logIn(owner, 'nora@nova.test', 'Brandnew1')
  await owner.waitForURL(`${atrium.at('nova-works')}/tenant_admin`)
})

test('a name that somebody else takes meanwhile leads back to it, and the rest stays', async ({ browser }) => {
  const page = await open(browser, `${atrium.main}/signup`)
  await name(page).fill('Late Company')
  await said(page, 'Subdomain is available')
  await button(page, 'Next').click()
  await page.getByLabel('Full name').fill('Lea Late')
  await email(page).fill('lea@late.test')
  await button(page, 'Send Code').click()
  await code(page).fill(await codeSentTo('lea@late.test'))
  await said(page, 'Email verified successfully!')
  await secret(page).fill('Brandnew1')
  await atrium.sql("update tenants set name = 'Late Company', name_key = 'late company' where subdomain = 'demo'")
  await button(page, 'Create Workspace').click()
  await said(page, 'Organization name already taken')
  await name(page).fill('Later Company')
  await button(page, 'Next').click()
  await expect(secret(page)).toHaveValue('Brandnew1')
  await button(page, 'Create Workspace').click()
  await said(page, 'Workspace created! Login link sent to lea@late.test')
  await button(page, 'Stay on this page').click()
  await expect(button(page, 'Stay on this page')).toBeHidden()
  await accessible(page)
})
