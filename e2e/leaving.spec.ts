// An administrator takes the workspace's data along, and deletes the workspace.
import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import { answering, atrium, demoPassword, expectAccessible, expectToFitWidth, logInAs, refusing, stored, test } from './visit.ts'

const phone = { width: 390, height: 844 }
const exportCall = '**/api/workspace/export/'
const exportButton = (page: Page) => page.getByRole('button', { name: 'Export All Data' })
const openSettings = (page: Page) => page.goto(`${atrium.originOf('demo')}/tenant_admin/settings`)

test('an administrator exports everything, and is told when it fails or is refused', async ({ browser }) => {
  const ann = await logInAs(browser, atrium, 'ann@demo.test')
  await openSettings(ann)
  const [file] = await Promise.all([ann.waitForEvent('download'), exportButton(ann).click()])
  expect(file.suggestedFilename()).toMatch(/^demo-\d{4}-\d\d-\d\d\.jsonl$/)
  const lines = readFileSync(await file.path(), 'utf8')
    .trimEnd()
    .split('\n')
  const header = JSON.parse(lines[0] ?? '') as { tables: { rows: number }[] }
  expect(lines).toHaveLength(2 + header.tables.reduce((sum, { rows }) => sum + rows, 0))
  expect(lines.join()).toContain('Website relaunch')
  await expect(ann.getByText('Everything has been exported.')).toBeVisible()

  const failed = ann.getByRole('alert')
  const refused = async () => {
    await exportButton(ann).click()
    await expect(failed).toHaveText('An export is running already.')
  }
  await refusing(ann, exportCall, refused, 'An export is running already.')
  const unreachable = async () => {
    await exportButton(ann).click()
    await expect(failed).toHaveText('Server unreachable. Please try again later.')
  }
  await answering(ann, exportCall, (route) => route.abort(), unreachable)

  const gate = Promise.withResolvers<void>()
  const hold: Parameters<typeof answering>[2] = async (route) => {
    await gate.promise
    await route.abort().catch(() => undefined)
  }
  await answering(ann, exportCall, hold, async () => {
    await exportButton(ann).click()
    await expect(ann.getByRole('status').filter({ hasText: 'Exporting…' })).toBeVisible()
    await ann.setViewportSize(phone)
    await expectToFitWidth(ann)
    await expectAccessible(ann)
    await ann.getByRole('button', { name: 'Cancel' }).click()
    await expect(ann.getByText('Exporting…')).toHaveCount(0)
    await expect(failed).toHaveCount(0)
    gate.resolve()
  })
})

test('deleting the workspace takes its name and the password, and then it is gone for everybody', async ({ browser }) => {
  const [ann, dev] = [await logInAs(browser, atrium, 'ann@demo.test'), await logInAs(browser, atrium, 'dev@demo.test')]
  await ann.setViewportSize(phone)
  await openSettings(ann)
  await ann.getByRole('button', { name: 'Delete Workspace' }).click()
  const dialog = ann.getByRole('dialog', { name: 'Delete Demo Company' })
  await expect(dialog.getByText('4 employees and 2 projects')).toBeVisible()
  await expectToFitWidth(ann)
  await expectAccessible(ann)
  const submit = dialog.getByRole('button', { name: 'Delete for Good' })
  await dialog.getByLabel('Type demo to confirm').fill('demonstration')
  await dialog.getByLabel('Your password').fill('wrong')
  await submit.click()
  await expect(dialog.getByText('Type demo to confirm.')).toBeVisible()
  await expect(dialog.getByLabel('Type demo to confirm')).toBeFocused()
  await dialog.getByLabel('Type demo to confirm').fill(' Demo')
  await submit.click()
  await expect(dialog.getByText('Current password is incorrect.')).toBeVisible()
  await expectAccessible(ann)
  await dialog.getByLabel('Your password').fill(demoPassword)
  await dialog.getByLabel('Your password').press('Enter')
  await expect(ann.getByRole('heading', { level: 1, name: 'Workspace deleted' })).toBeVisible()
  await expectAccessible(ann)
  await expect.poll(() => stored(ann)).toBe('')

  await dev.reload()
  await expect(dev.getByRole('heading', { level: 1, name: 'Workspace not found' })).toBeVisible()
  await atrium.waitForMail('ann@demo.test', /The workspace Demo Company has been deleted/)
  await expect.poll(async () => (await fetch(`${atrium.mainOrigin}/readyz`)).status, { message: 'the server goes on' }).toBe(200)
})
