// The platform's owner sees how the installation is.
import { expect } from '@playwright/test'
import { atrium, expectAccessible, expectToFitWidth, intercept, logInAs, test } from './visit.ts'

test('the super admin sees which checks fail and what to do, and checks again', async ({ browser }) => {
  const sam = await logInAs(browser, atrium, 'super@atrium.test')
  await sam.getByRole('link', { name: 'System Health' }).click()
  await expect(sam.getByRole('heading', { name: 'System Health' })).toBeVisible()
  await expect(sam.getByRole('status').filter({ hasText: /^All 15 checks passed/ })).toBeVisible()

  await intercept(sam, '**/api/system-health/', async (route) => {
    const response = await route.fetch()
    const { checked_at, findings } = await response.json()
    const remedy = 'Free space on the disk.'
    const changed = findings.map((finding: { name: string }) =>
      finding.name === 'Disk space' ? { ...finding, passed: false, detail: 'Only 0.1 GB are free.', remedy } : finding,
    )
    await route.fulfill({ response, json: { checked_at, findings: changed } })
  })
  await sam.getByRole('button', { name: 'Check again' }).press('Enter')
  await expect(sam.getByText('1 of 15 checks failed')).toBeVisible()
  await expect(sam.getByRole('row').nth(1)).toContainText('Free space on the disk.')
  for (const size of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    await sam.setViewportSize(size)
    await expect(sam.getByText('Free space on the disk.')).toBeVisible()
    await expectToFitWidth(sam)
    await expectAccessible(sam)
  }
})
