// Cards and columns, dragging by mouse, and a server that refuses, for the stories of boards.
import { type Browser, expect, type Locator, type Page } from '@playwright/test'
import type { Atrium } from './atrium.ts'
import { boxOf, callApi, logInAs } from './visit.ts'

export const column = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
export const card = (page: Page, title: string) => page.getByRole('group', { name: new RegExp(`^${title}(, selected)?$`) })
export const expectText = (page: Page, words: string) => expect(page.getByText(words, { exact: true }).last()).toBeVisible()
export const expectAnnounced = (page: Page, words: RegExp) =>
  expect(page.getByRole('status').filter({ hasText: words }).first()).toBeAttached()

/** Drags a card to a point without releasing the mouse button. */
export async function carryOver(page: Page, title: string, to: { x: number; y: number }) {
  const from = await boxOf(card(page, title))
  await page.mouse.move(from.x + from.width / 2, from.y + from.height - 6)
  await page.mouse.down()
  await page.mouse.move(from.x + from.width / 2 + 10, from.y + from.height, { steps: 3 })
  await page.mouse.move(to.x, to.y, { steps: 6 })
}

export async function middleOf(target: Locator) {
  const box = await boxOf(target)
  return { x: box.x + box.width / 2, y: box.y + Math.min(box.height / 2, 40) }
}

export async function dragOnto(page: Page, title: string, target: Locator) {
  await carryOver(page, title, await middleOf(target))
  await page.mouse.up()
}

/** Logs in Pam, and opens a view of a project. */
export async function openView(browser: Browser, atrium: Atrium, query: string, project = 'Website relaunch') {
  const pam = await logInAs(browser, atrium, 'pam@demo.test')
  const { results } = await callApi<{ results: { id: number; name: string }[] }>(pam, 'GET /api/projects/?limit=100')
  const id = results.find(({ name }) => name === project)?.id
  const address = `/project_manager/projects/${id}?${query}`
  await pam.goto(new URL(address, pam.url()).href)
  await expect(pam.getByText('Status Board')).toBeVisible()
  return { pam, id, address }
}

export const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key)
}
