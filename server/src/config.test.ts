import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { ConfigError, readConfig } from './config.ts'

const data_dir = mkdtempSync(path.join(tmpdir(), 'atrium-config-'))
after(() => rmSync(data_dir, { recursive: true }))
const read = (environment: NodeJS.ProcessEnv = {}) => readConfig({ DATA_DIR: data_dir, ...environment })
const keys = { STRIPE_SECRET_KEY: 'sk_test_x', STRIPE_WEBHOOK_SECRET: 'whsec_x' }
const production = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://atrium.example.com',
  SESSION_SECRET: 'bd41d0c7c9be2ad22c0b4e6b2f5a3c18',
  SMTP_URL: 'smtp://127.0.0.1:1',
  TRUST_PROXY: 'none',
}

/** One clear line that names the setting. */
const refuses = (environment: NodeJS.ProcessEnv, name: string) =>
  assert.throws(
    () => read(environment),
    (error) => error instanceof ConfigError && error.message.includes(name) && !error.message.includes('\n'),
    `${name} in ${JSON.stringify(environment)}`,
  )

test('without any setting a payment costs 29.00 usd and buys 30 days, at the test checkout', () => {
  const { plan, stripe } = read()
  assert.deepEqual([plan, stripe], [{ amount: '29.00', currency: 'usd', days: 30, price: '29.00 USD' }, null])
})

test('there is a demonstration in development unless it is turned off, and in production only if it is asked for', () => {
  assert.equal(read().demo, true)
  assert.equal(read({ DEMO: '0' }).demo, false)
  for (const DEMO of [undefined, '', '0']) assert.equal(read({ ...production, ...keys, DEMO }).demo, false)
  assert.equal(read({ ...production, ...keys, DEMO: '1' }).demo, true)
  refuses({ DEMO: 'yes' }, 'DEMO')
})

test('a demonstration lets production ask for no less', () => {
  refuses({ ...production, DEMO: '1' }, 'STRIPE_SECRET_KEY')
  for (const name of ['SESSION_SECRET', 'SMTP_URL', 'TRUST_PROXY', 'PUBLIC_URL'])
    refuses({ ...production, ...keys, DEMO: '1', [name]: undefined }, name)
})

test('an empty setting is none', () => {
  assert.deepEqual(read({ PLAN_AMOUNT: '', STRIPE_SECRET_KEY: '', STRIPE_API_BASE: '' }).plan.amount, '29.00')
})

test('a price is an amount above nothing in a currency that exists, for whole days', () => {
  assert.deepEqual(read({ PLAN_AMOUNT: '5', PLAN_CURRENCY: 'EUR', PLAN_DAYS: '365' }).plan, {
    amount: '5.00',
    currency: 'eur',
    days: 365,
    price: '5.00 EUR',
  })
  for (const PLAN_AMOUNT of ['0', '0.00', '-1', '29.999', '1e3', '29,00', 'free', '12345678'])
    refuses({ PLAN_AMOUNT }, 'PLAN_AMOUNT')
  for (const PLAN_CURRENCY of ['dollar', 'us', 'xyz', '$', '   ']) refuses({ PLAN_CURRENCY }, 'PLAN_CURRENCY')
  for (const PLAN_DAYS of ['0', '-1', '1.5', '4000', 'month']) refuses({ PLAN_DAYS }, 'PLAN_DAYS')
})

test('currencies without decimals take whole amounts, and those with three decimals are refused', () => {
  assert.equal(read({ PLAN_CURRENCY: 'jpy', PLAN_AMOUNT: '4500' }).plan.amount, '4500.00')
  for (const PLAN_CURRENCY of ['jpy', 'krw', 'isk']) refuses({ PLAN_CURRENCY, PLAN_AMOUNT: '29.50' }, 'PLAN_AMOUNT')
  for (const PLAN_CURRENCY of ['kwd', 'bhd', 'tnd', 'ugx']) refuses({ PLAN_CURRENCY, PLAN_AMOUNT: '29' }, 'PLAN_CURRENCY')
})

test('production wants the key of a Stripe account and the secret of its webhook', () => {
  refuses(production, 'STRIPE_SECRET_KEY')
  refuses({ ...production, STRIPE_WEBHOOK_SECRET: 'whsec_x' }, 'STRIPE_SECRET_KEY')
  refuses({ ...production, STRIPE_SECRET_KEY: 'sk_live_x' }, 'STRIPE_WEBHOOK_SECRET')
  assert.deepEqual(read({ ...production, ...keys }).stripe, {
    secret_key: 'sk_test_x',
    webhook_secret: 'whsec_x',
    api_base: null,
  })
})

test('in development a key without the webhook’s secret, or an address without a key, is refused as well', () => {
  refuses({ STRIPE_SECRET_KEY: 'sk_test_x' }, 'STRIPE_WEBHOOK_SECRET')
  refuses({ STRIPE_API_BASE: 'http://127.0.0.1:12111' }, 'STRIPE_SECRET_KEY')
  refuses({ ...keys, STRIPE_SECRET_KEY: 'sk test' }, 'STRIPE_SECRET_KEY')
})

test('the address of a stand-in for Stripe is a full origin', () => {
  for (const good of ['http://127.0.0.1:12111', 'https://stripe.test', 'http://127.0.0.1:12111/'])
    assert.equal(read({ ...keys, STRIPE_API_BASE: good }).stripe?.api_base, good.replace(/\/$/, ''))
  for (const bad of [
    '127.0.0.1:12111',
    'localhost',
    'http://127.0.0.1:12111/v1',
    'ftp://x',
    'http://a:b@x.test',
    'http://x.test?a=b',
  ])
    refuses({ ...keys, STRIPE_API_BASE: bad }, 'STRIPE_API_BASE')
})

test('a misspelt production is refused rather than taken for development', () => {
  for (const NODE_ENV of ['prod', 'Production', 'staging']) refuses({ NODE_ENV }, 'NODE_ENV')
})

test('development is for names that mean this machine, and any other is refused with what to set', () => {
  for (const PUBLIC_URL of [
    'http://localhost:8000',
    'https://atrium.localhost',
    'https://atrium.test:8443',
    'http://127.0.0.1:8000',
    'http://127.8.9.10',
    'http://[::1]:8000',
  ])
    assert.equal(read({ PUBLIC_URL }).production, false)
  for (const PUBLIC_URL of [
    'https://atrium.example.com',
    'http://atrium.example.com:8000',
    'https://localhost.example.com',
    'https://127.0.0.1.example.com',
    'https://mytest',
    'https://notlocalhost',
    'http://192.168.1.10:8000',
    'http://0.0.0.0:8000',
    'http://[::ffff:127.0.0.1]',
    'http://[::]',
  ])
    for (const mode of [{}, { NODE_ENV: '' }, { NODE_ENV: 'development' }, { NODE_ENV: 'test' }])
      refuses({ ...production, ...keys, NODE_ENV: undefined, ...mode, PUBLIC_URL }, 'set NODE_ENV=production')
})

test('production is served over https only', () => {
  assert.equal(read({ ...production, ...keys }).secure, true)
  for (const PUBLIC_URL of ['http://atrium.example.com', 'http://localhost:8000', undefined])
    refuses({ ...production, ...keys, PUBLIC_URL }, 'PUBLIC_URL')
})

test('production wants a secret made at random, and says how to make one', () => {
  for (const SESSION_SECRET of [
    undefined,
    'x'.repeat(64),
    'ab'.repeat(32),
    'secret'.repeat(8),
    'changemechangemechangemechangeme',
    '12345678901234567890123456789012',
    '0123456789abcdef0123456789abcdef',
  ])
    refuses({ ...production, ...keys, SESSION_SECRET }, 'SESSION_SECRET')
  refuses({ ...production, ...keys, SESSION_SECRET: 'x'.repeat(64) }, 'openssl rand -hex 32')
  refuses({ ...production, ...keys, SESSION_SECRET: 'short' }, '32 characters')
  for (let i = 0; i < 1000; i++)
    for (const encoding of ['hex', 'base64'] as const)
      read({ ...production, ...keys, SESSION_SECRET: randomBytes(24).toString(encoding).slice(0, 32) })
  assert.ok(read({ SESSION_SECRET: 'x'.repeat(32) }))
})

test('production wants to know the proxies in front, by address or network, or that there are none', () => {
  refuses({ ...production, ...keys, TRUST_PROXY: undefined }, 'TRUST_PROXY is required')
  refuses({ ...production, ...keys, TRUST_PROXY: '' }, 'TRUST_PROXY is required')
  for (const environment of [production, {}]) {
    const proxies = (TRUST_PROXY: string) => read({ ...environment, ...keys, TRUST_PROXY }).trust_proxy
    assert.equal(proxies('none'), false)
    assert.deepEqual(proxies('10.0.0.5'), ['10.0.0.5'])
    assert.deepEqual(proxies('10.0.0.0/8, 192.168.1.7 ,fd00::/8,::1,2001:db8::/32,::1/128'), [
      '10.0.0.0/8',
      '192.168.1.7',
      'fd00::/8',
      '::1',
      '2001:db8::/32',
      '::1/128',
    ])
    for (const TRUST_PROXY of [
      ...['1', '2', 'true', 'false', 'yes', 'loopback', 'uniquelocal', 'proxy', 'proxy.example.com', 'none,10.0.0.5'],
      ...['10.0.0', '10.0.0.256', '10.0.0.5:80', '10.0.0.0/33', '10.0.0.0/', '10.0.0.0/-1', '10.0.0.0/255.0.0.0', '10.0.0.0/8/8'],
      ...['0.0.0.0/0', '0.0.0.0/1', '128.0.0.0/1', '::/0', '2000::/3', '::/8', '::ffff:0:0/96', '0:0::/64', 'fd00::/129'],
      ...['10.0.0.5,', ',', '10.0.0.5 10.0.0.6', 'fe80::1%eth0', '[::1]', '*', '10.0.0.5\n1'],
    ])
      refuses({ ...environment, ...keys, TRUST_PROXY }, 'TRUST_PROXY')
  }
  assert.equal(read().trust_proxy, false)
})

test('one process serves unless there are to be more, and none more than 64', () => {
  assert.equal(read().workers, 1)
  assert.equal(read({ WORKERS: '4' }).workers, 4)
  assert.equal(read({ WORKERS: '64' }).workers, 64)
  assert.equal(read({ WORKERS: 'auto' }).workers, Math.min(64, availableParallelism()))
  for (const WORKERS of ['0', '65', '-1', '1.5', 'many']) refuses({ WORKERS }, 'WORKERS')
})

test('a Redis is named by its URL', () => {
  assert.equal(read().redis_url, null)
  for (const url of ['redis://cache:6379', 'rediss://user:secret@cache.test:6380/1'])
    assert.equal(read({ REDIS_URL: url }).redis_url, url)
  for (const url of ['cache:6379', 'http://cache', 'localhost']) refuses({ REDIS_URL: url }, 'REDIS_URL')
})

test('seven nightly backups are kept unless another number is set, and a key is no short word', () => {
  assert.deepEqual([read().backup_dir, read().backup_keep, read().backup_key], [null, 7, null])
  const BACKUP_KEY = 'twenty characters or more'
  const { backup_dir, backup_keep, backup_key } = read({ BACKUP_DIR: '/backups', BACKUP_KEEP: '30', BACKUP_KEY })
  assert.deepEqual([backup_dir, backup_keep, backup_key], ['/backups', 30, BACKUP_KEY])
  for (const BACKUP_KEEP of ['0', '-1', 'all']) refuses({ BACKUP_KEEP }, 'BACKUP_KEEP')
  refuses({ BACKUP_KEY: 'secret' }, 'BACKUP_KEY')
})

test('without a public address, the server names the port on which it listens', () => {
  const addresses = (environment: NodeJS.ProcessEnv) => {
    const { public_url, domain, hostname, workspaceUrl } = read(environment)
    return [public_url, domain, hostname, workspaceUrl('acme')]
  }
  assert.deepEqual(addresses({ PORT: '8151' }), [
    'http://localhost:8151',
    'localhost:8151',
    'localhost',
    'http://acme.localhost:8151',
  ])
  assert.equal(addresses({ PORT: '80' })[0], 'http://localhost')
  assert.equal(addresses({})[0], 'http://localhost:8000')
  assert.equal(addresses({ PORT: '8151', PUBLIC_URL: 'http://atrium.test' })[0], 'http://atrium.test')
})

test('figures are served on request only, to other machines only with a token', () => {
  assert.equal(read().metrics, null)
  assert.deepEqual(read({ METRICS_PORT: '9464' }).metrics, { port: 9464, host: '127.0.0.1', names: [], token: null })
  const METRICS_TOKEN = 'a-token-for-prometheus'
  assert.deepEqual(read({ METRICS_PORT: '9464', METRICS_HOST: '0.0.0.0', METRICS_TOKEN }).metrics, {
    port: 9464,
    host: '0.0.0.0',
    names: [],
    token: METRICS_TOKEN,
  })
  refuses({ METRICS_PORT: '9464', METRICS_HOST: '0.0.0.0' }, 'METRICS_TOKEN')
  refuses({ METRICS_PORT: '9464', METRICS_HOST: '10.0.0.5' }, 'METRICS_TOKEN')
  refuses({ METRICS_PORT: '9464', METRICS_TOKEN: 'short' }, 'METRICS_TOKEN')
  assert.deepEqual(read({ METRICS_PORT: '9464', METRICS_NAMES: 'a.test, B.test' }).metrics?.names, ['a.test', 'b.test'])
  for (const METRICS_NAMES of ['a.test,', 'http://a.test', 'a b'])
    refuses({ METRICS_PORT: '9464', METRICS_NAMES }, 'METRICS_NAMES')
  refuses({ METRICS_NAMES: 'a.test' }, 'METRICS_NAMES needs METRICS_PORT')
  refuses({ METRICS_PORT: '0' }, 'METRICS_PORT')
  refuses({ METRICS_PORT: '8000' }, 'METRICS_PORT')
  refuses({ METRICS_TOKEN }, 'METRICS_TOKEN needs METRICS_PORT')
  refuses({ METRICS_HOST: '0.0.0.0' }, 'METRICS_HOST needs METRICS_PORT')
})

test('traces are sent on request only', () => {
  assert.equal(read().traces_url, null)
  assert.equal(read({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318/' }).traces_url, 'http://127.0.0.1:4318')
  refuses({ OTEL_EXPORTER_OTLP_ENDPOINT: '127.0.0.1:4318' }, 'OTEL_EXPORTER_OTLP_ENDPOINT')
})
