// Refunds and disputes, as Stripe's events tell of them.
import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import Stripe from 'stripe'
import { okBody, outcome, people, testApp } from '../testing/world.ts'
import { cashier, completed } from './testing.ts'

const world = await testApp()
const { as, query, config, provider } = world
const { postEvent, deliver, setTime, timeOf, notifications, mails, clear } = cashier(world)

beforeEach(async () => {
  await clear()
  await setTime('acme', { ends: 20 })
})

let count = 0
type Event = { type: string; object: object; at?: number }

/** Posts a signed event. `at` are its seconds. */
function post({ type, object, at = 0 }: Event) {
  const event = { id: `evt_${++count}`, object: 'event', type, created: 1_800_000_000 + at, data: { object } }
  const payload = JSON.stringify(event)
  const secret = config.stripe?.webhook_secret ?? ''
  return postEvent(payload, Stripe.webhooks.generateTestHeaderString({ payload, secret }))
}

async function mustBeReceived(event: Event) {
  assert.deepEqual(outcome(await post(event)), [200, { received: true }], event.type)
}

/** A payment of 29 dollars that has been recorded. */
async function paid() {
  const intent = `pi_${++count}`
  const session = completed('acme', { payment_intent: intent })
  await deliver(session)
  const name = { payment_intent: intent, currency: 'usd' }
  return {
    session,
    refunded: (amount_refunded: number, at = 0): Event => ({
      ...{ type: 'charge.refunded', at },
      object: {
        object: 'charge',
        id: `ch_${intent}`,
        ...name,
        amount: 2900,
        amount_refunded,
        refunded: amount_refunded === 2900,
      },
    }),
    refund: (id: string, { amount = 2900, status = 'succeeded', type = 'refund.updated', at = 0 } = {}): Event => ({
      ...{ type, at },
      object: { object: 'refund', id: `re_${intent}_${id}`, ...name, amount, status, charge: `ch_${intent}` },
    }),
    dispute: (change: string, status: string, at = 0): Event => ({
      ...{ type: `charge.dispute.${change}`, at },
      object: { object: 'dispute', id: `dp_${intent}`, ...name, amount: 2900, status, charge: `ch_${intent}` },
    }),
  }
}

async function shown({ id }: { id: string }) {
  const { results } = await okBody(as('sol')('GET /api/billing/audit-log/'))
  const found = results.find((record: { stripe_session_id: string }) => record.stripe_session_id === id)
  assert.ok(found)
  return [found.refunded_amount, found.dispute_status]
}

test('a refund is shown to the platform’s owner, told to both sides, and leaves the paid time as it is', async () => {
  const { session, refunded } = await paid()
  assert.deepEqual(await shown(session), ['0.00', null])
  const time = await timeOf('acme')
  await mustBeReceived(refunded(1000))
  assert.deepEqual(await shown(session), ['10.00', null])
  await mustBeReceived(refunded(2900, 1))
  assert.deepEqual(await shown(session), ['29.00', null])
  assert.deepEqual(await timeOf('acme'), time)
  const [, ...told] = (await notifications(people.ann.id)).map(({ message }) => message)
  assert.deepEqual(told, [
    '10.00 USD of the payment of 29.00 USD have been refunded.',
    '29.00 USD of the payment of 29.00 USD have been refunded.',
  ])
  assert.equal((await mails('payment_reversal')).length, 2)
  const { results } = await okBody(as('ann')('GET /api/security-log/?kind=payment_reversed'))
  assert.equal(results.length, 2)
})

test('a dispute is shown with its state until it is won or lost', async () => {
  for (const end of ['won', 'lost', 'warning_closed']) {
    const { session, dispute } = await paid()
    const time = await timeOf('acme')
    await mustBeReceived(dispute('created', 'needs_response'))
    assert.deepEqual(await shown(session), ['0.00', 'needs_response'])
    await mustBeReceived(dispute('updated', 'under_review', 1))
    await mustBeReceived(dispute('closed', end, 2))
    assert.deepEqual(await shown(session), ['0.00', end])
    assert.deepEqual(await timeOf('acme'), time)
  }
})

test('events that come twice, or in another order, end in the same state', async () => {
  const { session, refunded, refund, dispute } = await paid()
  const events = [
    refunded(1000, 1),
    refund('a', { amount: 1000, at: 1, type: 'refund.created' }),
    refunded(1500, 3),
    refund('b', { amount: 500, at: 3 }),
    dispute('created', 'needs_response', 4),
    dispute('updated', 'under_review', 6),
    dispute('closed', 'lost', 6),
  ]
  for (const event of [...events].reverse()) await mustBeReceived(event)
  assert.deepEqual(await shown(session), ['15.00', 'lost'])
  const told = (await mails('payment_reversal')).length
  for (const event of [...events, ...events]) await mustBeReceived(event)
  assert.deepEqual(await shown(session), ['15.00', 'lost'])
  assert.equal((await mails('payment_reversal')).length, told)
  await Promise.all(events.map((event) => mustBeReceived(event)))
  assert.deepEqual(await shown(session), ['15.00', 'lost'])
})

test('a refund that fails later is none', async () => {
  for (const type of ['refund.updated', 'refund.failed', 'charge.refund.updated']) {
    const { session, refunded, refund } = await paid()
    await mustBeReceived(refunded(2900, 1))
    await mustBeReceived(refund('a', { at: 1 }))
    await mustBeReceived(refund('a', { type, status: 'failed', at: 5 }))
    await mustBeReceived(refund('a', { type, status: 'failed', at: 5 }))
    assert.deepEqual(await shown(session), ['0.00', null], type)
  }
})

test('a refund of a payment whose own event is late, or that an older version recorded, finds it', async () => {
  assert.ok(provider)
  const { checkout_url } = await okBody(as('ann')('POST /api/stripe/create-checkout-session/'))
  const id = new URL(checkout_url).pathname.split('/').at(-1) ?? ''
  const session = provider.complete(id)
  assert.ok(session)
  const event = {
    type: 'charge.refunded',
    object: { object: 'charge', id: 'ch_late', payment_intent: session.payment_intent, currency: 'usd', amount_refunded: 2900 },
  }
  await mustBeReceived(event)
  assert.deepEqual(await shown({ id }), ['29.00', null])
  await deliver(session)
  assert.equal((await timeOf('acme')).paid, 50)

  await query('update payments set payment_intent = null, refunded_amount = 0; delete from payment_reversals')
  await mustBeReceived(event)
  assert.deepEqual(await shown({ id }), ['29.00', null])
})

test('a refund of no payment of ours, or of none at all, is received and changes nothing', async () => {
  const charge = { object: 'charge', id: 'ch_x', currency: 'usd', amount_refunded: 100 }
  for (const object of [{ ...charge, payment_intent: 'pi_foreign' }, { ...charge, payment_intent: null }, charge, {}])
    await mustBeReceived({ type: 'charge.refunded', object })
  await mustBeReceived({ type: 'charge.dispute.created', object: { id: 'dp_x', charge: 'ch_x' } })
  assert.deepEqual(await query('select * from payment_reversals'), [])
  assert.equal((await mails('payment_reversal')).length, 0)
})
