// The calendar of a project, and what phones and inactive projects make of it and of the status board.
import { expect, type Page } from '@playwright/test'
import { card, column, dragOnto, expectAnnounced, expectText, openView, press } from './boards.ts'
import { atrium, callApi, expectAccessible, expectToFitWidth, refusing, test } from './visit.ts'

const day = (page: Page, name: string) => page.getByRole('group', { name, exact: true })
const setDue = (title: string, day: string) => atrium.sql(`update subtasks set due_date = ${day} where title = '${title}'`)

test('the calendar reschedules by mouse, keyboard and menu, and reverts what is refused', async ({ browser }) => {
  await setDue('Write the redirects', "'2031-05-14'")
  await setDue('Measure the loading time', 'null')
  const { pam } = await openView(browser, atrium, 'view=calendar&on=2031-05-14')
  await expect(pam.getByRole('heading', { name: 'May 2031', exact: true })).toBeVisible()
  const wednesday = day(pam, 'Wednesday 14 May 2031')
  await expect(wednesday.getByText('Write the redirects')).toBeVisible()
  await expect(day(pam, 'No due date').getByText('Measure the loading time')).toBeVisible()
  await dragOnto(pam, 'Write the redirects', day(pam, 'Monday 12 May 2031'))
  await expect(day(pam, 'Monday 12 May 2031').getByText('Write the redirects')).toBeVisible()
  await dragOnto(pam, 'Measure the loading time', wednesday)
  await expect(wednesday.getByText('Measure the loading time')).toBeVisible()
  await expectAccessible(pam)

  await refusing(pam, '**/api/subtasks/*/', async () => {
    await dragOnto(pam, 'Measure the loading time', day(pam, 'No due date'))
    await expectText(pam, 'Rescheduling failed. Changes reverted.')
  })
  await expect(wednesday.getByText('Measure the loading time')).toBeVisible()

  // A week later, and a day.
  await card(pam, 'Measure the loading time').press('Space')
  await expectAnnounced(pam, /^Lifted/)
  await press(pam, 'ArrowDown', 'ArrowRight')
  await expectAnnounced(pam, /Over Thursday 22 May 2031\./)
  await press(pam, 'Space')
  await expect(day(pam, 'Thursday 22 May 2031').getByText('Measure the loading time')).toBeVisible()
  await expect(card(pam, 'Measure the loading time')).toBeFocused()

  await card(pam, 'Measure the loading time')
    .getByRole('button', { name: /^Actions/ })
    .click()
  await pam.getByRole('menuitem', { name: 'Due date…' }).click()
  const dialog = pam.getByRole('dialog', { name: 'Measure the loading time' })
  await dialog.getByRole('textbox', { name: 'Due date' }).fill('30 May 2031')
  await dialog.getByRole('button', { name: 'Set due date' }).click()
  await expect(day(pam, 'Friday 30 May 2031').getByText('Measure the loading time')).toBeVisible()
  await expect(dialog).toBeHidden()

  await pam.getByText('Week', { exact: true }).click()
  await expect(pam.getByRole('heading', { name: '12 – 18 May 2031' })).toBeVisible()
  await expect(day(pam, 'Monday 12 May 2031').getByText('Write the redirects')).toBeVisible()
  await pam.getByRole('button', { name: 'Next week' }).click()
  await pam.getByRole('button', { name: 'Next week' }).click()
  await expect(pam.getByRole('heading', { name: '26 May – 1 Jun 2031' })).toBeVisible()
  await expect(day(pam, 'Friday 30 May 2031').getByText('Measure the loading time')).toBeVisible()
  await pam.getByRole('button', { name: 'Today' }).click()
  await expect(pam.getByRole('group', { name: /, today$/ })).toBeVisible()
})

test('on a phone the week is an agenda, and so is the month', async ({ browser }) => {
  const { pam, address } = await openView(browser, atrium, 'view=calendar&of=tasks')
  const storageState = await pam.context().storageState()
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    storageState,
  })
  const phone = await context.newPage()
  await phone.goto(new URL(address, pam.url()).href)
  await expect(phone.getByRole('group', { name: /, today$/ })).toBeVisible()
  const days = phone.locator('[data-column]')
  // The week, and what has no due date.
  await expect(days).toHaveCount(8)
  await expectToFitWidth(phone)
  await phone.getByText('Month', { exact: true }).click()
  await expect(days.nth(28)).toBeAttached()
  await expect(async () => {
    const boxes = await Promise.all((await days.all()).map((one) => one.boundingBox()))
    expect(new Set(boxes.map((box) => `${box?.x} ${box?.width}`)).size).toBe(1)
    expect(Math.min(...boxes.map((box) => box?.height ?? 0))).toBeLessThan(40)
  }).toPass()
  await expectToFitWidth(phone)
  await expectAccessible(phone)
  await phone.goto(new URL(address.replace('calendar', 'status'), pam.url()).href)
  await expect(column(phone, 'To Do').getByText('Launch checklist')).toBeVisible()
  await expectAccessible(phone)
})

test('neither board changes an inactive project', async ({ browser }) => {
  await setDue('Write the questions', "'2031-05-14'")
  const { pam, id } = await openView(browser, atrium, 'view=status&on=2031-05-14', 'Customer portal')
  await callApi(pam, `PATCH /api/projects/${id}/`, { is_active: false })
  await pam.reload()
  // Until the server has answered, the page shows the project as this browser last saw it.
  await expect(pam.getByText('This project is inactive.')).toBeVisible()
  await card(pam, 'Write the questions').press('Space')
  await expectAnnounced(pam, /Cannot change the status in an inactive project\./)
  await pam.getByText('Calendar', { exact: true }).click()
  await expect(pam.getByRole('heading', { name: 'May 2031', exact: true })).toBeVisible()
  await pam.getByText('Week', { exact: true }).click()
  await expect(pam.getByRole('heading', { name: '12 – 18 May 2031' })).toBeVisible()
  await card(pam, 'Write the questions').press('Space')
  await expectAnnounced(pam, /Cannot change due dates in an inactive project\./)
  await expectAccessible(pam)
})
