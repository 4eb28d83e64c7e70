// The status board of a project, for subtasks and for tasks.
import { expect } from '@playwright/test'
import { card, column, dragOnto, expectAnnounced, expectText, openView, press } from './boards.ts'
import { atrium, expectAccessible, refusing, test } from './visit.ts'

test('the status board sets the status by mouse and keyboard, and reverts what is refused', async ({ browser }) => {
  const { pam } = await openView(browser, atrium, '')
  await pam.getByText('Status Board').click()
  await expect(column(pam, 'To Do').getByText('Check the forms')).toBeVisible()
  await dragOnto(pam, 'Check the forms', column(pam, 'In Progress'))
  await expect(column(pam, 'In Progress').getByText('Check the forms')).toBeVisible()
  await expectAccessible(pam)

  await refusing(pam, '**/api/subtasks/*/', async () => {
    await dragOnto(pam, 'Check the forms', column(pam, 'To Do'))
    await expectText(pam, 'Status change failed. Changes reverted.')
    await expectText(pam, 'Not today.')
    await expect(column(pam, 'In Progress').getByText('Check the forms')).toBeVisible()
  })

  // Done work can be hidden.
  await card(pam, 'Check the forms').focus()
  await press(pam, 'Space', 'ArrowRight')
  await expectAnnounced(pam, /Over Done, column 3 of 3\./)
  await press(pam, 'Space')
  await expect(column(pam, 'Done').getByText('Check the forms')).toBeVisible()
  await pam.getByLabel('Show completed').uncheck()
  await expect(card(pam, 'Check the forms')).toBeHidden()
  await column(pam, 'Done').getByRole('button', { name: 'Show completed' }).click()
  await expect(column(pam, 'Done').getByText('Check the forms')).toBeVisible()

  await pam.getByText('Tasks', { exact: true }).click()
  await dragOnto(pam, 'Content migration', column(pam, 'Done'))
  await expect(column(pam, 'Done').getByText('Content migration')).toBeVisible()
  await card(pam, 'Content migration').click({ modifiers: ['ControlOrMeta'], position: { x: 4, y: 4 } })
  await card(pam, 'Launch checklist').click({ position: { x: 4, y: 4 } })
  const toolbar = pam.getByRole('toolbar', { name: 'Selected tasks' })
  await expect(toolbar.getByText('2 selected')).toBeVisible()
  await toolbar.getByRole('button', { name: 'Assign to…' }).click()
  await pam.getByRole('menuitem', { name: 'Dana Reyes' }).click()
  await expectText(pam, '2 tasks assigned to Dana Reyes.')
  await expect(card(pam, 'Launch checklist').getByRole('img', { name: 'Assigned to Dana Reyes' })).toBeVisible()
  await pam.reload()
  await expect(column(pam, 'Done').getByText('Content migration')).toBeVisible()
  await expect(card(pam, 'Content migration').getByRole('img', { name: 'Assigned to Dana Reyes' })).toBeVisible()
})
