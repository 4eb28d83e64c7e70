import { once } from 'node:events'
import http from 'node:http'
import https from 'node:https'
import { text } from 'node:stream/consumers'
import AxeBuilder from '@axe-core/playwright'
import { type Browser, test as base, expect, type Locator, type Page } from '@playwright/test'
import { type Atrium, seriousViolations, startAtrium } from './atrium.ts'

/** A story that starts an Atrium of its own. Its contexts are closed at its end, so that no page works behind the next one. */
export const ownTest = base.extend<{ closeContexts: undefined }>({
  closeContexts: [
    async ({ browser }, use) => {
      await use(undefined)
      await Promise.all(browser.contexts().map((context) => context.close()))
    },
    { auto: true },
  ],
})

/** The server of this worker, for stories that use `test`. */
export let atrium: Atrium

/** A story that begins in the demonstration as it was made, whatever the stories before it did there. */
export const test = ownTest.extend<{ freshRows: undefined }, { startedAtrium: Atrium }>({
  startedAtrium: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that it needs from the pattern
    async ({}, use) => {
      atrium = await startAtrium()
      await use(atrium)
      await atrium.stop()
    },
    { scope: 'worker', auto: true },
  ],
  freshRows: [
    async ({ startedAtrium }, use) => {
      await startedAtrium.renew()
      await use(undefined)
      startedAtrium.mustHaveLoggedNoError()
    },
    { auto: true },
  ],
})

const hoursToNoon = 12 - new Date().getUTCHours()
/** A time zone where it is noon. Its day is the one in UTC. */
export const noonZone = `Etc/GMT${hoursToNoon > 0 ? '-' : '+'}${Math.abs(hoursToNoon)}`
/** Moves the workspace to that zone, so that the day does not change during a story that counts days. */
export const letItBeNoon = () => atrium.sql(`update tenants set timezone = '${noonZone}' where subdomain = 'demo'`)

/** `npm test` leaves it out: axe is a fifth of the work of the stories. */
const checksAccessibility = process.env.AXE === '1'

/** Lets axe check a page or the part of it that a selector names. Returns its serious and critical violations, described. */
async function violationsIn(page: Page, { part = 'html', rules = [] }: { part?: string; rules?: string[] } = {}) {
  await page.evaluate(calm)
  // Legacy mode saves a quarter of axe's time: without frames it needs no second page to merge results.
  const axe = new AxeBuilder({ page }).setLegacyMode().include(part)
  const found = seriousViolations(await (rules.length ? axe.withRules(rules) : axe).analyze())
  await page.evaluate('document.adoptedStyleSheets.pop()')
  return found
}

/** Ends transitions, and prevents others meanwhile: colours on their way lack contrast. */
const calm = `(async () => {
  const frame = () => new Promise(requestAnimationFrame)
  const transitions = () => document.getAnimations().filter((animation) => animation instanceof CSSTransition)
  do {
    for (const transition of transitions()) transition.finish()
    await frame()
    await frame()
  } while (transitions().length)
  const still = new CSSStyleSheet()
  still.replaceSync('*, ::before, ::after { transition: none !important }')
  document.adoptedStyleSheets.push(still)
})()`

export async function expectAccessible(page: Page) {
  if (checksAccessibility) expect(await violationsIn(page)).toEqual([])
}

/** The same of a page or a part of it, and its contrast in the dark theme. */
export async function expectAccessibleInBoth(page: Page, part = 'html') {
  if (!checksAccessibility) return
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await violationsIn(page, { part, rules: ['color-contrast'] })).toEqual([])
  await page.emulateMedia({ colorScheme: 'light' })
  expect(await violationsIn(page, { part })).toEqual([])
}

/** Proves that the page is no wider than its screen. It asks again because layouts that follow a resize take a frame or two. */
export const expectToFitWidth = (page: Page) =>
  expect
    .poll(() => page.evaluate<number>('document.documentElement.scrollWidth'), { intervals: [20, 50, 100] })
    .toBeLessThanOrEqual(page.viewportSize()?.width ?? 0)

export async function expectFitAndAccessible(page: Page) {
  await expectToFitWidth(page)
  await expectAccessibleInBoth(page)
}

const intercepted = new WeakSet<Page>()

/**
 * Answers the page's requests to these addresses until `page.unroute`. Chromium may send requests past an interception that has only just
 * begun, so it is seen to work first, and stays on for the rest of the story.
 */
export async function intercept(page: Page, ...route: Parameters<Page['route']>) {
  if (!intercepted.has(page)) {
    intercepted.add(page)
    await page.route('**/intercepted', (probe) => probe.fulfill({ status: 204 }))
    const probed = () => page.evaluate<number>(`fetch('/intercepted').then(({ status }) => status)`)
    if (page.url() !== 'about:blank') await expect.poll(probed, { intervals: [20, 50, 100] }).toBe(204)
  }
  await page.route(...route)
}

type Answer = Extract<Parameters<Page['route']>[1], (...args: never[]) => unknown>

/** Answers the page's requests to these addresses while `act` runs, and until none of them is being answered any more. */
export async function answering(page: Page, calls: string | RegExp, answer: Answer, act: () => Promise<unknown>) {
  const pending = new Set<Promise<unknown>>()
  const handler: Answer = (route, request) => {
    const answered = Promise.resolve(answer(route, request)).finally(() => pending.delete(answered))
    pending.add(answered)
    return answered
  }
  await intercept(page, calls, handler)
  try {
    await act()
  } finally {
    await page.unroute(calls, handler)
    await Promise.allSettled(pending)
  }
}

/** Refuses the page's requests to these addresses while `act` runs. */
export const refusing = (page: Page, calls: string | RegExp, act: () => Promise<unknown>, detail = 'Not today.') =>
  answering(page, calls, (route) => route.fulfill({ status: 400, json: { detail } }), act)

/** Types into the field that has the focus by now, key by key. For a field that has none, use `fill`. */
export async function typeInto(field: Locator, words: string) {
  await expect(field).toBeFocused()
  await field.pressSequentially(words)
}

/** Saves a value of a field that opens by a click, and waits until it is saved. */
export async function editInline(page: Page, label: string, value: string) {
  await page.getByRole('button', { name: new RegExp(`^${label}: `) }).click()
  const field = page.getByLabel(label, { exact: true })
  if (await field.and(page.locator('select')).count()) await field.selectOption(value)
  else {
    await field.fill(value)
    await field.press('ControlOrMeta+Enter')
  }
  await expect(field).toBeHidden()
  await expect(page.getByText('Saving...')).toBeHidden()
}

/** The place of something that stands still by now. */
export async function boxOf(target: Locator) {
  await target.scrollIntoViewIfNeeded()
  let last: string | undefined
  await expect
    .poll(
      async () => {
        const before = last
        last = JSON.stringify(await target.boundingBox())
        return last !== 'null' && last === before
      },
      { intervals: [50] },
    )
    .toBe(true)
  return JSON.parse(last ?? '') as { x: number; y: number; width: number; height: number }
}

/** The screens of stories that are told on both: the name, the size in pixels, and the beginning of a project's key. */
export const screens = [
  ['a wide screen', { width: 1440, height: 900 }, 'WIDE'],
  ['a phone', { width: 390, height: 844 }, 'SMALL'],
] as const
export type ScreenSize = (typeof screens)[number][1]

/** The password of everybody in the demonstration. */
export const demoPassword = 'Atrium-demo-1'

/** Opens a page in a context of its own. */
export async function openPage(browser: Browser, address: string) {
  const page = await (await browser.newContext()).newPage()
  await page.goto(address)
  return page
}

/** Calls the API with the page's session. The route is a method and a path, such as `PATCH /api/projects/1/`. Throws unless it succeeds. */
export const callApi = <Answer>(page: Page, route: string, body?: object) =>
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

/** Adds a project of Pam's in which Dev works. */
export async function addProjectWithDev(pam: Page, name: string, key: string) {
  const project = await callApi<{ id: number; key: string }>(pam, 'POST /api/projects/', { name, key })
  const developers = await callApi<{ id: number; email: string }[]>(pam, 'GET /api/my-developers/')
  const dev_id = developers.find(({ email }) => email === 'dev@demo.test')?.id
  await callApi(pam, 'POST /api/members/bulk-assign/', { project: project.id, developers: [dev_id] })
  return { project, dev_id }
}

export async function submitLogIn(page: Page, email: string, password = demoPassword) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in' }).click()
}

const homePages = {
  'ann@demo.test': '/tenant_admin',
  'pam@demo.test': '/project_manager',
  'dev@demo.test': '/developer',
  'hana@demo.test': '/hr',
  'super@atrium.test': '/super_admin',
}

/** Makes the log-in page's call without a page, and returns the cookies. Node may not resolve the host, so this names the machine. */
async function logIn(origin: string, body: object, version: string) {
  const { protocol, host, port } = new URL(origin)
  const sent = (protocol === 'https:' ? https : http).request({
    ...{ host: '127.0.0.1', port, path: '/api/token/', method: 'POST', rejectUnauthorized: false, agent: false },
    headers: {
      host,
      'content-type': 'application/json',
      'user-agent': `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/${version} Safari/537.36`,
    },
  })
  sent.end(JSON.stringify(body))
  const [answer] = await once(sent, 'response')
  expect(answer.statusCode, await text(answer)).toBe(200)
  const lines: string[] = answer.headers['set-cookie']
  return lines.map((line) => {
    const [, name = '', value = '', seconds] = /^(.*?)=(.*?);.*Max-Age=(\d+)/.exec(line) ?? []
    const expires = Math.floor(Date.now() / 1000) + Number(seconds)
    return { name, value, url: origin, httpOnly: true, sameSite: 'Lax' as const, expires }
  })
}

/**
 * Logs in a person of the demonstration, in a context of their own, and opens their dashboard. `landing` is the page where they
 * end up. The log-in page has stories of its own.
 */
export async function logInAs(browser: Browser, atrium: Atrium, email: keyof typeof homePages, landing = homePages[email]) {
  const origin = email === 'super@atrium.test' ? atrium.mainOrigin : atrium.originOf('demo')
  const context = await browser.newContext()
  await context.addCookies(await logIn(origin, { email, password: demoPassword }, browser.version()))
  const page = await context.newPage()
  await page.goto(origin + homePages[email])
  await page.waitForURL(`**${landing}`)
  return page
}

/** The state of the newest service worker: the new release's, once the browser has found one. */
export const newestWorker = (page: Page) =>
  page.evaluate(`navigator.serviceWorker.getRegistration().then((it) => (it?.installing ?? it?.waiting ?? it?.active)?.state)`)

/** Waits until the browser has the app's files. */
export const keepFiles = (page: Page) => expect.poll(() => newestWorker(page), { timeout: 60_000 }).toBe('activated')

/** Everything that the page's origin has in its database, as one text. */
export const stored = (page: Page) =>
  page.evaluate<string>(`new Promise((resolve, reject) => {
    const opening = indexedDB.open('atrium')
    opening.onerror = () => reject(opening.error)
    opening.onsuccess = () => {
      const db = opening.result
      const stores = [...db.objectStoreNames]
      if (!stores.length) return resolve('')
      const transaction = db.transaction(stores)
      const rows = stores.map((name) => transaction.objectStore(name).getAll())
      transaction.oncomplete = () => {
        db.close()
        resolve(rows.map(({ result }) => (result.length ? JSON.stringify(result) : '')).join(''))
      }
    }
  })`)
