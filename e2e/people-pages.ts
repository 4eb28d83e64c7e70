// Steps of the stories about people and their records.
import { type Browser, expect, type Page } from '@playwright/test'
import type { Atrium } from './atrium.ts'
import { callApi, logInAs } from './visit.ts'

export type Listed = { id: number; full_name: string }

export const idOf = async (page: Page, name: string) =>
  (await callApi<Listed[]>(page, 'GET /api/directory/')).find(({ full_name }) => full_name === name)?.id

export const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

/** Logs in these people, each with the page of Dev open. */
export async function lookAtDev(browser: Browser, atrium: Atrium, ...emails: Parameters<typeof logInAs>[2][]) {
  const pages: Page[] = []
  for (const email of emails) {
    const page = await logInAs(browser, atrium, email)
    await page.goto(`${atrium.originOf('demo')}/people/${await idOf(page, 'Dev Dalton')}`)
    await expect(page.getByRole('heading', { level: 1, name: 'Dev Dalton' })).toBeVisible()
    await expect(section(page, 'Contact')).toBeVisible()
    pages.push(page)
  }
  return pages as [Page, Page, Page]
}
