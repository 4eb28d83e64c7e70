// Sessions through expiry, an unreachable server, several tabs and theft, and how they end.
import { type Browser, type BrowserContext, expect, type Page, type Request } from '@playwright/test'
import { dropAccessToken, recordCalls, refreshPath, releaseTogether, sessionCookie } from './session.ts'
import { atrium, callApi, intercept, logInAs, submitLogIn, test } from './visit.ts'

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
  await page.clock.runFor(239_000)
  expect(refreshes()).toHaveLength(0)
  await page.clock.runFor(2_000)
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
  await dropAccessToken(page.context())
  await intercept(page, `**${refreshPath}`, (route) => route.abort())
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

test('a session that ended on the server leads to the log-in once, and typed text is kept', async ({ browser }) => {
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
  expect(new URL(page.url()).pathname).toBe(taskPath)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await dialog.getByRole('button', { name: 'Copy it' }).click()
  await expect(dialog).toBeHidden()
  expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe('Half a thought')
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

  await context.setOffline(true)
  await page.getByRole('button', { name: 'Logout' }).click()
  for (const shown of [page, tab]) await shown.waitForURL('**/login')
  await expect.poll(() => logged.some((text) => text.includes('Log-out failed'))).toBe(true)
  let isReachable = false
  await context.route('**/api/logout/', (route) => (isReachable ? route.continue() : route.abort()))
  await context.setOffline(false)
  await page.goto(`${atrium.originOf('demo')}/hr`)
  await page.waitForURL('**/login')
  isReachable = true
  const loggedOut = page.waitForResponse('**/api/logout/')
  await page.reload()
  await loggedOut

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
  // Silent sockets, so that only the tabs' own requests are counted.
  await context.routeWebSocket(/\/ws\//, () => {})
  await context.clock.install()
  // A page reads the list of pictures once it is calm, by the clock.
  const { calls: allCalls } = recordCalls(context)
  const read = (path: string) => allCalls.filter((call) => call.path.endsWith(path)).length
  const havePictures = (number: number) =>
    expect
      .poll(async () => {
        await context.clock.fastForward(1000)
        return read('/api/pictures/')
      })
      .toBeGreaterThanOrEqual(number)
  await page.goto(page.url())
  await openProject(page)
  await havePictures(1)
  const { calls: initialCalls } = recordCalls(context)
  const tabs = [page, ...(await Promise.all([1, 2, 3].map(() => context.newPage())))]
  for (const tab of tabs.slice(1)) {
    await tab.goto(page.url())
    await expect(tab.getByRole('link', { name: 'Home page' }).first()).toBeVisible()
  }
  await havePictures(tabs.length)
  // The first tab fetched its rooms before.
  await expect.poll(() => initialCalls.filter(({ path }) => path === '/api/chat-rooms/').length).toBe(tabs.length - 1)
  // These come over the socket, or events tell when they change. They are not refetched.
  const pushed = ['/api/notifications/', '/api/chat-rooms/', '/api/timer/', '/api/time/sheets/', '/api/leave/', '/capacity/']
  // The last four are read when nothing else is left to do.
  for (const path of pushed.slice(-4)) await expect.poll(() => read(path)).toBeGreaterThanOrEqual(tabs.length)
  const perTab = new Set(initialCalls.map(({ path }) => path).filter((path) => !pushed.some((end) => path.endsWith(end)))).size
  const count = tabs.length * perTab
  expect(count).toBeGreaterThanOrEqual(10)

  // The server's clock goes forward, so that valid tokens truly expire.
  await atrium.restart({ NODE_OPTIONS: '--import=data:text/javascript,const{now}=Date;Date.now=()=>now()+36e4' })
  await context.clock.fastForward(10_000)
  await releaseTogether(context, count)
  const { calls, refreshes, others } = recordCalls(context)
  await Promise.all(tabs.map(showTabAgain))
  await expect.poll(() => calls.length).toBe(2 * count + 1)
  expect(refreshes()).toEqual([{ path: refreshPath, status: 200 }])
  expect(others().filter(({ status }) => status === 401)).toHaveLength(count)
  expect(others().filter(({ status }) => status === 200 || status === 304)).toHaveLength(count)
  for (const tab of tabs) await expect(tab.getByRole('link', { name: 'Home page' }).first()).toBeVisible()
})
