// Invitations, their links and limits, and what the tenant admin may do to people.
import { expect, type Locator, type Page } from '@playwright/test'
import { atrium, expectAccessible, logInAs, submitLogIn, test } from './visit.ts'

const employeeRow = (page: Page, name: string) =>
  page.getByRole('table', { name: 'All Employees' }).getByRole('row').filter({ hasText: name })

const expectBelow = (element: Locator, other: Locator) =>
  expect
    .poll(async () => {
      const [box, above] = [await element.boundingBox(), await other.boundingBox()]
      return box !== null && above !== null && box.y >= above.y + above.height
    })
    .toBe(true)

async function confirm(page: Page) {
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
}

test('the admin invites somebody, and hands the link over', { tag: '@quick' }, async ({ browser }) => {
  const ann = await logInAs(browser, atrium, 'ann@demo.test')
  await ann.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: atrium.originOf('demo') })

  // Escape loses nothing typed. Both e-mails must match.
  await ann.getByRole('button', { name: '+ Add Employee' }).click()
  const form = ann.getByRole('dialog', { name: 'Add New Employee' })
  await form.getByLabel('Full name').fill('Zoë Novak')
  await form.getByLabel('Full name').press('Escape')
  await expect(ann.getByRole('dialog', { name: 'Discard changes' })).toBeVisible()
  await ann.keyboard.press('Escape')
  await expect(ann.getByRole('dialog', { name: 'Discard changes' })).toBeHidden()
  await expect(form.getByLabel('Full name')).toHaveValue('Zoë Novak')
  await form.getByLabel('Email', { exact: true }).fill('zoe@demo.test')
  await form.getByLabel('Confirm Email').fill('zoe@demo.example')
  await form.getByLabel('Job title').fill('Tester')
  await form.getByLabel('Department').selectOption('Engineering')
  await form.getByLabel('Role').selectOption('developer')
  await form.getByLabel('Job title').press('Enter')
  await expect(form.getByText('Emails do not match.')).toBeVisible()
  await expect(form.getByLabel('Confirm Email')).toBeFocused()
  await form.getByLabel('Confirm Email').fill('zoe@demo.test')
  await form.getByLabel('Confirm Email').press('Enter')
  await expect(ann.getByText('Employee added successfully. An invitation goes to zoe@demo.test.')).toBeVisible()

  const zoe = employeeRow(ann, 'Zoë Novak')
  await expect(zoe).toContainText('Pending')
  await expect(zoe).toContainText('expires in 3 days')
  await expectAccessible(ann)

  // The link goes to the clipboard, or into a dialog where the browser refuses.
  await zoe.getByRole('button', { name: /^Copy link/ }).click()
  await expect(ann.getByText(/^Link copied\. It works once, until/)).toBeVisible()
  const link = await ann.evaluate<string>('navigator.clipboard.readText()')
  expect(link).toContain(`${atrium.originOf('demo')}/set-password/`)
  await ann.evaluate("navigator.clipboard.writeText = () => Promise.reject(new Error('refused'))")
  await zoe.getByRole('button', { name: /^Copy link/ }).click()
  const shown = ann.getByRole('dialog', { name: 'Invitation link' }).getByRole('textbox')
  await expect(shown).toHaveValue(link)
  await expect(shown).toBeFocused()
  await shown.press('Escape')
  await expect(zoe.getByRole('button', { name: /^Copy link/ })).toBeFocused()

  // Resending invalidates the copied link, and cannot be repeated at once.
  const resend = zoe.getByRole('button', { name: /^Resend Invite/ })
  await resend.click()
  await confirm(ann)
  await expect(ann.getByText('Invitation resent successfully.')).toBeVisible()
  await resend.click()
  await confirm(ann)
  await expect(ann.getByText(/^Please wait \d+ seconds? before you send this person another invitation\.$/)).toBeVisible()
  await zoe.getByRole('button', { name: /^Copy link/ }).click()
  await expect(shown).toHaveValue(/set-password/)
  await expect(shown).not.toHaveValue(link)
  const second = await shown.inputValue()
  await shown.press('Escape')

  const page = await (await browser.newContext()).newPage()
  for (const address of [link, second]) {
    await page.goto(address)
    await page.getByLabel('New password').fill('Novak-2026!')
    await page.getByLabel('Confirm password').fill('Novak-2026!')
    await page.getByRole('button', { name: 'Set password' }).click()
    if (address === link) await expect(page.getByText('Invalid or expired link.')).toBeVisible()
  }
  await page.getByRole('link', { name: 'Go to login now' }).click()
  await submitLogIn(page, 'zoe@demo.test', 'Novak-2026!')
  await page.waitForURL('**/developer')
  await ann.reload()
  await expect(zoe).toBeVisible()
  await expect(zoe).not.toContainText('Pending')
  await expect(zoe.getByRole('button', { name: /^Resend Invite/ })).toHaveAttribute('aria-disabled', 'true')
})

test('the admin finds, edits and deletes people as the rules allow', async ({ browser }) => {
  const [ann, own] = await Promise.all([logInAs(browser, atrium, 'ann@demo.test'), logInAs(browser, atrium, 'dev@demo.test')])
  const dev = employeeRow(ann, 'Dev Dalton')
  // Filters and order survive a reload.
  await ann.getByLabel('Filter by invitation').selectOption('accepted')
  await ann.getByLabel('Filter by role').selectOption('developer')
  await ann.getByRole('searchbox', { name: 'Search employees...' }).fill('dalton dev')
  await ann.getByRole('button', { name: 'Email', exact: true }).click()
  await expect(ann).toHaveURL(/search=dalton\+dev/)
  await expect(ann).toHaveURL(/sort=email/)
  await ann.reload()
  await expect(dev).toBeVisible()
  await expect(ann.getByText('1 of 4 employees · 3 hidden by filters')).toBeVisible()
  await expect(ann.getByLabel('Filter by role')).toHaveValue('developer')
  await expect(ann.getByRole('columnheader', { name: 'Email' })).toHaveAttribute('aria-sort', 'ascending')

  // The form has no fields for e-mail and password.
  await dev.getByRole('button', { name: /^Edit/ }).click()
  const edit = ann.getByRole('dialog', { name: 'Edit Employee' })
  await expect(edit.getByText('dev@demo.test')).toBeVisible()
  await expect(edit.getByLabel(/Email|Password/)).toHaveCount(0)
  await edit.getByLabel('Job title').fill('Head of Testing')
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(ann.getByText('Employee updated successfully.')).toBeVisible()
  await expect(dev).toContainText('Head of Testing')

  // A manager with active projects cannot be deleted, and the message says why.
  await dev.getByRole('button', { name: /^Delete/ }).click()
  await confirm(ann)
  await expect(ann.getByText('Employee deleted successfully.')).toBeVisible()
  await expect(ann.getByText('Nothing matches these filters.')).toBeVisible()
  await ann.getByRole('button', { name: 'Clear Filters' }).click()
  await employeeRow(ann, 'Pam Porter')
    .getByRole('button', { name: /^Delete/ })
    .click()
  await confirm(ann)
  await expect(ann.getByText(/^Pam Porter manages \d+ active projects and cannot be deleted/)).toBeVisible()
  await expect(employeeRow(ann, 'Pam Porter')).toBeVisible()
  await own.reload()
  await own.waitForURL('**/login')
})

test('an address with a fragment scrolls to its section, although sections above it load later', async ({ browser }) => {
  const ann = await logInAs(browser, atrium, 'ann@demo.test')
  await ann.goto('about:blank')
  await ann.goto(`${atrium.originOf('demo')}/tenant_admin#assignment-history`)
  await expect(employeeRow(ann, 'Pam Porter')).toBeAttached()
  await expect(ann.getByRole('heading', { name: 'Project Manager Assignment History' })).toBeInViewport()
})

test('at the day’s limit of invitations the dialog says when the next can go, and keeps what was typed', async ({ browser }) => {
  await atrium.sql(
    `insert into limits (key, count, resets_at)
     select 'invitations ' || id, 50, now() + interval '5 hours' from tenants where subdomain = 'demo'
     on conflict (key) do update set count = excluded.count, resets_at = excluded.resets_at`,
  )
  const ann = await logInAs(browser, atrium, 'ann@demo.test')
  await ann.setViewportSize({ width: 390, height: 844 })
  await ann.getByRole('button', { name: '+ Add Employee' }).click()
  const form = ann.getByRole('dialog', { name: 'Add New Employee' })
  // The invalid field is not hidden behind the dialog's title.
  const add = form.getByRole('button', { name: 'Add Employee' })
  await form.getByLabel('Password (optional)').fill('short')
  await add.click()
  await expect(form.getByLabel('Full name')).toBeFocused()
  await expectBelow(form.getByText('Full name'), form.locator('header'))
  const typed = { 'Full name': 'Yan Ypsilon', 'Confirm Email': 'yan@demo.test', 'Job title': 'Tester' }
  for (const [label, value] of Object.entries(typed)) await form.getByLabel(label).fill(value)
  await form.getByLabel('Email', { exact: true }).fill('yan@demo.test')
  await form.getByLabel('Department').selectOption('Engineering')
  await form.getByLabel('Role').selectOption('developer')
  await form.getByLabel('Password (optional)').fill('')
  await add.click()
  await expect(form.getByRole('alert')).toBeFocused()
  await expectBelow(form.getByRole('alert'), form.locator('header'))
  await expect(form.getByRole('alert')).toHaveText(
    'A workspace on trial can send 50 invitations a day. You can send the next one in 5 hours.',
  )
  for (const [label, value] of Object.entries(typed)) await expect(form.getByLabel(label)).toHaveValue(value)
  await expectAccessible(ann)

  await atrium.sql(`delete from limits where key like 'invitations %'`)
  await ann.setViewportSize({ width: 1280, height: 800 })
  await add.click()
  await expect(employeeRow(ann, 'Yan Ypsilon')).toContainText('Pending')
})
