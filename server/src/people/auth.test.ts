import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { hash } from '@node-rs/argon2'
import { hashPassword } from '../kit/security/passwords.ts'
import { type Answer, daysFrom, outcome, password, people, testApp } from '../testing/world.ts'

const { as, browser, query, services, cookiesOf, send, hostOf } = await testApp()
const secure = await testApp({ PUBLIC_URL: 'https://atrium.test' })

beforeEach(() => query('delete from limits'))

const logIn = (email: string, secret = password) => ['POST /api/token/', { email, password: secret }] as const
const wrong = [401, { detail: 'No active account found with the given credentials' }]

test('a person logs in with their e-mail in any case, surrounded by spaces', async () => {
  const ann = browser('acme')
  const { status, body } = await ann(...logIn('  Ann@ACME.test '))
  assert.equal(status, 200)
  assert.deepEqual(body, {
    id: people.ann.id,
    name: 'Ann',
    email: 'ann@acme.test',
    role: 'tenant_admin',
    is_owner: true,
    employee: { id: people.ann.id, job_title: 'Job', department: 'Engineering' },
    tenant: {
      name: 'Acme',
      subdomain: 'acme',
      timezone: 'UTC',
      on_trial: true,
      open_until: daysFrom(20),
      is_open: true,
      first_day: 1,
      accent: 'teal',
    },
  })
  assert.deepEqual((await ann('GET /api/me/')).body, body)
})

test('the platform owner logs in on the main domain, and is nobody’s employee', async () => {
  const sol = browser('platform')
  assert.equal((await sol(...logIn('sol@platform.test'))).status, 200)
  assert.deepEqual((await sol('GET /api/me/')).body, {
    id: people.sol.id,
    name: 'Sol',
    email: 'sol@platform.test',
    role: 'super_admin',
    is_owner: false,
    employee: null,
  })
})

test('what nobody sees beside an address or in it does not matter at a log-in', async () => {
  for (const email of [
    '\u200bann@acme.test',
    'ann@acme.test\u200e',
    '\u202aann@acme.test\u202c',
    'a\u00adnn@acme.test',
    'ａｎｎ@acme.test',
  ])
    assert.equal((await browser('acme')(...logIn(email))).status, 200, JSON.stringify(email))
  assert.deepEqual((await browser('acme')(...logIn('ann\0@acme.test'))).status, 400)
})

test('an address with a domain in any script is one account, however the domain is written', async () => {
  const person = { full_name: 'Ivan', job_title: 'Job', department: 'IT', role: 'hr', password: 'Brand-new-1' }
  const { status, body } = await as('ann')('POST /api/employees/', { ...person, email: 'Ivan@пример.рф' })
  assert.deepEqual([status, body.email], [201, 'ivan@xn--e1afmkfd.xn--p1ai'])
  for (const email of ['ivan@пример.рф', 'ivan@XN--E1AFMKFD.xn--p1ai', 'ivan@Пример.РФ'])
    assert.equal((await browser('acme')(...logIn(email, 'Brand-new-1'))).status, 200, email)
  const again = await as('ann')('POST /api/employees/', { ...person, email: 'ivan@xn--e1afmkfd.xn--p1ai' })
  assert.deepEqual(again.body, { email: ['An employee with this email already exists.'] })
})

test('a letter of a password may be typed as one character or as two', async () => {
  const [composed, decomposed] = ['Caf\u00e9-long-1', 'Cafe\u0301-long-1']
  const change = (new_password: string) => as('hana')('POST /api/password/change/', { old_password: password, new_password })
  for (const [set, typed] of [
    [composed, decomposed],
    [decomposed, composed],
  ] as const) {
    const [{ password_hash } = assert.fail()] = await query(`select password_hash from people where id = ${people.hana.id}`)
    assert.equal((await change(set)).status, 200)
    for (const one of [typed, set]) assert.equal((await browser('acme')(...logIn('hana@acme.test', one))).status, 200)
    await query('update people set password_hash = $1 where id = $2', password_hash, people.hana.id)
  }
  // A hash from before, of the password as it was typed.
  await query('update people set password_hash = $1 where id = $2', await hash(decomposed), people.hana.id)
  assert.equal((await browser('acme')(...logIn('hana@acme.test', decomposed))).status, 200)
  await query(
    'update people set password_hash = (select password_hash from people where id = $1) where id = $2',
    people.ann.id,
    people.hana.id,
  )
  // Seven letters are seven, however they are typed.
  for (const short of ['Abc-1d\u00e9', 'Abc-1de\u0301'])
    assert.deepEqual((await change(short)).body, { new_password: ['Password must be at least 8 characters long.'] })
})

test('a password is taken as typed: spaces and case count', async () => {
  for (const other of [` ${password}`, `${password} `, password.toLowerCase()])
    assert.deepEqual(outcome(await browser('acme')(...logIn('ann@acme.test', other))), wrong)
})

test('whoever may not log in gets one and the same answer, whatever the reason', async () => {
  await query(
    `insert into people (tenant_id, email, full_name, role, password_hash, is_active, accepted_at)
     select 1, 'gone@acme.test', 'Gone', 'hr', password_hash, false, now() from people where id = $1`,
    people.ann.id,
  )
  await query(`insert into people (tenant_id, email, full_name, role) values (1, 'invited@acme.test', 'Invited', 'hr')`)
  const cases = {
    'wrong password': logIn('ann@acme.test', 'Password-2'),
    'unknown e-mail': logIn('nobody@acme.test'),
    'not even an e-mail': logIn('nobody'),
    deleted: logIn('gone@acme.test'),
    'never activated': logIn('invited@acme.test'),
    'somebody of another workspace': logIn('gil@globex.test'),
  }
  for (const [reason, attempt] of Object.entries(cases)) {
    const answer = await browser('acme')(...attempt)
    assert.deepEqual(outcome(answer), wrong, reason)
    assert.deepEqual(answer.cookies, [], reason)
  }
  assert.equal((await browser('acme')(...logIn('ann@acme.test'))).status, 200)
  assert.equal((await browser('globex')(...logIn('gil@globex.test'))).status, 200)
})

test('only the right password reveals that a super admin is on the wrong host', async () => {
  assert.deepEqual(outcome(await browser('acme')(...logIn('sol@platform.test'))), [
    403,
    { detail: 'Super Admin must log in from the main domain' },
  ])
  assert.deepEqual(outcome(await browser('acme')(...logIn('sol@platform.test', 'Password-2'))), wrong)
})

test('only the right password reveals that a workspace’s person is on the main domain', async () => {
  assert.deepEqual(outcome(await browser('platform')(...logIn('ann@acme.test'))), [
    403,
    { detail: 'Tenant users must log in from their workspace subdomain.' },
  ])
  assert.deepEqual(outcome(await browser('platform')(...logIn('ann@acme.test', 'Password-2'))), wrong)
})

test('on the main domain the password of the workspace that an address was used in first shows the way, and no other’s', async () => {
  const hashes = [await hashPassword(password), await hashPassword('Password-9')]
  for (const [tenant_id, hash, accepted] of [
    [1, 0, null],
    [2, 1, 1],
    [3, 0, 2],
  ] as const)
    await query(
      `insert into people (tenant_id, email, full_name, role, password_hash, accepted_at)
       values ($1, 'many@hats.test', 'Many', 'hr', $2, now() - $3 * interval '1 day')`,
      tenant_id,
      hashes[hash],
      accepted,
    )
  const attempt = async (secret: string) => outcome(await browser('platform')(...logIn('many@hats.test', secret)))
  const shown = [403, { detail: 'Tenant users must log in from their workspace subdomain.' }]
  const leave = (tenant_id: number) =>
    query(`update people set is_active = false where email = 'many@hats.test' and tenant_id = $1`, tenant_id)
  assert.deepEqual([await attempt(password), await attempt('Password-9')], [shown, wrong])
  await leave(3)
  assert.deepEqual([await attempt(password), await attempt('Password-9')], [wrong, shown])
  await leave(2)
  assert.deepEqual([await attempt(password), await attempt('Password-9')], [shown, wrong])
})

test('a super admin who also works in workspaces logs in on the main domain all the same', async () => {
  await query(
    `insert into people (tenant_id, email, full_name, role, password_hash, accepted_at)
     select tenant_id, 'sol@platform.test', 'Sol', 'hr', password_hash, now() from people where id = any($1)`,
    [people.ann.id, people.gwen.id],
  )
  const { status, body } = await browser('platform')(...logIn('sol@platform.test'))
  assert.deepEqual([status, body.role], [200, 'super_admin'])
  assert.equal((await browser('acme')(...logIn('sol@platform.test'))).body.role, 'hr')
  await query(`update people set is_active = false where email = 'sol@platform.test' and tenant_id > 0`)
})

test('a refused log-in on the wrong host opens no session', async () => {
  const before = await query('select count(*)::int as n from sessions')
  assert.deepEqual((await browser('platform')(...logIn('ann@acme.test'))).cookies, [])
  assert.deepEqual((await browser('acme')(...logIn('sol@platform.test'))).cookies, [])
  assert.deepEqual(await query('select count(*)::int as n from sessions'), before)
})

test('nobody logs in to a blocked workspace, whatever the password', async () => {
  for (const secret of [password, 'Password-2']) {
    const { status, body } = await browser('shut')(...logIn('sam@shut.test', secret))
    assert.deepEqual(
      [status, body],
      [403, { detail: 'This workspace has been blocked. Please contact support.', code: 'tenant_blocked' }],
    )
  }
})

test('a workspace whose trial is over still lets its people in, and answers me', async () => {
  const bo = browser('broke')
  assert.equal((await bo(...logIn('bo@broke.test'))).status, 200)
  assert.equal((await bo('GET /api/me/')).status, 200)
  assert.equal((await bo('GET /api/employees/')).body.code, 'payment_required')
})

test('the first log-in accepts the invitation', async () => {
  await query('update people set accepted_at = null where id = $1', people.hana.id)
  await browser('acme')(...logIn('hana@acme.test', 'Password-2'))
  assert.deepEqual(await query('select accepted_at from people where id = $1', people.hana.id), [{ accepted_at: null }])
  await browser('acme')(...logIn('hana@acme.test'))
  const [row] = await query('select accepted_at is not null as accepted from people where id = $1', people.hana.id)
  assert.equal(row?.accepted, true)
})

test('both fields are asked for at once', async () => {
  assert.deepEqual(outcome(await browser('acme')('POST /api/token/', {})), [
    400,
    { email: ['This field is required'], password: ['This field is required'] },
  ])
})

const sessionCookies = ({ cookies }: Answer) => cookies.filter((line) => !line.includes('_device='))

test('the session’s cookies belong to this very host, are hidden from scripts and last 7 days', async () => {
  const lines = sessionCookies(await browser('acme')(...logIn('ann@acme.test')))
  assert.deepEqual(
    lines.map((line) => line.split('=')[0]),
    ['atrium_access', 'atrium_refresh'],
  )
  for (const line of lines) {
    assert.match(line, /; Path=\/; HttpOnly; SameSite=Lax; Max-Age=604800$/)
    assert.doesNotMatch(line, /Domain/i)
  }
})

test('over https the cookies are Secure and bound to the host by their name', async () => {
  const ann = secure.browser('acme')
  const lines = sessionCookies(await ann(...logIn('ann@acme.test')))
  assert.deepEqual(
    lines.map((line) => line.split('=')[0]),
    ['__Host-atrium_access', '__Host-atrium_refresh'],
  )
  for (const line of lines) assert.match(line, /; Path=\/; HttpOnly; SameSite=Lax; Max-Age=604800; Secure$/)
  assert.equal((await ann('GET /api/me/')).status, 200)
})

test('over https an unprefixed cookie, which a sibling could plant, is no session', async () => {
  const cookie = await secure.cookiesOf('ann')
  const request = (sent: string) => secure.as(null, { headers: { cookie: sent } })('GET /api/me/')
  assert.equal((await request(cookie)).status, 200)
  assert.equal((await request(cookie.replaceAll('__Host-', ''))).status, 401)
})

test('an expired access token is told apart from no session at all', async () => {
  const session_key = (await cookiesOf('ann')).match(/access=1\.([^.]+)/)?.[1] ?? ''
  const token = (expires: number) => services.tokens.sign('access', 1, session_key, expires)
  const me = (cookie: string) => as(null, { headers: { cookie } })('GET /api/me/')
  const now = Math.floor(Date.now() / 1000)
  const notValid = [401, { detail: 'The token is invalid or expired.', code: 'token_not_valid' }]

  assert.equal((await me(`atrium_access=${token(now + 60)}`)).status, 200)
  assert.deepEqual(outcome(await me(`atrium_access=${token(now - 1)}`)), notValid)
  assert.deepEqual(outcome(await me(`atrium_access=${token(now + 60).replace(/.{6}$/, 'forged')}`)), notValid)
  assert.deepEqual(outcome(await me('atrium_access=')), notValid)
  assert.deepEqual(outcome(await me('atrium_refresh=anything')), notValid)
  assert.deepEqual(outcome(await me('unrelated=1')), [401, { detail: 'Authentication credentials were not provided.' }])
})

test('a token signed for one purpose is good for no other', async () => {
  const session_key = (await cookiesOf('ann')).match(/access=1\.([^.]+)/)?.[1] ?? ''
  const forged = services.tokens.sign('refresh', 1, session_key, Math.floor(Date.now() / 1000) + 60)
  assert.equal((await as(null, { headers: { cookie: `atrium_access=${forged}` } })('GET /api/me/')).status, 401)
})

test('a session cookie that comes twice is none', async () => {
  const cookie = await cookiesOf('ann')
  const access = cookie.split('; ')[0] ?? ''
  const me = (sent: string) => send(hostOf('acme'), { cookie: sent }, 'GET /api/me/')
  assert.equal((await me(access)).status, 200)
  assert.equal((await me(`${access}; ${access}`)).status, 401)
  assert.equal((await me(`atrium_access=planted; ${access}`)).status, 401)
  assert.equal((await me(`${access}; other=1; other=2`)).status, 200)
})

test('a session replayed on another workspace’s host, or on the main domain, is no session', async () => {
  const headers = { cookie: await cookiesOf('ann') }
  assert.equal((await as(null, { at: 'acme', headers })('GET /api/me/')).status, 200)
  for (const at of ['globex', 'platform'] as const) {
    const { status, body } = await as(null, { at, headers })('GET /api/me/')
    assert.deepEqual([status, body.code], [401, 'token_not_valid'])
  }
})

const unsafe = 'POST /api/projects/'
for (const [what, headers, isRefused] of [
  ['its own origin', { origin: 'http://acme.localhost:8000' }, false],
  ['a sibling workspace', { origin: 'http://globex.localhost:8000' }, true],
  ['the main domain', { origin: 'http://localhost:8000' }, true],
  ['another port', { origin: 'http://acme.localhost:9000' }, true],
  ['another scheme', { origin: 'https://acme.localhost:8000' }, true],
  ['a page without an origin', { origin: 'null' }, true],
  ['no browser', {}, false],
  ['itself, by Sec-Fetch-Site', { 'sec-fetch-site': 'same-origin' }, false],
  ['the address bar', { 'sec-fetch-site': 'none' }, false],
  ['the same site', { 'sec-fetch-site': 'same-site' }, true],
  ['another site', { 'sec-fetch-site': 'cross-site' }, true],
] as const)
  test(`a change asked for by ${what} is ${isRefused ? 'refused' : 'made'}`, async () => {
    const body = { name: 'Moon', assigned_pm: people.pam.id }
    const before = await query('select count(*)::int as n from projects')
    const answer = await as('ann', { headers })(unsafe, body)
    if (!isRefused) return assert.equal(answer.status, 201)
    assert.deepEqual(outcome(answer), [403, { detail: 'Cross-origin request refused.' }])
    assert.deepEqual(await query('select count(*)::int as n from projects'), before)
  })

test('a foreign page cannot make anybody take a download that is recorded', async () => {
  const events = () => query('select count(*)::int as n from security_events')
  const before = await events()
  for (const [who, call] of [
    ['ann', 'GET /api/security-log/export/'],
    ['ann', 'GET /api/workspace/export/'],
    ['hana', 'GET /api/time/export/'],
  ] as const)
    for (const site of ['cross-site', 'same-site'])
      assert.equal((await as(who, { headers: { 'sec-fetch-site': site } })(call)).status, 403, call)
  assert.deepEqual(await events(), before)
})

test('a foreign page cannot log anybody in or out, yet reading is harmless', async () => {
  const headers = { origin: 'http://globex.localhost:8000' }
  assert.equal((await browser('acme', headers)(...logIn('ann@acme.test'))).status, 403)
  assert.equal((await as('ann', { headers })('POST /api/logout/')).status, 403)
  assert.equal((await as('ann', { headers })('GET /api/me/')).status, 200)
})
