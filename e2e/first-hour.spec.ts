// The first hour of a new organisation: from the landing page to a subtask that an invited developer has finished.
import { type Browser, expect, type Locator, type Page } from '@playwright/test'
import { type Atrium, linkIn, startAtrium } from './atrium.ts'
import { openPage, ownTest as test } from './visit.ts'

const password = 'Rocket-2026'
let atrium: Atrium

test.beforeAll(async () => {
  atrium = await startAtrium({ DEMO: '0' }, { database: 'its own' })
})
test.afterAll(() => atrium.stop())

/** Everything that takes a hand off the keyboard: clicks, choices of selects, and links in mails. Forms are sent by Enter. */
let clicks = 0
async function click(target: Locator) {
  clicks++
  await target.click()
}
async function select(target: Locator, choice: string) {
  clicks++
  await target.selectOption(choice)
}
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const take = (page: Page, step: string) =>
  click(page.getByRole('region', { name: 'First steps' }).getByRole('button', { name: step }))

async function signUp(page: Page) {
  await click(page.getByRole('link', { name: /free trial/i }).first())
  await page.getByLabel('Organization name').fill('Rocket Works')
  await expect(page.getByText('Subdomain is available')).toBeVisible()
  await page.getByLabel('Subdomain').press('Enter')
  await page.getByLabel('Full name').fill('Olive Owner')
  await page.getByLabel('Email', { exact: true }).fill('olive@rocket.test')
  await click(page.getByRole('button', { name: 'Send Code' }))
  const code = /\b\d{6}\b/.exec((await atrium.waitForMail('olive@rocket.test', /code/i)).text ?? '')?.[0] ?? ''
  await page.getByLabel('Verification code').fill(code)
  await expect(page.getByText('Email verified successfully!')).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Password', { exact: true }).press('Enter')
  await expect(page.getByText('Workspace created! Login link sent to olive@rocket.test')).toBeVisible()
}

async function logIn(page: Page, email: string, home: string) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Password', { exact: true }).press('Enter')
  await page.waitForURL(`**${home}`)
}

/** Follows the invitation in the mail, and logs in. */
async function accept(browser: Browser, email: string, home: string) {
  clicks++
  const page = await openPage(browser, linkIn(await atrium.waitForMail(email, /invit/i), '/set-password/'))
  await page.getByLabel('New password', { exact: true }).fill(password)
  await page.getByLabel('Confirm password').fill(password)
  await page.getByLabel('Confirm password').press('Enter')
  await page.waitForURL('**/login')
  await logIn(page, email, home)
  return page
}

async function add(page: Page, { name, email }: { name: string; email: string }) {
  const form = dialog(page, 'Add New Employee')
  await form.getByLabel('Full name').fill(name)
  await form.getByLabel('Email', { exact: true }).fill(email)
  await form.getByLabel('Confirm Email').fill(email)
  await select(form.getByLabel('Department'), 'Engineering')
  await form.getByLabel('Job title').fill('Engineer')
  await form.getByLabel('Job title').press('Enter')
  await expect(form).toBeHidden()
}

test('from the landing page to a subtask finished by an invited developer, in at most 25 clicks', { tag: '@quick' }, async ({
  browser,
}) => {
  const page = await openPage(browser, atrium.mainOrigin)
  await signUp(page)
  clicks++
  const owner = await openPage(browser, linkIn(await atrium.waitForMail('olive@rocket.test', /ready/i), '/login'))
  await logIn(owner, 'olive@rocket.test', '/tenant_admin')

  await take(owner, 'Add Project Manager')
  await add(owner, { name: 'Pia Planner', email: 'pia@rocket.test' })
  await take(owner, 'Start a Project')
  const project = dialog(owner, 'Create New Project')
  await click(project.getByRole('combobox', { name: 'Project Manager' }))
  await click(owner.getByRole('option', { name: /Pia Planner/ }))
  await project.getByLabel('Project Name').fill('Moon landing')
  await project.getByLabel('Project Name').press('Enter')
  await expect(project).toBeHidden()
  await take(owner, 'Add Developer')
  await add(owner, { name: 'Dan Doer', email: 'dan@rocket.test' })

  const manager = await accept(browser, 'pia@rocket.test', '/project_manager')
  await take(manager, 'Choose People')
  const members = dialog(manager, 'Add Members')
  await click(members.getByLabel('Dan Doer'))
  await click(members.getByRole('button', { name: 'Add Members' }))
  await expect(members).toBeHidden()
  await take(manager, 'Plan It')
  const task = dialog(manager, 'Create New Task')
  await task.getByLabel('Description').fill('Four legs and an engine.')
  await task.getByLabel('Title').fill('Build the lander')
  await task.getByLabel('Title').press('Enter')
  await click(manager.getByRole('button', { name: 'Confirm' }))
  await take(manager, 'Hand It Out')
  const subtask = dialog(manager, 'Create Subtask')
  await click(subtask.getByRole('combobox', { name: 'Parent Task' }))
  await click(manager.getByRole('option', { name: 'Build the lander' }))
  await click(subtask.getByRole('combobox', { name: /Assign/ }))
  await click(manager.getByRole('option', { name: /Dan Doer/ }))
  await subtask.getByLabel('Title').fill('Weld the legs')
  await subtask.getByLabel('Title').press('Enter')
  await expect(subtask).toBeHidden()

  const developer = await accept(browser, 'dan@rocket.test', '/developer')
  await take(developer, 'Tell')
  const status = dialog(developer, 'Update Status')
  await click(status.getByRole('radio', { name: 'Done' }))
  await status.getByRole('radio', { name: 'Done' }).press('Enter')
  await expect(developer.getByText('Status updated successfully')).toBeVisible()
  expect(clicks).toBeLessThanOrEqual(25)

  // The owner's first steps have led where they should.
  await owner.reload()
  await expect(owner.getByRole('heading', { name: 'All Employees' })).toBeVisible()
  await expect(owner.getByRole('region', { name: 'First steps' })).toBeHidden()
})
