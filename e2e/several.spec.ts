// Adding people from a list: what is wrong with it, correcting it, and everybody at once.
import { expect, type Page } from '@playwright/test'
import { atrium, expectAccessible, logInAs, test } from './visit.ts'

async function openDialog(page: Page) {
  await page.getByRole('link', { name: 'Employees', exact: true }).click()
  await page.getByRole('button', { name: 'Add Several' }).click()
  return page.getByRole('dialog', { name: 'Add Several People' })
}

test('the admin pastes a list, corrects what is wrong, and everybody is invited at once', { tag: '@quick' }, async ({
  browser,
}) => {
  const ann = await logInAs(browser, atrium, 'ann@demo.test')
  const dialog = await openDialog(ann)
  const list = dialog.getByLabel('List of people')
  await dialog.getByRole('button', { name: 'Check the List' }).click()
  await expect(dialog.getByText('This field is required')).toBeVisible()
  await list.fill(
    'Nora Lind\tnora@demo.example\tproject manager\t\tProduct\nTheo Park\ttheo@demo\tDeveloper\tNorah Lind\tEngineering',
  )
  await dialog.getByRole('button', { name: 'Check the List' }).click()
  await expect(dialog.getByText('1 of 2 lines needs a correction. Nobody has been added.')).toBeVisible()
  await expect(dialog.getByText('Email: Invalid email format')).toBeVisible()
  await expect(
    dialog.getByText('Manager: There is no project manager “Norah Lind” in this workspace or this list.'),
  ).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Add 2 people' })).toHaveAttribute('aria-disabled', 'true')
  await expectAccessible(ann)

  await dialog.getByRole('button', { name: 'Back to the List' }).click()
  await list.fill((await list.inputValue()).replace('theo@demo', 'theo@demo.example').replace('Norah', 'Nora'))
  await dialog.getByRole('button', { name: 'Check the List' }).click()
  await expect(dialog.getByText('2 people are ready to be invited.')).toBeVisible()
  await expect(dialog.getByRole('row', { name: /Theo Park/ })).toContainText('Nora Lind')
  await expectAccessible(ann)
  await dialog.getByRole('button', { name: 'Add 2 people' }).click()
  await expect(dialog).toBeHidden()
  await expect(ann.getByRole('row', { name: /Theo Park/ })).toContainText('Pending')
  await ann.getByRole('link', { name: 'Reassign Developers' }).click()
  await expect(ann.getByRole('region', { name: /^Nora Lind/ }).or(ann.getByRole('list', { name: /^Nora Lind/ }))).toContainText(
    'Theo Park',
  )
  for (const name of ['nora', 'theo']) await atrium.waitForMail(`${name}@demo.example`, /invited/)
})

test('on a phone the list comes from a file, and a refused one is corrected', async ({ browser }) => {
  const ann = await logInAs(browser, atrium, 'ann@demo.test')
  await ann.setViewportSize({ width: 390, height: 844 })
  await ann.goto(`${atrium.originOf('demo')}/tenant_admin/employees?add=several`)
  const dialog = ann.getByRole('dialog', { name: 'Add Several People' })
  const csv =
    'E-Mail;First name;Last name;Role;Manager;Department;Phone\numa@demo.example;Uma;Ünal;Developer;pam@demo.test;R&D;1\n'
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(csv, 'latin1') })
  await expect(dialog.getByLabel('List of people')).toHaveValue(csv)
  await dialog.getByRole('button', { name: 'Check the List' }).click()
  await expect(dialog.getByText('This column is left out: Phone.')).toBeVisible()
  await expectAccessible(ann)
  await dialog.getByRole('button', { name: 'Add 1 person' }).click()
  await expect(dialog).toBeHidden()
  await expect(ann.getByRole('listitem').filter({ hasText: 'Uma Ünal' })).toContainText('Pending')
})
