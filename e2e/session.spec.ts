// How a session lives on through expiry, lost answers, several tabs and thieves, and how it ends.
import { type Browser, type BrowserContext, expect, type Page, type Request } from '@playwright/test'
import { type Atrium, startAtrium } from './atrium.ts'
import { call, enter, logIn, open, test } from './visit.ts'

const refreshPath = '/api/token/refresh/'
let atrium: Atrium

test.beforeAll(async () => {
  atrium = await startAtrium()
})
test.afterAll(() => atrium.stop())

type Answered = { path: string; status: number }

/** Every call of the API that these tabs make from now on, with its answer. */
function watch(context: BrowserContext) {
  const calls: Answered[] = []
  context.on('response', (response) => {
    const path = new URL(response.url()).pathname
    if (path.startsWith('/api/')) calls.push({ path, status: response.status() })
  })
  const to = (path: string) => calls.filter((call) => call.path === path)
  return { calls, to, refreshes: () => to(refreshPath), others: () => calls.filter(({ path }) => path !== refreshPath) }
}

/** The access token is gone and the refresh token still there: for the server the same as one that has expired. */
const expire = (context: BrowserContext) => context.clearCookies({ name: /atrium_access$/ })

const cookie = async (context: BrowserContext, name: string) =>
  (await context.cookies()).find((found) => found.name.endsWith(`atrium_${name}`))?.value

/** The same as coming back to the tab: whatever is on the screen is read again. */
const lookAgain = (page: Page) => page.evaluate("document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))")

/** Somebody with these cookies in another browser. Answers the status of each call. */
async function thiefWith(browser: Browser, cookies: Awaited<ReturnType<BrowserContext['cookies']>>) {
  const context = await browser.newContext()
  await context.addCookies(cookies)
  const page = await context.newPage()
  await page.goto(`${atrium.at('demo')}/favicon.svg`)
  return (method: string, path: string) =>
    page.evaluate(async ([method, path]) => (await fetch(path, { method })).status, [method, path] as const)
}

async function projectPage(page: Page) {
  await page.getByRole('link', { name: /Website relaunch/ }).click()
  await expect(page.getByRole('link', { name: 'Home page' }).first()).toBeVisible()
}

/** Lets go of the calls of these tabs once so many wait, so that all of them are under way with the same cookies. */
async function together(context: BrowserContext, count: number) {
  const waiting: (() => void)[] = []
  await context.route('**/api/**', async (route) => {
    if (waiting.length < count && route.request().method() === 'GET') {
      await new Promise<void>((go) => {
        waiting.push(go)
        if (waiting.length === count) for (const each of waiting) each()
      })
    }
    await route.continue()
  })
}

test('a session that expired is renewed once for all the calls in flight in four tabs, and each is answered', async ({
  browser,
}) => {
  const page = await enter(browser, atrium, 'pam@demo.test')
  const context = page.context()
  // A socket that says nothing: only what the tabs ask for of themselves is counted.
  await context.routeWebSocket(/\/ws\//, () => {})
  await context.clock.install()
  await page.goto(page.url())
  await projectPage(page)
  const { calls: first } = watch(context)
  const tabs = [page, ...(await Promise.all([1, 2, 3].map(() => context.newPage())))]
  for (const tab of tabs.slice(1)) {
    await tab.goto(page.url())
    await expect(tab.getByRole('link', { name: 'Home page' }).first()).toBeVisible()
  }
  // It waits for the socket, as long as a tab is patient.
  await expect.poll(() => first.filter(({ path }) => path === '/api/chat-rooms/').length).toBe(tabs.length)
  // These come over the socket and are not asked for again.
  const told = ['/api/notifications/', '/api/chat-rooms/']
  const perTab = new Set(first.map(({ path }) => path).filter((path) => !told.includes(path))).size
  const count = tabs.length * perTab
  expect(count).toBeGreaterThanOrEqual(10)

  // The server's clock, put forward: the tokens were good, and have truly expired.
  await atrium.restart({ NODE_OPTIONS: '--import=data:text/javascript,const{now}=Date;Date.now=()=>now()+36e4' })
  await context.clock.fastForward(10_000)
  await together(context, count)
  const { calls, refreshes, others } = watch(context)
  await Promise.all(tabs.map(lookAgain))
  await expect.poll(() => calls.length).toBe(2 * count + 1)
  expect(refreshes()).toEqual([{ path: refreshPath, status: 200 }])
  expect(others().filter(({ status }) => status === 401)).toHaveLength(count)
  expect(others().filter(({ status }) => status === 200)).toHaveLength(count)
  for (const tab of tabs) await expect(tab.getByRole('link', { name: 'Home page' }).first()).toBeVisible()
  await atrium.restart()
})

test('it is renewed every 240 s, and once after a computer has slept for an hour', async ({ browser }) => {
  const page = await enter(browser, atrium, 'dev@demo.test')
  await page.clock.install()
  const { refreshes } = watch(page.context())
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your Projects & Tasks')
  const before = await cookie(page.context(), 'refresh')
  await page.clock.runFor(239_000)
  expect(refreshes()).toHaveLength(0)
  await page.clock.runFor(2_000)
  await expect.poll(() => refreshes().length).toBe(1)
  await expect.poll(() => cookie(page.context(), 'refresh')).not.toBe(before)
  await page.clock.fastForward(3_600_000)
  await expect.poll(() => refreshes().length).toBe(2)
  expect(refreshes().every(({ status }) => status === 200)).toBe(true)
})

test('a server that cannot be reached logs nobody out: the page says so, and tries again', async ({ browser }) => {
  const page = await enter(browser, atrium, 'pam@demo.test')
  await page.clock.install()
  await page.reload()
  await expect(page.getByRole('link', { name: /Website relaunch/ })).toBeVisible()
  await expire(page.context())
  await page.route(`**${refreshPath}`, (route) => route.abort())
  await page.getByRole('link', { name: /Website relaunch/ }).click()
  for (let i = 0; i < 30 && !(await page.getByRole('button', { name: 'Try again' }).first().isVisible()); i++)
    await page.clock.runFor(1000)
  await expect(page.getByText('Server unreachable. Please try again later.').first()).toBeVisible()
  expect(new URL(page.url()).pathname).toMatch(/^\/project_manager\/projects\/\d+$/)
  await page.unroute(`**${refreshPath}`)
  await page.getByRole('button', { name: 'Try again' }).first().click()
  await expect(page.getByRole('link', { name: 'Home page' }).first()).toBeVisible()
  await page.reload()
  await expect(page.getByRole('link', { name: 'Home page' }).first()).toBeVisible()
})

test('one that ended on the server leads to the log-in once, and what was being typed is there again after it', async ({
  browser,
}) => {
  const page = await enter(browser, atrium, 'pam@demo.test')
  await projectPage(page)
  await page.getByRole('link', { name: 'Home page' }).first().click()
  await page.getByRole('textbox', { name: /comment/i }).fill('Half a thought')
  const there = new URL(page.url()).pathname
  const elsewhere = await thiefWith(browser, await page.context().cookies())
  const visited: string[] = []
  page.on('framenavigated', (frame) => visited.push(new URL(frame.url()).pathname))
  const { refreshes } = watch(page.context())
  expect(await elsewhere('POST', '/api/logout/')).toBe(200)
  const later: Request[] = []
  page.on('request', (request) => /\/api\/(?!token\/refresh)/.test(request.url()) && later.push(request))
  await page.waitForURL('**/login')
  await expect(page.getByRole('status').filter({ hasText: 'Your session has ended. Log in again to go on.' })).toBeVisible()
  expect(refreshes().map(({ status }) => status)).toEqual([401])
  // Whatever it still asked for since, if anything, it was not told.
  for (const request of later) expect((await request.response())?.status() ?? 401, request.url()).toBe(401)
  expect(visited).toEqual(['/login'])

  await logIn(page, 'pam@demo.test')
  const dialog = page.getByRole('dialog', { name: 'What you were typing is kept' })
  await expect(dialog.getByRole('textbox')).toHaveValue('Half a thought')
  expect(new URL(page.url()).pathname).toBe(there)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await dialog.getByRole('button', { name: 'Copy it' }).click()
  await expect(dialog).toBeHidden()
  expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe('Half a thought')
  await expect(page.getByRole('textbox', { name: /comment/i })).toHaveValue('Half a thought')
})

test('after the log-in a person continues where the tab was, and nobody continues where somebody else was', async ({
  browser,
}) => {
  const page = await enter(browser, atrium, 'pam@demo.test')
  const context = page.context()
  const { results } = await call<{ results: { id: number }[] }>(page, 'GET /api/tasks/')
  const [first, second] = results.map(({ id }) => `/project_manager/tasks/${id}`)
  const tab = await context.newPage()
  const at = (path: string | undefined) => `${atrium.at('demo')}${path}`

  // No session: two tabs, each with an address of its own, kept over a reload and beside the plain /login.
  await context.clearCookies()
  await page.goto(at(`${first}?from=mail#comments`))
  await tab.goto(at(second))
  for (const each of [page, tab]) await each.waitForURL('**/login')
  await page.reload()
  // A page behind another one is drawn once a second, and each click waits for that.
  await page.bringToFront()
  await logIn(page, 'pam@demo.test')
  await page.waitForURL(`**${first}?from=mail#comments`)
  await tab.waitForURL(`**${second}`)
  await tab.goto(at(`/login?next=${encodeURIComponent(`${first}`)}`))
  await tab.waitForURL(`**${first}`)
  for (const evil of ['//evil.test', '/\\evil.test', 'https://evil.test/chat', '/developer']) {
    await tab.goto(at(`/login?next=${encodeURIComponent(evil)}`))
    await tab.waitForURL(at('/project_manager'))
  }

  // A session that ends while she works leads her back, but not the next person.
  await tab.goto(at(second))
  await expect(tab.getByRole('textbox', { name: /comment/i })).toBeVisible()
  await expect(page.getByRole('textbox', { name: /comment/i })).toBeVisible()
  const elsewhere = await thiefWith(browser, await context.cookies())
  expect(await elsewhere('POST', '/api/logout/')).toBe(200)
  for (const each of [page, tab]) await each.waitForURL('**/login')
  await tab.bringToFront()
  await logIn(tab, 'dev@demo.test')
  for (const each of [tab, page]) await each.waitForURL('**/developer')

  // Nor does a person continue anywhere after a log-out by choice.
  await tab.goto(at(first))
  await tab.getByRole('button', { name: 'Logout' }).click()
  for (const each of [tab, page]) await each.waitForURL('**/login')
  await logIn(tab, 'dev@demo.test')
  for (const each of [tab, page]) await each.waitForURL('**/developer')
})

test('a log-out that the server does not hear of counts in every tab, and is told to it as soon as it can be', async ({
  browser,
}) => {
  const page = await enter(browser, atrium, 'hana@demo.test')
  const context = page.context()
  const tab = await context.newPage()
  await tab.goto(page.url())
  await expect(tab.getByRole('button', { name: 'Logout' })).toBeVisible()
  const said: string[] = []
  page.on('console', (message) => said.push(message.text()))
  const asThief = await thiefWith(browser, await context.cookies())

  await context.setOffline(true)
  await page.getByRole('button', { name: 'Logout' }).click()
  for (const each of [page, tab]) await each.waitForURL('**/login')
  await expect.poll(() => said.some((text) => text.includes('Log-out failed'))).toBe(true)
  await context.route('**/api/logout/', (route) => route.abort())
  await context.setOffline(false)
  await page.goto(`${atrium.at('demo')}/hr`)
  await page.waitForURL('**/login')
  await context.unroute('**/api/logout/')
  const told = page.waitForResponse('**/api/logout/')
  await page.reload()
  await told

  await expect.poll(() => asThief('GET', '/api/me/')).toBe(401)
})

test('an old refresh token that comes again was stolen: it ends the session of the thief and of its owner', async ({
  browser,
}) => {
  const page = await enter(browser, atrium, 'dev@demo.test')
  const context = page.context()
  const asThief = await thiefWith(browser, await context.cookies())
  for (let i = 0; i < 2; i++) {
    const before = await cookie(context, 'refresh')
    await expire(context)
    await page.reload()
    await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()
    expect(await cookie(context, 'refresh')).not.toBe(before)
  }
  expect(await asThief('GET', '/api/me/')).toBe(200)
  expect(await asThief('POST', refreshPath)).toBe(401)
  expect(await asThief('GET', '/api/me/')).toBe(401)
  await page.reload()
  await page.waitForURL('**/login')
})

test.describe('where a browser has no locks, over http', () => {
  let insecure: Atrium
  test.beforeAll(async () => {
    insecure = await startAtrium({}, { domain: 'app.test' })
  })
  test.afterAll(() => insecure.stop())

  test('tabs that renew the session side by side are both served', async ({ browser }) => {
    const page = await open(browser, `${insecure.at('demo')}/login`)
    expect(await page.evaluate("[isSecureContext, 'locks' in navigator]")).toEqual([false, false])
    await logIn(page, 'pam@demo.test')
    await page.waitForURL('**/project_manager')
    const context = page.context()
    const tab = await context.newPage()
    await tab.goto(page.url())
    await expect(tab.getByRole('button', { name: 'Logout' })).toBeVisible()

    await expire(context)
    await together(context, 2)
    const { refreshes } = watch(context)
    await Promise.all([page.reload(), tab.reload()])
    for (const each of [page, tab]) await expect(each.getByRole('link', { name: /Website relaunch/ })).toBeVisible()
    expect(refreshes().every(({ status }) => status === 200)).toBe(true)
    expect(refreshes().length).toBeLessThanOrEqual(2)
  })

  test('a cookie that a sibling plants under the name of ours is no session, and neither is ours beside it', async ({
    browser,
  }) => {
    const page = await open(browser, `${insecure.at('demo')}/login`)
    await logIn(page, 'dev@demo.test')
    await page.waitForURL('**/developer')
    const me = () => page.evaluate("fetch('/api/me/').then(({ status }) => status)")
    expect(await me()).toBe(200)
    const evil = await page.context().newPage()
    await evil.goto(`${insecure.at('nobody')}/favicon.svg`)
    await evil.evaluate("document.cookie = 'atrium_access=1.1.1.x; Domain=app.test; Path=/'")
    expect(await me()).toBe(401)
  })
})
