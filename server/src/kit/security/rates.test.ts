// Rate limits of a session, person, address and workspace.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { readConfig } from '../../config.ts'
import { serveHealth } from '../../start.ts'
import { type Name, testApp } from '../../testing/world.ts'
import { portOf } from '../../testing/world-sockets.ts'
import { Buckets, networkOf } from './rates.ts'

// A session may make one request a second, and 60 at once. The other limits follow from that.
const { app, pools, as, sessionOf, hostOf, socket } = await testApp({ RATE_LIMIT: '1', TRUST_PROXY: '127.0.0.1' })
serveHealth(app, pools.workspace)
const office = '203.0.113.7'

type From = { from?: string; cookie?: string; length?: string; at?: 'acme' | 'globex' | 'platform' }
async function request(route: string, { from, cookie, length, at = 'acme' }: From = {}) {
  const [method, url] = route.split(' ') as ['GET', string]
  const headers = {
    host: hostOf(at),
    ...(cookie && { cookie }),
    ...(length && { 'content-length': length }),
    ...(from && { 'x-forwarded-for': from }),
  }
  const { statusCode, headers: responseHeaders, body } = await app.inject({ method, url, headers })
  return { status: statusCode, wait: Number(responseHeaders['retry-after']), body }
}

/** Counts the calls that passed before one was refused. */
async function until429(call: () => ReturnType<typeof request>, maxCalls: number) {
  for (let passed = 0; passed < maxCalls; passed++) {
    const { status, wait, body } = await call()
    if (status !== 429) continue
    assert.ok(wait >= 1)
    assert.equal(body, '{"detail":"Too many requests. Please wait before trying again."}')
    return passed
  }
  return maxCalls
}

/** Makes many calls at once, because a single later call may pass again. */
async function isRefused(call: () => ReturnType<typeof request>) {
  const answers = await Promise.all(Array.from({ length: 40 }, call))
  return answers.some(({ status }) => status === 429)
}

const sessionsOf = (name: Name, count: number) => Promise.all(Array.from({ length: count }, () => sessionOf(name)))

test('a session that asks in a loop is told to wait, and no other session is', async () => {
  const [loop, other] = await sessionsOf('pam', 2)
  const passed = await until429(() => request('GET /api/me/', { cookie: loop ?? '' }), 1000)
  // From 120 calls on, the person would be limited in every session.
  assert.ok(passed >= 60 && passed < 120, `${passed}`)
  assert.ok(await isRefused(() => request('POST /api/projects/', { cookie: loop ?? '', length: '100000' })))
  assert.equal((await request('GET /api/me/', { cookie: other ?? '' })).status, 200)
  assert.equal((await as('ann')('GET /api/me/')).status, 200)
})

test('a connection that asks again at once, and again, is closed; one that waits is kept', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const [cookie = ''] = await sessionsOf('hana', 1)
  const port = await portOf(app)
  const ask = async () => {
    const asked = get({ host: '127.0.0.1', port, agent, path: '/api/me/', headers: { host: hostOf('acme'), cookie } })
    const [answer] = await once(asked, 'response')
    answer.resume()
    await once(answer, 'end')
    return { isClosed: answer.headers.connection === 'close', wait: Number(answer.headers['retry-after'] ?? 0) }
  }
  try {
    // Other calls empty the session's bucket, so that all calls of this connection are refused.
    await until429(() => request('GET /api/me/', { cookie }), 1000)
    let kept = 0
    while (!(await ask()).isClosed) assert.ok(++kept < 200)
    assert.ok(kept >= 10, `${kept}`)
    // Two that wait as long as they are told.
    const { isClosed, wait } = await ask()
    await sleep(wait * 1000)
    assert.deepEqual([isClosed, (await ask()).isClosed], [false, false])
  } finally {
    agent.destroy()
  }
})

test('many sessions of one person share what the person may ask for', async () => {
  const sessions = await sessionsOf('max', 10)
  let call = 0
  const passed = await until429(() => request('GET /api/me/', { cookie: sessions[call++ % 10] ?? '' }), 1000)
  assert.ok(passed >= 120 && passed < 500, `${passed}`)
  assert.equal((await as('dev')('GET /api/me/')).status, 200)
})

test("a token that was not signed here uses up nobody's share", async () => {
  const cookie = await sessionOf('dana')
  const forged = cookie.replace(/=(\d+\.[\w-]+\.\d+)\.[^;]+/, '=$1.AAAA')
  assert.notEqual(forged, cookie)
  for (let call = 0; call < 100; call++) assert.equal((await request('GET /api/me/', { cookie: forged })).status, 401)
  assert.equal((await request('GET /api/me/', { cookie })).status, 200)
})

test('an address is told to wait, with all of its network, and no other is', async () => {
  for (const [from, same, other] of [
    [office, office, '203.0.113.8'],
    ['2001:db8:1:2::7', '2001:db8:1:2:ffff::9', '2001:db8:1:3::7'],
  ] as const) {
    const passed = await until429(() => request('GET /nowhere', { from }), 5000)
    assert.ok(passed >= 600 && passed < 5000, `${passed}`)
    for (const route of ['GET /nowhere', 'GET /api/me/', 'POST /api/token/'])
      assert.ok(await isRefused(() => request(route, { from: same, at: 'globex' })), route)
    assert.equal((await request('GET /nowhere', { from: other })).status, 404)
  }
})

test('health and the card provider are answered also where the address is told to wait', async () => {
  await until429(() => request('GET /nowhere', { from: '203.0.113.9' }), 5000)
  assert.equal((await request('GET /healthz', { from: '203.0.113.9' })).status, 200)
  assert.equal((await request('POST /api/stripe/webhook/', { from: '203.0.113.9', at: 'platform' })).status, 400)
})

test('this machine is never told to wait for its address', async () => {
  for (const from of ['127.0.0.1', '::1', '::ffff:127.0.0.1'])
    assert.equal(await until429(() => request('GET /nowhere', { from }), 800), 800, from)
})

test('a workspace is told to wait, and no other is', async () => {
  let call = 0
  // The limit holds for all addresses, and is applied before any query.
  const flood = () => request('POST /api/token/', { at: 'globex', length: '100000', from: `198.51.100.${call++ % 250}` })
  const passed = await until429(flood, 20_000)
  assert.ok(passed >= 1800 && passed < 20_000, `${passed}`)
  assert.equal((await request('GET /api/me/', { at: 'acme', from: '198.51.100.251' })).status, 401)
})

test('one address opens so many sockets and no more, and may open another when one is closed', async () => {
  const names: Name[] = ['ann', 'dev', 'deb', 'una', 'hana']
  const open = (n: number, from: string) =>
    socket(names[n % names.length] ?? 'ann', '/ws/notifications/', { headers: { 'x-forwarded-for': from } })
  const sockets = []
  for (let n = 0; n < 50; n++) sockets.push(await open(n, '203.0.113.20'))
  for (const { status } of sockets) assert.equal(await status, 101)
  assert.equal(await (await open(0, '203.0.113.20')).status, 429)
  assert.equal(await (await open(0, '203.0.113.21')).status, 101)
  sockets[0]?.client.terminate()
  for (let status = 429; status !== 101; ) status = await (await open(0, '203.0.113.20')).status
})

test('a limit of 0 is none', async () => {
  const buckets = new Buckets(0, 'session')
  for (let call = 0; call < 100_000; call++) buckets.take('x', 0)
  assert.equal(buckets.size, 0)
})

test('the limit is a whole number, and 200 unless told otherwise', () => {
  const limitOf = (RATE_LIMIT?: string) =>
    readConfig({ SESSION_SECRET: 'x'.repeat(40), ...(RATE_LIMIT && { RATE_LIMIT }) }).rate_limit
  assert.deepEqual([limitOf(), limitOf('0'), limitOf('1000')], [200, 0, 1000])
  for (const wrong of ['-1', 'none', '1.5', '100001']) assert.throws(() => limitOf(wrong), /^Error: RATE_LIMIT must be/, wrong)
})

test('buckets that are full again are forgotten, also under a flood of made-up addresses', () => {
  const buckets = new Buckets(100, 'address')
  for (let call = 0; call < 200_000; call++) {
    buckets.take(`${call}`, call / 10)
    assert.ok(buckets.size <= 1100)
  }
})

test('a bucket lets its burst through, then its rate', () => {
  const buckets = new Buckets(1, 'session')
  const passed = (now: number) => {
    for (let n = 0; ; n++)
      try {
        buckets.take('x', now)
      } catch {
        return n
      }
  }
  assert.deepEqual([passed(0), passed(10_000), passed(10_500), passed(3_600_000)], [60, 10, 0, 60])
})

test('an IPv6 address stands for its /64, an IPv4 address for itself', () => {
  for (const [address, network] of [
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:DB8:0:0:1::', '2001:db8:0:0::/64'],
    ['2001:0db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::2', '0:0:0:0::/64'],
    ['127.8.9.1', null],
    ['::ffff:127.0.0.1', null],
    ['::1', null],
  ])
    assert.equal(networkOf(String(address)), network, String(address))
})
