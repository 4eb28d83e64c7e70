// Sessions through expiry, an unreachable server, several tabs and theft, and how they end.
import { type Browser, type BrowserContext, expect, type Page, type Request } from '@playwright/test'
import { dropAccessToken, recordCalls, refreshPath, sessionCookie } from './session.ts'
import { answering, atrium, callApi, intercept, logInAs, submitLogIn, test } from './visit.ts'

/** Lets the page refetch what it shows, as on the return to its tab. */
const showTabAgain = (page: Page) => page.evaluate("document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))")

/** Uses these cookies in another browser. The returned function makes a call and returns its status. */
async function browserWith(browser: Browser, cookies: Awaited<ReturnType<BrowserContext['cookies']>>) {
  const context = await browser.newContext()
  await context.addCookies(cookies)
  const page = await context.newPage()
  await page.goto(`${atrium.originOf('demo')}/favicon.svg`)
  return (method: string, path: string) =>
    page.evaluate(async ([method, path]) => (await fetch(path, { method })).status, [method, path] as const)
}

async function openProject(page: Page) {
  await page.getByRole('link', { name: /Website relaunch/ }).click()
  await expect(page.getByRole('link', { name: 'Home page' }).first()).toBeVisible()
}

test('a session is renewed every 240 s, and once after a computer has slept for an hour', async ({ browser }) => {
  const page = await logInAs(browser, atrium, 'dev@demo.test')
  await page.clock.install()
  const { refreshes } = recordCalls(page.context())
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your Projects & Tasks')
  const before = await sessionCookie(page.context(), 'refresh')
  // The clock goes on by itself meanwhile.
  await page.clock.runFor(180_000)
  expect(refreshes()).toHaveLength(0)
  await page.clock.runFor(61_000)
  await expect.poll(() => refreshes().length).toBe(1)
  await expect.poll(() => sessionCookie(page.context(), 'refresh')).not.toBe(before)
  await page.clock.fastForward(3_600_000)
  await expect.poll(() => refreshes().length).toBe(2)
  expect(refreshes().every(({ status }) => status === 200)).toBe(true)
})

test('an unreachable server logs nobody out: the page says so, and tries again', async ({ browser }) => {
  const page = await logInAs(browser, atrium, 'pam@demo.test')
  await page.clock.install()
  await page.reload()
  await expect(page.getByRole('link', { name: /Website relaunch/ })).toBeVisible()
  const again = page.getByRole('button', { name: 'Try again' }).first()
  await answering(
    page,
    `**${refreshPath}`,
    (route) => route.abort(),
    async () => {
      // Only now: the page may still be reading, and would renew the session on its own.
      await dropAccessToken(page.context())
      await page.getByRole('link', { name: /Website relaunch/ }).click()
      await expect(page).toHaveURL(/\/project_manager\/projects\/\d+$/)
      await expect
        .poll(
          async () => {
            await page.clock.runFor(1000)
            return again.isVisible()
          },
          { timeout: 60_000 },
        )
        .toBe(true)
      await expect(page.getByText('Server unreachable. Please try again later.').first()).toBeVisible()
    },
  )
  await again.click()
  await expect(page.getByRole('link', { name: 'Home page' }).first()).toBeVisible()
  await page.reload()
  await expect(page.getByRole('link', { name: 'Home page' }).first()).toBeVisible()
})

test('a session that ended on the server leads to the log-in once, and typed text is kept', { tag: '@quick' }, async ({
  browser,
}) => {
  const page = await logInAs(browser, atrium, 'pam@demo.test')
  await openProject(page)
  await page.getByRole('link', { name: 'Home page' }).first().click()
  await page.getByRole('textbox', { name: /comment/i }).fill('Half a thought')
  const taskPath = new URL(page.url()).pathname
  const callElsewhere = await browserWith(browser, await page.context().cookies())
  const visited: string[] = []
  page.on('framenavigated', (frame) => visited.push(new URL(frame.url()).pathname))
  const { refreshes } = recordCalls(page.context())
  expect(await callElsewhere('POST', '/api/logout/')).toBe(200)
  const laterRequests: Request[] = []
  page.on('request', (request) => /\/api\/(?!token\/refresh|demo)/.test(request.url()) && laterRequests.push(request))
  await page.waitForURL('**/login')
  await expect(page.getByRole('status').filter({ hasText: 'Your session has ended. Log in again to go on.' })).toBeVisible()
  expect(refreshes().map(({ status }) => status)).toEqual([401])
  // The server refused every later request.
  for (const request of laterRequests) expect((await request.response())?.status() ?? 401, request.url()).toBe(401)
  expect(visited).toEqual(['/login'])

  await submitLogIn(page, 'pam@demo.test')
  const dialog = page.getByRole('dialog', { name: 'What you were typing is kept' })
  await expect(dialog.getByRole('textbox')).toHaveValue('Half a thought')
  await expect(page).toHaveURL(atrium.originOf('demo') + taskPath)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await dialog.getByRole('button', { name: 'Copy it' }).click()
  await expect(dialog).toBeHidden()
  await expect.poll(() => page.evaluate<string>('navigator.clipboard.readText()')).toBe('Half a thought')
  await expect(page.getByRole('textbox', { name: /comment/i })).toHaveValue('Half a thought')
})

test('after the log-in a person continues where each tab was, and nobody continues where somebody else was', async ({
  browser,
}) => {
  const page = await logInAs(browser, atrium, 'pam@demo.test')
  const context = page.context()
  const { results } = await callApi<{ results: { id: number }[] }>(page, 'GET /api/tasks/')
  const [first, second] = results.map(({ id }) => `/project_manager/tasks/${id}`)
  const tab = await context.newPage()
  const at = (path: string | undefined) => `${atrium.originOf('demo')}${path}`

  // Without a session, each of two tabs keeps its own address, even over a reload.
  await context.clearCookies()
  await page.goto(at(`${first}?from=mail#comments`))
  await tab.goto(at(second))
  for (const shown of [page, tab]) await shown.waitForURL('**/login')
  await page.reload()
  // Chromium draws a background page once a second, and a click waits for that.
  await page.bringToFront()
  await submitLogIn(page, 'pam@demo.test')
  await page.waitForURL(`**${first}?from=mail#comments`)
  await tab.waitForURL(`**${second}`)
  await tab.goto(at(`/login?next=${encodeURIComponent(`${first}`)}`))
  await tab.waitForURL(`**${first}`)
  for (const address of ['//evil.test', '/\\evil.test', 'https://evil.test/chat', '/developer']) {
    await tab.goto(at(`/login?next=${encodeURIComponent(address)}`))
    await tab.waitForURL(at('/project_manager'))
  }

  // After a session that ended by itself, the tab would lead the same person back, but not the next one.
  await tab.goto(at(second))
  await expect(tab.getByRole('textbox', { name: /comment/i })).toBeVisible()
  await expect(page.getByRole('textbox', { name: /comment/i })).toBeVisible()
  const callElsewhere = await browserWith(browser, await context.cookies())
  expect(await callElsewhere('POST', '/api/logout/')).toBe(200)
  for (const shown of [page, tab]) await shown.waitForURL('**/login')
  await tab.bringToFront()
  await submitLogIn(tab, 'dev@demo.test')
  for (const shown of [tab, page]) await shown.waitForURL('**/developer')

  // After a log-out by choice, nobody continues where they were.
  await tab.goto(at(first))
  await tab.getByRole('button', { name: 'Logout' }).click()
  for (const shown of [tab, page]) await shown.waitForURL('**/login')
  await submitLogIn(tab, 'dev@demo.test')
  for (const shown of [tab, page]) await shown.waitForURL('**/developer')
})

test('an offline log-out counts in every tab, and reaches the server as soon as possible', async ({ browser }) => {
  const page = await logInAs(browser, atrium, 'hana@demo.test')
  const context = page.context()
  const tab = await context.newPage()
  await tab.goto(page.url())
  await expect(tab.getByRole('button', { name: 'Logout' })).toBeVisible()
  const logged: string[] = []
  page.on('console', (message) => logged.push(message.text()))
  const callAsThief = await browserWith(browser, await context.cookies())
  let isReachable = false
  for (const shown of [page, tab])
    await intercept(shown, '**/api/logout/', (route) => (isReachable ? route.fallback() : route.abort()))

  await context.setOffline(true)
  await page.getByRole('button', { name: 'Logout' }).click()
  for (const shown of [page, tab]) await shown.waitForURL('**/login')
  await expect.poll(() => logged.some((text) => text.includes('Log-out failed'))).toBe(true)
  await context.setOffline(false)
  await page.goto(`${atrium.originOf('demo')}/hr`)
  await page.waitForURL('**/login')
  isReachable = true
  await page.reload()
  await expect.poll(() => callAsThief('GET', '/api/me/')).toBe(401)
})

test('a reused refresh token was stolen: it ends the session of the thief and of the owner', async ({ browser }) => {
  const page = await logInAs(browser, atrium, 'dev@demo.test')
  const context = page.context()
  const callAsThief = await browserWith(browser, await context.cookies())
  for (let i = 0; i < 2; i++) {
    const before = await sessionCookie(context, 'refresh')
    await dropAccessToken(context)
    await page.reload()
    await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()
    await expect.poll(() => sessionCookie(context, 'refresh')).not.toBe(before)
  }
  expect(await callAsThief('GET', '/api/me/')).toBe(200)
  expect(await callAsThief('POST', refreshPath)).toBe(401)
  expect(await callAsThief('GET', '/api/me/')).toBe(401)
  await page.reload()
  await page.waitForURL('**/login')
})

test('an expired session is renewed once for all calls in flight in four tabs, and each is answered', async ({ browser }) => {
  const page = await logInAs(browser, atrium, 'pam@demo.test')
  const context = page.context()
  // Silent sockets, so that no event makes a tab read.
  await context.routeWebSocket(/\/ws\//, () => {})
  await context.clock.install()
  await page.goto(page.url())
  await openProject(page)
  const tabs = [page, ...(await Promise.all([1, 2, 3].map(() => context.newPage())))]
  for (const tab of tabs.slice(1)) {
    await tab.goto(page.url())
    await expect(tab.getByRole('link', { name: 'Home page' }).first()).toBeVisible()
  }
  // The server's clock goes forward, so that valid tokens truly expire.
  await atrium.restart({ NODE_OPTIONS: '--import=data:text/javascript,const{now}=Date;Date.now=()=>now()+36e4' })
  try {
    await context.clock.fastForward(10_000)
    const gate = Promise.withResolvers<void>()
    const held: { tab: Page; path: string }[] = []
    const answered: { tab: Page; path: string; status: number }[] = []
    for (const tab of tabs) {
      tab.on('response', (response) => answered.push({ tab, path: new URL(response.url()).pathname, status: response.status() }))
      await intercept(tab, '**/api/**', async (route, request) => {
        if (request.method() === 'GET') {
          held.push({ tab, path: new URL(request.url()).pathname })
          await gate.promise
        }
        await route.fallback()
      })
    }
    await Promise.all(tabs.map(showTabAgain))
    const inFlight = (tab: Page) => held.filter((call) => call.tab === tab).length
    await expect.poll(() => tabs.every((tab) => inFlight(tab) >= 2)).toBe(true)
    const calls = [...held]
    gate.resolve()
    const statusesOf = ({ tab, path }: (typeof calls)[number]) =>
      answered.filter((answer) => answer.tab === tab && answer.path === path).map(({ status }) => status)
    const isAnswered = (call: (typeof calls)[number]) => statusesOf(call).some((status) => status === 200 || status === 304)
    await expect.poll(() => calls.filter((call) => !isAnswered(call)).map(({ path }) => path)).toEqual([])
    for (const call of calls) expect(statusesOf(call)[0], call.path).toBe(401)
    expect(answered.filter(({ path }) => path === refreshPath).map(({ status }) => status)).toEqual([200])
    for (const tab of tabs) await expect(tab.getByRole('link', { name: 'Home page' }).first()).toBeVisible()
  } finally {
    await atrium.restart()
  }
})
