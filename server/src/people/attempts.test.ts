// How often a password may be guessed.
import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { type Answer, password, people, testApp } from '../testing/world.ts'
import { pathOfLink } from './links.ts'

const { browser, query, services } = await testApp()
const proxied = await testApp({ TRUST_PROXY: '127.0.0.1' })

beforeEach(async () => {
  await query('delete from limits')
  await proxied.query('delete from limits')
})

const attempt = (email: string, secret: string) => ['POST /api/token/', { email, password: secret }] as const
const fail = (times: number, email = 'ann@acme.test', ask = browser('acme')) =>
  Promise.all(Array.from({ length: times }, () => ask(...attempt(email, 'Wrong-1'))))
const statuses = (answers: Answer[]) => Object.groupBy(answers, ({ status }) => String(status))

test('of two hundred parallel guesses at one account ten are verified, the others are told to wait', async () => {
  const { 401: verified = [], 429: waiting = [] } = statuses(await fail(200))
  assert.deepEqual([verified.length, waiting.length], [10, 190])
  for (const { headers, body } of waiting) {
    const seconds = Number(headers['retry-after'])
    assert.ok(seconds > 0 && seconds <= 15 * 60)
    assert.equal(body.detail, 'Too many failed log-in attempts. Please try again later.')
  }
})

test('after ten failures even the right password waits, until the quarter of an hour is over', async () => {
  await fail(9)
  assert.equal((await browser('acme')(...attempt('ann@acme.test', password))).status, 200)
  await fail(1)
  const refused = await browser('acme')(...attempt('ann@acme.test', password))
  assert.equal(refused.status, 429)
  assert.ok(Number(refused.headers['retry-after']) > 14 * 60)
  await query(`update limits set resets_at = now()`)
  assert.equal((await browser('acme')(...attempt('ann@acme.test', password))).status, 200)
})

test('guessing at one account leaves the others open, the same address in another workspace too', async () => {
  await query(
    `insert into people (tenant_id, email, full_name, role, password_hash, accepted_at)
     select 2, 'ann@acme.test', 'Ann of Globex', 'hr', password_hash, now() from people where email = 'ann@acme.test'`,
  )
  await fail(11)
  assert.equal((await browser('acme')(...attempt('ann@acme.test', password))).status, 429)
  assert.equal((await browser('acme')(...attempt('pam@acme.test', password))).status, 200)
  assert.equal((await browser('globex')(...attempt('ann@acme.test', password))).status, 200)
})

test('an account that does not exist is limited like any other', async () => {
  const { 401: verified = [], 429: waiting = [] } = statuses(await fail(12, 'nobody@acme.test'))
  assert.deepEqual([verified.length, waiting.length], [10, 2])
})

test('another spelling of an address is the same account', async () => {
  await fail(5, 'Ann@Acme.test')
  await fail(5, ' ann@acme.TEST ')
  assert.equal((await browser('acme')(...attempt('ann@acme.test', password))).status, 429)
})

test('a browser that logged in before is not locked out by a stranger’s guesses, and has ten of its own', async () => {
  const known = browser('acme')
  await known(...attempt('ann@acme.test', password))
  await known('POST /api/logout/')
  await fail(11)
  assert.equal((await browser('acme')(...attempt('ann@acme.test', password))).status, 429)
  assert.equal((await known(...attempt('ann@acme.test', password))).status, 200)
  const { 401: verified = [] } = statuses(await fail(12, 'ann@acme.test', known))
  assert.equal(verified.length, 10)
  assert.equal((await known(...attempt('ann@acme.test', password))).status, 429)
})

test('having logged in once makes nobody’s browser known to another account', async () => {
  const pams = browser('acme')
  await pams(...attempt('pam@acme.test', password))
  await fail(10)
  assert.equal((await pams(...attempt('ann@acme.test', password))).status, 429)
  assert.equal((await pams(...attempt('pam@acme.test', password))).status, 200)
})

test('from one address a hundred failures are the most, over all accounts', async () => {
  await query(`insert into limits values ('login from 127.0.0.1', 99, now() + interval '10 minutes')`)
  assert.equal((await browser('acme')(...attempt('pam@acme.test', password))).status, 200)
  await fail(1)
  const refused = await browser('acme')(...attempt('pam@acme.test', password))
  assert.equal(refused.status, 429)
})

test('strangers at any number of addresses cannot keep a person out of the browser they know, whatever goes on meanwhile', async () => {
  const from = (address: string) => proxied.browser('acme', { 'x-forwarded-for': address })
  const home = from('203.0.113.1')
  await home(...attempt('ann@acme.test', password))
  await home('POST /api/logout/')
  const guesses = Array.from({ length: 200 }, (_, i) => from(`198.51.100.${i % 100}`)(...attempt('ann@acme.test', 'Wrong-1')))
  const [welcome, ...turnedAway] = await Promise.all([home(...attempt('ann@acme.test', password)), ...guesses])
  assert.equal(welcome.status, 200)
  const { 401: verified = [], 429: waiting = [] } = statuses(turnedAway)
  assert.deepEqual([verified.length, waiting.length], [10, 190])
  assert.equal((await home(...attempt('ann@acme.test', password))).status, 200)
  assert.equal((await from('203.0.113.2')(...attempt('ann@acme.test', password))).status, 429)
})

test('an address that has guessed at many accounts keeps nobody out elsewhere', async () => {
  const from = (address: string) => proxied.browser('acme', { 'x-forwarded-for': address })
  await proxied.query(`insert into limits values ('login from 198.51.100.1', 100, now() + interval '10 minutes')`)
  assert.equal((await from('198.51.100.1')(...attempt('pam@acme.test', password))).status, 429)
  assert.equal((await from('203.0.113.1')(...attempt('pam@acme.test', password))).status, 200)
})

test('who sets a new password by a mailed link gets in with it, however many strangers guess', async () => {
  const [row] = await query(
    `insert into password_links (tenant_id, person_id, purpose, expires_at) values (1, $1, 'reset', now() + interval '1 hour')
     returning key`,
    people.max.id,
  )
  const link = { tenant_id: 1, person_id: people.max.id, key: String(row?.key) }
  const [, , uidb64, token] = pathOfLink(services.tokens, link).split('/')
  await fail(11, 'max@acme.test')
  const max = browser('acme')
  assert.equal((await max(...attempt('max@acme.test', password))).status, 429)
  assert.equal((await max('POST /api/set-password/', { uidb64, token, new_password: 'Brand-new-1' })).status, 200)
  assert.equal((await max(...attempt('max@acme.test', 'Brand-new-1'))).status, 200)
  assert.equal((await browser('acme')(...attempt('max@acme.test', 'Brand-new-1'))).status, 429)
})

test('a successful log-in counts against nobody', async () => {
  for (let i = 0; i < 12; i++) assert.equal((await browser('acme')(...attempt('dev@acme.test', password))).status, 200)
})

const countOf = async (key: string) => {
  const [row] = await query('select count from limits where key = $1', key)
  return row?.count ?? 0
}

test('an attempt that one counter refuses is counted by none', async () => {
  await query(`insert into limits values ('login from 127.0.0.1', 100, now() + interval '10 minutes')`)
  const { 429: waiting = [] } = statuses(await fail(20, 'dana@acme.test'))
  assert.equal(waiting.length, 20)
  assert.deepEqual(await query('select key, count from limits'), [{ key: 'login from 127.0.0.1', count: 100 }])
  await query('delete from limits')
  await fail(50)
  assert.deepEqual([await countOf('login from 127.0.0.1'), await countOf('login 1 ann@acme.test')], [10, 10])
})

test('a right password takes back its own attempt alone', async () => {
  await fail(3)
  for (let i = 0; i < 3; i++) await browser('acme')(...attempt('ann@acme.test', password))
  assert.deepEqual(await query('select distinct count from limits'), [{ count: 3 }])
  for (let i = 0; i < 2; i++) assert.equal((await browser('platform')(...attempt('ann@acme.test', password))).status, 403)
  assert.equal(await countOf('login 0 ann@acme.test'), 0)
})

test('failures of others at an address keep nobody there out of a browser that they know', async () => {
  const known = browser('acme')
  await known(...attempt('ann@acme.test', password))
  await query(`insert into limits values ('login from 127.0.0.1', 100, now() + interval '10 minutes')
    on conflict (key) do update set count = excluded.count`)
  assert.equal((await browser('acme')(...attempt('ann@acme.test', password))).status, 429)
  assert.equal((await known(...attempt('ann@acme.test', 'Wrong-1'))).status, 401)
  assert.equal((await known(...attempt('ann@acme.test', password))).status, 200)
  assert.equal(await countOf('login from 127.0.0.1'), 100)
})

const month = 30 * 24 * 60 * 60
const guessed = (key: string, count: number) =>
  query(`insert into limits values ($1, $2, now() + interval '30 days')`, `guesses ${key}`, count)

test('after a hundred guesses in thirty days from new browsers an account takes no more, and says what to do', async () => {
  const known = browser('acme')
  await known(...attempt('ann@acme.test', password))
  await query('delete from limits')
  await guessed(`1 ${people.ann.id}`, 99)
  assert.equal((await browser('acme')(...attempt('ann@acme.test', 'Wrong-1'))).status, 401)
  const refused = await browser('acme')(...attempt('ann@acme.test', password))
  assert.equal(refused.status, 429)
  assert.equal(refused.body.detail, 'Too many failed log-in attempts. Use “Forgot password?” to set a new password and log in.')
  const wait = Number(refused.headers['retry-after'])
  assert.ok(wait > month - 3600 && wait <= month)
  assert.equal((await browser('platform')(...attempt('ann@acme.test', password))).status, 429)

  assert.equal((await known(...attempt('ann@acme.test', 'Wrong-1'))).status, 401)
  assert.equal((await known(...attempt('ann@acme.test', password))).status, 200)
  assert.equal((await browser('acme')(...attempt('pam@acme.test', password))).status, 200)
  await query('update limits set resets_at = now()')
  assert.equal((await browser('acme')(...attempt('ann@acme.test', password))).status, 200)
})

test('guesses at an account count together, whatever the address and the host', async () => {
  const from = (address: string) => proxied.browser('acme', { 'x-forwarded-for': address })
  await from('203.0.113.1')(...attempt('sol@platform.test', 'Wrong-1'))
  await from('203.0.113.2')(...attempt('sol@platform.test', 'Wrong-1'))
  await proxied.browser('globex')(...attempt('sol@platform.test', 'Wrong-1'))
  await proxied.browser('platform')(...attempt('sol@platform.test', 'Wrong-1'))
  assert.deepEqual(await proxied.query(`select count from limits where key = 'guesses 0 ${people.sol.id}'`), [{ count: 4 }])
})

test('guesses at an address that is nobody’s are limited alike, and leave no counter of its own for a month', async () => {
  await fail(1, 'nobody@acme.test')
  const [counter] = await query(`select key, count from limits where resets_at > now() + interval '1 day'`)
  assert.match(String(counter?.key), /^guesses nobody \d{6}$/)
  await query('update limits set count = 100 where key = $1', counter?.key)
  const { status, body } = await browser('acme')(...attempt('nobody@acme.test', 'Wrong-1'))
  assert.deepEqual(
    [status, body.detail],
    [429, 'Too many failed log-in attempts. Use “Forgot password?” to set a new password and log in.'],
  )
})

test('counters that have run out are deleted', async () => {
  await fail(1)
  await query('update limits set resets_at = now()')
  await services.limits.sweep()
  assert.deepEqual(await query('select key from limits'), [])
})

test('of two hundred parallel guesses from one address a hundred are verified at most, and those are what it counts', async () => {
  const guesses = Array.from({ length: 200 }, (_, i) => browser('acme')(...attempt(`nobody${i}@acme.test`, 'Wrong-1')))
  const { 401: verified = [] } = statuses(await Promise.all(guesses))
  assert.ok(verified.length <= 100)
  assert.equal(await countOf('login from 127.0.0.1'), verified.length)
})
