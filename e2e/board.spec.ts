// The project manager's board by mouse, touch and keyboard, and refusals of the server.
import { type Browser, expect, type Page } from '@playwright/test'
import { card, carryOver, column, dragOnto, expectAnnounced, expectText, middleOf, press } from './boards.ts'
import { answering, atrium, boxOf, callApi, expectAccessible, logInAs, refusing, test, typeInto } from './visit.ts'

/** Logs in Pam, and opens the board of a project. */
async function openBoard(browser: Browser, project: string) {
  const pam = await logInAs(browser, atrium, 'pam@demo.test')
  await pam.getByRole('link', { name: new RegExp(project) }).click()
  await pam.getByText('Subtask View').click()
  await expect(pam.getByRole('region', { name: 'Unassigned' })).toBeVisible()
  return pam
}

const cardsOf = (page: Page, name: string) => column(page, name).getByRole('group')
const selectionToolbar = (page: Page) => page.getByRole('toolbar', { name: 'Selected subtasks' })
const chooseMenuItem = (page: Page, name: string) => page.getByRole('menuitem', { name, exact: true }).click()
const dragTo = (page: Page, title: string, to: string) => dragOnto(page, title, column(page, to))

test('subtasks are assigned, taken back and deleted by dragging, and a refused one goes back to its place', {
  tag: '@quick',
}, async ({ browser }) => {
  const pam = await openBoard(browser, 'Website relaunch')
  await expect(pam.getByText('5 assigned')).toBeVisible()
  await expect(pam.getByText('83% assignment rate')).toBeVisible()
  await card(pam, 'Build the hero section').scrollIntoViewIfNeeded()

  await carryOver(pam, 'Build the hero section', await middleOf(column(pam, 'Dev Dalton')))
  await expect(pam.getByText(/Drop on a person to assign/)).toBeVisible()
  await expect(pam.getByText('Drag here to delete task')).toBeVisible()
  await pam.keyboard.press('Escape')
  await pam.mouse.up()
  await expect(pam.getByText('Drag here to delete task')).toBeHidden()
  await expect(cardsOf(pam, 'Unassigned')).toHaveCount(1)

  // The last of three quick moves counts, on the screen and on the server.
  await dragTo(pam, 'Build the hero section', 'Dev Dalton')
  await dragTo(pam, 'Build the hero section', 'Dana Reyes')
  await dragTo(pam, 'Build the hero section', 'Dev Dalton')
  await expect(pam.getByText('100% assignment rate')).toBeVisible()
  await dragTo(pam, 'Choose the pictures', 'Unassigned')
  await expect(pam.getByText('1 unassigned')).toBeVisible()
  await pam.reload()
  await expect(column(pam, 'Dev Dalton').getByText('Build the hero section')).toBeVisible()
  await expect(column(pam, 'Unassigned').getByText('Choose the pictures')).toBeVisible()

  const danas = cardsOf(pam, 'Dana Reyes')
  await expect(danas).toHaveText([/Write the redirects/, /Measure the loading time/])
  await refusing(pam, '**/api/subtasks/*/', async () => {
    await dragTo(pam, 'Write the redirects', 'Dev Dalton')
    await expectText(pam, 'Assignment failed. Changes reverted.')
    await expectText(pam, 'Not today.')
  })
  await expect(danas).toHaveText([/Write the redirects/, /Measure the loading time/])

  await carryOver(pam, 'Check the forms', { x: 640, y: 500 })
  const zone = await middleOf(pam.getByText('Drag here to delete task'))
  await pam.mouse.move(zone.x, zone.y, { steps: 4 })
  await pam.mouse.up()
  await pam.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
  await expect(pam.getByText('Subtask deleted successfully.')).toBeVisible()
  await expect(card(pam, 'Check the forms')).toBeHidden()
  await pam.getByRole('button', { name: 'Undo' }).click()
  await expectText(pam, 'Subtask restored.')
  await expect(column(pam, 'Dev Dalton').getByText('Check the forms')).toBeVisible()

  await pam
    .getByRole('textbox', { name: 'Search subtasks' })
    .or(pam.getByRole('searchbox', { name: 'Search subtasks' }))
    .fill('redir')
  await expect(pam.locator('[data-card]')).toHaveCount(1)
  await card(pam, 'Write the redirects').getByRole('link').click()
  await pam.waitForURL('**/project_manager/tasks/*')
})

test('the keyboard adds, moves, selects and changes subtasks', async ({ browser }) => {
  const pam = await openBoard(browser, 'Website relaunch')
  await column(pam, 'Unassigned').getByRole('button', { name: 'Add subtask' }).press('Enter')
  const title = pam.getByRole('textbox', { name: 'Title' })
  const add = async (words: string) => {
    await typeInto(title, words)
    await title.press('Enter')
  }
  const lost = async () => {
    await add('Paint one')
    await expectText(pam, 'Something went wrong.')
  }
  await answering(pam, '**/api/subtasks/', (route) => route.fulfill({ status: 500, json: {} }), lost)
  await expect(title).toHaveValue('Paint one')
  await title.press('Enter')
  for (const number of ['two', 'three', 'four']) {
    await expect(title).toHaveValue('')
    await add(`Paint ${number}`)
  }
  await expect(title).toBeFocused()
  await expect(title).toHaveValue('')
  await expect(cardsOf(pam, 'Unassigned').filter({ hasText: 'Paint' })).toHaveText([/one/, /two/, /three/, /four/])
  await expectAccessible(pam)
  await title.press('Escape')
  await expect(column(pam, 'Unassigned').getByRole('button', { name: 'Add subtask' })).toBeFocused()

  await card(pam, 'Paint one').press('Space')
  await expectAnnounced(pam, /^Lifted/)
  await press(pam, 'ArrowRight')
  await expectAnnounced(pam, /Over Dana Reyes, column 2 of 4\./)
  await press(pam, 'Space')
  await expectAnnounced(pam, /Paint one dropped in Dana Reyes/)
  await expect(card(pam, 'Paint one')).toBeFocused()
  await expect(column(pam, 'Dana Reyes').getByText('Paint one')).toBeVisible()

  // The server refuses one of a range of three. The page names it with the reason, and it stays selected.
  await card(pam, 'Paint two').press('x')
  await expect(card(pam, 'Paint two')).toBeFocused()
  await press(pam, 'ArrowDown', 'ArrowDown')
  await expect(card(pam, 'Paint four')).toBeFocused()
  await press(pam, 'Shift+X')
  await expect(selectionToolbar(pam).getByText('3 selected')).toBeVisible()
  await expectAccessible(pam)
  const refused = await card(pam, 'Paint four').getAttribute('data-card')
  const assignAll = async () => {
    await selectionToolbar(pam).getByRole('button', { name: 'Assign to…' }).click()
    await chooseMenuItem(pam, 'Dev Dalton')
    await expectText(pam, '1 of 3 refused: "Paint four": Not this one.')
  }
  await refusing(pam, `**/api/subtasks/${refused}/`, assignAll, 'Not this one.')
  await expect(cardsOf(pam, 'Dev Dalton').filter({ hasText: 'Paint' })).toHaveCount(2)
  await expect(card(pam, 'Paint four')).toHaveAttribute('aria-label', 'Paint four, selected')
  await expect(selectionToolbar(pam).getByText('1 selected')).toBeVisible()
  await selectionToolbar(pam).getByRole('button', { name: 'Clear selection' }).click()
  await expect(selectionToolbar(pam)).toBeHidden()

  const box = (title: string) => card(pam, title).getByRole('checkbox')
  const below = { position: { x: 12, y: 4 } }
  await expect(box('Paint two')).toBeHidden()
  await card(pam, 'Paint two').click({ modifiers: ['ControlOrMeta'], ...below })
  await box('Paint three').check()
  await expect(selectionToolbar(pam).getByText('2 selected')).toBeVisible()
  await selectionToolbar(pam).getByRole('button', { name: 'Status' }).click()
  await chooseMenuItem(pam, 'In Progress')
  await expect(card(pam, 'Paint two')).toContainText('In Progress')
  await card(pam, 'Paint two').click({ modifiers: ['Shift'], ...below })
  await selectionToolbar(pam).getByRole('button', { name: 'Due date' }).click()
  await pam.getByRole('textbox', { name: 'Due date' }).fill('05/06/2031')
  await pam.getByRole('button', { name: 'Set due date' }).click()
  await expect(pam.getByText('Enter a date such as 22 Nov 2026.')).toBeVisible()
  await pam.getByRole('textbox', { name: 'Due date' }).fill('5.5.2031')
  await pam.getByRole('button', { name: 'Open calendar' }).click()
  await pam.getByRole('button', { name: '6 May 2031', exact: true }).click()
  await pam.getByRole('button', { name: 'Set due date' }).click()
  await expect(card(pam, 'Paint two')).toContainText('06 May 2031')
  await expect(selectionToolbar(pam)).toBeHidden()
  for (const title of ['Paint two', 'Paint three']) await card(pam, title).press('x')
  await expect(selectionToolbar(pam).getByText('2 selected')).toBeVisible()
  await dragTo(pam, 'Paint two', 'Unassigned')
  await expect(cardsOf(pam, 'Unassigned').filter({ hasText: 'Paint' })).toHaveCount(3)

  await expect(selectionToolbar(pam)).toBeHidden()
  for (const title of ['Paint two', 'Paint four']) await card(pam, title).press('x')
  await expect(selectionToolbar(pam).getByText('2 selected')).toBeVisible()
  await selectionToolbar(pam).getByRole('button', { name: 'Delete' }).click()
  await pam.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
  await expect(pam.getByText('2 subtasks deleted successfully.')).toBeVisible()
  await expect(cardsOf(pam, 'Unassigned').filter({ hasText: 'Paint' })).toHaveCount(1)
  await pam.getByRole('button', { name: 'Undo' }).click()
  await expectText(pam, '2 subtasks restored.')
  await expect(cardsOf(pam, 'Unassigned').filter({ hasText: 'Paint' })).toHaveCount(3)
})

test('a collapsed column still takes cards, and stays collapsed in this browser', async ({ browser }) => {
  const pam = await openBoard(browser, 'Website relaunch')
  const collapsed = column(pam, 'Dana Reyes')
  await collapsed.getByRole('button', { name: 'Collapse Dana Reyes' }).click()
  await expect(cardsOf(pam, 'Dana Reyes')).toHaveCount(0)
  await expect.poll(async () => (await collapsed.boundingBox())?.width).toBe(44)
  await expect(collapsed.getByText('3', { exact: true })).toBeVisible()
  const title = 'Check the forms'
  await dragTo(pam, title, 'Dana Reyes')
  await expect(card(pam, title)).toBeHidden()
  await expect(collapsed.getByText('4', { exact: true })).toBeVisible()
  await expectAccessible(pam)
  await pam.reload()
  await collapsed.getByRole('button', { name: 'Expand Dana Reyes' }).press('Enter')
  await expect(collapsed.getByText(title)).toBeVisible()
  await expect(collapsed.getByRole('button', { name: 'Collapse Dana Reyes' })).toBeFocused()
})

test('a long press lifts a card, and a swipe scrolls', async ({ browser }) => {
  const pam = await openBoard(browser, 'Customer portal')
  const address = pam.url()
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    storageState: await pam.context().storageState(),
  })
  const phone = await context.newPage()
  await phone.goto(address)
  const [name, from] = ['Find ten customers', column(phone, 'Dana Reyes')]
  const first = card(phone, name)
  const devtools = await context.newCDPSession(phone)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x = 0, y = 0) =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] })

  // A touch goes to coordinates and not to an element, so it is repeated until the page has settled.
  await expect(async () => {
    const box = await boxOf(first)
    const at = { x: box.x + box.width - 12, y: box.y + box.height - 8 }
    // All at once, because a finger that rests is a long press. Far enough that the next column snaps in.
    await Promise.all([
      touch('touchStart', at.x, at.y),
      ...[1, 2, 3, 4, 5, 6].map((step) => touch('touchMove', at.x - step * 48, at.y)),
      touch('touchEnd'),
    ])
    await expect.poll(async () => (await first.boundingBox())?.x).not.toBe(box.x)
  }).toPass()
  await expect(phone.getByText('Drag here to delete task')).toBeHidden()

  const box = await boxOf(first)
  const y = box.y + 30
  await touch('touchStart', box.x + 100, y)
  await expect(phone.getByText('Drag here to delete task')).toBeVisible()
  // At the edge, the board scrolls on as long as the finger is there, through Dev's column to the last one.
  const last = column(phone, 'Pam Porter')
  let down = 0
  await expect(async () => {
    // No finger is quite still.
    await touch('touchMove', 385, y + (++down % 2))
    await expect(last).toHaveAttribute('data-is-over', 'true', { timeout: 500 })
  }).toPass()
  await touch('touchEnd')
  await expect(last.getByText(name)).toBeVisible()
  await expect(from.getByText(name)).toBeHidden()
})

test('the board of an inactive project cannot be changed', async ({ browser }) => {
  const pam = await openBoard(browser, 'Customer portal')
  const name = 'Write the questions'
  const id = new URL(pam.url()).pathname.split('/').at(-1)
  await callApi(pam, `PATCH /api/projects/${id}/`, { is_active: false })
  await pam.reload()
  const board = pam.getByRole('region', { name: 'Subtasks by assignee' })
  const quickAdd = column(pam, 'Unassigned').getByRole('button', { name: 'Add subtask' })
  // Until the server has answered, the page shows the project as this browser last saw it.
  await expect(quickAdd).toHaveAccessibleDescription('Project is inactive')
  await expect(quickAdd).toHaveAttribute('aria-disabled', 'true')
  // Dana, Dev and Pam. They are shown once the page is there.
  await expect(board.getByRole('button', { name: /^Capacity of / })).toHaveCount(3)
  await dragTo(pam, name, 'Unassigned')
  await expectText(pam, 'Cannot assign subtasks in an inactive project.')
  await card(pam, name).press('Space')
  await expectAnnounced(pam, /Cannot assign subtasks in an inactive project\./)
  await card(pam, name).press('x')
  await expect(selectionToolbar(pam)).toBeHidden()
  for (const [person, title] of [
    ['Dana Reyes', /^Find ten customers/],
    ['Dev Dalton', /^Write the questions/],
  ] as const)
    await expect(cardsOf(pam, person)).toHaveAccessibleName(title)
  await expect(cardsOf(pam, 'Unassigned')).toHaveCount(0)
  await expectAccessible(pam)
})
