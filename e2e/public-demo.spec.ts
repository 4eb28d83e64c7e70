// The demonstration of a server in production, which strangers share.
import { expect } from '@playwright/test'
import { type Atrium, startAtrium } from './atrium.ts'
import { callApi, expectAccessible, expectToFitWidth, openPage, screens, ownTest as test } from './visit.ts'

test.use({ ignoreHTTPSErrors: true })

let atrium: Atrium
test.beforeAll(async () => {
  const environment = {
    NODE_ENV: 'production',
    SESSION_SECRET: 'bd41d0c7c9be2ad22c0b4e6b2f5a3c18',
    STRIPE_SECRET_KEY: 'sk_test_x',
    STRIPE_WEBHOOK_SECRET: 'whsec_x',
    DEMO: '1',
  }
  atrium = await startAtrium(environment, { domain: 'app.test', https: true, database: 'its own' })
})
test.afterAll(() => atrium.stop())

const about = 'You are looking around in the demonstration. It starts anew every night.'

test('a visitor looks around as each role and is told where they are', async ({ browser }) => {
  const page = await openPage(browser, atrium.mainOrigin)
  const expectToFitBoth = async () => {
    for (const [, size] of screens) {
      await page.setViewportSize(size)
      await expectToFitWidth(page)
      await expectAccessible(page)
    }
  }
  await expect(page.getByText('Then 29.00 USD for 30 days for your whole organisation').first()).toBeVisible()
  await page.getByRole('link', { name: 'Look around the demo' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Look around the demo' })).toBeVisible()
  await expect(page.getByText('Look around as …')).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveCount(0)
  await expectToFitBoth()
  for (const [name, path] of [
    ['Tenant Admin Ann Adams', '/tenant_admin'],
    ['Project Manager Pam Porter', '/project_manager'],
    ['Developer Dev Dalton', '/developer'],
    ['HR Hana Hill', '/hr'],
  ] as const) {
    const shown = await page.goto(`${atrium.originOf('demo')}/login`)
    // Search engines would list what strangers write there.
    expect(shown?.headers()['x-robots-tag']).toBe('noindex')
    await page.getByRole('button', { name }).click()
    await page.waitForURL(`**${path}`)
    await expect(page.getByText(about)).toBeVisible()
    await expect(page.getByRole('link', { name: 'Create your own workspace' })).toHaveAttribute(
      'href',
      `${atrium.mainOrigin}/signup`,
    )
    await expectToFitBoth()
    await page.context().clearCookies()
  }
})

test('a visitor who invites somebody, or pays, is told that this is not possible there', async ({ browser }) => {
  const page = await openPage(browser, `${atrium.originOf('demo')}/login`)
  await page.getByRole('button', { name: 'Tenant Admin Ann Adams' }).click()
  await page.waitForURL('**/tenant_admin')
  await page.goto(`${atrium.originOf('demo')}/tenant_admin/employees?add=developer`)
  const form = page.getByRole('dialog')
  await form.getByLabel('Full name').fill('Una Stranger')
  for (const label of ['Email', 'Confirm Email']) await form.getByLabel(label, { exact: true }).fill('una@example.test')
  await form.getByLabel('Job title').fill('Engineer')
  await form.getByLabel('Department').selectOption('Engineering')
  await form.getByRole('button', { name: 'Add Employee' }).click()
  await expect(form.getByText('This is not possible in the demonstration.')).toBeVisible()

  await page.goto(`${atrium.originOf('demo')}/billing`)
  await page.getByRole('button', { name: 'Pay now' }).click()
  await expect(page.getByText('This is not possible in the demonstration.').first()).toBeVisible()
})

test('a visitor who attaches a file is told that this is not possible there', async ({ browser }) => {
  const page = await openPage(browser, `${atrium.originOf('demo')}/login`)
  await page.getByRole('button', { name: 'Project Manager Pam Porter' }).click()
  await page.waitForURL('**/project_manager')
  const { results } = await callApi<{ results: { id: number }[] }>(page, 'GET /api/tasks/?limit=1')
  await page.goto(`${atrium.originOf('demo')}/project_manager/tasks/${results[0]?.id}`)
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Attach files' }).click()
  await (await choosing).setFiles([{ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('words') }])
  const file = page.getByRole('region', { name: 'Uploads' }).getByRole('listitem')
  await expect(file).toContainText('This is not possible in the demonstration.')
  await expect(file.getByRole('button')).toHaveCount(1)
})

test('in the morning the open page leads to the log-in page, and the demonstration is as it was', async ({ browser }) => {
  const page = await openPage(browser, `${atrium.originOf('demo')}/login`)
  await page.getByRole('button', { name: 'Project Manager Pam Porter' }).click()
  await page.waitForURL('**/project_manager')
  await page.evaluate(
    `fetch('/api/projects/', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"name":"Rude words"}' })`,
  )
  await expect(page.getByText('Rude words').first()).toBeVisible()

  await atrium.sql(`update tenants set trial_ends_on = trial_ends_on - 2 where is_public_demo`)
  await atrium.restart()
  await expect(page.getByRole('status').filter({ hasText: 'Your visit has ended' })).toBeVisible({ timeout: 30_000 })
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Project Manager Pam Porter' }).click()
  await page.waitForURL('**/project_manager')
  await expect(page.getByText('Website relaunch').first()).toBeVisible()
  await expect(page.getByText('Rude words')).toHaveCount(0)
})
