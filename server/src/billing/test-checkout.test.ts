import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { readConfig } from '../config.ts'
import { testApp } from '../testing/world.ts'
import { serveTestCheckout } from './test-checkout.ts'
import { startTestStripe } from './test-stripe.ts'
import { cashier } from './testing.ts'

const world = await testApp()
const { as, app, config, query } = world
const provider = world.provider ?? assert.fail()
const { setTime, timeOf, payments, clear } = cashier(world)
await app.listen({ port: 0, host: '127.0.0.1' })

const request = (method: 'GET' | 'POST', url: string, headers: Record<string, string> = {}) =>
  app.inject({ method, url, headers: { host: config.domain, ...headers } })
const pageOf = async (name: 'bo' | 'ann' = 'bo') =>
  new URL((await as(name)('POST /api/stripe/create-checkout-session/')).body.checkout_url).pathname

beforeEach(async () => {
  await clear()
  await setTime('broke', { ends: -1 })
})

test('the page of a checkout says that it is a test, for which workspace, what and how much, with two buttons', async () => {
  const { statusCode, body, headers } = await request('GET', await pageOf())
  assert.equal(statusCode, 200)
  for (const part of [
    'Test checkout',
    'Nothing is charged here',
    'Broke',
    '30 days',
    '29.00 USD',
    '>Pay 29.00 USD</button>',
    '>Cancel</button>',
  ])
    assert.ok(body.includes(part), part)
  assert.doesNotMatch(body, /<script/)
  assert.match(String(headers['content-security-policy']), /form-action 'self' http:\/\/broke\.localhost:8000;/)
})

test('Pay sends the signed webhook and leads back: the workspace is open at once', async () => {
  const page = await pageOf()
  assert.equal((await as('bea')('GET /api/projects/')).status, 403)
  const { statusCode, headers } = await request('POST', `${page}/pay`, { origin: config.public_url })
  assert.deepEqual([statusCode, headers.location], [303, 'http://broke.localhost:8000/payment-success'])
  assert.deepEqual(await timeOf('broke'), { on_trial: false, paid: 30 })
  assert.equal((await as('bea')('GET /api/projects/')).status, 200)
})

test('paying twice, or going back to the page, pays once', async () => {
  const page = await pageOf()
  await Promise.all([request('POST', `${page}/pay`), request('POST', `${page}/pay`)])
  await request('POST', `${page}/pay`)
  assert.equal((await payments('broke')).length, 1)
  assert.deepEqual(await timeOf('broke'), { on_trial: false, paid: 30 })
  const { body } = await request('GET', page)
  assert.match(body, /This checkout has been paid.*Back to the workspace/)
  assert.doesNotMatch(body, />Pay /)
})

test('Cancel leads back and pays nothing; the checkout stays open', async () => {
  const page = await pageOf()
  const { statusCode, headers } = await request('POST', `${page}/cancel`)
  assert.deepEqual([statusCode, headers.location], [303, 'http://broke.localhost:8000/payment-cancel'])
  assert.deepEqual(await payments('broke'), [])
  assert.match((await request('GET', page)).body, /Pay 29\.00 USD/)
})

test('a webhook that could not be delivered is shown, and can be sent again', async () => {
  const page = await pageOf()
  await query('revoke insert on payments from atrium_platform')
  const failed = await request('POST', `${page}/pay`)
  await query('grant insert on payments to atrium_platform')
  assert.equal(failed.statusCode, 502)
  assert.match(failed.body, /has not taken the message \(500\).*Send the message again<\/button>/)
  assert.equal((await request('POST', `${page}/pay`)).statusCode, 303)
  assert.deepEqual(await timeOf('broke'), { on_trial: false, paid: 30 })
})

test('a name is shown as text', async () => {
  await query(`update tenants set name = '<img src=x>' where id = 3`)
  const { body } = await request('GET', await pageOf())
  assert.ok(body.includes('&lt;img src=x&gt;') && !body.includes('<img'))
  await query(`update tenants set name = 'Broke' where id = 3`)
})

test('there is no such page for an unknown checkout, on a workspace’s host, or for a form of another site', async () => {
  const page = await pageOf()
  assert.equal((await request('GET', '/dev/checkout/cs_test_1')).statusCode, 404)
  for (const action of ['pay', 'cancel'])
    assert.equal((await request('POST', `/dev/checkout/cs_test_1/${action}`)).statusCode, 404)
  assert.equal((await request('GET', page, { host: 'broke.localhost:8000' })).statusCode, 404)
  assert.equal((await request('POST', `${page}/pay`, { host: 'broke.localhost:8000' })).statusCode, 404)
  assert.equal((await request('POST', `${page}/pay`, { origin: 'http://broke.localhost:8000' })).statusCode, 403)
  assert.equal((await request('GET', `${page}/pay`)).statusCode, 404)
  assert.deepEqual(await payments('broke'), [])
})

test('the stand-in answers the provider’s own library alone, by its key', async () => {
  const { api_base, secret_key } = provider.stripe
  const get = (path: string, key: string) => fetch(`${api_base}${path}`, { headers: { authorization: `Bearer ${key}` } })
  const id = (await pageOf()).split('/').at(-1)
  assert.equal((await get(`/v1/checkout/sessions/${id}`, 'sk_test_guess')).status, 401)
  assert.equal((await get(`/v1/checkout/sessions/${id}`, secret_key)).status, 200)
  assert.equal((await get('/v1/checkout/sessions/cs_test_1', secret_key)).status, 404)
  assert.equal((await get('/v1/charges', secret_key)).status, 404)
})

test('nothing that can be set in production brings up the test checkout', async () => {
  const production = {
    NODE_ENV: 'production',
    SESSION_SECRET: 'bd41d0c7c9be2ad22c0b4e6b2f5a3c18',
    SMTP_URL: 'smtp://127.0.0.1:1',
    TRUST_PROXY: 'none',
  }
  const dev = { DEMO: '1', STRIPE_WEBHOOK_SECRET: 'whsec_x', PUBLIC_URL: 'https://localhost:8000', HOST: '127.0.0.1' }
  assert.throws(() => readConfig({ ...production, ...dev }), /STRIPE_SECRET_KEY is required/)
  const withKeys = readConfig({ ...production, ...dev, STRIPE_SECRET_KEY: 'sk_live_x' })
  assert.ok(withKeys.stripe)
  for (const config of [withKeys, { ...withKeys, stripe: null }]) {
    await assert.rejects(startTestStripe(config), /for development/)
    assert.throws(() => serveTestCheckout(app, { config: config, provider }), /for development/)
  }
  const inDevelopment = readConfig({
    SESSION_SECRET: 'x'.repeat(32),
    STRIPE_SECRET_KEY: 'sk_test_x',
    STRIPE_WEBHOOK_SECRET: 'whsec_x',
  })
  await assert.rejects(startTestStripe(inDevelopment), /without a Stripe account/)
})
