import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import Stripe from 'stripe'
import { type Answer, outcome, people, tenants, testApp } from '../testing/world.ts'
import { cashier, completed } from './testing.ts'

const world = await testApp()
const { as, query, config, provider, asOwner, send, hostOf } = world
const { postEvent, deliver, setTime, timeOf, payments, notifications, mails, clear } = cashier(world)

const received = [200, { received: true }]
const badSignature = [400, { detail: 'The signature is missing, wrong or too old.' }]
const secret = config.stripe?.webhook_secret ?? ''
const sign = (payload: string, options: { secret?: string; timestamp?: number; scheme?: string } = {}) =>
  Stripe.webhooks.generateTestHeaderString({ payload, secret, ...options })
const now = () => Math.floor(Date.now() / 1000)

beforeEach(async () => {
  await clear()
  for (const at of ['acme', 'globex', 'shut'] as const) await setTime(at, { ends: 20 })
  await setTime('broke', { ends: -1 })
})

test('a payment is recorded under its session and ends the trial, whose days are not lost', async () => {
  const session = completed('acme')
  assert.deepEqual(outcome(await deliver(session)), received)
  assert.deepEqual(await payments('acme'), [
    { stripe_session_id: session.id, amount: '29.00', currency: 'usd', payment_status: 'paid', paid: 50 },
  ])
  assert.deepEqual(await timeOf('acme'), { on_trial: false, paid: 50 })
})

test('a payment after the trial counts from today, one in time from the last day paid for', async () => {
  await deliver(completed('broke'))
  assert.deepEqual(await timeOf('broke'), { on_trial: false, paid: 30 })
  await deliver(completed('broke'))
  assert.deepEqual(await timeOf('broke'), { on_trial: false, paid: 60 })
  await setTime('broke', { paid: -5 })
  await deliver(completed('broke'))
  assert.deepEqual(await timeOf('broke'), { on_trial: false, paid: 30 })
})

test('today is today in the time zone of the workspace', async () => {
  for (const zone of ['Pacific/Kiritimati', 'UTC', 'Pacific/Pago_Pago']) {
    await query('update tenants set timezone = $1 where id = 3', zone)
    await setTime('broke', { ends: -1 })
    await deliver(completed('broke'))
    assert.deepEqual(await timeOf('broke'), { on_trial: false, paid: 30 }, zone)
  }
})

test('the days bought are those of the day on which the checkout was opened', async () => {
  await deliver(completed('acme', { days: 365 }))
  assert.deepEqual(await timeOf('acme'), { on_trial: false, paid: 385 })
})

test('an event that comes again changes nothing', async () => {
  const session = completed('acme')
  await deliver(session)
  for (let i = 0; i < 3; i++) assert.deepEqual(outcome(await deliver(session)), received)
  assert.equal((await payments('acme')).length, 1)
  assert.equal((await timeOf('acme')).paid, 50)
  assert.equal((await mails('payment_receipt')).length, 1)
})

test('twenty deliveries of one event at once count as one', async () => {
  const session = completed('acme')
  const answers = await Promise.all(Array.from({ length: 20 }, () => deliver(session)))
  for (const answer of answers) assert.deepEqual(outcome(answer), received)
  assert.equal((await timeOf('acme')).paid, 50)
  assert.equal((await payments('acme')).length, 1)
  assert.equal((await mails('payment_receipt')).length, 1)
})

test('a payment that takes days counts once it has succeeded, and not before', async () => {
  const session = completed('broke', { payment_status: 'unpaid' })
  await deliver(session)
  assert.deepEqual(await timeOf('broke'), { on_trial: true, paid: null })
  assert.deepEqual(
    (await payments('broke')).map(({ payment_status, paid }) => [payment_status, paid]),
    [['unpaid', null]],
  )
  await deliver(session, 'async_payment_succeeded')
  assert.deepEqual(await timeOf('broke'), { on_trial: false, paid: 30 })
  assert.deepEqual(
    (await payments('broke')).map(({ payment_status, paid }) => [payment_status, paid]),
    [['paid', 30]],
  )
})

test('what is paid never becomes unpaid, whatever comes late', async () => {
  const session = completed('acme')
  await deliver(session)
  await deliver({ ...session, payment_status: 'unpaid' })
  await deliver({ ...session, payment_status: 'unpaid' }, 'async_payment_failed')
  assert.equal((await payments('acme'))[0]?.payment_status, 'paid')
  assert.equal((await timeOf('acme')).paid, 50)
})

test('a payment that failed stays unpaid and opens nothing', async () => {
  const session = completed('broke', { payment_status: 'unpaid' })
  await deliver(session, 'async_payment_failed')
  await deliver(session)
  assert.equal((await payments('broke'))[0]?.payment_status, 'unpaid')
  assert.deepEqual(await timeOf('broke'), { on_trial: true, paid: null })
  assert.equal((await mails('payment_receipt')).length, 0)
})

test('a checkout that needed no payment counts as paid', async () => {
  await deliver(completed('broke', { payment_status: 'no_payment_required', amount_total: 0 }))
  assert.deepEqual(await timeOf('broke'), { on_trial: false, paid: 30 })
  assert.deepEqual(
    (await payments('broke')).map(({ payment_status, amount }) => [payment_status, amount]),
    [['no_payment_required', '0.00']],
  )
})

test('a payment for a blocked workspace counts, and the workspace stays blocked', async () => {
  await deliver(completed('shut'))
  assert.deepEqual(await timeOf('shut'), { on_trial: false, paid: 50 })
  assert.equal((await as('sam')('GET /api/me/')).body.code, 'tenant_blocked')
})

test('the administrators are told, and each gets a receipt; nobody else is', async () => {
  await query(
    `insert into people (tenant_id, email, full_name, role, accepted_at) values (2, 'gia@globex.test', 'Gia', 'tenant_admin', now())`,
  )
  await query(
    `insert into people (tenant_id, email, full_name, role, accepted_at, is_active) values (2, 'old@globex.test', 'Old', 'tenant_admin', now(), false)`,
  )
  const [gia] = await query(`select id::float8 from people where email = 'gia@globex.test'`)
  const session = completed('globex', { amount_total: 1999 })
  await deliver(session)
  const until = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(Date.now() + 50 * 86_400_000)
  for (const id of [people.gwen.id, gia?.id as number])
    assert.deepEqual(await notifications(id), [
      { message: `Payment received: 19.99 USD. The workspace is paid until ${until}.`, link: '/billing' },
    ])
  assert.equal((await query('select from notifications')).length, 2)
  assert.deepEqual(
    (await mails('payment_receipt')).map(({ person_id }) => person_id),
    [people.gwen.id, gia?.id],
  )
  await query(`delete from notifications; delete from people where email in ('gia@globex.test', 'old@globex.test')`)
})

test('yen have no cents', async () => {
  await deliver(completed('acme', { amount_total: 4500, currency: 'jpy' }))
  assert.deepEqual(
    (await payments('acme')).map(({ amount, currency }) => [amount, currency]),
    [['4500.00', 'jpy']],
  )
})

test('a payment that fails half-way has not happened, and the provider’s next try succeeds', async () => {
  const session = completed('broke')
  await query('revoke insert on payments from atrium_platform')
  assert.equal((await deliver(session)).status, 500)
  await query('grant insert on payments to atrium_platform')
  assert.deepEqual(await timeOf('broke'), { on_trial: true, paid: null })
  await deliver(session)
  assert.deepEqual(await timeOf('broke'), { on_trial: false, paid: 30 })
})

test('an event with another secret’s signature, a changed body, an old one, one from the future or none is refused with one answer', async () => {
  assert.ok(provider)
  const { payload } = await provider.event(completed('broke'))
  const changed = payload.replace('"amount_total":2900', '"amount_total":9900')
  assert.notEqual(changed, payload)
  const forged: [string, string | undefined][] = [
    [payload, sign(payload, { secret: 'whsec_another' })],
    [changed, sign(payload)],
    [` ${payload}`, sign(payload)],
    [payload, sign(payload, { timestamp: now() - 301 })],
    [payload, sign(payload, { timestamp: now() + 90 })],
    [payload, sign(payload, { timestamp: now() + 10 * 365 * 86_400 })],
    [payload, sign(payload, { timestamp: now() - 300 }).replace(/t=\d+/, `t=${now()}`)],
    [payload, undefined],
    [payload, ''],
    [payload, 'nonsense'],
    [payload, `t=${now()}`],
    [payload, sign(payload).replace(/^t=\d+,/, '')],
    [payload, sign(payload, { scheme: 'v0' })],
    [payload, `t=${now()},v1=${'0'.repeat(64)},v1=`],
    [payload, `${sign(payload)},${'x'.repeat(3000)}`],
    ['', sign('')],
    ['not JSON', sign('not JSON')],
  ]
  for (const [text, signature] of forged)
    assert.deepEqual(outcome(await postEvent(text, signature)), badSignature, `${signature}`)
  assert.deepEqual(await payments('broke'), [])
  assert.deepEqual(await timeOf('broke'), { on_trial: true, paid: null })
})

test('a signature of a clock that is slightly fast, just inside its 300 seconds, or one of several while the secret is changed, is good', async () => {
  assert.ok(provider)
  const { payload } = await provider.event(completed('acme'))
  assert.deepEqual(outcome(await postEvent(payload, sign(payload, { timestamp: now() - 290 }))), received)
  assert.deepEqual(outcome(await postEvent(payload, sign(payload, { timestamp: now() + 30 }))), received)
  const two = sign(payload).replace('v1=', `v1=${'0'.repeat(64)},v1=`)
  assert.deepEqual(outcome(await postEvent(payload, two)), received)
  assert.equal((await payments('acme')).length, 1)
})

test('cookies mean nothing to the webhook, and it is served on the main domain only', async () => {
  assert.ok(provider)
  const { payload, signature } = await provider.event(completed('acme'))
  assert.deepEqual(
    outcome(await as('sol', { headers: { 'stripe-signature': 'x' } })('POST /api/stripe/webhook/', payload)),
    badSignature,
  )
  const answer = await send(hostOf('acme'), { 'stripe-signature': signature }, 'POST /api/stripe/webhook/', payload)
  assert.deepEqual(outcome(answer), [404, { detail: 'Not found.' }])
  assert.deepEqual(await payments('acme'), [])
})

test('events of other kinds, and checkouts that are not ours, are received and change nothing', async () => {
  const acme = completed('acme')
  const { metadata } = acme
  const others: object[] = [
    { ...acme, metadata: {} },
    { ...acme, metadata: null },
    { ...acme, mode: 'subscription' },
    { ...acme, client_reference_id: '2' },
    { ...acme, metadata: { ...metadata, schema: 'globex' } },
    { ...acme, metadata: { ...metadata, tenant_id: '987654321' } },
    { ...acme, client_reference_id: null, metadata: { ...metadata, tenant_id: '9999999999999999' } },
    { ...acme, client_reference_id: '0', metadata: { ...metadata, tenant_id: '0' } },
    { ...acme, amount_total: -1 },
    { ...acme, id: 'cs_\u0000' },
    { ...acme, payment_status: 'odd' },
  ]
  for (const session of others)
    assert.deepEqual(outcome(await deliver(session as typeof acme)), received, JSON.stringify(session))
  assert.deepEqual(outcome(await deliver(acme, 'expired')), received)
  for (const body of ['{}', '{"type":"checkout.session.completed"}', '{"type":"invoice.paid","data":{}}', '[]', 'null', '1'])
    assert.ok((await postEvent(body, sign(body))).status < 500, body)
  assert.equal((await query('select from payments')).length, 0)
  assert.equal((await query('select from tenants where not on_trial and id > 0')).length, 0)
})

test('a payment for a workspace that was deleted is received and recorded nowhere', async () => {
  await asOwner((client) =>
    client.query(
      `insert into tenants (id, name, name_key, subdomain, schema) overriding system value values (77, 'Gone', 'gone', 'gone', 'gone')`,
    ),
  )
  const deletedTenant = {
    ...completed('acme'),
    client_reference_id: '77',
    metadata: { ...completed('acme').metadata, tenant_id: '77', schema: 'gone' },
  }
  await asOwner((client) => client.query('delete from tenants where id = 77'))
  assert.deepEqual(outcome(await deliver(deletedTenant)), received)
  assert.equal((await query('select from payments')).length, 0)
})

test('the platform’s owner sees all payments, newest first, those of one workspace, and page by page', async () => {
  const [first, second, third] = [
    completed('acme'),
    completed('globex', { amount_total: 1050, payment_status: 'unpaid' }),
    completed('acme'),
  ]
  for (const session of [first, second, third]) await deliver(session)
  const sol = as('sol')
  const { status, body } = await sol('GET /api/billing/audit-log/')
  assert.deepEqual([status, body.count, body.next, body.previous], [200, 3, null, null])
  const ids = (answer: Answer) => answer.body.results.map((row: { stripe_session_id: string }) => row.stripe_session_id)
  assert.deepEqual(
    body.results.map((row: { stripe_session_id: string }) => row.stripe_session_id),
    [third.id, second.id, first.id],
  )
  const { created_at, ...rest } = body.results[1]
  assert.deepEqual(rest, {
    stripe_session_id: second.id,
    tenant_id: tenants.globex.id,
    amount: '10.50',
    currency: 'usd',
    payment_status: 'unpaid',
    paid_until: null,
    expected_amount: null,
    expected_currency: null,
    refunded_amount: '0.00',
    dispute_status: null,
  })
  assert.match(created_at, /^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
  assert.deepEqual(ids(await sol('GET /api/billing/audit-log/?tenant_id=1')), [third.id, first.id])
  assert.deepEqual(ids(await sol('GET /api/billing/audit-log/?tenant_id=987654321')), [])
  const page = await sol('GET /api/billing/audit-log?tenant_id=1&limit=1')
  assert.deepEqual([page.body.count, page.body.next], [2, '/api/billing/audit-log/?tenant_id=1&limit=1&offset=1'])
  assert.deepEqual(ids(await sol(`GET ${page.body.next}`)), [first.id])
  assert.equal((await sol('GET /api/billing/audit-log/?tenant_id=x')).status, 400)
})
