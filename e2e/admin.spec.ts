// The tenant admin's work: managers, their history, and labels. Restoring what was deleted. Everybody's profile and password.
import { expect, type Page, type Route } from '@playwright/test'
import { answering, atrium, callApi, demoPassword, expectAccessible, logInAs, openPage, submitLogIn, test } from './visit.ts'

const employee = (full_name: string, role: string) => ({
  full_name,
  email: `${full_name.split(' ')[0]}@demo.test`,
  job_title: 'Engineer',
  department: 'Engineering',
  role,
})

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const column = (page: Page, manager: string) => section(page, manager)
const cardIn = (page: Page, manager: string, developer: RegExp) => column(page, manager).getByRole('group', { name: developer })
async function answerDialog(page: Page, button: 'Confirm' | 'Cancel') {
  await page.getByRole('dialog').getByRole('button', { name: button }).click()
  await expect(page.getByRole('dialog').getByRole('button', { name: button })).toBeHidden()
}
const confirm = (page: Page) => answerDialog(page, 'Confirm')
const scrollTo = (page: Page, name: string) => section(page, name).scrollIntoViewIfNeeded()
/** The server fails without a reason. */
const failing = (page: Page, calls: string, act: () => Promise<unknown>) =>
  answering(page, calls, (route) => route.fulfill({ status: 500, body: '{}' }), act)

test('a section that fails to load leaves the others, asks three times, and tries again in its place', async ({ browser }) => {
  const ann = await logInAs(browser, atrium, 'ann@demo.test')
  const [board, employees] = [section(ann, 'Reassign Developers by Drag and Drop'), section(ann, 'All Employees')]
  let asked = 0
  const fail = (route: Route) => {
    asked++
    return route.fulfill({ status: 500, body: '{}' })
  }
  await answering(ann, '**/api/pm-assignments/grouped/', fail, async () => {
    await ann.reload()
    await expect(board.getByText('Failed to load data.')).toBeVisible()
    expect(asked).toBe(3)
    await expect(employees.getByText('Pam Porter')).toBeVisible()
    await board.getByRole('button', { name: 'Try again' }).click()
    await expect.poll(() => asked).toBe(6)
    await expect(board.getByText('Failed to load data.')).toBeVisible()
    await expect(employees.getByText('Pam Porter')).toBeVisible()
  })
  await board.getByRole('button', { name: 'Try again' }).click()
  await expect(column(ann, 'Pam Porter')).toBeVisible()
})

test('a developer moves to another manager unless they have open subtasks, and the history lists it', async ({ browser }) => {
  const ann = await logInAs(browser, atrium, 'ann@demo.test')
  await callApi(ann, 'POST /api/employees/', employee('Max Meyer', 'project_manager'))
  const una = await callApi<{ id: number }>(ann, 'POST /api/employees/', employee('Una Ulrich', 'developer'))
  await ann.reload()
  await scrollTo(ann, 'Reassign Developers by Drag and Drop')

  // By mouse, cancelled at first.
  const unassigned = cardIn(ann, 'Unassigned Developers', /^Una Ulrich$/)
  await expect(unassigned).toBeVisible()
  await unassigned.dragTo(column(ann, 'Max Meyer'))
  await expect(ann.getByRole('dialog', { name: 'Reassign developer' })).toContainText('Assign Una Ulrich to Max Meyer?')
  await answerDialog(ann, 'Cancel')
  await expect(unassigned).toBeVisible()
  await unassigned.dragTo(column(ann, 'Max Meyer'))
  await confirm(ann)
  await expect(ann.getByText('Developer reassigned.')).toBeVisible()
  await expect(cardIn(ann, 'Max Meyer', /^Una Ulrich$/)).toBeVisible()

  // By keyboard, one column to the right.
  await cardIn(ann, 'Max Meyer', /^Una Ulrich$/).focus()
  await expect(cardIn(ann, 'Max Meyer', /^Una Ulrich$/)).toBeFocused()
  for (const key of ['Space', 'ArrowRight', 'Space']) await ann.keyboard.press(key)
  await expect(ann.getByRole('dialog')).toContainText('Reassign Una Ulrich from Max Meyer to Pam Porter?')
  await expect(ann.getByRole('dialog').getByRole('button', { name: 'Confirm' })).toBeFocused()
  await ann.keyboard.press('Enter')
  await expect(cardIn(ann, 'Pam Porter', /^Una Ulrich$/)).toBeFocused()

  // By the card's menu.
  const card = cardIn(ann, 'Pam Porter', /^Una Ulrich$/)
  await failing(ann, '**/api/pm-assignments/', async () => {
    await card.hover()
    await card.getByRole('button', { name: /^Actions for/ }).click()
    await ann.getByRole('menuitem', { name: 'Move to…' }).click()
    await ann.getByRole('menuitem', { name: 'Unassigned Developers' }).click()
    await confirm(ann)
    await expect(ann.getByText('Failed to reassign developer.')).toBeVisible()
  })
  await expect(card).toBeVisible()

  // A developer with open subtasks is marked and stays. The admin can notify the manager.
  const busy = cardIn(ann, 'Pam Porter', /^Dev Dalton, \d+ open subtasks?$/)
  await busy.dragTo(column(ann, 'Max Meyer'))
  await confirm(ann)
  const blocked = ann.getByRole('dialog', { name: 'Developer cannot be reassigned' })
  await expect(blocked.getByRole('link', { name: 'Website relaunch' }).first()).toHaveAttribute(
    'href',
    /^\/tenant_admin\/projects\/\d+$/,
  )
  await expectAccessible(ann)
  const notify = blocked.getByRole('button', { name: 'Notify Project Manager' })
  await failing(ann, '**/api/notify-pm/', async () => {
    await notify.click()
    await expect(ann.getByText('Failed to notify the project manager. Please try again.')).toBeVisible()
  })
  await notify.click()
  await expect(ann.getByText('Project Manager has been notified.')).toBeVisible()
  await expect(notify).toHaveAttribute('aria-disabled', 'true')
  await ann.keyboard.press('Escape')
  await expect(busy).toBeVisible()

  // The history has ten rows a page.
  const history = section(ann, 'Project Manager Assignment History')
  const rows = history.locator('tbody tr')
  await expect(rows.first()).toContainText(/Una Ulrich.*Max Meyer.*Pam Porter.*Ann Adams.*(just now|min ago)/)
  await expect(rows).toHaveCount(2)
  const max = Number(await column(ann, 'Max Meyer').getAttribute('data-column'))
  for (let i = 0; i < 11; i++) await callApi(ann, 'POST /api/pm-assignments/', { developer: una.id, manager: i % 2 ? null : max })
  await ann.reload()
  await expect(history.getByText('1–10 of 13')).toBeVisible()
  await history.getByRole('button', { name: 'Next' }).click()
  await expect(history.getByText('11–13 of 13')).toBeVisible()
  await expect(rows.last()).toContainText(/Una Ulrich.*Unassigned.*Max Meyer/)
  await ann.reload()
  await expect(history.getByText('11–13 of 13')).toBeVisible()
  await history.getByRole('button', { name: 'Previous' }).click()
  await expect(history.getByText('1–10 of 13')).toBeVisible()
  await history.getByRole('combobox', { name: 'Developer' }).fill('dana')
  await ann.getByRole('option', { name: /Dana Reyes/ }).click()
  await expect(history.getByText('Nothing matches.')).toBeVisible()
  await history.getByRole('button', { name: 'Clear Filters' }).click()
  await history.getByRole('textbox', { name: 'From' }).fill('2000-01-02')
  await expect(history.getByText('1–10 of 13')).toBeVisible()
  await history.getByRole('textbox', { name: 'To' }).fill('2000-01-01')
  await expect(history.getByText('The last day cannot be before the first.')).toBeVisible()
  await expectAccessible(ann)
})

test('a label is created, renamed, deleted and restored', async ({ browser }) => {
  const ann = await logInAs(browser, atrium, 'ann@demo.test')
  const labels = ann.getByRole('list', { name: 'Labels' })
  await expect(labels.getByText('Design')).toBeVisible()
  await scrollTo(ann, 'Labels')
  const form = ann.getByRole('form', { name: 'New label' })
  const create = form.getByRole('button', { name: 'Create Label' })
  await create.click()
  await expect(form.getByText('Label name is required.')).toBeVisible()
  await form.getByLabel('Label Name').fill('design')
  await create.click()
  await expect(form.getByText('A label with this name already exists.')).toBeVisible()
  await form.getByLabel('Label Name').fill('Urgent')
  await form.getByLabel('Color').fill('#FA5252')
  await expectAccessible(ann)
  await form.getByLabel('Color').press('Enter')
  await expect(ann.getByText('Label created successfully.')).toBeVisible()
  await expect(form.getByLabel('Label Name')).toBeFocused()
  await expect(form.getByLabel('Color')).toHaveValue('#00C4B4')

  await labels.getByRole('button', { name: 'Edit Urgent' }).click()
  const dialog = ann.getByRole('dialog', { name: 'Edit Label' })
  await dialog.getByLabel('Label Name').fill('Very urgent')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await expect(labels.getByText('Very urgent')).toBeVisible()

  const undo = ann.getByRole('button', { name: 'Undo' })
  await labels.getByRole('button', { name: 'Delete Very urgent' }).click()
  await confirm(ann)
  await expect(ann.getByText('Label deleted successfully.')).toBeVisible()
  await expect(labels.getByText('Very urgent')).toBeHidden()
  // The toast stays while it has the focus.
  await undo.focus()
  await expectAccessible(ann)
  await undo.click()
  await expect(ann.getByText('Label restored.')).toBeVisible()
  await expect(labels.getByText('Very urgent')).toBeVisible()
  await expect(undo).toBeHidden()
  await labels.getByRole('button', { name: 'Delete Very urgent' }).click()
  await confirm(ann)
  await expect(undo).toBeVisible()
  await ann.keyboard.press('Control+z')
  await expect(labels.getByText('Very urgent')).toBeVisible()

  await form.getByLabel('Label Name').fill('Lost?')
  await failing(ann, '**/api/labels/**', async () => {
    await create.click()
    await expect(form.getByText('Failed to create label.')).toBeVisible()
  })
  await expect(form.getByLabel('Label Name')).toHaveValue('Lost?')
})

test('a manager restores a deleted comment, subtask and task', async ({ browser }) => {
  const pam = await logInAs(browser, atrium, 'pam@demo.test')
  await pam.getByRole('link', { name: /Customer portal/ }).click()
  await pam.getByRole('link', { name: 'Interviews' }).click()
  await pam.getByLabel('Add a comment').fill('Ten are enough.')
  await pam.getByRole('button', { name: 'Add Comment' }).click()
  const undo = pam.getByRole('button', { name: 'Undo' })
  await pam.getByRole('button', { name: 'Delete comment' }).click()
  await confirm(pam)
  await expect(pam.getByText('Ten are enough.')).toBeHidden()
  await undo.click()
  await expect(pam.getByText('Ten are enough.')).toBeVisible()

  await pam.getByRole('button', { name: 'Actions for Find ten customers' }).click()
  await pam.getByRole('menuitem', { name: 'Delete Subtask' }).click()
  await confirm(pam)
  await expect(pam.getByText('Subtask deleted successfully.')).toBeVisible()
  await undo.click()
  await expect(pam.getByText('Subtask restored.')).toBeVisible()
  await expect(pam.getByRole('button', { name: 'Actions for Find ten customers' })).toBeVisible()

  await pam.getByRole('button', { name: 'Actions for Interviews' }).click()
  await pam.getByRole('menuitem', { name: 'Delete Task' }).click()
  await confirm(pam)
  await expect(pam).toHaveURL(/\/project_manager\/projects\/\d+$/)
  await expect(pam.getByText('Task deleted successfully.')).toBeVisible()
  await undo.click()
  await pam.getByRole('link', { name: 'Interviews' }).click()
  await expect(pam.getByText('Ten are enough.')).toBeVisible()
  await expect(pam.getByRole('button', { name: 'Actions for Find ten customers' })).toBeVisible()
})

test('everybody renames themselves', async ({ browser }) => {
  const page = await logInAs(browser, atrium, 'hana@demo.test')
  await page.getByRole('link', { name: 'Profile' }).click()
  await expect(page.getByText('hana@demo.test')).toBeVisible()
  await page.getByLabel('Full name').fill('Hana Hilton')
  const lost = async () => {
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Update failed. Please try again.')).toBeVisible()
  }
  await answering(
    page,
    '**/api/profile/',
    (route) => (route.request().method() === 'PUT' ? route.abort() : route.fallback()),
    lost,
  )
  await expect(page.getByLabel('Full name')).toHaveValue('Hana Hilton')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Profile updated successfully.')).toBeVisible()
  await expect(page.getByRole('complementary').getByText('Hana Hilton')).toBeVisible()
  await expectAccessible(page)
  await page.reload()
  await expect(page.getByLabel('Full name')).toHaveValue('Hana Hilton')

  const owner = await logInAs(browser, atrium, 'super@atrium.test')
  await owner.getByRole('link', { name: 'Profile' }).click()
  await expect(owner.getByLabel('Full name')).toHaveValue('Sol Super')
})

test('a new password logs out the other devices only', async ({ browser }) => {
  const otherDevice = await logInAs(browser, atrium, 'hana@demo.test')
  const page = await logInAs(browser, atrium, 'hana@demo.test')
  await page.getByRole('link', { name: 'Profile' }).click()
  const [currentPassword, newPassword] = [page.getByLabel('Current password'), page.getByLabel('New password')]
  const change = page.getByRole('button', { name: 'Change Password' })
  await change.click()
  await expect(page.getByText('This field is required')).toHaveCount(2)
  await expect(currentPassword).toBeFocused()
  await currentPassword.fill('Wrong-password-1')
  await newPassword.fill('Hilton-2026')
  await change.click()
  await expect(currentPassword).toBeFocused()
  await expect(currentPassword).toHaveAttribute('aria-invalid', 'true')
  await currentPassword.fill(demoPassword)
  await change.click()
  await expect(page.getByText('Password updated successfully.')).toBeVisible()
  await expect(newPassword).toHaveValue('')

  await otherDevice.waitForURL('**/login')
  await page.reload()
  await expect(page.getByLabel('Full name')).toBeVisible()
  const newDevice = await openPage(browser, `${atrium.originOf('demo')}/login`)
  await submitLogIn(newDevice, 'hana@demo.test', 'Hilton-2026')
  await newDevice.waitForURL('**/hr')
})
