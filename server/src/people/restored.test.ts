// Cookies and links from before a database was restored or recreated under the same secret. Ids repeat, keys do not.
import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { closeCodes } from 'contract'
import { composeCode } from '../tenants/mails.ts'
import { outcome, testApp } from '../testing/world.ts'
import { composeInvitation, composeReset } from './mails.ts'

const { as, asOwner, browser, query, pools, send, services, socket } = await testApp()

const password = 'Brand-new-1'
const domain = 'localhost:8000'
const notValid = [401, { detail: 'The token is invalid or expired.', code: 'token_not_valid' }]
const badLink = [400, { detail: 'Invalid or expired link.' }]
/** The workspace that now has the old one's id, under the old and under another subdomain. */
const addresses = ['acme', 'umbrella'] as const

beforeEach(() => query('delete from limits'))

const form = { job_title: 'Job', department: 'IT', role: 'hr' }
const invite = async (name: string, fields: object = {}) => {
  const answer = await as('ann')('POST /api/employees/', { ...form, full_name: name, email: `${name}@acme.test`, ...fields })
  assert.equal(answer.status, 201)
  return Number(answer.body.id)
}
const pathIn = (text = '') => /\/set-password\/([^/\s]+)\/([^/\s]+)/.exec(text) ?? []
async function mailedLink(person_id: number, purpose: 'invitation' | 'reset') {
  const [row] = await query(
    `insert into password_links (tenant_id, person_id, purpose, expires_at) values (1, $1, $2, now() + interval '1 hour') returning id::int`,
    person_id,
    purpose,
  )
  const compose = purpose === 'reset' ? composeReset : composeInvitation
  const [, uidb64, token] = pathIn((await compose({ pools, services }, { tenant_id: 1, link_id: Number(row?.id) }))?.text)
  assert.ok(uidb64 && token)
  return { uidb64, token }
}

// Before: Pia is logged in, Ida has been invited, and an owner has proved an address at sign-up.
const pia = await invite('pia', { password })
const before = browser('acme')
assert.equal((await before('POST /api/token/', { email: 'pia@acme.test', password })).status, 200)
const cookie = (name: string) => `atrium_${name}=${before.jar.get(`atrium_${name}`)}`
const links = { reset: await mailedLink(pia, 'reset'), invitation: await mailedLink(await invite('ida'), 'invitation') }
const ines = await invite('ines')
const [, uidb64, token] = pathIn((await as('ann')(`POST /api/employees/${ines}/invitation-link/`)).body.link)
const everyLink = { ...links, 'handed over': { uidb64, token } }

const email = 'owner@new.test'
const owner = browser('platform')
await owner('POST /api/tenants/send-otp/', { email })
const [code] = await query('select id::int from signup_codes where email = $1', email)
const [otp] = /\d{6}/.exec((await composeCode({ pools, services }, { code_id: Number(code?.id) }))?.text ?? '') ?? []
assert.equal((await owner('POST /api/tenants/verify-otp/', { email, otp })).status, 200)
const signup = owner.jar.get('atrium_signup') ?? ''

// After: other people, other sessions, other links and another sign-up have the same ids.
await asOwner((client) =>
  client.query(`
    create temp table old_people as select * from people where id = ${pia};
    create temp table old_sessions as select * from sessions;
    create temp table old_links as select * from password_links;
    create temp table old_codes as select * from signup_codes;
    delete from sessions; delete from password_links; delete from signup_codes; delete from security_events; delete from notifications;
    delete from people where id = ${pia};
    insert into people (id, tenant_id, email, full_name, role, password_hash, accepted_at) overriding system value
      select id, tenant_id, 'stella@acme.test', 'Stella Stranger', role, password_hash, accepted_at from old_people;
    insert into sessions (tenant_id, id, person_id, generation, expires_at) overriding system value
      select tenant_id, id, person_id, generation, expires_at from old_sessions;
    insert into password_links (tenant_id, id, person_id, purpose, expires_at) overriding system value
      select tenant_id, id, person_id, purpose, now() + interval '1 hour' from old_links;
    insert into signup_codes (id, email, expires_at, verified_at) overriding system value
      select id, email, now() + interval '10 minutes', verified_at from old_codes`),
)

test('a token from before rows had keys opens nothing', async () => {
  const { tokens } = services
  const expires = Math.floor(Date.now() / 1000) + 60
  const request = (name: string, value: string, route: string) =>
    send(`acme.${domain}`, { cookie: `atrium_${name}=${value}` }, route)
  assert.deepEqual(outcome(await request('access', tokens.sign('access', 1, 1, expires), 'GET /api/me/')), notValid)
  assert.deepEqual(outcome(await request('refresh', tokens.sign('refresh', 1, 1, 1), 'POST /api/token/refresh/')), notValid)
  const old = { uidb64, token: tokens.sign('link', 1, ines, 1), new_password: 'Taken-over-1' }
  assert.deepEqual(outcome(await send(`acme.${domain}`, {}, 'POST /api/set-password/', old)), badLink)
  const signedUp = { cookie: `atrium_signup=${tokens.sign('signup', 1)}` }
  const { status, body } = await send(domain, signedUp, 'POST /api/tenants/verify-otp/', { email, otp: '123456' })
  assert.deepEqual([status, body], [400, { detail: 'Invalid code.', attempts_left: 0 }])
})

/** Makes the request at each address. */
async function everywhere(work: (host: string) => Promise<unknown>) {
  for (const subdomain of addresses) {
    await query('update tenants set subdomain = $1 where id = 1', subdomain)
    await work(`${subdomain}.${domain}`)
  }
  await query(`update tenants set subdomain = 'acme' where id = 1`)
}

test('an old access cookie opens no account', () =>
  everywhere(async (host) => {
    assert.deepEqual(outcome(await send(host, { cookie: cookie('access') }, 'GET /api/me/')), notValid)
  }))

test('an old access cookie opens no socket', () =>
  everywhere(async (host) => {
    const opened = await socket(null, '/ws/notifications/', { headers: { host, cookie: cookie('access') } })
    assert.equal(await opened.ended, closeCodes.not_signed_in)
  }))

test('an old refresh cookie renews no session, and ends none', () =>
  everywhere(async (host) => {
    assert.deepEqual(outcome(await send(host, { cookie: cookie('refresh') }, 'POST /api/token/refresh/')), notValid)
    await send(host, { cookie: cookie('refresh') }, 'POST /api/logout/')
    assert.deepEqual(await query('select id from sessions where ended_at is not null'), [])
  }))

for (const [what, link] of Object.entries(everyLink))
  test(`an old link sets nobody’s password: ${what}`, () =>
    everywhere(async (host) => {
      assert.deepEqual(
        outcome(await send(host, {}, 'POST /api/set-password/', { ...link, new_password: 'Taken-over-1' })),
        badLink,
      )
    }))

test('an old device cookie makes nobody’s device known', () =>
  everywhere(async (host) => {
    const logIn = (secret: string, headers = {}) =>
      send(host, headers, 'POST /api/token/', { email: 'stella@acme.test', password: secret })
    await query('delete from limits')
    for (let i = 0; i < 10; i++) assert.equal((await logIn('Wrong-one-1')).status, 401)
    assert.equal((await logIn(password)).status, 429)
    assert.equal((await logIn(password, { cookie: cookie('device') })).status, 429)
  }))

test('an old sign-up cookie founds no workspace, and an old code proves no address', async () => {
  const tenant = { tenant_name: 'Taken', domain_url: 'taken.localhost', email, password, full_name: 'Stella Stranger' }
  const request = (route: string, body: object) => send(domain, { cookie: `atrium_signup=${signup}` }, route, body)
  assert.deepEqual(outcome(await request('POST /api/tenants/signup/', tenant)), [400, { email: ['Please verify your email'] }])
  assert.deepEqual(outcome(await request('POST /api/tenants/verify-otp/', { email, otp })), [
    400,
    { detail: 'Invalid code.', attempts_left: 0 },
  ])
})
