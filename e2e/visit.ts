import AxeBuilder from '@axe-core/playwright'
import { type Browser, test as base, expect, type Page } from '@playwright/test'
import { type Atrium, seriousIn } from './atrium.ts'

/** Playwright's, but each test's browsers end with it: no page goes on working behind the next test. */
export const test = base.extend<{ closing: undefined }>({
  closing: [
    async ({ browser }, use) => {
      await use(undefined)
      await Promise.all(browser.contexts().map((context) => context.close()))
    },
    { auto: true },
  ],
})

/** Our pages have no frames, so axe needs no page of its own in which to gather what it found in each, which costs a quarter of its time. */
export const axeFor = (page: Page) => new AxeBuilder({ page }).setLegacyMode()

/** To axe nothing on the page is serious or worse. */
export const accessible = async (page: Page) => expect(seriousIn(await axeFor(page).analyze())).toEqual([])

/** Of everybody in the demonstration workspace. */
export const password = 'Atrium-demo-1'

/** A page in a browser of its own. */
export async function open(browser: Browser, address: string) {
  const page = await (await browser.newContext()).newPage()
  await page.goto(address)
  return page
}

/** A call of the page's own person, such as `PATCH /api/projects/1/`, which must succeed. */
export const call = <Answer>(page: Page, route: string, body?: object) =>
  page.evaluate(
    async ({ route, body }) => {
      const [method = '', path = ''] = route.split(' ')
      const sent = body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
      const answer = await fetch(path, { method, ...sent })
      if (!answer.ok) throw new Error(`${route}: ${answer.status} ${await answer.text()}`)
      return (answer.status === 204 ? undefined : await answer.json()) as Answer
    },
    { route, body },
  )

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

/**
 * Somebody of the demonstration, logged in at their dashboard or wherever else they are led, in a browser of their own. They
 * come by the call that the log-in page makes; the page itself has tests of its own.
 */
export async function enter(browser: Browser, atrium: Atrium, email: keyof typeof homes, home = homes[email]) {
  const origin = email === 'super@atrium.test' ? atrium.main : atrium.at('demo')
  const page = await open(browser, `${origin}/favicon.svg`)
  await call(page, 'POST /api/token/', { email, password })
  await page.goto(origin + homes[email])
  await page.waitForURL(`**${home}`)
  return page
}
