// The project manager's board by mouse, touch and keyboard, and refusals of the server.
import { type Browser, expect, type Page } from '@playwright/test'
import { card, carryOver, column, dragOnto, expectAnnounced, expectText, middleOf } from './boards.ts'
import { atrium, callApi, expectAccessible, intercept, logInAs, test } from './visit.ts'

const subtaskCalls = '**/api/subtasks/*/'
const subtaskListCalls = '**/api/subtasks/'

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

test('subtasks are assigned, taken back and deleted by dragging, and a refused one goes back to its place', async ({
  browser,
}) => {
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

  const order = await cardsOf(pam, 'Dana Reyes').allTextContents()
  await intercept(pam, subtaskCalls, (route) => route.fulfill({ status: 400, json: { detail: 'Not today.' } }))
  await dragTo(pam, 'Write the redirects', 'Dev Dalton')
  await expectText(pam, 'Assignment failed. Changes reverted.')
  await expectText(pam, 'Not today.')
  expect(await cardsOf(pam, 'Dana Reyes').allTextContents()).toEqual(order)
  await pam.unroute(subtaskCalls)

  const dropOnDeleteZone = async () => {
    await carryOver(pam, 'Check the forms', { x: 640, y: 500 })
    await pam.mouse.move(...(Object.values(await middleOf(pam.getByText('Drag here to delete task'))) as [number, number]), {
      steps: 4,
    })
    await pam.mouse.up()
    await pam.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
  }
  await dropOnDeleteZone()
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
  const press = async (...keys: string[]) => {
    for (const key of keys) await pam.keyboard.press(key)
  }
  const add = async (...titles: string[]) => {
    for (const title of titles) {
      await pam.keyboard.type(title)
      await press('Enter')
    }
  }
  await column(pam, 'Unassigned').getByRole('button', { name: 'Add subtask' }).press('Enter')
  const title = pam.getByRole('textbox', { name: 'Title' })
  await expect(title).toBeFocused()
  await intercept(pam, subtaskListCalls, (route) => route.fulfill({ status: 500, json: {} }))
  await add('Paint one')
  await expectText(pam, 'Something went wrong.')
  await expect(title).toHaveValue('Paint one')
  await pam.unroute(subtaskListCalls)
  await press('Enter')
  await add('Paint two', 'Paint three', 'Paint four')
  await expect(title).toBeFocused()
  await expect(title).toHaveValue('')
  await expect(cardsOf(pam, 'Unassigned').filter({ hasText: 'Paint' })).toHaveText([/one/, /two/, /three/, /four/])
  await expectAccessible(pam)
  await press('Escape')
  await expect(column(pam, 'Unassigned').getByRole('button', { name: 'Add subtask' })).toBeFocused()

  await card(pam, 'Paint one').focus()
  await press('Space', 'ArrowRight')
  await expectAnnounced(pam, /Over Dana Reyes, column 2 of 4\./)
  await press('Space')
  await expectAnnounced(pam, /Paint one dropped in Dana Reyes/)
  await expect(card(pam, 'Paint one')).toBeFocused()
  await expect(column(pam, 'Dana Reyes').getByText('Paint one')).toBeVisible()

  // The server refuses one of a range of three. The page names it with the reason, and it stays selected.
  await card(pam, 'Paint two').focus()
  await press('x', 'ArrowDown', 'ArrowDown', 'Shift+X')
  await expect(selectionToolbar(pam).getByText('3 selected')).toBeVisible()
  await expectAccessible(pam)
  const refused = await pam.locator('[data-card]:focus').getAttribute('data-card')
  await intercept(pam, `**/api/subtasks/${refused}/`, (route) =>
    route.fulfill({ status: 400, json: { detail: 'Not this one.' } }),
  )
  await selectionToolbar(pam).getByRole('button', { name: 'Assign to…' }).click()
  await chooseMenuItem(pam, 'Dev Dalton')
  await expectText(pam, '1 of 3 refused: "Paint four": Not this one.')
  await expect(cardsOf(pam, 'Dev Dalton').filter({ hasText: 'Paint' })).toHaveCount(2)
  await expect(card(pam, 'Paint four')).toHaveAttribute('aria-label', 'Paint four, selected')
  await expect(selectionToolbar(pam).getByText('1 selected')).toBeVisible()
  await pam.unroute(`**/api/subtasks/${refused}/`)
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
  await card(pam, 'Paint two').focus()
  await press('x')
  await card(pam, 'Paint three').focus()
  await press('x')
  await dragTo(pam, 'Paint two', 'Unassigned')
  await expect(cardsOf(pam, 'Unassigned').filter({ hasText: 'Paint' })).toHaveCount(3)

  await card(pam, 'Paint two').focus()
  await press('x')
  await card(pam, 'Paint four').focus()
  await press('x')
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
  await column(pam, 'Dana Reyes').getByRole('button', { name: 'Collapse Dana Reyes' }).click()
  await expect(cardsOf(pam, 'Dana Reyes')).toHaveCount(0)
  expect((await collapsed.boundingBox())?.width).toBe(44)
  const count = Number(await collapsed.locator('[title$="card"], [title$="cards"]').textContent())
  const title = (await cardsOf(pam, 'Dev Dalton').first().getAttribute('aria-label')) ?? ''
  await dragTo(pam, title, 'Dana Reyes')
  await expect(card(pam, title)).toBeHidden()
  await expect(collapsed.getByText(String(count + 1), { exact: true })).toBeVisible()
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
  const first = phone.locator('[data-card]').first()
  const name = (await first.getAttribute('aria-label')) ?? ''
  const from = column(phone, (await first.locator('xpath=ancestor::section[1]').getByRole('heading').textContent()) ?? '')
  await first.scrollIntoViewIfNeeded()
  const devtools = await context.newCDPSession(phone)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x = 0, y = 0) =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] })

  // A touch goes to coordinates and not to an element, so it is repeated until the page has settled.
  await expect(async () => {
    const box = await first.boundingBox()
    const at = { x: (box?.x ?? 0) + (box?.width ?? 0) - 12, y: (box?.y ?? 0) + (box?.height ?? 0) - 8 }
    // All at once, because a finger that rests is a long press. Far enough that the next column snaps in.
    await Promise.all([
      touch('touchStart', at.x, at.y),
      ...[1, 2, 3, 4, 5, 6].map((step) => touch('touchMove', at.x - step * 48, at.y)),
      touch('touchEnd'),
    ])
    await expect.poll(async () => (await first.boundingBox())?.x, { timeout: 2000 }).not.toBe(box?.x)
  }).toPass({ timeout: 15_000 })
  await expect(phone.getByText('Drag here to delete task')).toBeHidden()

  await first.scrollIntoViewIfNeeded()
  const box = await first.boundingBox()
  const y = (box?.y ?? 0) + 30
  await touch('touchStart', (box?.x ?? 0) + 100, y)
  await expect(phone.getByText('Drag here to delete task')).toBeVisible()
  // At the edge, the board scrolls until the next column is under the finger.
  await touch('touchMove', 385, y)
  await expect(phone.locator('[data-column][data-is-over="true"]')).toHaveCount(1)
  const target = column(
    phone,
    (await phone.locator('[data-column][data-is-over="true"]').getByRole('heading').textContent()) ?? '',
  )
  await touch('touchEnd')
  await expect(target.getByText(name)).toBeVisible()
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
  const before = await board.textContent()
  await card(pam, name).scrollIntoViewIfNeeded()
  await dragTo(pam, name, 'Unassigned')
  await expectText(pam, 'Cannot assign subtasks in an inactive project.')
  await card(pam, name).focus()
  await pam.keyboard.press('Space')
  await expectAnnounced(pam, /Cannot assign subtasks in an inactive project\./)
  await pam.keyboard.press('x')
  await expect(selectionToolbar(pam)).toBeHidden()
  expect(await board.textContent()).toBe(before)
  await expectAccessible(pam)
})
