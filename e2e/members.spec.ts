// A project's page for its developers, and their manager's answers to what they ask and propose.
import { expect } from '@playwright/test'
import { column, dragOnto, openView } from './boards.ts'
import { atrium, expectAccessible, expectToFitWidth, logInAs, test } from './visit.ts'

test('a developer reads the project in every view, and changes the status of their own subtasks alone', async ({ browser }) => {
  const dev = await logInAs(browser, atrium, 'dev@demo.test')
  await dev.getByRole('link', { name: 'Website relaunch' }).first().click()
  await expect(dev.getByRole('heading', { level: 1, name: 'Website relaunch' })).toBeVisible()
  await expect(dev).toHaveURL(/developer\/projects\/\d+$/)
  await expect(dev.getByRole('button', { name: 'Ask for it: Build the hero section' })).toBeVisible()
  for (const name of ['Edit Project', '+ New Task', 'Create Subtask', '+ Post Update', '+ Add Members', 'More actions'])
    await expect(dev.getByRole('button', { name })).toHaveCount(0)
  await dev.getByRole('button', { name: 'Status of Check the forms: To Do' }).click()
  await dev.getByRole('menuitem', { name: 'In Progress' }).click()
  await expect(dev.getByRole('button', { name: 'Status of Check the forms: In Progress' })).toBeVisible()
  await expect(dev.getByRole('button', { name: 'Status of Write the redirects: To Do' })).toHaveCount(0)
  await expectAccessible(dev)

  await dev.getByText('Subtask View', { exact: true }).click()
  await dragOnto(dev, 'Check the forms', column(dev, 'Unassigned'))
  await expect(dev.getByText('Only the project manager can move this.')).toBeVisible()
  await expect(dev.getByRole('button', { name: /^Add subtask/ })).toHaveCount(0)
  for (const view of ['Status Board', 'Calendar']) {
    await dev.getByText(view, { exact: true }).click()
    await expectAccessible(dev)
  }
  await dev.setViewportSize({ width: 390, height: 844 })
  await dev.goto(dev.url().replace(/\?.*/, ''))
  await expect(dev.getByRole('link', { name: 'Launch checklist' })).toBeVisible()
  await expectToFitWidth(dev)
})

test('a developer proposes subtasks, which the manager accepts or declines', { tag: '@quick' }, async ({ browser }) => {
  const dev = await logInAs(browser, atrium, 'dev@demo.test')
  await dev.getByRole('link', { name: 'Check the forms' }).click()
  const propose = async (title: string) => {
    await dev.getByRole('button', { name: 'Propose Subtask' }).click()
    const dialog = dev.getByRole('dialog', { name: 'Propose Subtask' })
    await dialog.getByLabel('Title').fill(title)
    await dialog.getByLabel('Estimated Hours').fill('2')
    await dialog.getByRole('button', { name: 'Propose', exact: true }).click()
    await expect(dialog).toBeHidden()
  }
  await propose('Check the forms in Safari')
  await propose('Check the forms on paper')
  const own = dev.getByRole('region', { name: 'Your proposals' })
  await expect(own.getByRole('listitem')).toHaveCount(2)
  await expect(own.getByRole('button')).toHaveCount(0)

  const pam = await logInAs(browser, atrium, 'pam@demo.test')
  await pam.getByRole('button', { name: /Notifications/ }).click()
  await pam
    .getByText(/Dev Dalton.*Check the forms in Safari/)
    .first()
    .click()
  const proposed = pam.getByRole('region', { name: 'Proposed subtasks' })
  await expect(proposed.getByRole('listitem')).toHaveCount(2)
  await expectAccessible(pam)
  await proposed.getByRole('button', { name: 'Accept Check the forms in Safari' }).click()
  await expect(pam.getByText('Added, and assigned to Dev Dalton.')).toBeVisible()
  await proposed.getByRole('button', { name: 'Decline Check the forms on paper' }).click()
  await expect(proposed).toHaveCount(0)

  await expect(own).toHaveCount(0)
  await expect(dev.getByRole('button', { name: 'Status of Check the forms in Safari: To Do' })).toBeVisible()
})

test('a manager takes work into a column of their own', async ({ browser }) => {
  const { pam } = await openView(browser, atrium, 'view=subtasks')
  await pam.setViewportSize({ width: 1600, height: 900 })
  const own = column(pam, 'Pam Porter')
  await dragOnto(pam, 'Build the hero section', own)
  await expect(own).toContainText('Build the hero section')
  await pam.reload()
  await expect(own).toContainText('Build the hero section')
})
