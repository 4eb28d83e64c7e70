// The demonstration, which anybody may look around in.
import { expect } from '@playwright/test'
import { type Atrium, startAtrium } from './atrium.ts'
import { expectAccessible, expectToFitWidth, openPage, ownTest as test } from './visit.ts'

let atrium: Atrium

test.beforeAll(async () => {
  atrium = await startAtrium({ DEMO: '1' }, { database: 'its own' })
})
test.afterAll(() => atrium.stop())

test('the landing page leads to the demonstration, which one click opens as each role', async ({ browser }) => {
  const page = await openPage(browser, atrium.mainOrigin)
  await expect(page.getByText('Then 29.00 USD for 30 days for your whole organisation').first()).toBeVisible()
  await page.getByRole('link', { name: 'Look around the demo' }).first().click()
  await expect(page.getByText('Look around as …')).toBeVisible()
  await expectAccessible(page)
  for (const [name, path, seen] of [
    ['Tenant Admin Ann Adams', '/tenant_admin', 'Billing migration'],
    ['Project Manager Pam Porter', '/project_manager', 'Write the run book'],
    ['Developer Dev Dalton', '/developer', 'Check the forms'],
    ['HR Hana Hill', '/hr', 'Employees'],
  ] as const) {
    await page.getByRole('button', { name }).click()
    await page.waitForURL(`**${path}`)
    await expect(page.getByText(seen).first()).toBeVisible()
    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(page.getByText('Look around as …')).toBeVisible()
  }
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByRole('button', { name: 'HR Hana Hill' })).toBeVisible()
  await expectToFitWidth(page)
})

test('a demonstration of last month is moved to today', async ({ browser }) => {
  await atrium.sql(`update tenants set trial_ends_on = trial_ends_on - 28 where subdomain = 'demo';
    update subtasks set due_date = due_date - 28, done_at = done_at - interval '28 days', created_at = created_at - interval '28 days';
    update chat_messages set created_at = created_at - interval '28 days'`)
  await atrium.restart()
  const page = await openPage(browser, `${atrium.originOf('demo')}/login`)
  await page.getByRole('button', { name: 'Developer Dev Dalton' }).click()
  await expect(page.getByRole('region', { name: /^Due today/ })).toBeVisible()
  await expect(page.getByRole('region', { name: /^Done today/ })).toBeVisible()
})
