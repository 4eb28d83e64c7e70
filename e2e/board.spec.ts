// The project manager's board: by mouse, by finger and from the keyboard, and when the server says no.
import { type Browser, expect, type Page } from '@playwright/test'
import { type Atrium, startAtrium } from './atrium.ts'
import { accessible, call, enter, test } from './visit.ts'

const changes = '**/api/subtasks/*/'
const additions = '**/api/subtasks/'
let atrium: Atrium

test.beforeAll(async () => {
  atrium = await startAtrium()
})
test.afterAll(() => atrium.stop())

/** Pam before the board of a project. */
async function boardOf(browser: Browser, project: string) {
  const pam = await enter(browser, atrium, 'pam@demo.test')
  await pam.getByRole('link', { name: new RegExp(project) }).click()
  await pam.getByText('Subtask View').click()
  await expect(pam.getByRole('region', { name: 'Unassigned' })).toBeVisible()
  return pam
}

const column = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const card = (page: Page, title: string) => page.getByRole('group', { name: new RegExp(`^${title}(, selected)?$`) })
const cardsOf = (page: Page, name: string) => column(page, name).getByRole('group')
const said = (page: Page, words: string) => expect(page.getByText(words, { exact: true }).last()).toBeVisible()
const bar = (page: Page) => page.getByRole('toolbar', { name: 'Selected subtasks' })
const menu = (page: Page, name: string) => page.getByRole('menuitem', { name, exact: true }).click()
const announced = (page: Page, words: RegExp) =>
  expect(page.getByRole('status').filter({ hasText: words }).first()).toBeAttached()

/** Takes a card and stops over its goal, the button still down. */
async function carry(page: Page, title: string, to: { x: number; y: number }) {
  const from = await card(page, title).boundingBox()
  if (!from) throw new Error(`${title} is not there.`)
  await page.mouse.move(from.x + from.width / 2, from.y + from.height - 6)
  await page.mouse.down()
  await page.mouse.move(from.x + from.width / 2 + 10, from.y + from.height, { steps: 3 })
  await page.mouse.move(to.x, to.y, { steps: 6 })
}
const middleOf = async (target: ReturnType<typeof column>) => {
  const box = await target.boundingBox()
  if (!box) throw new Error('It is not there.')
  return { x: box.x + box.width / 2, y: box.y + Math.min(box.height / 2, 40) }
}
async function drag(page: Page, title: string, to: string) {
  await carry(page, title, await middleOf(column(page, to)))
  await page.mouse.up()
}

test('subtasks are assigned, taken back and deleted by dragging, and a refused one goes back to its place', async ({
  browser,
}) => {
  const pam = await boardOf(browser, 'Website relaunch')
  await expect(pam.getByText('5 assigned')).toBeVisible()
  await expect(pam.getByText('83% assignment rate')).toBeVisible()
  await card(pam, 'Build the hero section').scrollIntoViewIfNeeded()

  await carry(pam, 'Build the hero section', await middleOf(column(pam, 'Dev Dalton')))
  await expect(pam.getByText(/Drop on a person to assign/)).toBeVisible()
  await expect(pam.getByText('Drag here to delete task')).toBeVisible()
  await pam.keyboard.press('Escape')
  await pam.mouse.up()
  await expect(pam.getByText('Drag here to delete task')).toBeHidden()
  await expect(cardsOf(pam, 'Unassigned')).toHaveCount(1)

  // Quickly there and on: the last place counts, on the screen and on the server.
  await drag(pam, 'Build the hero section', 'Dev Dalton')
  await drag(pam, 'Build the hero section', 'Dana Diaz')
  await drag(pam, 'Build the hero section', 'Dev Dalton')
  await expect(pam.getByText('100% assignment rate')).toBeVisible()
  await drag(pam, 'Choose the pictures', 'Unassigned')
  await expect(pam.getByText('1 unassigned')).toBeVisible()
  await pam.reload()
  await expect(column(pam, 'Dev Dalton').getByText('Build the hero section')).toBeVisible()
  await expect(column(pam, 'Unassigned').getByText('Choose the pictures')).toBeVisible()

  const order = await cardsOf(pam, 'Dana Diaz').allTextContents()
  await pam.route(changes, (route) => route.fulfill({ status: 400, json: { detail: 'Not today.' } }))
  await drag(pam, 'Write the redirects', 'Dev Dalton')
  await said(pam, 'Assignment failed. Changes reverted.')
  await said(pam, 'Not today.')
  expect(await cardsOf(pam, 'Dana Diaz').allTextContents()).toEqual(order)
  await pam.unroute(changes)

  const away = async () => {
    await carry(pam, 'Check the forms', { x: 640, y: 500 })
    await pam.mouse.move(...(Object.values(await middleOf(pam.getByText('Drag here to delete task'))) as [number, number]), {
      steps: 4,
    })
    await pam.mouse.up()
    await pam.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
  }
  await away()
  await expect(pam.getByText('Subtask deleted successfully.')).toBeVisible()
  await expect(card(pam, 'Check the forms')).toBeHidden()
  await pam.getByRole('button', { name: 'Undo' }).click()
  await said(pam, 'Subtask restored.')
  await expect(column(pam, 'Dev Dalton').getByText('Check the forms')).toBeVisible()

  await pam
    .getByRole('textbox', { name: 'Search subtasks' })
    .or(pam.getByRole('searchbox', { name: 'Search subtasks' }))
    .fill('redir')
  await expect(pam.locator('[data-card]')).toHaveCount(1)
  await card(pam, 'Write the redirects').getByRole('link').click()
  await pam.waitForURL('**/project_manager/tasks/*')
})

test('from the keyboard subtasks are added, moved, and treated together', async ({ browser }) => {
  const pam = await boardOf(browser, 'Website relaunch')
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
  await pam.route(additions, (route) => route.fulfill({ status: 500, json: {} }))
  await add('Paint one')
  await said(pam, 'Something went wrong.')
  await expect(title).toHaveValue('Paint one')
  await pam.unroute(additions)
  await press('Enter')
  await add('Paint two', 'Paint three', 'Paint four')
  await expect(title).toBeFocused()
  await expect(title).toHaveValue('')
  await expect(cardsOf(pam, 'Unassigned').filter({ hasText: 'Paint' })).toHaveText([/one/, /two/, /three/, /four/])
  await accessible(pam)
  await press('Escape')
  await expect(column(pam, 'Unassigned').getByRole('button', { name: 'Add subtask' })).toBeFocused()

  await card(pam, 'Paint one').focus()
  await press('Space', 'ArrowRight')
  await announced(pam, /Over Dana Diaz, column 2 of 3\./)
  await press('Space')
  await announced(pam, /Paint one dropped in Dana Diaz/)
  await expect(card(pam, 'Paint one')).toBeFocused()
  await expect(column(pam, 'Dana Diaz').getByText('Paint one')).toBeVisible()

  // A range; one of the three is refused, is named with the reason, and stays selected.
  await card(pam, 'Paint two').focus()
  await press('x', 'ArrowDown', 'ArrowDown', 'Shift+X')
  await expect(bar(pam).getByText('3 selected')).toBeVisible()
  await accessible(pam)
  const third = await pam.locator('[data-card]:focus').getAttribute('data-card')
  await pam.route(`**/api/subtasks/${third}/`, (route) => route.fulfill({ status: 400, json: { detail: 'Not this one.' } }))
  await bar(pam).getByRole('button', { name: 'Assign to…' }).click()
  await menu(pam, 'Dev Dalton')
  await said(pam, '1 of 3 refused: "Paint four": Not this one.')
  await expect(cardsOf(pam, 'Dev Dalton').filter({ hasText: 'Paint' })).toHaveCount(2)
  await expect(card(pam, 'Paint four')).toHaveAttribute('aria-label', 'Paint four, selected')
  await expect(bar(pam).getByText('1 selected')).toBeVisible()
  await pam.unroute(`**/api/subtasks/${third}/`)
  await bar(pam).getByRole('button', { name: 'Clear selection' }).click()
  await expect(bar(pam)).toBeHidden()

  await card(pam, 'Paint two').getByRole('checkbox').check({ force: true })
  await card(pam, 'Paint three').getByRole('checkbox').check({ force: true })
  await bar(pam).getByRole('button', { name: 'Status' }).click()
  await menu(pam, 'In Progress')
  await expect(card(pam, 'Paint two')).toContainText('In Progress')
  await card(pam, 'Paint two').getByRole('checkbox').check({ force: true })
  await bar(pam).getByRole('button', { name: 'Due date' }).click()
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
  await drag(pam, 'Paint two', 'Unassigned')
  await expect(cardsOf(pam, 'Unassigned').filter({ hasText: 'Paint' })).toHaveCount(3)

  await card(pam, 'Paint two').focus()
  await press('x')
  await card(pam, 'Paint four').focus()
  await press('x')
  await bar(pam).getByRole('button', { name: 'Delete' }).click()
  await pam.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
  await expect(pam.getByText('2 subtasks deleted successfully.')).toBeVisible()
  await expect(cardsOf(pam, 'Unassigned').filter({ hasText: 'Paint' })).toHaveCount(1)
  await pam.getByRole('button', { name: 'Undo' }).click()
  await said(pam, '2 subtasks restored.')
  await expect(cardsOf(pam, 'Unassigned').filter({ hasText: 'Paint' })).toHaveCount(3)
})

test('a long press lifts a card, a swipe scrolls; and on an inactive project nothing is moved or added', async ({ browser }) => {
  const pam = await boardOf(browser, 'Customer portal')
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
  const finger = await context.newCDPSession(phone)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x = 0, y = 0) =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] })

  // A finger, unlike a click, goes to a place and not to an element: on a page that still moves it goes there again.
  await expect(async () => {
    const box = await first.boundingBox()
    const at = { x: (box?.x ?? 0) + (box?.width ?? 0) - 12, y: (box?.y ?? 0) + (box?.height ?? 0) - 8 }
    // Without waiting in between, as a finger that rests is a long press; and so far that the next column is the nearer one.
    await Promise.all([
      touch('touchStart', at.x, at.y),
      ...[1, 2, 3, 4, 5, 6].map((step) => touch('touchMove', at.x - step * 48, at.y)),
      touch('touchEnd'),
    ])
    await expect.poll(async () => (await first.boundingBox())?.x, { timeout: 2000 }).not.toBe(box?.x)
  }).toPass({ timeout: 15_000 })
  await expect(phone.getByText('Drag here to delete task')).toBeHidden()

  await first.scrollIntoViewIfNeeded()
  const still = await first.boundingBox()
  const y = (still?.y ?? 0) + 30
  await touch('touchStart', (still?.x ?? 0) + 100, y)
  await expect(phone.getByText('Drag here to delete task')).toBeVisible()
  // At the edge the board scrolls on by itself, until the next column is under the finger.
  await touch('touchMove', 385, y)
  await expect(phone.locator('[data-column][data-is-over="true"]')).toHaveCount(1)
  const goal = column(phone, (await phone.locator('[data-column][data-is-over="true"]').getByRole('heading').textContent()) ?? '')
  await touch('touchEnd')
  await expect(goal.getByText(name)).toBeVisible()
  await expect(from.getByText(name)).toBeHidden()

  const id = new URL(address).pathname.split('/').at(-1)
  await call(pam, `PATCH /api/projects/${id}/`, { is_active: false })
  await pam.reload()
  const whole = pam.getByRole('region', { name: 'Subtasks by assignee' })
  const before = await whole.textContent()
  await card(pam, name).scrollIntoViewIfNeeded()
  await drag(pam, name, 'Unassigned')
  await said(pam, 'Cannot assign subtasks in an inactive project.')
  await card(pam, name).focus()
  await pam.keyboard.press('Space')
  await announced(pam, /Cannot assign subtasks in an inactive project\./)
  await pam.keyboard.press('x')
  await expect(bar(pam)).toBeHidden()
  const quickAdd = column(pam, 'Unassigned').getByRole('button', { name: 'Add subtask' })
  await expect(quickAdd).toHaveAttribute('aria-disabled', 'true')
  await expect(quickAdd).toHaveAccessibleDescription('Project is inactive')
  expect(await whole.textContent()).toBe(before)
  await accessible(pam)
})
