// The tenant admin's day: who works for whom, labels, the history; and everybody's own profile and password.
import { expect, type Page } from '@playwright/test'
import { type Atrium, startAtrium } from './atrium.ts'
import { accessible, call, enter, logIn, open, password, test } from './visit.ts'

let atrium: Atrium

test.beforeAll(async () => {
  atrium = await startAtrium()
})
test.afterAll(() => atrium.stop())

const somebody = (full_name: string, role: string) => ({
  full_name,
  email: `${full_name.split(' ')[0]}@demo.test`,
  job_title: 'Engineer',
  department: 'Engineering',
  role,
})

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const column = (page: Page, manager: string) => section(page, manager)
const cardIn = (page: Page, manager: string, developer: RegExp) => column(page, manager).getByRole('group', { name: developer })
async function answer(page: Page, button: 'Confirm' | 'Cancel') {
  await page.getByRole('dialog').getByRole('button', { name: button }).click()
  await expect(page.getByRole('dialog').getByRole('button', { name: button })).toBeHidden()
}
const confirm = (page: Page) => answer(page, 'Confirm')
const jump = (page: Page, name: string) => page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name }).click()

test('a developer goes to another manager, once nothing stands in the way, and the history knows', async ({ browser }) => {
  const ann = await enter(browser, atrium, 'ann@demo.test')
  await call(ann, 'POST /api/employees/', somebody('Max Meyer', 'project_manager'))
  const una = await call<{ id: number }>(ann, 'POST /api/employees/', somebody('Una Ulrich', 'developer'))
  await ann.reload()
  await jump(ann, 'Reassign Developers')

  // By mouse; cancelled first.
  const free = cardIn(ann, 'Unassigned Developers', /^Una Ulrich$/)
  await expect(free).toBeVisible()
  await free.dragTo(column(ann, 'Max Meyer'))
  await expect(ann.getByRole('dialog', { name: 'Reassign developer' })).toContainText('Assign Una Ulrich to Max Meyer?')
  await answer(ann, 'Cancel')
  await expect(free).toBeVisible()
  await free.dragTo(column(ann, 'Max Meyer'))
  await confirm(ann)
  await expect(ann.getByText('Developer reassigned.')).toBeVisible()
  await expect(cardIn(ann, 'Max Meyer', /^Una Ulrich$/)).toBeVisible()

  // By keyboard, one column to the right.
  await cardIn(ann, 'Max Meyer', /^Una Ulrich$/).focus()
  for (const key of ['Space', 'ArrowRight', 'Space']) await ann.keyboard.press(key)
  await expect(ann.getByRole('dialog')).toContainText('Reassign Una Ulrich from Max Meyer to Pam Porter?')
  await expect(ann.getByRole('dialog').getByRole('button', { name: 'Confirm' })).toBeFocused()
  await ann.keyboard.press('Enter')
  await expect(cardIn(ann, 'Pam Porter', /^Una Ulrich$/)).toBeFocused()

  // By the card's menu; refused without a reason.
  await ann.route('**/api/pm-assignments/', (route) => route.fulfill({ status: 500, body: '{}' }))
  const card = cardIn(ann, 'Pam Porter', /^Una Ulrich$/)
  await card.hover()
  await card.getByRole('button', { name: /^Actions for/ }).click()
  await ann.getByRole('menuitem', { name: 'Move to…' }).click()
  await ann.getByRole('menuitem', { name: 'Unassigned Developers' }).click()
  await confirm(ann)
  await expect(ann.getByText('Failed to reassign developer.')).toBeVisible()
  await expect(card).toBeVisible()
  await ann.unroute('**/api/pm-assignments/')

  // Whoever has open subtasks is marked, and stays; the manager is told.
  const busy = cardIn(ann, 'Pam Porter', /^Dev Dalton, \d+ open subtasks?$/)
  await busy.dragTo(column(ann, 'Max Meyer'))
  await confirm(ann)
  const blocked = ann.getByRole('dialog', { name: 'Developer cannot be reassigned' })
  await expect(blocked.getByRole('link', { name: 'Website relaunch' }).first()).toHaveAttribute(
    'href',
    /^\/tenant_admin\/projects\/\d+$/,
  )
  await accessible(ann)
  const notify = blocked.getByRole('button', { name: 'Notify Project Manager' })
  await ann.route('**/api/notify-pm/', (route) => route.fulfill({ status: 500, body: '{}' }))
  await notify.click()
  await expect(ann.getByText('Failed to notify the project manager. Please try again.')).toBeVisible()
  await ann.unroute('**/api/notify-pm/')
  await notify.click()
  await expect(ann.getByText('Project Manager has been notified.')).toBeVisible()
  await expect(notify).toHaveAttribute('aria-disabled', 'true')
  await ann.keyboard.press('Escape')
  await expect(busy).toBeVisible()

  // The history, ten a page.
  const history = section(ann, 'Project Manager Assignment History')
  const rows = history.locator('tbody tr')
  await expect(rows.first()).toContainText(/Una Ulrich.*Max Meyer.*Pam Porter.*Ann Adams.*just now/)
  await expect(rows).toHaveCount(2)
  const max = Number(await column(ann, 'Max Meyer').getAttribute('data-column'))
  for (let i = 0; i < 11; i++) await call(ann, 'POST /api/pm-assignments/', { developer: una.id, manager: i % 2 ? null : max })
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
  await ann.getByRole('option', { name: /Dana Diaz/ }).click()
  await expect(history.getByText('Nothing matches.')).toBeVisible()
  await history.getByRole('button', { name: 'Clear Filters' }).click()
  await history.getByRole('textbox', { name: 'From' }).fill('2000-01-02')
  await expect(history.getByText('1–10 of 13')).toBeVisible()
  await history.getByRole('textbox', { name: 'To' }).fill('2000-01-01')
  await expect(history.getByText('The last day cannot be before the first.')).toBeVisible()
  await accessible(ann)
})

test('a label is made, renamed, deleted and brought back', async ({ browser }) => {
  const ann = await enter(browser, atrium, 'ann@demo.test')
  const labels = ann.getByRole('list', { name: 'Labels' })
  await expect(labels.getByText('Design')).toBeVisible()
  await jump(ann, 'Labels')
  const form = ann.getByRole('form', { name: 'New label' })
  const create = form.getByRole('button', { name: 'Create Label' })
  await create.click()
  await expect(form.getByText('Label name is required.')).toBeVisible()
  await form.getByLabel('Label Name').fill('design')
  await create.click()
  await expect(form.getByText('A label with this name already exists.')).toBeVisible()
  await form.getByLabel('Label Name').fill('Urgent')
  await form.getByLabel('Color').fill('#FA5252')
  await accessible(ann)
  await ann.keyboard.press('Enter')
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
  // The offer stays while somebody is at it.
  await undo.focus()
  await accessible(ann)
  await undo.click()
  await expect(ann.getByText('Label restored.')).toBeVisible()
  await expect(labels.getByText('Very urgent')).toBeVisible()
  await expect(undo).toBeHidden()
  await labels.getByRole('button', { name: 'Delete Very urgent' }).click()
  await confirm(ann)
  await expect(undo).toBeVisible()
  await ann.keyboard.press('Control+z')
  await expect(labels.getByText('Very urgent')).toBeVisible()

  await ann.route('**/api/labels/**', (route) => route.fulfill({ status: 500, body: '{}' }))
  await form.getByLabel('Label Name').fill('Lost?')
  await create.click()
  await expect(form.getByText('Failed to create label.')).toBeVisible()
  await expect(form.getByLabel('Label Name')).toHaveValue('Lost?')
})

test('a manager brings back what they deleted: a subtask, a task, a comment', async ({ browser }) => {
  const pam = await enter(browser, atrium, 'pam@demo.test')
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

test('everybody renames themselves, and a new password logs out the other devices only', async ({ browser }) => {
  const [here, there] = [await enter(browser, atrium, 'hana@demo.test'), await enter(browser, atrium, 'hana@demo.test')]
  await here.getByRole('link', { name: 'Profile' }).click()
  await expect(here.getByText('hana@demo.test')).toBeVisible()
  await here.getByLabel('Full name').fill('Hana Hilton')
  await here.route('**/api/profile/', (route) => (route.request().method() === 'PUT' ? route.abort() : route.continue()))
  await here.getByRole('button', { name: 'Save' }).click()
  await expect(here.getByText('Update failed. Please try again.')).toBeVisible()
  await expect(here.getByLabel('Full name')).toHaveValue('Hana Hilton')
  await here.unroute('**/api/profile/')
  await here.getByRole('button', { name: 'Save' }).click()
  await expect(here.getByText('Profile updated successfully.')).toBeVisible()
  await expect(here.getByRole('complementary').getByText('Hana Hilton')).toBeVisible()
  await accessible(here)

  const [before, after] = [here.getByLabel('Current password'), here.getByLabel('New password')]
  const change = here.getByRole('button', { name: 'Change Password' })
  await change.click()
  await expect(here.getByText('This field is required')).toHaveCount(2)
  await expect(before).toBeFocused()
  await before.fill('Wrong-password-1')
  await after.fill('Hilton-2026')
  await change.click()
  await expect(before).toBeFocused()
  await expect(before).toHaveAttribute('aria-invalid', 'true')
  await before.fill(password)
  await change.click()
  await expect(here.getByText('Password updated successfully.')).toBeVisible()
  await expect(after).toHaveValue('')

  await there.waitForURL('**/login')
  await here.reload()
  await expect(here.getByLabel('Full name')).toHaveValue('Hana Hilton')
  const again = await open(browser, `${atrium.at('demo')}/login`)
  await logIn(again, 'hana@demo.test', 'Hilton-2026')
  await again.waitForURL('**/hr')

  const owner = await enter(browser, atrium, 'super@atrium.test')
  await owner.getByRole('link', { name: 'Profile' }).click()
  await expect(owner.getByLabel('Full name')).toHaveValue('Sol Super')
})
