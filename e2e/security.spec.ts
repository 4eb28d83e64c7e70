// The sessions that people see and end, the mail about a new browser, and the log for administrators and the platform's owner.
import { readFile } from 'node:fs/promises'
import { type Browser, expect, type Page } from '@playwright/test'
import { atrium, callApi, demoPassword, expectAccessible, expectToFitWidth, logInAs, openPage, test } from './visit.ts'

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const phone = { width: 390, height: 844 }

/** Logs in with another browser. */
async function logInWith(userAgent: string, browser: Browser, email: string) {
  const page = await (await browser.newContext({ userAgent })).newPage()
  await page.goto(`${atrium.originOf('demo')}/favicon.svg`)
  await callApi(page, 'POST /api/token/', { email, password: demoPassword })
  return page
}
const sessions = (page: Page) => page.getByRole('list', { name: 'Sessions' }).getByRole('listitem')

test('somebody who gets a mail about an unknown browser ends its session, and the browser is logged out at once', {
  tag: '@quick',
}, async ({ browser }) => {
  const dev = await logInAs(browser, atrium, 'dev@demo.test')
  const stranger = await logInWith(firefox, browser, 'dev@demo.test')
  await stranger.goto(`${atrium.originOf('demo')}/developer`)
  await expect(stranger.getByRole('heading', { name: 'Your Projects & Tasks' })).toBeVisible()
  const mail = await atrium.waitForMail('dev@demo.test', /new browser/i)
  expect(mail.text).toContain('Firefox on Linux, from the address 127.0.0.1')

  await dev.goto(`${atrium.originOf('demo')}/profile`)
  await expect(sessions(dev)).toHaveCount(2)
  await expect(sessions(dev).first()).toContainText('This browser')
  for (const size of [{ width: 1440, height: 900 }, phone]) {
    await dev.setViewportSize(size)
    await expectToFitWidth(dev)
    await expectAccessible(dev)
  }
  await dev.getByRole('button', { name: 'End Firefox on Linux' }).press('Enter')
  await expect(dev.getByText('Session ended.')).toBeVisible()
  await expect(sessions(dev)).toHaveCount(1)
  await expect(dev.getByRole('list', { name: 'Sessions' })).toBeFocused()
  await stranger.waitForURL('**/login')
})

test('all other sessions end together, after a question, and this one stays', async ({ browser }) => {
  const others = [await logInWith(firefox, browser, 'pam@demo.test'), await logInWith(firefox, browser, 'pam@demo.test')]
  const pam = await logInAs(browser, atrium, 'pam@demo.test')
  await pam.goto(`${atrium.originOf('demo')}/profile`)
  await pam.getByRole('button', { name: 'Log out everywhere else' }).click()
  await pam.getByRole('button', { name: 'Cancel' }).click()
  await expect(sessions(pam)).toHaveCount(3)
  await pam.getByRole('button', { name: 'Log out everywhere else' }).click()
  await pam.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
  await expect(pam.getByText('Logged out everywhere else.')).toBeVisible()
  await expect(sessions(pam)).toHaveCount(1)
  for (const other of others) await expect(callApi(other, 'GET /api/me/')).rejects.toThrow(/401/)
})

test('an administrator finds in the log what happened, and saves it as a table', async ({ browser }) => {
  const visitor = await openPage(browser, `${atrium.originOf('demo')}/favicon.svg`)
  const guess = { email: 'hana@demo.test', password: 'Wrong-1' }
  await expect(callApi(visitor, 'POST /api/token/', guess)).rejects.toThrow(/401/)
  const ann = await logInAs(browser, atrium, 'ann@demo.test')
  await callApi(ann, 'PATCH /api/workspace/', { first_day: 0 })
  await ann.getByRole('link', { name: 'Security Log' }).click()
  const log = ann.getByRole('table', { name: 'Security log' })
  await expect(log.getByRole('row').nth(1)).toContainText(/Settings changed.*Ann.*First day of the week: Sunday.*127\.0\.0\.1/)
  await expectAccessible(ann)

  await ann.getByRole('searchbox', { name: 'Search events...' }).fill('hana')
  await expect(log.getByRole('row')).toHaveCount(2)
  await expect(log.getByRole('row').nth(1)).toContainText('Log-in failed')
  // The filters are part of the address, so that a list can be shared.
  await expect.poll(() => new URL(ann.url()).search).toContain('hana')
  await ann.reload()
  await expect(log.getByRole('row')).toHaveCount(2)
  const saving = ann.waitForEvent('download')
  await ann.getByRole('button', { name: 'Export as CSV' }).click()
  const file = await saving
  expect(file.suggestedFilename()).toMatch(/^demo-security-log-[\d-]{10}\.csv$/)
  const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n')
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain('Log-in failed,,hana@demo.test,127.0.0.1')

  await ann.setViewportSize(phone)
  await expect(ann.getByText('Log-in failed').last()).toBeVisible()
  await expectToFitWidth(ann)
  await expectAccessible(ann)
})

test('the platform’s owner sees the platform’s log, and others have no such page', async ({ browser }) => {
  const sol = await logInAs(browser, atrium, 'super@atrium.test')
  await sol.getByRole('link', { name: 'Security Log' }).click()
  const log = sol.getByRole('table', { name: 'Security log' })
  await expect(log.getByRole('row').nth(1)).toContainText(/Logged in.*Sol/)
  await expectAccessible(sol)
  const hana = await logInAs(browser, atrium, 'hana@demo.test')
  await expect(hana.getByRole('link', { name: 'Security Log' })).toHaveCount(0)
  await hana.goto(`${atrium.originOf('demo')}/tenant_admin/security-log`)
  await hana.waitForURL('**/unauthorized')
})
