import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { testApp } from '../testing/world.ts'
import type { RecordedCheckout } from './payments.ts'
import { reconcile } from './reconcile.ts'
import { cashier } from './testing.ts'

const world = await testApp()
const { as, query, pools, services } = world
const provider = world.provider ?? assert.fail()
const { deliver, setTime, timeOf, payments, mails, clear } = cashier(world)
const log = { info: () => undefined, warn: () => undefined, error: () => undefined }

/** The outcome of each checkout by the id of its session. */
async function reconciled(days = 30) {
  const outcomes: Record<string, RecordedCheckout['outcome']> = {}
  for await (const { id, outcome } of reconcile({ pools, services, log }, days)) outcomes[id] = outcome
  return outcomes
}

async function opened(name: 'bo' | 'gwen' | 'ann') {
  await query('delete from limits')
  const { body } = await as(name)('POST /api/stripe/create-checkout-session/')
  return String(body.checkout_url).split('/').at(-1) ?? ''
}

beforeEach(async () => {
  await clear()
  // The provider still lists the checkouts of the previous test.
  await reconciled()
  await query(`delete from pgboss.job where name = 'mail'`)
  for (const at of ['acme', 'globex'] as const) await setTime(at, { ends: 20 })
  await setTime('broke', { ends: -1 })
})

test('a payment that no webhook told of is found and counts; a second look changes nothing', async () => {
  const [missed, known, pending, open] = [await opened('bo'), await opened('gwen'), await opened('ann'), await opened('ann')]
  provider.complete(missed)
  await deliver(provider.complete(known) ?? assert.fail())
  provider.complete(pending, 'unpaid')

  const first = await reconciled()
  assert.deepEqual([first[missed], first[known], first[pending], first[open]], ['paid', 'known', 'unpaid', undefined])
  assert.deepEqual(await timeOf('broke'), { on_trial: false, paid: 30 })
  assert.deepEqual(await timeOf('globex'), { on_trial: false, paid: 50 })
  assert.deepEqual(await timeOf('acme'), { on_trial: true, paid: null })
  const state = async () => [
    await payments('broke'),
    await payments('globex'),
    await payments('acme'),
    (await mails('payment_receipt')).length,
  ]
  const before = await state()
  const second = await reconciled()
  assert.deepEqual([second[missed], second[known], second[pending]], ['known', 'known', 'known'])
  assert.deepEqual(await state(), before)

  provider.complete(pending, 'paid')
  assert.equal((await reconciled())[pending], 'paid')
  assert.deepEqual(await timeOf('acme'), { on_trial: false, paid: 50 })
})

test('the webhook that comes after all, or at the same time, changes nothing any more', async () => {
  const id = await opened('bo')
  const session = provider.complete(id) ?? assert.fail()
  await Promise.all([reconciled(), deliver(session), reconciled(), deliver(session)])
  await deliver(session)
  assert.deepEqual(await timeOf('broke'), { on_trial: false, paid: 30 })
  assert.equal((await mails('payment_receipt')).length, 1)
})

test('all pages of the provider’s list are read', async () => {
  const ids = []
  for (let i = 0; i < 105; i++) ids.push(await opened('bo'))
  for (const id of ids) provider.complete(id)
  const outcomes = await reconciled()
  for (const id of ids) assert.equal(outcomes[id], 'paid')
  assert.deepEqual(await timeOf('broke'), { on_trial: false, paid: 105 * 30 })
})

test('checkouts are looked for as far back as was asked', async () => {
  const id = await opened('bo')
  const session = provider.complete(id) ?? assert.fail()
  session.created -= 40 * 86_400
  assert.equal((await reconciled(30))[id], undefined)
  assert.equal((await reconciled(60))[id], 'paid')
})
