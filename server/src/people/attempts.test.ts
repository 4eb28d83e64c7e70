// How often a password may be guessed.
import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { type Answer, password, people, testApp } from '../world.ts'
import { pathOfLink } from './links.ts'

const { browser, look, services } = await testApp()
const proxied = await testApp({ TRUST_PROXY: '127.0.0.1' })

beforeEach(async () => {
  await look('delete from limits')
  await proxied.look('delete from limits')
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
  await look(`update limits set resets_at = now()`)
  assert.equal((await browser('acme')(...attempt('ann@acme.test', password))).status, 200)
})

test('guessing at one account leaves the others open, the same address in another workspace too', async () => {
  await look(
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
  await look(`insert into limits values ('login from 127.0.0.1', 99, now() + interval '10 minutes')`)
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
  await proxied.look(`insert into limits values ('login from 198.51.100.1', 100, now() + interval '10 minutes')`)
  assert.equal((await from('198.51.100.1')(...attempt('pam@acme.test', password))).status, 429)
  assert.equal((await from('203.0.113.1')(...attempt('pam@acme.test', password))).status, 200)
})

test('who sets a new password by a mailed link gets in with it, however many strangers guess', async () => {
  const [row] = await look(
    `insert into password_links (tenant_id, person_id, purpose, expires_at) values (1, $1, 'reset', now() + interval '1 hour')
     returning id::int`,
    people.max.id,
  )
  const link = { tenant_id: 1, person_id: people.max.id, link_id: Number(row?.id) }
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
