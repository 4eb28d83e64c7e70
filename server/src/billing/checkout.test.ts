// @long
import assert from 'node:assert/strict'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, test } from 'node:test'
import { type Answer, daysFrom, outcome, people, testApp } from '../testing/world.ts'
import { cashier, completed } from './testing.ts'

const world = await testApp()
const { as, query, provider } = world
const { deliver, setTime, clear } = cashier(world)

const route = 'POST /api/stripe/create-checkout-session/'
const idOf = ({ body }: Answer) => String(body.checkout_url).split('/').at(-1) ?? ''
const sessionOf = (answer: Answer) => provider?.find(idOf(answer)) ?? assert.fail(JSON.stringify(answer.body))

beforeEach(async () => {
  await clear()
  await setTime('acme', { ends: 20 })
  await setTime('broke', { ends: -1 })
})

test('the administrator gets the address of a checkout over the configured price, for this workspace, and back to it', async () => {
  const answer = await as('ann')(route)
  assert.equal(answer.status, 200)
  assert.deepEqual(Object.keys(answer.body), ['checkout_url'])
  const session = sessionOf(answer)
  assert.deepEqual(
    [session.mode, session.amount_total, session.currency, session.client_reference_id, session.customer_email],
    ['payment', 2900, 'usd', '1', 'ann@acme.test'],
  )
  assert.deepEqual(
    [session.success_url, session.cancel_url],
    ['http://acme.localhost:8000/payment-success', 'http://acme.localhost:8000/payment-cancel'],
  )
})

test('nothing that the browser sends has a say in it', async () => {
  const answer = await as('ann')(`${route}?amount=1`, {
    amount: '0.01',
    tenant_id: 2,
    success_url: 'https://evil.test',
    days: 9999,
  })
  assert.deepEqual([sessionOf(answer).amount_total, sessionOf(answer).client_reference_id], [2900, '1'])
})

test('opening a checkout, and coming back from it, extends nothing', async () => {
  await as('bo')(route)
  assert.equal((await as('bo')('GET /api/projects/')).body.code, 'payment_required')
})

test('a double click, however many clicks it is, opens one checkout', async () => {
  const answers = await Promise.all(Array.from({ length: 12 }, () => as('ann')(route)))
  assert.deepEqual(
    answers.map(({ status }) => status),
    answers.map(() => 200),
  )
  assert.equal(new Set(answers.map(idOf)).size, 1)
})

test('a click later, another administrator’s, or one after a payment opens another checkout', async () => {
  const first = idOf(await as('ann')(route))
  await query(`update limits set resets_at = now() where key like 'checkout click%'`)
  const later = idOf(await as('ann')(route))
  await deliver(completed('acme'))
  const afterPaying = idOf(await as('ann')(route))
  const ofOtherTenant = idOf(await as('gwen')(route))
  assert.equal(new Set([first, later, afterPaying, ofOtherTenant]).size, 4)
})

test('only the administrator pays; the others are told so, and whom to ask', async () => {
  for (const name of ['pam', 'dev', 'hana', 'bea', 'ben'] as const) {
    assert.deepEqual(outcome(await as(name)(route)), [403, { detail: 'Only the workspace administrator can pay.' }])
    const { body } = await as(name)('GET /api/payment-info/')
    const admin = people[name].at === 'acme' ? ['Ann', 'ann@acme.test'] : ['Bo', 'bo@broke.test']
    assert.deepEqual([body.can_pay, body.administrators], [false, [{ full_name: admin[0], email: admin[1] }]])
  }
  assert.equal((await as(null)(route)).status, 401)
  assert.equal((await as('sam')(route)).body.code, 'tenant_blocked')
})

test('the payment info says what keeps the workspace open, the price and what it buys', async () => {
  const info = async () => (await as('ann')('GET /api/payment-info/')).body
  const price = { amount: '29.00', currency: 'usd', days: 30, can_pay: true }
  assert.deepEqual(await info(), {
    tenant_name: 'Acme',
    on_trial: true,
    trial_ends_on: daysFrom(20),
    paid_until: null,
    is_open: true,
    ...price,
    administrators: [{ full_name: 'Ann', email: 'ann@acme.test' }],
  })
  await deliver(completed('acme'))
  const { on_trial, paid_until } = await info()
  assert.deepEqual([on_trial, paid_until], [false, daysFrom(50)])
  assert.equal((await as('bo')('GET /api/payment-info/')).body.is_open, false)
})

test('a workspace opens 30 checkouts an hour, whoever clicks; another is not held up by that', async () => {
  for (let i = 0; i < 30; i++) assert.equal((await as('ann')(route)).status, 200)
  const { status, headers } = await as('ann')(route)
  assert.equal(status, 429)
  assert.ok(Number(headers['retry-after']) > 3000)
  assert.equal((await as('gwen')(route)).status, 200)
})

// A provider that answers as each test says.
let respond: RequestListener = (_request, response) => response.end()
const keys: unknown[] = []
const stub = createServer((request, response) => {
  keys.push(request.headers['idempotency-key'])
  respond(request, response)
})
await new Promise<void>((listening) => stub.listen(0, '127.0.0.1', listening))
const elsewhere = await testApp({
  STRIPE_SECRET_KEY: 'sk_test_x',
  STRIPE_WEBHOOK_SECRET: 'whsec_x',
  STRIPE_API_BASE: `http://127.0.0.1:${(stub.address() as AddressInfo).port}`,
  PLAN_AMOUNT: '4500',
  PLAN_CURRENCY: 'JPY',
  PLAN_DAYS: '365',
})
elsewhere.closeFirst(async () => {
  stub.closeAllConnections()
  stub.close()
})
const json =
  (status: number, body: unknown): RequestListener =>
  (_request, response) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
const failed = [502, { detail: 'Error creating checkout session.' }]

afterEach(() => keys.splice(0))

test('a provider that refuses, breaks, hangs up or talks nonsense: the administrator is told that it did not work', async () => {
  const answers: Record<string, RequestListener> = {
    refuses: json(401, { error: { type: 'invalid_request_error', message: 'Invalid API Key provided.' } }),
    'refuses the price': json(400, {
      error: { type: 'invalid_request_error', message: 'Amount must convert to at least 50 cents.' },
    }),
    breaks: json(500, { error: { type: 'api_error' } }),
    'breaks without JSON': (_request, response) => response.writeHead(500).end('<h1>Bad gateway</h1>'),
    garbage: (_request, response) => response.writeHead(200).end('garbage'),
    'nothing of use': json(200, {}),
    'no address': json(200, { id: 'cs_1', url: null }),
    'an address to run': json(200, { id: 'cs_1', url: 'javascript:alert(1)' }),
    'hangs up': (request) => request.socket.destroy(),
  }
  for (const [name, listener] of Object.entries(answers)) {
    respond = listener
    assert.deepEqual(outcome(await elsewhere.as('ann')(route)), failed, name)
    assert.ok(keys.length <= 3, `${name}: asked ${keys.length} times`)
    assert.equal(new Set(keys.splice(0)).size, 1)
  }
})

test('a provider that accepts and never answers, or answers without end, is given up after two attempts; the next click is the same order', async () => {
  respond = json(200, { id: 'cs_1', url: 'https://checkout.stripe.com/c/pay/cs_1' })
  await elsewhere.as('ann')(route)
  await elsewhere.query(`update limits set resets_at = now() + interval '1 hour' where key like 'checkout click%'`)
  keys.splice(0)
  const endless: RequestListener = (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    const drops = setInterval(() => response.write(' '), 100)
    response.on('close', () => clearInterval(drops))
  }
  for (const listener of [() => undefined, endless]) {
    respond = listener
    assert.deepEqual(outcome(await elsewhere.as('ann')(route)), failed)
    assert.ok(keys.length <= 2, `asked ${keys.length} times`)
    respond = json(200, { id: 'cs_1', url: 'https://checkout.stripe.com/c/pay/cs_1' })
    assert.equal((await elsewhere.as('ann')(route)).status, 200)
    assert.equal(new Set(keys.splice(0)).size, 1)
  }
})

test('while the provider is slow no transaction is open; in the end the administrator is told that it did not work', async () => {
  const requested = new Promise<void>((resolve) => {
    respond = () => resolve()
  })
  const answer = elsewhere.as('ann')(route)
  await requested
  // A background job may be between two of its statements. Only a transaction of this request would stay open until the second attempt.
  const openTransactions = () =>
    elsewhere.query(`select from pg_stat_activity where datname = current_database() and state like 'idle in%'`)
  let isHeld = true
  while (isHeld && keys.length < 2) isHeld = (await openTransactions()).length > 0
  assert.equal(isHeld, false)
  assert.deepEqual(outcome(await answer), failed)
})

test('a second click that the provider finds in conflict with the first gets the first one’s checkout', async () => {
  let requestCount = 0
  respond = (request, response) => {
    const isFirst = requestCount++ === 0
    const body = isFirst
      ? { error: { type: 'idempotency_error' } }
      : { id: 'cs_1', url: 'https://checkout.stripe.com/c/pay/cs_1' }
    json(isFirst ? 409 : 200, body)(request, response)
  }
  assert.deepEqual(outcome(await elsewhere.as('ann')(route)), [200, { checkout_url: 'https://checkout.stripe.com/c/pay/cs_1' }])
})

test('a price in yen is asked for in yen', async () => {
  let sent = new URLSearchParams()
  respond = (request, response) => {
    let text = ''
    request.on('data', (chunk) => (text += chunk))
    request.on('end', () => {
      sent = new URLSearchParams(text)
      json(200, { id: 'cs_1', url: 'https://checkout.stripe.com/c/pay/cs_1' })(request, response)
    })
  }
  await elsewhere.as('ann')(route)
  const price = 'line_items[0][price_data]'
  assert.deepEqual(
    [sent.get(`${price}[unit_amount]`), sent.get(`${price}[currency]`), sent.get('adaptive_pricing[enabled]')],
    ['4500', 'jpy', 'false'],
  )
  const { body } = await elsewhere.as('ann')('GET /api/payment-info/')
  assert.deepEqual([body.amount, body.currency, body.days], ['4500.00', 'jpy', 365])
})

test('a provider that is not there at all: the administrator is told that it did not work, and everything else goes on', async () => {
  stub.closeAllConnections()
  await new Promise((closed) => stub.close(closed))
  assert.deepEqual(outcome(await elsewhere.as('ann')(route)), failed)
  assert.equal((await elsewhere.as('ann')('GET /api/projects/')).status, 200)
})
