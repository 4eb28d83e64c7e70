// The first steps of each role in a new workspace, from a project without people to the first finished subtask.
import { expect, type Page } from '@playwright/test'
import { atrium, expectAccessible, expectToFitWidth, logInAs, test } from './visit.ts'

test.beforeEach(async () => {
  // People, but neither projects nor teams.
  await atrium.sql('truncate projects cascade; update people set manager_id = null where id > 0')
})

const phone = { width: 390, height: 844 }
const steps = (page: Page) => page.getByRole('region', { name: 'First steps' })
const step = (page: Page, name: string) => steps(page).getByRole('heading', { name })
const take = (page: Page, button: string) => steps(page).getByRole('button', { name: button }).click()

/** Looks at the page as it is, and on a phone. */
async function expectToFit(page: Page) {
  await expectAccessible(page)
  const size = page.viewportSize() ?? phone
  await page.setViewportSize(phone)
  await expectAccessible(page)
  await expectToFitWidth(page)
  await page.setViewportSize(size)
}

async function startProject(pam: Page) {
  await take(pam, 'Start a Project')
  const dialog = pam.getByRole('dialog', { name: 'Create New Project' })
  await dialog.getByLabel('Project Name').fill('Moon landing')
  await dialog.getByRole('button', { name: 'Create Project' }).click()
  await expect(step(pam, 'Create a project')).toContainText('done')
}

test('first steps lead every role to the first subtask that somebody else has finished', async ({ browser }) => {
  const [ann, pam] = [await logInAs(browser, atrium, 'ann@demo.test'), await logInAs(browser, atrium, 'pam@demo.test')]
  const dev = await logInAs(browser, atrium, 'dev@demo.test')
  await expect(dev.getByText('You are not part of any projects.')).toBeVisible()
  await expect(steps(ann).getByRole('heading', { level: 3 })).toHaveText([
    'Add a project manager · done',
    'Create a project',
    'Add a developer',
    'See the first work finished',
  ])
  await expectToFit(ann)

  // The manager has nobody, and asks for people.
  await expect(steps(pam).getByRole('button', { name: 'Plan It' })).toHaveAccessibleDescription('Create a project first.')
  await startProject(pam)
  await expect(pam.getByRole('button', { name: 'Ask the Administrator' })).toHaveCount(1)
  await expectToFit(pam)
  await take(pam, 'Ask the Administrator')
  await expect(pam.getByText('Your administrator has been asked for developers.')).toBeVisible()

  // The administrator is led to the board, because two developers belong to nobody.
  await ann.getByRole('button', { name: /Notifications/ }).click()
  await ann.getByText('Pam Porter has no developers and asks you for some.').click()
  await expect(ann).toHaveURL(/\/tenant_admin\/reassign$/)
  const card = ann.getByRole('region', { name: 'Unassigned Developers' }).getByRole('group', { name: /^Dev Dalton/ })
  await card.hover()
  await card.getByRole('button', { name: /^Actions for/ }).click()
  await ann.getByRole('menuitem', { name: 'Move to…' }).click()
  await ann.getByRole('menuitem', { name: 'Pam Porter' }).click()
  await ann.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()

  await expect(step(pam, 'Get people')).toContainText('done')
  await take(pam, 'Choose People')
  await pam.getByRole('dialog', { name: 'Add Members' }).getByLabel('Dev Dalton').check()
  await pam.getByRole('dialog', { name: 'Add Members' }).getByRole('button', { name: 'Add Members' }).click()
  await expect(step(pam, 'Add them to the project')).toContainText('done')
  await take(pam, 'Plan It')
  const task = pam.getByRole('dialog', { name: 'Create New Task' })
  await task.getByLabel('Title').fill('Build the lander')
  await task.getByLabel('Description').fill('Four legs and an engine.')
  await task.getByRole('button', { name: /create/i }).click()
  await pam.getByRole('button', { name: 'Confirm' }).click()
  await expect(step(pam, 'Plan a task')).toContainText('done')
  await take(pam, 'Hand It Out')
  const subtask = pam.getByRole('dialog', { name: 'Create Subtask' })
  await subtask.getByLabel('Title').fill('Weld the legs')
  await subtask.getByRole('combobox', { name: 'Parent Task' }).click()
  await pam.getByRole('option', { name: 'Build the lander' }).click()
  await subtask.getByRole('combobox', { name: /Assign/ }).click()
  await pam.getByRole('option', { name: /Dev Dalton/ }).click()
  await subtask.getByRole('button', { name: 'Create Subtask' }).click()
  await expect(steps(pam)).toBeHidden()

  // The developer reads it, and finishes it.
  await expect(steps(dev).getByRole('link', { name: 'Open It' })).toHaveAttribute('href', /tasks\/\d+#subtask-\d+$/)
  await expectToFit(dev)
  await take(dev, 'Tell')
  const status = dev.getByRole('dialog', { name: 'Update Status' })
  await status.getByRole('radio', { name: 'Done' }).check()
  await status.getByRole('button', { name: 'Update' }).click()
  await expect(dev.getByText('Status updated successfully')).toBeVisible()
  await expect(steps(dev)).toBeHidden()

  await ann.goto(`${atrium.originOf('demo')}/tenant_admin`)
  await expect(ann.getByRole('heading', { name: 'All Employees' })).toBeVisible()
  await expect(steps(ann)).toBeHidden()
})

test('where every developer is taken, the administrator is led to a new one for the manager who asks', async ({ browser }) => {
  await atrium.sql(`
    insert into people (tenant_id, email, full_name, role, accepted_at)
      select tenant_id, 'max@demo.test', 'Max Meyer', 'project_manager', now() from people where email = 'pam@demo.test';
    update people set manager_id = (select id from people where email = 'max@demo.test') where role = 'developer' and id > 0`)
  const [ann, pam] = [await logInAs(browser, atrium, 'ann@demo.test'), await logInAs(browser, atrium, 'pam@demo.test')]
  await take(pam, 'Ask the Administrator')
  await ann.getByRole('button', { name: /Notifications/ }).click()
  await ann.getByText('Pam Porter has no developers and asks you for some.').click()
  const form = ann.getByRole('dialog', { name: 'Add New Employee' })
  await expect(form.getByLabel('Role')).toHaveValue('developer')
  await expect(form.getByLabel('Project Manager').locator('option:checked')).toHaveText('Pam Porter')
  await form.getByLabel('Full name').fill('Nina New')
  await form.getByLabel('Email', { exact: true }).fill('nina@demo.test')
  await form.getByLabel('Confirm Email').fill('nina@demo.test')
  await form.getByLabel('Job title').fill('Engineer')
  await form.getByLabel('Department').selectOption('Engineering')
  await form.getByRole('button', { name: 'Add Employee' }).click()
  await expect(form).toBeHidden()
  await expect(ann).toHaveURL(/\/tenant_admin\/employees$/)
  await expect(ann.getByRole('row', { name: /Nina New/ })).toBeVisible()
  await expect(pam.getByRole('region', { name: 'Your Developers' }).getByText('Nina New')).toBeVisible()

  // A manager who hides the steps does not see them again, and can still ask.
  await atrium.sql(`update people set is_active = false where email = 'nina@demo.test'`)
  await pam.getByRole('button', { name: 'Hide the first steps' }).click()
  await pam.reload()
  await expect(
    pam.getByRole('region', { name: 'Your Developers' }).getByRole('button', { name: 'Ask the Administrator' }),
  ).toBeVisible()
  await expect(steps(pam)).toBeHidden()
})
