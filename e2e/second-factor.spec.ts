// A second factor: set up, asked for, required and reset, with an app's codes and with a real passkey of the browser.
import { type Browser, type CDPSession, expect, type Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import {
  atrium,
  callApi,
  demoPassword,
  expectAccessible,
  expectToFitWidth,
  logInAs,
  openPage,
  submitLogIn,
  test,
  typeInto,
} from './visit.ts'

const phone = { width: 390, height: 844 }
const codeOf = (key: string, periods = 0) =>
  new TOTP({ secret: Secret.fromBase32(key.replaceAll(' ', '')) }).generate({ timestamp: Date.now() + periods * 30_000 })

/** Gives the page's browser a device that answers for a passkey. */
async function givePasskeys(page: Page) {
  const session: CDPSession = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  const options = { protocol: 'ctap2', transport: 'internal', hasUserVerification: true, isUserVerified: true } as const
  await session.send('WebAuthn.addVirtualAuthenticator', { options: { ...options, automaticPresenceSimulation: true } })
}

const factors = (page: Page) => page.getByRole('list', { name: 'Second factors' }).getByRole('listitem')
const dialog = (page: Page) => page.getByRole('dialog')

/** Adds an app in the dialog, and returns its key. The code of the next half minute, which counts already, stays unused. */
async function addApp(page: Page) {
  await page.getByRole('button', { name: 'Add an app' }).click()
  await dialog(page).getByLabel('Your password').fill(demoPassword)
  await dialog(page).getByLabel('Your password').press('Enter')
  await expect(page.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible()
  const key = (await dialog(page).getByRole('code').textContent()) ?? ''
  await dialog(page).getByLabel('Code', { exact: true }).fill(codeOf(key))
  await dialog(page).getByLabel('Code', { exact: true }).press('Enter')
  return key
}

async function openLogIn(browser: Browser, email: string) {
  const page = await openPage(browser, `${atrium.originOf('demo')}/login`)
  await submitLogIn(page, email)
  return page
}

test('a person adds an app, keeps the recovery codes, and confirms the next log-in with a code', async ({ browser }) => {
  const dev = await logInAs(browser, atrium, 'dev@demo.test')
  await dev.goto(`${atrium.originOf('demo')}/profile`)
  await dev.getByRole('button', { name: 'Add an app' }).click()
  await dialog(dev).getByLabel('Your password').fill('Wrong-1')
  await dialog(dev).getByLabel('Your password').press('Enter')
  await expect(dialog(dev).getByText('Current password is incorrect.')).toBeVisible()
  await expectAccessible(dev)
  await dialog(dev).getByLabel('Your password').press('Escape')
  await dev.getByRole('button', { name: 'Confirm' }).click()

  const key = await addApp(dev)
  const codes = dev.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  const recovery = (await codes.first().textContent()) ?? ''
  await expectAccessible(dev)
  await dev.setViewportSize(phone)
  await expectToFitWidth(dev)
  await dialog(dev).getByRole('button', { name: 'Done' }).click()
  await expect(factors(dev)).toHaveText([/My phone/])
  await expectToFitWidth(dev)
  await atrium.waitForMail('dev@demo.test', /New second factor/)

  const again = await openLogIn(browser, 'dev@demo.test')
  await expect(again.getByRole('heading', { name: 'Confirm that it is you' })).toBeVisible()
  await expect(again.getByLabel('Code')).toBeFocused()
  await expectAccessible(again)
  await typeInto(again.getByLabel('Code'), '000000')
  await again.getByLabel('Code').press('Enter')
  await expect(again.getByText('This code is not right, or has been used.')).toBeVisible()
  await again.getByLabel('Code').fill(codeOf(key, 1))
  await again.getByLabel('Code').press('Enter')
  await again.waitForURL('**/developer')

  const withoutPhone = await openLogIn(browser, 'dev@demo.test')
  await withoutPhone.setViewportSize(phone)
  await expectToFitWidth(withoutPhone)
  await withoutPhone.getByLabel('Code').fill(recovery)
  await withoutPhone.getByLabel('Code').press('Enter')
  await withoutPhone.waitForURL('**/developer')

  await dev.getByRole('button', { name: 'Remove My phone' }).click()
  await dialog(dev).getByLabel('Your password').fill(demoPassword)
  await dialog(dev).getByRole('button', { name: 'Remove' }).click()
  await expect(factors(dev)).toHaveCount(0)
  await expect(dev.getByRole('button', { name: 'Add an app' })).toBeFocused()
})

test('a passkey of the browser confirms a log-in', async ({ browser }) => {
  const pam = await logInAs(browser, atrium, 'pam@demo.test')
  await givePasskeys(pam)
  await pam.goto(`${atrium.originOf('demo')}/profile`)
  await pam.getByRole('button', { name: 'Add a passkey' }).click()
  await expectAccessible(pam)
  await dialog(pam).getByLabel('Your password').fill(demoPassword)
  await dialog(pam).getByLabel('Your password').press('Enter')
  await dialog(pam).getByRole('button', { name: 'Done' }).click()
  await expect(factors(pam)).toHaveText([/This device/])

  await callApi(pam, 'POST /api/logout/')
  await pam.goto(`${atrium.originOf('demo')}/login`)
  await submitLogIn(pam, 'pam@demo.test')
  await expect(pam.getByRole('button', { name: 'Use a passkey' })).toBeFocused()
  await expectAccessible(pam)
  await pam.getByRole('button', { name: 'Use a passkey' }).press('Enter')
  await pam.waitForURL('**/project_manager')
})

test('a workspace that requires one leads everybody who has none to it, and then on', async ({ browser }) => {
  const ann = await logInAs(browser, atrium, 'ann@demo.test')
  const hana = await logInAs(browser, atrium, 'hana@demo.test')
  await ann.goto(`${atrium.originOf('demo')}/tenant_admin/settings`)
  await ann.getByRole('switch', { name: 'Require a second factor' }).click()
  await dialog(ann).getByRole('button', { name: 'Confirm' }).click()
  await expect(ann.getByText('Set up a second factor of your own first, in your profile.')).toBeVisible()
  await ann.goto(`${atrium.originOf('demo')}/profile`)
  await addApp(ann)
  await dialog(ann).getByRole('button', { name: 'Done' }).click()
  await ann.goto(`${atrium.originOf('demo')}/tenant_admin/settings`)
  await ann.getByRole('switch', { name: 'Require a second factor' }).click()
  await dialog(ann).getByRole('button', { name: 'Confirm' }).click()
  await expect(ann.getByRole('switch', { name: 'Require a second factor' })).toBeChecked()
  await expectAccessible(ann)

  await hana.goto(`${atrium.originOf('demo')}/hr`)
  await hana.waitForURL('**/second-factor')
  await expect(hana.getByRole('heading', { name: 'Set up a second factor' })).toBeVisible()
  await expectAccessible(hana)
  await hana.setViewportSize(phone)
  await expectToFitWidth(hana)
  await addApp(hana)
  await dialog(hana).getByRole('button', { name: 'Done' }).click()
  await hana.waitForURL('**/hr')
  await expect(hana.getByRole('heading', { level: 1 })).toBeVisible()
})

test('an administrator resets the second factor of somebody who has lost it, with their own password', async ({ browser }) => {
  const hana = await logInAs(browser, atrium, 'hana@demo.test')
  await hana.goto(`${atrium.originOf('demo')}/profile`)
  await addApp(hana)
  await dialog(hana).getByRole('button', { name: 'Done' }).click()
  const ann = await logInAs(browser, atrium, 'ann@demo.test')
  await ann.goto(`${atrium.originOf('demo')}/tenant_admin/employees`)
  const reset = ann.getByRole('button', { name: 'Reset the second factor of Hana Hill' })
  await reset.click()
  await typeInto(dialog(ann).getByLabel('Your password'), 'Wrong-password-1')
  await dialog(ann).getByRole('button', { name: 'Reset Second Factor' }).click()
  await expect(dialog(ann).getByText('Current password is incorrect.')).toBeVisible()
  await expectAccessible(ann)
  // Somebody turns their phone.
  await ann.setViewportSize(phone)
  await expectToFitWidth(ann)
  await dialog(ann).getByLabel('Your password').fill(demoPassword)
  await dialog(ann).getByLabel('Your password').press('Enter')
  await expect(ann.getByText('Hana Hill logs in with the password alone now.')).toBeVisible()
  await expect(reset).toHaveCount(0)
  await hana.waitForURL('**/login')
})
