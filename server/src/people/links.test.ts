// Set-password links: the invitation and the forgotten password.
import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { type Name, outcome, password, people, testApp } from '../testing/world.ts'
import { mailResetLink } from './auth.ts'
import { pathOfLink } from './links.ts'

const { as, browser, query, services, pools, sessionOf } = await testApp()

beforeEach(() => query('delete from limits'))

const badLink = [400, { detail: 'Invalid or expired link.' }]
const fresh = 'Brand-new-1'

/** Creates a link, and returns the body of the call that its page makes. */
async function linkFor(name: Name, { purpose = 'reset', expires = '1 hour' } = {}) {
  const { id, at } = people[name]
  const [row] = await query(
    `insert into password_links (tenant_id, person_id, purpose, expires_at)
     select tenant_id, id, $2, now() + $3::interval from people where id = $1 returning tenant_id::int, id::int, key`,
    id,
    purpose,
    expires,
  )
  const { tenant_id, link_id, key } = { tenant_id: Number(row?.tenant_id), link_id: Number(row?.id), key: String(row?.key) }
  const [, , uidb64 = '', token = ''] = pathOfLink(services.tokens, { tenant_id, person_id: id, key }).split('/')
  const use = (new_password = fresh, host: keyof typeof hosts = at as 'acme') =>
    browser(host)('POST /api/set-password/', { uidb64, token, new_password })
  return { uidb64, token, link_id, key, use }
}
const hosts = { acme: 0, globex: 0, platform: 0, broke: 0, shut: 0 }

const logIn = (email: string, secret: string, at: keyof typeof hosts = 'acme') =>
  browser(at)('POST /api/token/', { email, password: secret })

test('a live link tells its own workspace whose password it sets, and any other link nothing', async () => {
  const { uidb64, token, key } = await linkFor('dev')
  const ask = (body: object, host: 'acme' | 'globex' = 'acme') => browser(host)('POST /api/set-password/address/', body)
  assert.deepEqual(outcome(await ask({ uidb64, token })), [200, { email: 'dev@acme.test' }])
  for (const body of [{}, { uidb64 }, { uidb64, token: `${token}x` }, { uidb64: 'x', token }])
    assert.deepEqual(outcome(await ask(body)), badLink)
  assert.deepEqual(outcome(await ask({ uidb64, token }, 'globex')), badLink)
  await query('update password_links set ended_at = now() where key = $1', key)
  assert.deepEqual(outcome(await ask({ uidb64, token })), badLink)
})

test('a link sets the password, once', async () => {
  const { use } = await linkFor('hana')
  assert.equal((await logIn('hana@acme.test', fresh)).status, 401)
  assert.deepEqual(outcome(await use()), [200, { detail: 'Password set successfully!' }])
  assert.equal((await logIn('hana@acme.test', fresh)).status, 200)
  assert.equal((await logIn('hana@acme.test', password)).status, 401)
  assert.deepEqual(outcome(await use('Brand-new-2')), badLink)
  assert.equal((await logIn('hana@acme.test', 'Brand-new-2')).status, 401)
})

test('an invited person sets a password, which accepts the invitation', async () => {
  await query('update people set accepted_at = null, password_hash = null where id = $1', people.una.id)
  const { use } = await linkFor('una', { purpose: 'invitation' })
  assert.equal((await use()).status, 200)
  assert.equal((await logIn('una@acme.test', fresh)).status, 200)
  const [row] = await query('select accepted_at is not null as accepted from people where id = $1', people.una.id)
  assert.equal(row?.accepted, true)
})

test('of twenty parallel uses of one link exactly one sets the password', async () => {
  const { use } = await linkFor('max')
  const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => use(`Parallel-${i}`)))
  const winners = answers.flatMap(({ status }, i) => (status === 200 ? [i] : []))
  assert.equal(winners.length, 1)
  // A busy machine has no time for some of the hashes.
  assert.deepEqual(
    answers.map(({ status }) => status).filter((status) => ![200, 400, 503].includes(status)),
    [],
  )
  assert.equal((await logIn('max@acme.test', `Parallel-${winners[0]}`)).status, 200)
})

test('a link is good for its time, and dead a moment later', async () => {
  const { use, link_id } = await linkFor('dana')
  await query(`update password_links set expires_at = now() where id = $1`, link_id)
  assert.deepEqual(outcome(await use()), badLink)
  await query(`update password_links set expires_at = now() + interval '1 minute' where id = $1`, link_id)
  assert.equal((await use()).status, 200)
})

test('a bad link gets one answer, whatever is wrong with it, and wins over a weak password', async () => {
  const good = await linkFor('dana')
  const other = await linkFor('deb')
  const foreign = await linkFor('gus')
  const bad = {
    'nothing at all': { new_password: fresh },
    empty: { uidb64: '', token: '', new_password: fresh },
    forged: { uidb64: good.uidb64, token: good.token.replace(/.{6}$/, 'forged'), new_password: fresh },
    'another person’s token': { uidb64: good.uidb64, token: other.token, new_password: fresh },
    'another workspace’s': { uidb64: foreign.uidb64, token: foreign.token, new_password: fresh },
    'signed for another purpose': {
      uidb64: good.uidb64,
      token: services.tokens.sign('access', 1, good.key),
      new_password: fresh,
    },
    'weak password, too': { uidb64: good.uidb64, token: 'x', new_password: 'a' },
  }
  for (const [what, body] of Object.entries(bad))
    assert.deepEqual(outcome(await browser('acme')('POST /api/set-password/', body)), badLink, what)
  assert.equal((await good.use()).status, 200)
  assert.equal((await foreign.use()).status, 200)
})

test('a link of the platform’s people works on the main domain only', async () => {
  const { use } = await linkFor('sol')
  assert.deepEqual(outcome(await use(fresh, 'acme')), badLink)
  assert.equal((await use()).status, 200)
  assert.equal((await logIn('sol@platform.test', fresh, 'platform')).status, 200)
})

test('a weak password is told every rule that it breaks, and leaves the link alive', async () => {
  const { use } = await linkFor('dana')
  const rules = {
    length: 'Password must be at least 8 characters long.',
    upper: 'Password must include at least one uppercase letter.',
    lower: 'Password must include at least one lowercase letter.',
    digit: 'Password must include at least one digit.',
    special: 'Password must include at least one special character.',
  }
  const cases: [string, string[]][] = [
    [' ', Object.values(rules)],
    ['Ab-1234', [rules.length]],
    ['lower-123', [rules.upper]],
    ['UPPER-123', [rules.lower]],
    ['No-digits', [rules.digit]],
    ['Nospecial1', [rules.special]],
    ['short', [rules.length, rules.upper, rules.digit, rules.special]],
  ]
  for (const [weak, messages] of cases) assert.deepEqual(outcome(await use(weak)), [400, { new_password: messages }], weak)
  assert.deepEqual(outcome(await use('')), [400, { new_password: ['This field is required'] }])
  assert.equal((await use('Strong-12')).status, 200)
})

test('a new password ends every session and every other link of that person, and of nobody else', async () => {
  const cookies = { deb: await sessionOf('deb'), dev: await sessionOf('dev') }
  const me = (cookie: string) => as(null, { headers: { cookie } })('GET /api/me/')
  const [first, second, invitation] = [
    await linkFor('deb'),
    await linkFor('deb'),
    await linkFor('deb', { purpose: 'invitation' }),
  ]
  const neighbour = await linkFor('dev')
  assert.equal((await me(cookies.deb)).status, 200)
  assert.equal((await first.use()).status, 200)
  assert.equal((await me(cookies.deb)).status, 401)
  assert.equal((await me(cookies.dev)).status, 200)
  for (const dead of [second, invitation]) assert.deepEqual(outcome(await dead.use()), badLink)
  assert.equal((await neighbour.use()).status, 200)
})

test('a deleted person’s link is dead', async () => {
  const { use } = await linkFor('dana')
  await query('update people set is_active = false where id = $1', people.dana.id)
  assert.deepEqual(outcome(await use()), badLink)
  await query('update people set is_active = true where id = $1', people.dana.id)
  assert.equal((await use()).status, 200)
})

test('a password can be set while the trial is over, but not in a blocked workspace', async () => {
  assert.equal((await (await linkFor('ben')).use()).status, 200)
  assert.equal((await (await linkFor('sam')).use()).body.code, 'tenant_blocked')
})

const forgot = (email: string, at: keyof typeof hosts = 'acme') => browser(at)('POST /api/password/forgot/', { email })
const answered = [200, { detail: 'If an account with this e-mail exists, a link to set a new password is on its way.' }]
const linksOf = async (name: Name) =>
  (await query('select count(*)::int as n from password_links where person_id = $1 and ended_at is null', people[name].id))[0]?.n

test('whoever asks for a reset hears the same, known or not, and the same is done', async () => {
  const jobs = () => query(`select data from pgboss.job where name = 'forgotten_password' order by created_on, id`)
  assert.deepEqual(outcome(await forgot('Pam@acme.test')), answered)
  assert.deepEqual(outcome(await forgot('nobody@acme.test')), answered)
  assert.deepEqual(outcome(await forgot('gil@globex.test')), answered)
  assert.deepEqual(
    new Set((await jobs()).map(({ data }) => JSON.stringify({ ...(data as object), origin: undefined }))),
    new Set(['pam@acme.test', 'nobody@acme.test', 'gil@globex.test'].map((email) => JSON.stringify({ email, tenant_id: 1 }))),
  )
  assert.deepEqual(outcome(await forgot('nonsense')), [400, { email: ['Invalid email format'] }])
})

const origin = { address: '192.0.2.7', agent: 'Firefox', request_id: 'r' }

test('only an active person of this very workspace is mailed a reset, valid 72 hours', async () => {
  const help = (tenant_id: number, email: string) => mailResetLink({ pools, services }, { tenant_id, email, origin })
  await help(1, 'nobody@acme.test')
  await help(1, 'gil@globex.test')
  assert.equal(await linksOf('gil'), 0)
  await help(1, 'pam@acme.test')
  assert.equal(await linksOf('pam'), 1)
  await help(1, 'pam@acme.test')
  assert.equal(await linksOf('pam'), 1)
  const [row] = await query(
    `select purpose, round(extract(epoch from expires_at - created_at) / 3600)::int as hours from password_links
     where person_id = $1 and ended_at is null`,
    people.pam.id,
  )
  assert.deepEqual(row, { purpose: 'reset', hours: 72 })
  await help(0, 'sol@platform.test')
  assert.equal(await linksOf('sol'), 1)
  const before = await linksOf('sam')
  await help(4, 'sam@shut.test')
  assert.equal(await linksOf('sam'), before)
})

test('an address gets five resets an hour; more are dropped without a word', async () => {
  const queued = async () =>
    (
      await query(
        `select count(*)::int as n from pgboss.job where name = 'forgotten_password' and data->>'email' = 'max@acme.test'`,
      )
    )[0]?.n
  for (let i = 0; i < 7; i++) assert.deepEqual(outcome(await forgot('max@acme.test')), answered)
  assert.equal(await queued(), 5)
})
