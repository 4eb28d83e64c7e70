// The whole story from sign-up to a finished subtask and a crash, on real subdomains with real mails.
import { type Browser, expect, type Page } from '@playwright/test'
import { type Atrium, linkIn, startAtrium } from './atrium.ts'
import { card, dragOnto, expectAnnounced, press } from './boards.ts'
import { expectAccessible, openPage, ownTest as test } from './visit.ts'

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

const password = 'Rocket-2026'
let atrium: Atrium

test.beforeAll(async () => {
  atrium = await startAtrium({ DEMO: '0' }, { database: 'its own' })
})
test.afterAll(() => atrium.stop())

async function signUp(page: Page) {
  await page
    .getByRole('link', { name: /free trial/i })
    .first()
    .click()
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByText('This field is required').first()).toBeVisible()
  await page.getByLabel('Organization name').fill('Rocket Works')
  await expect(page.getByLabel('Subdomain')).toHaveValue('rocket-works')
  await page.getByLabel('Subdomain').fill('WWW')
  await expect(page.getByText('Subdomain not available').first()).toBeVisible()
  await page.getByLabel('Subdomain').fill('Rocket_Works')
  await expect(page.getByLabel('Subdomain')).toHaveValue('rocketworks')
  await expect(page.getByText('Subdomain is available')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Next' }).click()

  await page.getByLabel('Full name').fill('Olive Owner')
  await page.getByLabel('Email', { exact: true }).fill('Olive@Rocket.test')
  await page.getByRole('button', { name: 'Send Code' }).click()
  await expect(page.getByText('OTP sent successfully!')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Wait \d+s$/ })).toBeVisible()
  const code = /\b\d{6}\b/.exec((await atrium.waitForMail('olive@rocket.test', /code/i)).text ?? '')?.[0] ?? ''
  await page.getByLabel('Verification code').fill(code === '000000' ? '111111' : '000000')
  await expect(page.getByText(/Invalid code/)).toBeVisible()
  await page.getByLabel('Verification code').fill(code)
  await expect(page.getByText('Email verified successfully!')).toBeVisible()
  await expect(page.getByLabel('Email', { exact: true })).toHaveJSProperty('readOnly', true)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Create Workspace' }).click()
  await expect(page.getByText('Workspace created! Login link sent to olive@rocket.test')).toBeVisible()
}

async function submitLogIn(page: Page, email: string, home: string) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: /log in|sign in/i }).click()
  await page.waitForURL(`**${home}`)
}

async function addEmployee(page: Page, { name, email, role }: { name: string; email: string; role: string }) {
  await page.getByRole('button', { name: 'Add Employee' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Add New Employee' })
  await dialog.getByLabel('Full name').fill(name)
  await dialog.getByLabel('Email', { exact: true }).fill(email)
  await dialog.getByLabel('Confirm Email').fill(email)
  await dialog.getByLabel('Job title').fill('Engineer')
  await dialog.getByLabel('Department').selectOption('Engineering')
  await dialog.getByLabel('Role').selectOption(role)
  await dialog.getByRole('button', { name: 'Add Employee' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('row', { name: new RegExp(name) })).toBeVisible()
}

async function setPassword(browser: Browser, email: string, home: string) {
  const page = await openPage(browser, linkIn(await atrium.waitForMail(email, /invit/i), '/set-password/'))
  await page.getByLabel('New password', { exact: true }).fill('short')
  await page.getByLabel('Confirm password').fill('short')
  await page.getByRole('button', { name: /set password/i }).click()
  await expect(page.getByText('Password must be at least 8 characters long.').first()).toBeVisible()
  await page.getByLabel('New password', { exact: true }).fill(password)
  await page.getByLabel('Confirm password').fill(password)
  await page.getByRole('button', { name: /set password/i }).click()
  await expect(page.getByText('Password set successfully! Redirecting to login...')).toBeVisible()
  await page.getByRole('link', { name: 'Go to login now' }).click()
  await submitLogIn(page, email, home)
  return page
}

/** Renames an employee, invites them again, and deletes them. */
async function editAndDelete(page: Page) {
  await addEmployee(page, { name: 'Mia Stake', email: 'mia@rocket.test', role: 'hr' })
  const row = page.getByRole('row', { name: /Mia/ })
  await row.getByRole('button', { name: /edit/i }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Employee' })
  await dialog.getByLabel('Full name').fill('Mia Mistake')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(row).toContainText('Mia Mistake')
  await row.getByRole('button', { name: /resend/i }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('Invitation resent successfully.')).toBeVisible()
  await atrium.waitForMail('mia@rocket.test', /invit/i, 1)
  await row.getByRole('button', { name: /delete/i }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('Employee deleted successfully.')).toBeVisible()
  await expect(row).toBeHidden()
}

const figure = (page: Page, label: string) => page.locator('dl > div', { hasText: label }).locator('dd')

/** Assigns developers to a manager through the API. */
async function assignDevelopers(page: Page, manager: string, developers: string[]) {
  const statuses = await page.evaluate(
    async ({ manager, developers }) => {
      const { results } = (await (await fetch('/api/employees/')).json()) as { results: { id: number; full_name: string }[] }
      const idOf = (name: string) => results.find((person) => person.full_name === name)?.id
      const assign = (developer: string) =>
        fetch('/api/pm-assignments/', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ manager: idOf(manager), developer: idOf(developer) }),
        })
      return Promise.all(developers.map(async (developer) => (await assign(developer)).status))
    },
    { manager, developers },
  )
  expect(statuses).toEqual(developers.map(() => 200))
}

async function createProject(page: Page, manager: RegExp) {
  await page.getByRole('button', { name: 'Create Project' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Create New Project' })
  await dialog.getByRole('button', { name: 'Create Project' }).click()
  await expect(dialog.getByText('Project name is required.')).toBeVisible()
  await expect(dialog.getByText('Project manager is required.')).toBeVisible()
  await dialog.getByLabel('Project Name').fill('Moon landing')
  await dialog.getByLabel('Description').fill('Land softly.')
  await dialog.getByLabel('Start Date').fill('2020-01-01')
  await dialog.getByRole('combobox', { name: 'Project Manager' }).click()
  await page.getByRole('option', { name: manager }).click()
  await dialog.getByRole('button', { name: 'Create Project' }).click()
  await expect(dialog.getByText('Start date cannot be in the past.')).toBeVisible()
  await dialog.getByLabel('Start Date').fill('')
  await dialog.getByRole('button', { name: 'Create Project' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('link', { name: /Moon landing/ })).toBeVisible()
}

async function addMembers(page: Page, names: string[]) {
  await page.getByRole('button', { name: 'Add Members' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Members' })
  await dialog.getByRole('button', { name: 'Add Members' }).click()
  await expect(dialog.getByText('Please select at least one developer.')).toBeVisible()
  for (const name of names) await dialog.getByLabel(name).check()
  await dialog.getByRole('button', { name: 'Add Members' }).click()
  await expect(dialog).toBeHidden()
  for (const name of names) await expect(page.getByRole('button', { name: `Remove ${name}` })).toBeVisible()
}

async function createTask(page: Page) {
  await expect(page.getByRole('button', { name: 'Create Subtask' })).toHaveAttribute('aria-disabled', 'true')
  await page.getByRole('button', { name: 'New Task' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create New Task' })
  await dialog.getByRole('button', { name: /create/i }).click()
  await expect(dialog.getByText('Title is required.')).toBeVisible()
  await expect(dialog.getByText('Description is required and should be at least 10 characters.')).toBeVisible()
  await dialog.getByLabel('Title').fill('Build the lander')
  await dialog.getByLabel('Description').fill('Four legs and an engine.')
  await dialog.getByRole('button', { name: /create/i }).click()
  await expect(page.getByText('No due date set. Do you want to continue without setting a due date?')).toBeVisible()
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('link', { name: 'Build the lander' })).toBeVisible()
}

async function createSubtask(page: Page, title: string) {
  await page.getByRole('button', { name: 'Create Subtask' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create Subtask' })
  await dialog.getByLabel('Title').fill(title)
  await dialog.getByRole('combobox', { name: 'Parent Task' }).click()
  await page.getByRole('option', { name: 'Build the lander' }).click()
  await dialog.getByRole('button', { name: 'Create Subtask' }).click()
  await expect(dialog).toBeHidden()
}

/** Assigns one subtask by mouse, and one by keyboard. */
async function assignOnBoard(page: Page) {
  await page.getByText('Subtask View').click()
  await expect(page.getByText('2 unassigned')).toBeVisible()
  await expectAccessible(page)
  await dragOnto(page, 'Weld the legs', page.getByRole('heading', { name: /Deo Doer/ }))
  await expect(page.getByText('1 unassigned')).toBeVisible()
  await card(page, 'Mount the engine').focus()
  await press(page, 'Space', 'ArrowRight', 'ArrowRight')
  await expectAnnounced(page, /^Over .*, column 3 of /)
  await press(page, 'Space')
  await expect(page.getByText('0 unassigned')).toBeVisible()
  await expect(page.getByText('100% assignment rate')).toBeVisible()
  await page.reload()
  await expect(page.getByText('2 assigned')).toBeVisible()
}

async function finish(page: Page, title: string) {
  const row = page.getByRole('row', { name: new RegExp(title) })
  await row.getByRole('button', { name: /Update Status/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Done', { exact: true }).click()
  await dialog.getByRole('button', { name: /update|save/i }).click()
  await expect(page.getByText('Status updated successfully')).toBeVisible()
  await expect(row.getByText('Done')).toBeVisible()
}

test('an organisation signs up, staffs a project and finishes a subtask, and nothing is lost in a crash', async ({ browser }) => {
  const visitor = await openPage(browser, atrium.mainOrigin)
  await signUp(visitor)

  const owner = await openPage(
    browser,
    linkIn(await atrium.waitForMail('olive@rocket.test', /ready|log in|workspace/i), '/login'),
  )
  expect(new URL(owner.url()).host).toMatch(/^rocketworks\.localhost:/)
  await submitLogIn(owner, 'OLIVE@rocket.test', '/tenant_admin')
  await expect(owner.getByRole('heading', { name: 'Tenant Admin Dashboard' })).toBeVisible()
  await expect(owner.getByRole('button', { name: 'Create Project' })).toHaveAttribute('aria-disabled', 'true')
  await addEmployee(owner, { name: 'Pia Planner', email: 'pia@rocket.test', role: 'project_manager' })
  await addEmployee(owner, { name: 'Deo Doer', email: 'deo@rocket.test', role: 'developer' })
  await addEmployee(owner, { name: 'Dua Doer', email: 'dua@rocket.test', role: 'developer' })
  await editAndDelete(owner)
  await expectAccessible(owner)

  const manager = await setPassword(browser, 'pia@rocket.test', '/project_manager')
  const developer = await setPassword(browser, 'deo@rocket.test', '/developer')
  await expect(developer.getByText('You are not part of any projects.')).toBeVisible()
  await assignDevelopers(owner, 'Pia Planner', ['Deo Doer', 'Dua Doer'])
  await createProject(owner, /Pia Planner/)

  await manager.reload()
  await expectAccessible(manager)
  await manager.getByRole('link', { name: /Moon landing/ }).click()
  await addMembers(manager, ['Deo Doer', 'Dua Doer'])
  await createTask(manager)
  await createSubtask(manager, 'Weld the legs')
  await createSubtask(manager, 'Mount the engine')
  await expect(manager.getByText('Weld the legs')).toBeVisible()
  await expectAccessible(manager)
  await assignOnBoard(manager)
  await manager.getByRole('link', { name: 'Dashboard' }).click()
  await expect(figure(manager, 'Subtasks Assigned')).toHaveText('2')

  await developer.reload()
  await finish(developer, 'Weld the legs')
  await expectAccessible(developer)
  await manager.reload()
  await expect(figure(manager, 'Subtasks Assigned')).toHaveText('1')

  await atrium.crashAndRestart()
  await developer.reload()
  await expect(developer.getByRole('row', { name: /Weld the legs/ }).getByText('Done')).toBeVisible()
  await atrium.restart()
  await manager.reload()
  await expect(figure(manager, 'Subtasks Assigned')).toHaveText('1')
  await expect(figure(manager, 'Team Members')).toHaveText('2')
})
