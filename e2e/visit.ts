import type { Browser, Page } from '@playwright/test'
import type { Atrium } from './atrium.ts'

/** Of everybody in the demonstration workspace. */
export const password = 'Atrium-demo-1'

/** A page in a browser of its own. */
export async function open(browser: Browser, address: string) {
  const page = await (await browser.newContext()).newPage()
  await page.goto(address)
  return page
}

/** Fills in the log-in page. */
export async function logIn(page: Page, email: string, secret = password) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(secret)
  await page.getByRole('button', { name: 'Log in' }).click()
}

const homes = {
  'ann@demo.test': '/tenant_admin',
  'pam@demo.test': '/project_manager',
  'dev@demo.test': '/developer',
  'hana@demo.test': '/hr',
  'super@atrium.test': '/super_admin',
}

/** Somebody of the demonstration, logged in at their dashboard or wherever else they are led, in a browser of their own. */
export async function enter(browser: Browser, atrium: Atrium, email: keyof typeof homes, home = homes[email]) {
  const page = await open(browser, `${email === 'super@atrium.test' ? atrium.main : atrium.at('demo')}/login`)
  await logIn(page, email)
  await page.waitForURL(`**${home}`)
  return page
}
