// @long: A log-in flood over real connections, its effect on others, and the limits that remain.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { password, testApp } from '../testing/world.ts'
import { portOf } from '../testing/world-sockets.ts'

const { app, query, hostOf, closeFirst } = await testApp({ TRUST_PROXY: '127.0.0.1' })
const port = await portOf(app)
const connections = 500
const agent = new Agent({ keepAlive: true, maxSockets: connections + 1 })
closeFirst(async () => agent.destroy())

type Attempt = { from: string; email: string; secret?: string; cookie?: string }

async function logIn({ from, email, secret = password, cookie = '' }: Attempt) {
  const headers = { host: hostOf('acme'), 'content-type': 'application/json', 'x-forwarded-for': from, cookie }
  const loginRequest = request({ host: '127.0.0.1', port, agent, method: 'POST', path: '/api/token/', headers })
  loginRequest.end(JSON.stringify({ email, password: secret }))
  const [answer] = await once(loginRequest, 'response')
  answer.resume()
  await once(answer, 'end')
  const cookies: string[] = answer.headers['set-cookie'] ?? []
  return {
    status: Number(answer.statusCode),
    wait: answer.headers['retry-after'],
    device: cookies.find((line) => line.includes('_device='))?.split(';')[0] ?? '',
  }
}

/** The owner's own address, which half of the attackers share. */
const shared = '203.0.113.1'
const addressOf = (attacker: number) => (attacker % 2 ? shared : `198.51.${attacker >> 8}.${attacker & 255}`)

function startFlood() {
  const answers = new Map<number, number>()
  const verified = new Map<string, number>()
  const refusals = new Set<string | undefined>()
  let isOver = false
  const attack = async (attacker: number) => {
    const from = addressOf(attacker)
    for (let n = 0; !isOver; n++) {
      const { status, wait } = await logIn({ from, email: `nobody-${attacker}-${n}@acme.test`, secret: 'Wrong-1' })
      answers.set(status, (answers.get(status) ?? 0) + 1)
      if (status === 401) verified.set(from, (verified.get(from) ?? 0) + 1)
      if (status === 503) refusals.add(wait)
      // The attackers share a thread with the server.
      await sleep(100)
    }
  }
  const attackers = Promise.all(Array.from({ length: connections }, (_, attacker) => attack(attacker)))
  return {
    verified,
    refusals,
    count: (status: number) => answers.get(status) ?? 0,
    async end() {
      isOver = true
      await attackers
    },
  }
}

test('the first burst of a flood fills no queue that a known device, or another workspace, has to pass', async () => {
  const { device } = await logIn({ from: shared, email: 'ann@acme.test' })
  // All arrive before the first password is verified.
  let requestCount = 0
  const logInNow = async (email: string, cookie = '', at: 'acme' | 'globex' = 'acme') => {
    const from = `192.0.2.${requestCount++ % 250}`
    const headers = { host: hostOf(at), 'content-type': 'application/json', 'x-forwarded-for': from, cookie }
    const { statusCode } = await app.inject({ method: 'POST', url: '/api/token/', headers, payload: { email, password } })
    return statusCode
  }
  const burst = Array.from({ length: connections }, (_, n) => logInNow(`nobody-${n}@acme.test`))
  const elsewhere = ['gwen', 'gil'].map((name) => logInNow(`${name}@globex.test`, '', 'globex'))
  assert.equal(await logInNow('ann@acme.test', device), 200)
  assert.deepEqual(await Promise.all(elsewhere), [200, 200])
  assert.deepEqual(new Set(await Promise.all(burst)), new Set([401, 503]))
  await query('delete from limits')
})

test('a flood from five hundred connections keeps no owner out of a known device, nor anybody out afterwards', async () => {
  const { status, device } = await logIn({ from: shared, email: 'ann@acme.test' })
  assert.equal(status, 200)
  await query('delete from limits')

  const flood = startFlood()
  while (flood.count(401) < 20 || flood.count(503) + flood.count(429) < connections) await sleep(10)
  const owner = await logIn({ from: shared, email: 'ann@acme.test', cookie: device })
  await flood.end()
  assert.equal(owner.status, 200)
  assert.equal((await logIn({ from: '192.0.2.1', email: 'pam@acme.test' })).status, 200)
  assert.deepEqual([...flood.refusals], ['2'])

  const counted = await query(
    `select substr(key, length('login from ') + 1) as address, count from limits where key like 'login from %' and count > 0`,
  )
  assert.deepEqual(Object.fromEntries(counted.map(({ address, count }) => [address, count])), Object.fromEntries(flood.verified))
  const [sums] = await query(
    `select coalesce(sum(count) filter (where key like 'login 1 %'), 0)::int as of_accounts,
       coalesce(sum(count) filter (where key like 'guesses %'), 0)::int as guesses from limits`,
  )
  assert.deepEqual(sums, { of_accounts: flood.count(401), guesses: flood.count(401) })
})
