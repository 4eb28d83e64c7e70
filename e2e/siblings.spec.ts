// Workspaces under one domain are one site for a browser. What a hostile one can do to its sibling, over https as in production.
import { type BrowserContext, expect, type Page } from '@playwright/test'
import { type Atrium, startAtrium } from './atrium.ts'
import { enter, open, test } from './visit.ts'

test.use({ ignoreHTTPSErrors: true })

let atrium: Atrium
test.beforeAll(async ({ browser }) => {
  atrium = await startAtrium({}, { domain: 'app.test', https: true })
  const page = await open(browser, `${atrium.main}/favicon.svg`)
  expect(await signUp(page, { subdomain: 'globex', email: 'eve@globex.test' })).toBe(201)
})
test.afterAll(() => atrium.stop())

const secret = 'Globex-2026'
const json = { 'content-type': 'application/json' }

/** Calls from within a page, as its own script would. */
const call = (page: Page, path: string, init: { method?: string; headers?: Record<string, string>; body?: string } = {}) =>
  page.evaluate(
    async ([path, init]) => {
      const answer = await fetch(path, init)
      return { status: answer.status, body: await answer.text() }
    },
    [path, init] as const,
  )

async function signUp(page: Page, { subdomain, email }: { subdomain: string; email: string }) {
  const post = async (path: string, body: object) =>
    (await call(page, `/api/tenants/${path}/`, { method: 'POST', headers: json, body: JSON.stringify(body) })).status
  expect(await post('send-otp', { email })).toBe(200)
  const otp = /\b\d{6}\b/.exec((await atrium.mailTo(email, /code/i)).text ?? '')?.[0]
  expect(await post('verify-otp', { email, otp })).toBe(200)
  const domain_url = `${subdomain}.${new URL(atrium.main).host}`
  return post('signup', { tenant_name: 'Globex', domain_url, email, password: secret, full_name: 'Eve' })
}

/** A page of Globex, in a browser with which somebody is logged in at Demo. */
async function hostilePage(context: BrowserContext) {
  const page = await context.newPage()
  await page.goto(`${atrium.at('globex')}/hostile`)
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
  const page = await open(browser, `${atrium.at('demo')}/login`)
  const [answer] = await Promise.all([
    page.waitForResponse('**/api/token/'),
    call(page, '/api/token/', {
      method: 'POST',
      headers: json,
      body: JSON.stringify({ email: 'dev@demo.test', password: 'Atrium-demo-1' }),
    }),
  ])
  const set = (await answer.headersArray()).filter(({ name }) => name.toLowerCase() === 'set-cookie').map(({ value }) => value)
  expect(set.map((line) => line.split('=')[0]).slice(0, 2)).toEqual(['__Host-atrium_access', '__Host-atrium_refresh'])
  for (const line of set) {
    const [, ...attributes] = line.split('; ')
    expect(attributes).toEqual(['Path=/', 'HttpOnly', 'SameSite=Lax', expect.stringMatching(/^Max-Age=\d+$/), 'Secure'])
  }
  const kept = await page.context().cookies()
  expect(kept.filter(({ name }) => name.startsWith('__Host-atrium_'))).toHaveLength(set.length)
  expect(kept.every(({ domain }) => domain === new URL(atrium.at('demo')).hostname)).toBe(true)
  expect(await page.evaluate('document.cookie')).toBe('')

  // The same cookies at the sibling's host are no session there.
  const thief = await browser.newContext()
  await thief.addCookies(kept.map(({ domain: _, path: __, ...cookie }) => ({ ...cookie, url: atrium.at('globex') })))
  const other = await thief.newPage()
  await other.goto(`${atrium.at('globex')}/favicon.svg`)
  expect((await call(other, '/api/me/')).status).toBe(401)
  expect((await call(other, '/api/token/refresh/', { method: 'POST' })).status).toBe(401)
  await thief.addCookies(kept.map(({ domain: _, path: __, ...cookie }) => ({ ...cookie, url: atrium.main })))
  await other.goto(`${atrium.main}/favicon.svg`)
  expect((await call(other, '/api/me/')).status).toBe(401)
})

test("a sibling's script can neither read nor change anything, though the browser sends the cookies along", async ({
  browser,
}) => {
  const ann = await enter(browser, atrium, 'ann@demo.test')
  const context = ann.context()
  const evil = await hostilePage(context)
  const demo = atrium.at('demo')
  const employees = countIn(await call(ann, '/api/employees/'))

  const read = `fetch('${demo}/api/employees/', { credentials: 'include' }).then((a) => a.text(), () => 'refused')`
  expect(await evil.evaluate(read)).toBe('refused')

  const send = (path: string, type: string, body: string) =>
    evil.evaluate(
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
    const before = atrium.passed.length
    await send(path, type, body)
    expect(atrium.passed.slice(before).filter(({ headers }) => headers.origin === atrium.at('globex'))).toMatchObject([
      {
        url: demo + path,
        status: 403,
        headers: { 'sec-fetch-site': 'same-site', cookie: expect.stringContaining('__Host-atrium_access=') },
      },
    ])
  }
  const asJson = `fetch('${demo}/api/employees/', { method: 'POST', credentials: 'include',
    headers: { 'content-type': 'application/json' }, body: ${JSON.stringify(newEmployee('mole@demo.test'))} })`
  expect(await evil.evaluate(`${asJson}.then(({ status }) => status, () => 'refused')`)).toBe('refused')

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
    const answer = evil.waitForResponse(demo + path)
    await evil.evaluate(post(path, field))
    expect((await answer).status()).toBe(403)
    await evil.waitForURL(demo + path)
    await evil.goto(`${atrium.at('globex')}/hostile`)
  }

  // From its own page the very same goes through.
  expect(countIn(await call(ann, '/api/employees/'))).toBe(employees)
  const own = { method: 'POST', headers: json, body: newEmployee('mole@demo.test') }
  expect((await call(ann, '/api/employees/', own)).status).toBe(201)
})

test('a sibling opens no socket with the cookies of somebody else', async ({ browser }) => {
  const ann = await enter(browser, atrium, 'ann@demo.test')
  const evil = await hostilePage(ann.context())
  const address = `${atrium.at('demo').replace('https', 'wss')}/ws/notifications/`
  const knock = `new Promise((done) => {
    const socket = new WebSocket('${address}')
    socket.onopen = () => done('open')
    socket.onerror = () => done('refused')
  })`
  expect(await ann.evaluate(knock)).toBe('open')
  expect(await evil.evaluate(knock)).toBe('refused')
})

test('a sibling can neither frame a page nor hold on to its window', async ({ browser }) => {
  const ann = await enter(browser, atrium, 'ann@demo.test')
  const evil = await hostilePage(ann.context())
  const demo = atrium.at('demo')
  const framed = evil.waitForEvent('framenavigated', (frame) => frame !== evil.mainFrame())
  await evil.evaluate(`document.body.innerHTML = '<iframe src="${demo}/tenant_admin"></iframe>'`)
  expect((await framed).url()).toBe('chrome-error://chromewebdata/')

  const [popup] = await Promise.all([
    evil.waitForEvent('popup'),
    evil.evaluate(`void (window.victim = window.open('${demo}/tenant_admin'))`),
  ])
  await expect(popup.getByRole('heading', { level: 1 })).toHaveText('Tenant Admin Dashboard')
  expect(await popup.evaluate('window.opener')).toBeNull()
  expect(await evil.evaluate('victim.closed')).toBe(true)

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
  const ann = await enter(browser, atrium, 'ann@demo.test')
  const evil = await hostilePage(ann.context())
  for (const cookie of [
    '__Host-atrium_access=1.1.1.x; Domain=app.test; Path=/; Secure',
    '__host-atrium_access=1.1.1.x; Domain=app.test; Path=/; Secure',
    '__Host-atrium_access=1.1.1.x; Domain=app.test; Path=/api/; Secure',
    '=__Host-atrium_access=1.1.1.x; Domain=app.test; Path=/; Secure',
    '__Host-atrium_refresh=1.1.1.x; Domain=app.test; Path=/; Secure',
    'atrium_access=1.1.1.x; Domain=app.test; Path=/',
    'atrium_refresh=1.1.1.x; Domain=app.test; Path=/',
  ])
    await evil.evaluate(`document.cookie = '${cookie}'`)
  const planted = (await ann.context().cookies()).filter(({ domain }) => domain === '.app.test')
  expect(planted.map(({ name }) => name).sort()).toEqual(['atrium_access', 'atrium_refresh'])
  expect((await call(ann, '/api/me/')).status).toBe(200)
  await ann.reload()
  await expect(ann.getByRole('heading', { level: 1 })).toHaveText('Tenant Admin Dashboard')
})
