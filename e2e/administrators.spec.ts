// Several administrators of a workspace: how they are added, step down, and hand the ownership over.
import { expect, type Page } from '@playwright/test'
import { atrium, demoPassword, expectAccessible, expectToFitWidth, logInAs, submitLogIn, test } from './visit.ts'

const wide = { width: 1440, height: 900 }
const phone = { width: 390, height: 844 }

const row = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Administrators' }).getByRole('listitem').filter({ hasText: name })
const openMenu = (page: Page, name: string) => page.getByRole('button', { name: `Actions for ${name}` }).click()
const entry = (page: Page, name: string) => page.getByRole('menuitem', { name })

test('the owner adds administrators and transfers the ownership; everybody’s open pages follow', async ({ browser }) => {
  const [ann, hana] = [await logInAs(browser, atrium, 'ann@demo.test'), await logInAs(browser, atrium, 'hana@demo.test')]
  await ann.goto(`${atrium.originOf('demo')}/tenant_admin/settings`)
  await expect(row(ann, 'Ann Adams')).toContainText('Owner')
  await expect(row(ann, 'Ann Adams')).toContainText('You')
  await openMenu(ann, 'Ann Adams')
  await expect(ann.getByText('You own the workspace: transfer the ownership before you step down.').last()).toBeVisible()
  await expect(entry(ann, 'Step Down')).toBeDisabled()
  await ann.keyboard.press('Escape')

  // A manager of active projects can't leave them to nobody.
  await ann.getByRole('button', { name: 'Add Administrator' }).click()
  const dialog = ann.getByRole('dialog', { name: 'Add Administrator' })
  const choose = async (name: string) => {
    await dialog.getByRole('combobox', { name: 'Employee' }).fill(name)
    await ann.getByRole('option', { name }).click()
    await dialog.getByRole('button', { name: 'Add Administrator' }).click()
  }
  await choose('Pam Porter')
  await expect(dialog.getByRole('alert')).toContainText('Pam Porter manages')
  await choose('Dev Dalton')
  await expect(dialog.getByText(/^This developer still has \d+ open subtasks/)).toBeVisible()
  await expectAccessible(ann)
  await choose('Hana Hill')
  await expect(ann.getByText('Hana Hill is an administrator now.')).toBeVisible()
  await expect(row(ann, 'Hana Hill')).toBeVisible()

  // Her open page becomes an administrator's.
  await hana.waitForURL('**/tenant_admin')
  await hana.goto(`${atrium.originOf('demo')}/tenant_admin/settings`)
  await openMenu(hana, 'Ann Adams')
  await expect(hana.getByText('Only the owner changes other administrators.').last()).toBeVisible()
  for (const name of ['Make Owner', 'Make an Employee', 'Delete Administrator']) await expect(entry(hana, name)).toBeDisabled()
  await hana.keyboard.press('Escape')

  // Both see at once who owns the workspace.
  await openMenu(ann, 'Hana Hill')
  await entry(ann, 'Make Owner').click()
  const transfer = ann.getByRole('dialog', { name: 'Transfer Ownership' })
  await transfer.getByLabel('Your password').fill('wrong')
  await ann.keyboard.press('Enter')
  await expect(transfer.getByText('Current password is incorrect.')).toBeVisible()
  await expect(transfer.getByLabel('Your password')).toBeFocused()
  await expectAccessible(ann)
  await transfer.getByLabel('Your password').fill(demoPassword)
  await ann.keyboard.press('Enter')
  await expect(ann.getByText('Hana Hill owns this workspace now.')).toBeVisible()
  for (const page of [ann, hana]) {
    await expect(row(page, 'Hana Hill')).toContainText('Owner')
    await expect(row(page, 'Ann Adams')).not.toContainText('Owner')
  }

  // The former owner may step down now, which leads them to their new home.
  await openMenu(ann, 'Ann Adams')
  await entry(ann, 'Step Down').click()
  const down = ann.getByRole('dialog', { name: 'Step Down' })
  await expect(down.getByLabel('Job title')).toHaveValue('Managing Director')
  await down.getByLabel('Role').selectOption('project_manager')
  await down.getByRole('button', { name: 'Step Down' }).click()
  await ann.waitForURL('**/project_manager')
  await expect(row(hana, 'Ann Adams')).toHaveCount(0)
  await hana.goto(`${atrium.originOf('demo')}/tenant_admin/employees`)
  await expect(hana.getByRole('row').filter({ hasText: 'ann@demo.test' })).toContainText('Project Manager')
  await atrium.waitForMail('hana@demo.test', /^You are now an administrator of/)
  await atrium.waitForMail('hana@demo.test', /^You are now the owner of/)
  await atrium.waitForMail('ann@demo.test', /^The ownership of .* has been transferred$/)
})

test('an administrator is invited, starts by the link, and is deleted by the owner', async ({ browser }) => {
  await atrium.sql(`update people set is_owner = false where is_owner and email like '%@demo.test'`)
  await atrium.sql(`update people set role = 'tenant_admin', is_owner = true where email = 'ann@demo.test'`)
  const ann = await logInAs(browser, atrium, 'ann@demo.test')
  await ann.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: atrium.originOf('demo') })
  for (const size of [wide, phone]) {
    await ann.setViewportSize(size)
    await ann.goto(`${atrium.originOf('demo')}/tenant_admin/settings`)
    await ann.getByRole('button', { name: 'Add Administrator' }).click()
    const dialog = ann.getByRole('dialog', { name: 'Add Administrator' })
    await dialog.getByText('Invite Somebody New').click()
    const name = size === wide ? 'Nia Novak' : 'Noor Nasser'
    const email = `${name.split(' ')[0]?.toLowerCase()}@demo.test`
    await dialog.getByLabel('Full name').fill(name)
    await dialog.getByLabel('Email', { exact: true }).fill(email)
    await dialog.getByLabel('Confirm Email').fill('else@demo.test')
    await ann.keyboard.press('Enter')
    await expect(dialog.getByText('Emails do not match.')).toBeVisible()
    await expectAccessible(ann)
    await dialog.getByLabel('Confirm Email').fill(email)
    await ann.keyboard.press('Enter')
    await expect(ann.getByText(`Administrator added successfully. An invitation goes to ${email}.`)).toBeVisible()
    await expect(row(ann, name)).toContainText('Pending')
    await expectToFitWidth(ann)
    await expectAccessible(ann)
  }
  await ann.setViewportSize(wide)
  await openMenu(ann, 'Nia Novak')
  await expect(entry(ann, 'Make Owner')).toBeDisabled()
  await entry(ann, 'Copy Invitation Link').click()
  await expect(ann.getByText(/^Link copied\. It works once, until/)).toBeVisible()
  const nia = await (await browser.newContext()).newPage()
  await nia.goto(await ann.evaluate<string>('navigator.clipboard.readText()'))
  await nia.getByLabel('New password').fill('Novak-2026!')
  await nia.getByLabel('Confirm password').fill('Novak-2026!')
  await nia.getByRole('button', { name: 'Set password' }).click()
  await nia.getByRole('link', { name: 'Go to login now' }).click()
  await submitLogIn(nia, 'nia@demo.test', 'Novak-2026!')
  await nia.waitForURL('**/tenant_admin')
  await expect(row(ann, 'Nia Novak')).not.toContainText('Pending')

  await openMenu(ann, 'Nia Novak')
  await entry(ann, 'Delete Administrator').click()
  await ann.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
  await expect(ann.getByText('Nia Novak has been deleted.')).toBeVisible()
  await expect(row(ann, 'Nia Novak')).toHaveCount(0)
  await expect(ann.getByRole('button', { name: 'Add Administrator' })).toBeFocused()
  await nia.waitForURL('**/login')
})
