import AxeBuilder from '@axe-core/playwright'
import { type Browser, test as base, expect, type Page } from '@playwright/test'
import { type Atrium, seriousViolations } from './atrium.ts'

/** Closes each test's contexts at its end, so that no page works behind the next test. */
export const test = base.extend<{ closeContexts: undefined }>({
  closeContexts: [
    async ({ browser }, use) => {
      await use(undefined)
      await Promise.all(browser.contexts().map((context) => context.close()))
    },
    { auto: true },
  ],
})

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

export const expectAccessible = async (page: Page) => expect(await violationsIn(page)).toEqual([])

/** The same of a page or a part of it, and its contrast in the dark theme. */
export async function expectAccessibleInBoth(page: Page, part = 'html') {
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

/**
 * Logs in a person of the demonstration, in a context of their own, and opens their dashboard. `landing` is the page where they
 * end up. It makes the log-in page's call; the page itself has stories of its own.
 */
export async function logInAs(browser: Browser, atrium: Atrium, email: keyof typeof homePages, landing = homePages[email]) {
  const origin = email === 'super@atrium.test' ? atrium.mainOrigin : atrium.originOf('demo')
  const page = await openPage(browser, `${origin}/favicon.svg`)
  await callApi(page, 'POST /api/token/', { email, password: demoPassword })
  await page.goto(origin + homePages[email])
  await page.waitForURL(`**${landing}`)
  return page
}

/** The state of the newest service worker: the new release's, once the browser has found one. */
export const newestWorker = (page: Page) =>
  page.evaluate(`navigator.serviceWorker.getRegistration().then((it) => (it?.installing ?? it?.waiting ?? it?.active)?.state)`)

/** Waits until the browser has the app's files. */
export const keepFiles = (page: Page) => expect.poll(() => newestWorker(page), { timeout: 30_000 }).toBe('activated')

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
