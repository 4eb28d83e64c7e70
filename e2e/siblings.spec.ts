// Workspaces under one domain are one site for a browser. A hostile one attacks its sibling, over https as in production.
import { type BrowserContext, expect, type Page } from '@playwright/test'
import { type Atrium, startAtrium } from './atrium.ts'
import { logInAs, openPage, ownTest as test } from './visit.ts'

test.use({ ignoreHTTPSErrors: true })

let atrium: Atrium
test.beforeAll(async ({ browser }) => {
  atrium = await startAtrium({}, { domain: 'app.test', https: true })
  const page = await openPage(browser, `${atrium.mainOrigin}/favicon.svg`)
  expect(await signUp(page, { subdomain: 'globex', email: 'eve@globex.test' })).toBe(201)
})
test.afterAll(() => atrium.stop())

const password = 'Globex-2026'
const jsonHeaders = { 'content-type': 'application/json' }

/** Fetches from within a page, as its own script would. */
const fetchFrom = (page: Page, path: string, init: { method?: string; headers?: Record<string, string>; body?: string } = {}) =>
  page.evaluate(
    async ([path, init]) => {
      const answer = await fetch(path, init)
      return { status: answer.status, body: await answer.text() }
    },
    [path, init] as const,
  )

async function signUp(page: Page, { subdomain, email }: { subdomain: string; email: string }) {
  const post = async (path: string, body: object) =>
    (await fetchFrom(page, `/api/tenants/${path}/`, { method: 'POST', headers: jsonHeaders, body: JSON.stringify(body) })).status
  expect(await post('send-otp', { email })).toBe(200)
  const otp = /\b\d{6}\b/.exec((await atrium.waitForMail(email, /code/i)).text ?? '')?.[0]
  expect(await post('verify-otp', { email, otp })).toBe(200)
  const domain_url = `${subdomain}.${new URL(atrium.mainOrigin).host}`
  return post('signup', { tenant_name: 'Globex', domain_url, email, password, full_name: 'Eve' })
}

/** Opens a page of Globex in a browser that is logged in at Demo. */
async function openHostilePage(context: BrowserContext) {
  const page = await context.newPage()
  await page.goto(`${atrium.originOf('globex')}/hostile`)
  return page
}

const newEmployee = (email: string) =>
  JSON.stringify({
    full_name: 'Mole',
    email,
    job_title: 'Engineer',
    department: 'Engineering',
    role: 'developer',
    password: 'Mole-2026-x',
  })
const countIn = ({ body }: { body: string }) => (JSON.parse(body) as { count: number }).count

test("the session's cookies belong to one host, over https, and to no script", async ({ browser }) => {
  const page = await openPage(browser, `${atrium.originOf('demo')}/login`)
  const [answer] = await Promise.all([
    page.waitForResponse('**/api/token/'),
    fetchFrom(page, '/api/token/', {
      method: 'POST',
      headers: jsonHeaders,
      body: JSON.stringify({ email: 'dev@demo.test', password: 'Atrium-demo-1' }),
    }),
  ])
  const setCookies = (await answer.headersArray())
    .filter(({ name }) => name.toLowerCase() === 'set-cookie')
    .map(({ value }) => value)
  expect(setCookies.map((line) => line.split('=')[0]).slice(0, 2)).toEqual(['__Host-atrium_access', '__Host-atrium_refresh'])
  for (const line of setCookies) {
    const [, ...attributes] = line.split('; ')
    expect(attributes).toEqual(['Path=/', 'HttpOnly', 'SameSite=Lax', expect.stringMatching(/^Max-Age=\d+$/), 'Secure'])
  }
  const cookies = await page.context().cookies()
  expect(cookies.filter(({ name }) => name.startsWith('__Host-atrium_'))).toHaveLength(setCookies.length)
  expect(cookies.every(({ domain }) => domain === new URL(atrium.originOf('demo')).hostname)).toBe(true)
  expect(await page.evaluate('document.cookie')).toBe('')

  // The same cookies are no session at the sibling's host.
  const thief = await browser.newContext()
  await thief.addCookies(cookies.map(({ domain: _, path: __, ...cookie }) => ({ ...cookie, url: atrium.originOf('globex') })))
  const thiefsPage = await thief.newPage()
  await thiefsPage.goto(`${atrium.originOf('globex')}/favicon.svg`)
  expect((await fetchFrom(thiefsPage, '/api/me/')).status).toBe(401)
  expect((await fetchFrom(thiefsPage, '/api/token/refresh/', { method: 'POST' })).status).toBe(401)
  await thief.addCookies(cookies.map(({ domain: _, path: __, ...cookie }) => ({ ...cookie, url: atrium.mainOrigin })))
  await thiefsPage.goto(`${atrium.mainOrigin}/favicon.svg`)
  expect((await fetchFrom(thiefsPage, '/api/me/')).status).toBe(401)
})

test("a sibling's script can neither read nor change anything, though the browser sends the cookies along", async ({
  browser,
}) => {
  const ann = await logInAs(browser, atrium, 'ann@demo.test')
  const context = ann.context()
  const hostile = await openHostilePage(context)
  const demo = atrium.originOf('demo')
  const employees = countIn(await fetchFrom(ann, '/api/employees/'))

  const read = `fetch('${demo}/api/employees/', { credentials: 'include' }).then((answer) => answer.text(), () => 'refused')`
  expect(await hostile.evaluate(read)).toBe('refused')

  const send = (path: string, type: string, body: string) =>
    hostile.evaluate(
      ([url, type, body]) =>
        fetch(url, { method: 'POST', mode: 'no-cors', credentials: 'include', headers: { 'content-type': type }, body }).catch(
          () => {},
        ),
      [demo + path, type, body] as const,
    )
  for (const [path, type, body] of [
    ['/api/employees/', 'text/plain', newEmployee('mole@demo.test')],
    ['/api/employees/', 'application/x-www-form-urlencoded', newEmployee('mole@demo.test')],
    ['/api/employees/', 'multipart/form-data; boundary=x', newEmployee('mole@demo.test')],
    ['/api/logout/', 'text/plain', ''],
    ['/api/token/refresh/', 'text/plain', ''],
  ] as const) {
    const before = atrium.forwarded.length
    await send(path, type, body)
    expect(atrium.forwarded.slice(before).filter(({ headers }) => headers.origin === atrium.originOf('globex'))).toMatchObject([
      {
        url: demo + path,
        status: 403,
        headers: { 'sec-fetch-site': 'same-site', cookie: expect.stringContaining('__Host-atrium_access=') },
      },
    ])
  }
  const asJson = `fetch('${demo}/api/employees/', { method: 'POST', credentials: 'include',
    headers: { 'content-type': 'application/json' }, body: ${JSON.stringify(newEmployee('mole@demo.test'))} })`
  expect(await hostile.evaluate(`${asJson}.then(({ status }) => status, () => 'refused')`)).toBe('refused')

  const post = (path: string, field: string) => `
    const form = Object.assign(document.createElement('form'), { method: 'post', enctype: 'text/plain', action: '${demo}${path}' })
    form.append(Object.assign(document.createElement('input'), { name: ${JSON.stringify(field)} }))
    document.body.append(form)
    form.submit()`
  for (const [path, field] of [
    ['/api/employees/', `${newEmployee('mole@demo.test').slice(0, -1)},"x":"`],
    ['/api/token/', '{"email":"eve@globex.test","password":"x","y":"'],
    ['/api/logout/', ''],
  ] as const) {
    const answer = hostile.waitForResponse(demo + path)
    await hostile.evaluate(post(path, field))
    expect((await answer).status()).toBe(403)
    await hostile.waitForURL(demo + path)
    await hostile.goto(`${atrium.originOf('globex')}/hostile`)
  }

  // The same call from Demo's own page succeeds.
  expect(countIn(await fetchFrom(ann, '/api/employees/'))).toBe(employees)
  const creation = { method: 'POST', headers: jsonHeaders, body: newEmployee('mole@demo.test') }
  expect((await fetchFrom(ann, '/api/employees/', creation)).status).toBe(201)
})

test('a sibling cannot open a socket with somebody else’s cookies', async ({ browser }) => {
  const ann = await logInAs(browser, atrium, 'ann@demo.test')
  const hostile = await openHostilePage(ann.context())
  const address = `${atrium.originOf('demo').replace('https', 'wss')}/ws/notifications/`
  const openSocket = `new Promise((resolve) => {
    const socket = new WebSocket('${address}')
    socket.onopen = () => resolve('open')
    socket.onerror = () => resolve('refused')
  })`
  expect(await ann.evaluate(openSocket)).toBe('open')
  expect(await hostile.evaluate(openSocket)).toBe('refused')
})

test('a sibling can neither frame a page nor keep a reference to its window', async ({ browser }) => {
  const ann = await logInAs(browser, atrium, 'ann@demo.test')
  const hostile = await openHostilePage(ann.context())
  const demo = atrium.originOf('demo')
  const framed = hostile.waitForEvent('framenavigated', (frame) => frame !== hostile.mainFrame())
  await hostile.evaluate(`document.body.innerHTML = '<iframe src="${demo}/tenant_admin"></iframe>'`)
  expect((await framed).url()).toBe('chrome-error://chromewebdata/')

  const [popup] = await Promise.all([
    hostile.waitForEvent('popup'),
    hostile.evaluate(`void (window.victim = window.open('${demo}/tenant_admin'))`),
  ])
  await expect(popup.getByRole('heading', { level: 1 })).toHaveText('Tenant Admin Dashboard')
  expect(await popup.evaluate('window.opener')).toBeNull()
  await expect.poll(() => hostile.evaluate('victim.closed')).toBe(true)

  const page = await ann.goto(`${demo}/login`)
  expect(page?.headers()).toMatchObject({
    'cross-origin-opener-policy': 'same-origin',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-content-type-options': 'nosniff',
    'strict-transport-security': expect.stringContaining('max-age='),
    'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
  })
  expect(await ann.evaluate('navigator.serviceWorker.getRegistrations().then((found) => found.length)')).toBe(0)
})

test('a cookie that a sibling plants for the whole domain ends nobody’s session', async ({ browser }) => {
  const ann = await logInAs(browser, atrium, 'ann@demo.test')
  const hostile = await openHostilePage(ann.context())
  for (const cookie of [
    '__Host-atrium_access=1.1.1.x; Domain=app.test; Path=/; Secure',
    '__host-atrium_access=1.1.1.x; Domain=app.test; Path=/; Secure',
    '__Host-atrium_access=1.1.1.x; Domain=app.test; Path=/api/; Secure',
    '=__Host-atrium_access=1.1.1.x; Domain=app.test; Path=/; Secure',
    '__Host-atrium_refresh=1.1.1.x; Domain=app.test; Path=/; Secure',
    'atrium_access=1.1.1.x; Domain=app.test; Path=/',
    'atrium_refresh=1.1.1.x; Domain=app.test; Path=/',
  ])
    await hostile.evaluate(`document.cookie = '${cookie}'`)
  const planted = (await ann.context().cookies()).filter(({ domain }) => domain === '.app.test')
  expect(planted.map(({ name }) => name).sort()).toEqual(['atrium_access', 'atrium_refresh'])
  expect((await fetchFrom(ann, '/api/me/')).status).toBe(200)
  await ann.reload()
  await expect(ann.getByRole('heading', { level: 1 })).toHaveText('Tenant Admin Dashboard')
})
