import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { type Name, people, testApp } from '../testing/world.ts'

const { as, browser, query, services, sessionOf, send, hostOf } = await testApp()

const notValid = [401, { detail: 'The token is invalid or expired.', code: 'token_not_valid' }]
const passGrace = () => query(`update sessions set rotated_at = rotated_at - interval '11 seconds'`)

/** Logs in in a new browser, and returns it with the session's id. */
async function loggedIn(name: Name) {
  const request = browser(people[name].at)
  for (const pair of (await sessionOf(name)).split('; ')) {
    const at = pair.indexOf('=')
    request.jar.set(pair.slice(0, at), pair.slice(at + 1))
  }
  const session_key = request.jar.get('atrium_refresh')?.split('.')[1] ?? ''
  const [row] = await query('select id::int from sessions where key = $1', session_key)
  const session_id = Number(row?.id)
  const refreshBy = (token: string | undefined) =>
    send(hostOf(people[name].at), { cookie: `atrium_refresh=${token}` }, 'POST /api/token/refresh/')
  return { request, session_id, session_key, refreshBy, token: () => request.jar.get('atrium_refresh') }
}

const isOver = async (session_id: number) =>
  (await query('select ended_at is not null as over from sessions where id = $1', session_id))[0]?.over

test('a refresh renews the session and replaces both tokens', async () => {
  const { request, token } = await loggedIn('ann')
  const first = token()
  const { status, cookies } = await request('POST /api/token/refresh/')
  assert.equal(status, 200)
  assert.deepEqual(
    cookies.map((line) => line.split('=')[0]),
    ['atrium_access', 'atrium_refresh'],
  )
  assert.notEqual(token(), first)
  assert.equal((await request('GET /api/me/')).status, 200)
})

test('a session lasts 7 days from its last refresh, and not a moment longer', async () => {
  const { request, session_id, refreshBy, token } = await loggedIn('ann')
  await query(`update sessions set expires_at = now() + interval '1 hour' where id = $1`, session_id)
  await request('POST /api/token/refresh/')
  const [row] = await query(
    `select expires_at > now() + interval '6 days 23 hours' as renewed from sessions where id = $1`,
    session_id,
  )
  assert.equal(row?.renewed, true)
  await query('update sessions set expires_at = now() where id = $1', session_id)
  assert.deepEqual(await refreshBy(token()).then(({ status, body }) => [status, body]), notValid)
  assert.equal((await request('GET /api/me/')).status, 401)
})

test('a refresh without the access cookie works, without any cookie it is no session', async () => {
  const { refreshBy, token } = await loggedIn('ann')
  assert.equal((await refreshBy(token())).status, 200)
  const { status, body, cookies } = await as(null)('POST /api/token/refresh/')
  assert.deepEqual([status, body, cookies], [401, { detail: 'Authentication credentials were not provided.' }, []])
})

test('a refresh by a forged, foreign or empty token is refused and clears the cookies', async () => {
  const { session_key, refreshBy, token } = await loggedIn('ann')
  const forged = [
    String(token()).replace(/.{6}$/, 'forged'),
    services.tokens.sign('access', 1, session_key, 1),
    services.tokens.sign('refresh', 2, session_key, 1),
    services.tokens.sign('refresh', 1, randomUUID(), 1),
    '',
  ]
  for (const bad of forged) {
    const { status, body, cookies } = await refreshBy(bad)
    assert.deepEqual([status, body], notValid)
    assert.equal(cookies.filter((line) => line.includes('Max-Age=0')).length, 2)
  }
  assert.equal((await refreshBy(token())).status, 200)
})

test('a refresh token is unknown in another workspace', async () => {
  const { token } = await loggedIn('ann')
  const at = (host: 'acme' | 'globex') => send(hostOf(host), { cookie: `atrium_refresh=${token()}` }, 'POST /api/token/refresh/')
  assert.equal((await at('globex')).status, 401)
  assert.equal((await at('acme')).status, 200)
})

test('within 10 seconds a second tab gets the same successor', async () => {
  const { request, refreshBy, token, session_id } = await loggedIn('ann')
  const first = token()
  await request('POST /api/token/refresh/')
  const second = await refreshBy(first)
  assert.equal(second.status, 200)
  assert.ok(second.cookies.some((line) => line.startsWith(`atrium_refresh=${token()};`)))
  assert.equal(await isOver(session_id), false)
})

test('a hundred refreshes at once keep one session with one successor', async () => {
  const { refreshBy, token, session_id } = await loggedIn('ann')
  const first = token()
  const answers = await Promise.all(Array.from({ length: 100 }, () => refreshBy(first)))
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200])
  const successors = answers.flatMap(({ cookies }) => cookies.filter((line) => line.startsWith('atrium_refresh=')))
  assert.equal(new Set(successors).size, 1)
  assert.deepEqual(await query('select generation, ended_at from sessions where id = $1', session_id), [
    { generation: 2, ended_at: null },
  ])
})

test('past the grace a replaced token ends the whole session', async () => {
  const { request, refreshBy, token, session_id } = await loggedIn('ann')
  const stolen = token()
  await request('POST /api/token/refresh/')
  await passGrace()
  assert.deepEqual(await refreshBy(stolen).then(({ status, body }) => [status, body]), notValid)
  assert.equal(await isOver(session_id), true)
  assert.equal((await refreshBy(token())).status, 401)
  assert.equal((await request('GET /api/me/')).status, 401)
})

test('a token older than the immediate predecessor ends the session even within the grace', async () => {
  const { request, refreshBy, token, session_id } = await loggedIn('ann')
  const oldest = token()
  await request('POST /api/token/refresh/')
  await request('POST /api/token/refresh/')
  assert.equal((await refreshBy(oldest)).status, 401)
  assert.equal(await isOver(session_id), true)
})

test('one session’s end leaves the person’s other sessions alone', async () => {
  const [stolen, other] = [await loggedIn('ann'), await loggedIn('ann')]
  const first = stolen.token()
  await stolen.request('POST /api/token/refresh/')
  await passGrace()
  await stolen.refreshBy(first)
  assert.equal((await stolen.request('GET /api/me/')).status, 401)
  assert.equal((await other.request('GET /api/me/')).status, 200)
})

test('log-out ends the session on the server and clears the cookies, as often as asked', async () => {
  const { request, session_id } = await loggedIn('ann')
  const headers = { cookie: [...request.jar].map((pair) => pair.join('=')).join('; ') }
  const { status, cookies } = await request('POST /api/logout/')
  assert.equal(status, 200)
  assert.equal(cookies.filter((line) => line.includes('Max-Age=0')).length, 2)
  assert.equal(await isOver(session_id), true)
  assert.equal((await as(null, { headers })('GET /api/me/')).status, 401)
  assert.equal((await as(null, { headers })('POST /api/token/refresh/')).status, 401)
  assert.equal((await as(null, { headers })('POST /api/logout/')).status, 200)
  assert.equal((await as(null)('POST /api/logout/')).status, 200)
})

test('log-out works with an expired access token, and in a blocked workspace', async () => {
  const { session_id, token } = await loggedIn('ann')
  await send(hostOf('acme'), { cookie: `atrium_access=old; atrium_refresh=${token()}` }, 'POST /api/logout/')
  assert.equal(await isOver(session_id), true)
  const sam = await loggedIn('sam')
  assert.equal((await sam.request('POST /api/logout/')).status, 200)
  assert.equal(await isOver(sam.session_id), true)
})

test('log-out of one workspace leaves a session of another alone', async () => {
  const { request, session_id, token } = await loggedIn('ann')
  await send(hostOf('globex'), { cookie: `atrium_refresh=${token()}` }, 'POST /api/logout/')
  assert.equal(await isOver(session_id), false)
  assert.equal((await request('GET /api/me/')).status, 200)
})

test('role and state are the database’s at every request', async () => {
  const { request, refreshBy, token } = await loggedIn('una')
  const status = async () => (await request('GET /api/developer-dashboard/')).status
  assert.equal(await status(), 200)
  await query(`update people set role = 'hr' where id = $1`, people.una.id)
  assert.equal(await status(), 403)
  await query(`update people set role = 'developer' where id = $1`, people.una.id)
  assert.equal(await status(), 200)
  await query('update people set is_active = false where id = $1', people.una.id)
  assert.equal(await status(), 401)
  assert.equal((await refreshBy(token())).status, 401)
})

test('a workspace is closed to its sessions from the request after it was blocked', async () => {
  const { request } = await loggedIn('gwen')
  assert.equal((await request('GET /api/me/')).status, 200)
  await query(`update tenants set is_blocked = true where subdomain = 'globex'`)
  assert.equal((await request('GET /api/me/')).body.code, 'tenant_blocked')
  assert.equal((await request('POST /api/token/refresh/')).body.code, 'tenant_blocked')
  await query(`update tenants set is_blocked = false where subdomain = 'globex'`)
})
