import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { api, type Endpoint, may } from 'contract'
import { people, tenants, testApp } from '../testing/world.ts'
import { cashier, completed } from './testing.ts'

const world = await testApp()
const { as, query, send, sessionOf, hostOf } = world
const { deliver, setTime, clear } = cashier(world)

const zones = ['Pacific/Kiritimati', 'UTC', 'Pacific/Pago_Pago']
const isOpen = async (name: 'bo' | 'bea' | 'ben' = 'bea') => {
  const { status, body } = await as(name)('GET /api/projects/')
  if (status !== 200) assert.deepEqual([status, body.code, body.redirect], [403, 'payment_required', '/payment-required'])
  return status === 200
}

beforeEach(async () => {
  await clear()
  await setTime('broke', { ends: -1 })
})

for (const zone of zones)
  test(`in ${zone} a workspace is open on the last day of its trial or of its paid time, and closed on the next`, async () => {
    await query('update tenants set timezone = $1 where id = $2', zone, tenants.broke.id)
    for (const [days, open] of [
      [30, true],
      [1, true],
      [0, true],
      [-1, false],
      [-400, false],
    ] as const) {
      await setTime('broke', { ends: days })
      assert.equal(await isOpen(), open, `trial, ${days}`)
      await setTime('broke', { paid: days })
      assert.equal(await isOpen(), open, `paid, ${days}`)
    }
  })

test('the same last day is over in one time zone and not in another', async () => {
  const paidUntil = (zone: string) =>
    query(`update tenants set on_trial = false, paid_until = (now() at time zone $2)::date where id = $1`, tenants.broke.id, zone)
  const at = (zone: string) => query('update tenants set timezone = $2 where id = $1', tenants.broke.id, zone)
  await paidUntil('Pacific/Pago_Pago')
  await at('Pacific/Pago_Pago')
  assert.equal(await isOpen(), true)
  await at('Pacific/Kiritimati')
  assert.equal(await isOpen(), false)
})

test('a trial that was ended by a payment opens nothing any more, and neither does having paid for nothing', async () => {
  await query(
    `update tenants set on_trial = false, trial_ends_on = current_date + 20, paid_until = null where id = $1`,
    tenants.broke.id,
  )
  assert.equal(await isOpen(), false)
  await query(`update tenants set paid_until = current_date - 2 where id = $1`, tenants.broke.id)
  assert.equal(await isOpen(), false)
})

const stayOpen = [
  'GET /api/me/',
  'POST /api/logout/',
  'POST /api/token/',
  'POST /api/token/refresh/',
  'POST /api/set-password/',
  'POST /api/set-password/address/',
  'POST /api/password/forgot/',
  'POST /unsubscribe/:token/',
  'GET /api/payment-info/',
  'POST /api/stripe/create-checkout-session/',
  'GET /api/workspace/export/',
  'POST /api/workspace/delete/',
  'GET /api/second-factor/',
  'POST /api/second-factor/app/begin/',
  'POST /api/second-factor/app/',
  'POST /api/second-factor/passkey/begin/',
  'POST /api/second-factor/passkey/',
  'POST /api/second-factor/:authenticator_id/remove/',
  'POST /api/second-factor/recovery-codes/',
  'POST /api/token/second-factor/',
]
/** Describes the calls, on every host alike. */
const ofNobody = ['GET /api/openapi.json']

const endpoints = Object.values(api)
  .flatMap((domain) => Object.values(domain) as Endpoint[])
  .filter(({ host }) => host !== 'platform')

for (const endpoint of endpoints) {
  const name = (['bo', 'bea', 'ben'] as const).find((candidate) => may(people[candidate].role, endpoint))
  if (!name) continue
  const isOpen = [...stayOpen, ...ofNobody].includes(endpoint.route)
  test(`${endpoint.route} is ${isOpen ? 'open' : 'closed'} while payment is overdue`, async () => {
    const cookie = await sessionOf(name)
    const route = endpoint.route.replace(/:\w+/g, '1')
    const { status, body } = await send(hostOf('broke'), { cookie }, route, endpoint.body && {})
    if (isOpen) assert.notEqual(body?.code, 'payment_required')
    else assert.deepEqual([status, body.code, body.redirect], [403, 'payment_required', '/payment-required'])
  })
}

test('the calls that stay open are those that were decided', () => {
  const open = endpoints.filter(({ even_unpaid }) => even_unpaid).map(({ route }) => route)
  assert.deepEqual(new Set(open), new Set([...stayOpen, ...ofNobody]))
})

test('the platform’s owner sees a workspace that has not paid, and can block it', async () => {
  const { body } = await as('sol')('GET /api/super-admin-dashboard/')
  assert.ok(body.some(({ id }: { id: number }) => id === tenants.broke.id))
  const { status } = await as('sol')(`POST /api/toggle-block/${tenants.broke.id}/`, { is_blocked: true })
  assert.equal(status, 200)
  await clear()
})

test('with the payment the workspace is open to everybody at once, in the sessions that they have', async () => {
  const cookies = await Promise.all((['bo', 'bea', 'ben'] as const).map(sessionOf))
  const request = (cookie: string) => send(hostOf('broke'), { cookie }, 'GET /api/projects/')
  for (const cookie of cookies) assert.equal((await request(cookie)).body.code, 'payment_required')
  await deliver(completed('broke'))
  for (const cookie of cookies) assert.equal((await request(cookie)).status, 200)
})
