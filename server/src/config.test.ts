import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { ConfigError, readConfig } from './config.ts'

const data_dir = mkdtempSync(path.join(tmpdir(), 'atrium-config-'))
after(() => rmSync(data_dir, { recursive: true }))
const read = (given: NodeJS.ProcessEnv = {}) => readConfig({ DATA_DIR: data_dir, ...given })
const keys = { STRIPE_SECRET_KEY: 'sk_test_x', STRIPE_WEBHOOK_SECRET: 'whsec_x' }
const production = { NODE_ENV: 'production', SESSION_SECRET: 'x'.repeat(32), SMTP_URL: 'smtp://127.0.0.1:1' }

/** One clear line that names the setting. */
const refuses = (given: NodeJS.ProcessEnv, name: string) =>
  assert.throws(
    () => read(given),
    (error) => error instanceof ConfigError && error.message.includes(name) && !error.message.includes('\n'),
    `${name} in ${JSON.stringify(given)}`,
  )

test('without any setting a payment costs 29.00 usd and buys 30 days, at the test checkout', () => {
  const { plan, stripe } = read()
  assert.deepEqual([plan, stripe], [{ amount: '29.00', currency: 'usd', days: 30 }, null])
})

test('an empty setting is none', () => {
  assert.deepEqual(read({ PLAN_AMOUNT: '', STRIPE_SECRET_KEY: '', STRIPE_API_BASE: '' }).plan.amount, '29.00')
})

test('a price is an amount above nothing in a currency that exists, for whole days', () => {
  assert.deepEqual(read({ PLAN_AMOUNT: '5', PLAN_CURRENCY: 'EUR', PLAN_DAYS: '365' }).plan, {
    amount: '5.00',
    currency: 'eur',
    days: 365,
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
