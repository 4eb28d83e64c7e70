import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { people, tenants, testApp } from '../testing/world.ts'
import { composeMismatch } from './mails.ts'
import { reconcile } from './reconcile.ts'
import { cashier, completed } from './testing.ts'

const world = await testApp()
const { as, query, provider, pools, services, config } = world
const { deliver, setTime, timeOf, payments, notifications, mails, clear } = cashier(world)
const log = { info: () => undefined, warn: () => undefined, error: () => undefined }

const received = { status: 200, body: { received: true } }
const deliverAndRead = async (session: ReturnType<typeof completed>, type?: Parameters<typeof deliver>[1]) => {
  const { status, body } = await deliver(session, type)
  assert.deepEqual({ status, body }, received)
}
const history = async (at: keyof typeof tenants) =>
  (await as('sol')(`GET /api/billing/audit-log/?tenant_id=${tenants[at].id}`)).body.results.map(
    ({ created_at, tenant_id, stripe_session_id, ...rest }: Record<string, unknown>) => rest,
  )
const untouched = { on_trial: true, paid: null }

beforeEach(async () => {
  await clear()
  for (const at of ['acme', 'globex', 'shut'] as const) await setTime(at, { ends: 20 })
  await setTime('broke', { ends: -1 })
})

test('a payment of another amount or currency than was ordered is recorded, and extends nothing', async () => {
  const others = [
    { amount_total: 1 },
    { amount_total: 2899 },
    { amount_total: 2901 },
    { amount_total: 0 },
    { currency: 'eur' },
    // The same number in another unit: 2,900 yen are not 29 dollars.
    { currency: 'jpy' },
    { amount_total: 1450, payment_status: 'no_payment_required' },
    { currency: 'eur', amount_total: 0, payment_status: 'no_payment_required' },
  ]
  for (const changes of others) {
    const session = completed('broke', { ...changes, ordered: { amount: 2900, currency: 'usd' } })
    await deliverAndRead(session)
    const [row] = await query(
      'select expected_amount::text, expected_currency from payments where stripe_session_id = $1',
      session.id,
    )
    assert.deepEqual(row, { expected_amount: '29.00', expected_currency: 'usd' }, JSON.stringify(changes))
  }
  assert.equal((await payments('broke')).length, others.length)
  assert.deepEqual(await timeOf('broke'), untouched)
  assert.equal((await as('bo')('GET /api/projects/')).body.code, 'payment_required')
})

test('the platform’s owner sees what came and what was expected; a payment as ordered expects nothing else', async () => {
  await deliverAndRead(completed('acme', { amount_total: 2900, currency: 'jpy', ordered: { amount: 4500, currency: 'jpy' } }))
  assert.deepEqual(await history('acme'), [
    {
      amount: '2900.00',
      currency: 'jpy',
      payment_status: 'paid',
      paid_until: null,
      expected_amount: '4500.00',
      expected_currency: 'jpy',
      refunded_amount: '0.00',
      dispute_status: null,
    },
  ])
  await deliverAndRead(completed('globex', { amount_total: 29_000, currency: 'kwd', ordered: { amount: 2900, currency: 'usd' } }))
  assert.equal((await history('globex'))[0].amount, '29.00')
  await deliverAndRead(completed('shut'))
  const [{ expected_amount, expected_currency, paid_until }] = await history('shut')
  assert.deepEqual([expected_amount, expected_currency, paid_until !== null], [null, null, true])
})

test('each super admin gets one mail about a mismatch; the administrators of the workspace are told of no payment', async () => {
  await query(`insert into people (tenant_id, email, full_name, role) values (0, 'sue@platform.test', 'Sue', 'super_admin')`)
  await query(
    `insert into people (tenant_id, email, full_name, role, is_active) values (0, 'gone@platform.test', 'Gone', 'super_admin', false)`,
  )
  const [sue] = await query(`select id::float8 from people where email = 'sue@platform.test'`)
  const session = completed('acme', { amount_total: 100, ordered: { amount: 2900 } })
  for (let i = 0; i < 3; i++) await deliverAndRead(session)
  const queued = await mails('payment_mismatch')
  assert.deepEqual(
    queued.map(({ person_id }) => person_id).sort((a, b) => a - b),
    [people.sol.id, sue?.id],
  )
  assert.equal((await mails('payment_receipt')).length, 0)
  assert.deepEqual(await notifications(people.ann.id), [])

  const [data] = queued as { tenant_id: number; person_id: number; stripe_session_id: string }[]
  assert.ok(data)
  const mail = await composeMismatch({ pools, services }, data)
  assert.equal(mail?.to, 'sol@platform.test')
  for (const part of [
    'Acme',
    'Received: 1.00 USD. Expected: 29.00 USD.',
    session.id,
    'was not extended',
    `${config.public_url}/super_admin`,
  ])
    assert.ok(mail?.text.includes(part), part)
  await query(`delete from people where email in ('sue@platform.test', 'gone@platform.test')`)
})

test('a payment that takes days is marked at once, and told of once its money came', async () => {
  const session = completed('broke', { payment_status: 'unpaid', amount_total: 100, ordered: { amount: 2900 } })
  await deliverAndRead(session)
  assert.deepEqual([(await history('broke'))[0].payment_status, (await history('broke'))[0].expected_amount], ['unpaid', '29.00'])
  assert.equal((await mails('payment_mismatch')).length, 0)
  await deliverAndRead(session, 'async_payment_succeeded')
  assert.deepEqual([(await history('broke'))[0].payment_status, (await history('broke'))[0].paid_until], ['paid', null])
  assert.equal((await mails('payment_mismatch')).length, 1)
  assert.deepEqual(await timeOf('broke'), untouched)
})

test('a coupon over the whole price is no mismatch', async () => {
  await deliverAndRead(completed('broke', { payment_status: 'no_payment_required', amount_total: 0, ordered: { amount: 2900 } }))
  assert.deepEqual(await timeOf('broke'), { on_trial: false, paid: 30 })
  assert.equal((await history('broke'))[0].expected_amount, null)
})

test('the order counts, not the price of the day on which the payment arrives', async () => {
  await deliverAndRead(completed('acme', { amount_total: 1900, currency: 'eur', days: 7 }))
  assert.deepEqual(await timeOf('acme'), { on_trial: false, paid: 27 })
})

test('an order that somebody else wrote or changed buys what is sold now, at its price', async () => {
  const { metadata, ...session } = completed('broke', { days: 30 })
  const forged = [
    { ...metadata, order: metadata.order.replace('.30.', '.9999.') },
    { ...metadata, order: metadata.order.replace('.2900.', '.1.') },
    { ...metadata, order: completed('globex', { days: 9999 }).metadata.order },
    { ...metadata, order: 'nonsense' },
    { ...metadata, order: 7, days: '9999' },
    { tenant_id: metadata.tenant_id, schema: metadata.schema, days: '9999' },
  ]
  for (const [i, forgery] of forged.entries()) {
    await setTime('broke', { ends: -1 })
    await deliverAndRead({ ...session, id: `cs_cheap_${i}`, amount_total: 1, metadata: forgery as typeof metadata })
    assert.deepEqual(await timeOf('broke'), untouched)
    await deliverAndRead({ ...session, id: `cs_full_${i}`, metadata: forgery as typeof metadata })
    assert.deepEqual(await timeOf('broke'), { on_trial: false, paid: 30 })
  }
})

test('a mismatch that no webhook told of is found by reconciling, and extends nothing either', async () => {
  const { body } = await as('bo')('POST /api/stripe/create-checkout-session/')
  const id = String(body.checkout_url).split('/').at(-1) ?? ''
  const session = provider?.complete(id) ?? assert.fail()
  session.amount_total = 2610
  const mismatches = []
  for await (const recorded of reconcile({ pools, services, log }, 30)) mismatches.push(recorded)
  assert.deepEqual(mismatches, [{ id, outcome: 'mismatch', tenant_name: 'Broke', amount: '26.10 USD', expected: '29.00 USD' }])
  assert.deepEqual(await timeOf('broke'), untouched)
  await deliver(session)
  assert.equal((await payments('broke')).length, 1)
})
