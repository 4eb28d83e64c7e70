// Who gets in where, who is turned away with which words, and how a session ends.
import AxeBuilder from '@axe-core/playwright'
import { expect, test } from '@playwright/test'
import { type Atrium, seriousIn, startAtrium } from './atrium.ts'
import { enter, logIn, open } from './visit.ts'

let atrium: Atrium

test.beforeAll(async () => {
  atrium = await startAtrium({ DEMO: '1' })
})
test.afterAll(() => atrium.stop())

test('a log-in is refused with its reason, and the typed address stays', async ({ browser }) => {
  const page = await open(browser, `${atrium.at('demo')}/login`)
  await logIn(page, 'PAM@demo.test', 'wrong')
  await expect(page.getByText('No active account found with the given credentials')).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue('pam@demo.test')
  await logIn(page, 'nobody@demo.test')
  await expect(page.getByText('No active account found with the given credentials')).toBeVisible()
  await logIn(page, 'super@atrium.test')
  await expect(page.getByText('Super Admin must log in from the main domain')).toBeVisible()
  await page.context().setOffline(true)
  await logIn(page, 'pam@demo.test')
  await expect(page.getByText('Server unreachable. Please try again later.')).toBeVisible()
  await page.context().setOffline(false)

  const main = await open(browser, `${atrium.main}/login`)
  await logIn(main, 'pam@demo.test')
  await expect(main.getByText('Tenant users must log in from their workspace subdomain.')).toBeVisible()
  expect(seriousIn(await new AxeBuilder({ page: main }).analyze())).toEqual([])
})

test('each role lands on its own page and is kept from the others', async ({ browser }) => {
  for (const [email, home] of [
    ['ann@demo.test', '/tenant_admin'],
    ['pam@demo.test', '/project_manager'],
    ['dev@demo.test', '/developer'],
    ['hana@demo.test', '/hr'],
  ] as const) {
    const page = await enter(browser, atrium, email)
    for (const other of ['/tenant_admin', '/project_manager', '/developer', '/hr', '/super_admin'].filter(
      (path) => path !== home,
    )) {
      await page.goto(`${atrium.at('demo')}${other}`)
      await page.waitForURL('**/unauthorized')
    }
    await page.goto(`${atrium.at('demo')}/login`)
    await page.waitForURL(`**${home}`)
    await page.goto(`${atrium.at('demo')}/signup`)
    await expect(page.getByText('Page Not Found')).toBeVisible()
    await page.context().close()
  }
  const stranger = await open(browser, `${atrium.at('demo')}/developer`)
  await stranger.waitForURL('**/login')
})

test('a host that is no workspace says so and shows the way', async ({ browser }) => {
  const page = await open(browser, `${atrium.at('nobody')}/login`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/workspace/i)
  expect(seriousIn(await new AxeBuilder({ page }).analyze())).toEqual([])
  expect(await page.getByRole('link').first().getAttribute('href')).toContain(atrium.main)
})

test('logging out in one tab logs out the other', async ({ browser }) => {
  const page = await enter(browser, atrium, 'dev@demo.test')
  const tab = await page.context().newPage()
  await tab.goto(`${atrium.at('demo')}/developer`)
  await expect(tab.getByRole('heading', { level: 1 })).toHaveText('Your Projects & Tasks')
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.waitForURL('**/login')
  await tab.waitForURL('**/login')
})

test('a blocked workspace shuts its people out at once, and lets them log in again after', async ({ browser }) => {
  const manager = await enter(browser, atrium, 'pam@demo.test')
  const owner = await enter(browser, atrium, 'super@atrium.test')
  const row = owner.getByRole('row', { name: /Demo Company/ })
  await row.getByRole('button', { name: /^Block/ }).click()
  await owner.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await row.getByRole('button', { name: /^Block/ }).click()
  await owner.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
  await expect(row.getByRole('button', { name: /^Unblock/ })).toBeVisible()
  await manager.getByRole('link', { name: /Website relaunch/ }).click()
  await expect(manager.getByText(/has been blocked|workspace blocked/i).first()).toBeVisible()
  await row.getByRole('button', { name: /^Unblock/ }).click()
  await owner.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
  await expect(row.getByRole('button', { name: /^Block/ })).toBeVisible()
  await manager.goto(`${atrium.at('demo')}/project_manager`)
  await manager.waitForURL('**/login')
  await logIn(manager, 'pam@demo.test')
  await manager.waitForURL('**/project_manager')
})
