// A second factor: how it is set up, asked for at the log-in, required, removed and reset.
import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { closeCodes } from 'contract'
import { Secret, TOTP } from 'otpauth'
import { type Name, okBody, outcome, password, people, testApp } from '../testing/world.ts'
import { requireOfSuperAdmins } from './required.ts'
import { composeSecondFactor } from './second-factor-mails.ts'
import { softwarePasskey } from './testing-passkey.ts'

const { as, asOwner, browser, query, pools, services, socket } = await testApp()
const origin = 'http://acme.localhost:8000'
type Browser = ReturnType<typeof browser>

beforeEach(async () => {
  for (const table of ['authenticators', 'recovery_codes', 'open_log_ins', 'security_events', 'limits'])
    await query(`delete from ${table}`)
  await query('update people set has_second_factor = false')
  await query('update tenants set requires_second_factor = false')
  await query(`delete from pgboss.job where name = 'mail'`)
})

const emailOf = (name: Name) => `${name}@${people[name].at}.test`
const firstStep = (request: Browser, name: Name = 'dev') => request('POST /api/token/', { email: emailOf(name), password })
const secondStep = (request: Browser, body: object) => request('POST /api/token/second-factor/', body)
/** The code that an app shows, at this many periods from now. */
const codeOf = (key: string, periods = 0) =>
  new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp: Date.now() + periods * 30_000 })

/** Sets an app up, and returns its key and the recovery codes. The next code is another one. */
async function addApp(request: ReturnType<typeof as>) {
  const { key, setup, address } = await okBody(request('POST /api/second-factor/app/begin/', { password }))
  const code = codeOf(key, -1)
  const { recovery_codes } = await okBody(request('POST /api/second-factor/app/', { setup, name: 'Phone', one_time_code: code }))
  return { key, address, recovery_codes }
}

async function addPasskey(request: ReturnType<typeof as>, passkey = softwarePasskey(origin)) {
  const { setup, options } = await okBody(request('POST /api/second-factor/passkey/begin/', { password }))
  const body = { setup, name: 'Key', passkey: passkey.create(options) }
  const { recovery_codes } = await okBody(request('POST /api/second-factor/passkey/', body))
  return { passkey, recovery_codes }
}

test('an app is set up with the password and its present code, and then asked for at every log-in', async () => {
  const dev = as('dev')
  const wrong = await dev('POST /api/second-factor/app/begin/', { password: 'Wrong-1' })
  assert.deepEqual(outcome(wrong), [400, { password: ['Current password is incorrect.'] }])
  const { key, address, recovery_codes } = await addApp(dev)
  assert.match(address, /^otpauth:\/\/totp\/Atrium%20acme\.localhost.*dev%40acme\.test\?.*secret=/)
  assert.equal(new Set(recovery_codes).size, 10)
  for (const code of recovery_codes) assert.match(code, /^[a-z2-9]{4}-[a-z2-9]{4}-[a-z2-9]{4}$/)

  const request = browser('acme')
  const refused = await firstStep(request)
  assert.deepEqual(outcome(refused), [
    401,
    { detail: 'Confirm that it is you.', code: 'second_factor_required', has_app: true, passkey: null },
  ])
  assert.equal((await request('GET /api/me/')).status, 401)
  assert.equal((await okBody(secondStep(request, { one_time_code: codeOf(key) }))).name, 'Dev')
  assert.equal((await request('GET /api/me/')).status, 200)
  const events = await query(`select kind, about from security_events order by id`)
  assert.deepEqual(events, [
    { kind: 'second_factor_added', about: 'Phone' },
    { kind: 'logged_in', about: 'With the app Phone' },
  ])
})

test('a password that is wrong does not tell that there is a second factor', async () => {
  await addApp(as('dev'))
  const { status, body } = await browser('acme')('POST /api/token/', { email: 'dev@acme.test', password: 'Wrong-1' })
  assert.deepEqual([status, body.code], [401, undefined])
})

test('no code is accepted twice, and none that is wrong or old', async () => {
  const { key } = await addApp(as('dev'))
  const notRight = [400, { one_time_code: ['This code is not right, or has been used.'] }]
  const request = browser('acme')
  await firstStep(request)
  // The one it was set up with, an old one, and none.
  for (const code of [codeOf(key, -1), codeOf(key, -5), '000000', 'x', ''])
    assert.deepEqual(outcome(await secondStep(request, { one_time_code: code })), notRight, code)
  const code = codeOf(key)
  await okBody(secondStep(request, { one_time_code: code }))
  const again = browser('acme')
  await firstStep(again)
  assert.deepEqual(outcome(await secondStep(again, { one_time_code: code })), notRight)
  const failed = await query(`select about from security_events where kind = 'log_in_failed'`)
  assert.deepEqual(failed[0], { about: 'dev@acme.test, second factor' })
})

test('a code is accepted in groups, in full-width digits and with what was pasted around it', async () => {
  const { key } = await addApp(as('dev'))
  const full = (code: string) => code.replace(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0))
  const ways: ((code: string) => string)[] = [
    (code) => ` ${code.slice(0, 3)} ${code.slice(3)}\n`,
    (code) => `${code.slice(0, 3)}\u2013${code.slice(3)}`,
    full,
    (code) => `\u202d${code}\u202c\u200b`,
  ]
  for (const way of ways) {
    await query('update authenticators set last_period = null')
    const request = browser('acme')
    await firstStep(request)
    await okBody(secondStep(request, { one_time_code: way(codeOf(key)) }))
  }
})

test('two log-ins at once with one code, or one recovery code, are one', async () => {
  const { key, recovery_codes } = await addApp(as('dev'))
  for (const code of [codeOf(key), recovery_codes[0]]) {
    const requests = Array.from({ length: 4 }, () => browser('acme'))
    for (const request of requests) await firstStep(request)
    const statuses = (await Promise.all(requests.map((request) => secondStep(request, { one_time_code: code })))).map(
      ({ status }) => status,
    )
    assert.deepEqual(statuses.sort(), [200, 400, 400, 400])
  }
})

test('a recovery code takes the place of the app once, however it is written', async () => {
  const { recovery_codes } = await addApp(as('dev'))
  const code = String(recovery_codes[3])
  const request = browser('acme')
  await firstStep(request)
  await okBody(secondStep(request, { one_time_code: ` ${code.toUpperCase().replaceAll('-', ' ')} ` }))
  const dashed = browser('acme')
  await firstStep(dashed)
  await okBody(secondStep(dashed, { one_time_code: `\u200b${String(recovery_codes[4]).replaceAll('-', '–')}` }))
  assert.equal((await okBody(request('GET /api/second-factor/'))).recovery_codes, 8)
  const again = browser('acme')
  await firstStep(again)
  assert.equal((await secondStep(again, { one_time_code: code })).status, 400)
})

test('a passkey confirms a log-in: once per challenge, of its own workspace, and nobody else’s', async () => {
  const { passkey } = await addPasskey(as('dev'))
  const request = browser('acme')
  const { body } = await firstStep(request)
  assert.equal(body.has_app, false)
  const refused = [400, { detail: 'The passkey was not accepted.' }]
  const signed = passkey.get(body.passkey)
  const ofAnother = { ...softwarePasskey(origin).get(body.passkey), id: signed.id, rawId: signed.rawId }
  const elsewhere = softwarePasskey('http://globex.localhost:8000').get(body.passkey)
  const forAnotherChallenge = passkey.get({ challenge: 'c29tZXRoaW5nIGVsc2U' })
  for (const wrong of [ofAnother, elsewhere, forAnotherChallenge])
    assert.deepEqual(outcome(await secondStep(request, { passkey: wrong })), refused)
  const last = passkey.get(body.passkey)
  await okBody(secondStep(request, { passkey: last }))
  const again = browser('acme')
  await firstStep(again)
  assert.deepEqual(outcome(await secondStep(again, { passkey: last })), refused)
  // Of another person in the same workspace.
  const pam = browser('acme')
  await addApp(as('pam'))
  await firstStep(pam, 'pam')
  assert.deepEqual(outcome(await secondStep(pam, { passkey: passkey.get(body.passkey) })), refused)
})

test('a passkey that answers no challenge of ours is not added, and none twice', async () => {
  const dev = as('dev')
  const passkey = softwarePasskey(origin)
  const { setup, options } = await okBody(dev('POST /api/second-factor/passkey/begin/', { password }))
  const add = (request: typeof dev, body: object) => request('POST /api/second-factor/passkey/', { setup, name: 'Key', ...body })
  const refused = [400, { detail: 'The passkey was not accepted.' }]
  const late = [400, { detail: 'This has taken too long. Please begin again.' }]
  assert.deepEqual(outcome(await add(dev, { passkey: passkey.create({ challenge: 'eA' }) })), refused)
  assert.deepEqual(outcome(await add(dev, { passkey: softwarePasskey('http://evil.test').create(options) })), refused)
  assert.deepEqual(outcome(await add(dev, { setup: 'x', passkey: passkey.create(options) })), late)
  assert.deepEqual(outcome(await add(as('pam'), { passkey: passkey.create(options) })), late)
  await okBody(add(dev, { passkey: passkey.create(options) }))
  const twice = [400, { detail: 'You have added this passkey already.' }]
  assert.deepEqual(outcome(await add(dev, { passkey: passkey.create(options) })), twice)
  assert.equal((await okBody(dev('GET /api/second-factor/'))).authenticators.length, 1)
})

test('a log-in waits ten minutes for its second step, in its own browser, and ends with a new password', async () => {
  const { key, recovery_codes } = await addApp(as('dev'))
  const tookTooLong = [400, 'log_in_expired']
  const begun = browser('acme')
  await firstStep(begun)
  const code = codeOf(key)
  for (const [request, body] of [
    [browser('acme'), { one_time_code: code }],
    [browser('globex'), { one_time_code: code }],
  ] as const) {
    const { status, body: answer } = await secondStep(request, body)
    assert.deepEqual([status, answer.code], tookTooLong)
  }
  await query(`update open_log_ins set expires_at = now() - interval '1 second'`)
  assert.equal((await secondStep(begun, { one_time_code: code })).body.code, 'log_in_expired')
  await firstStep(begun)
  await okBody(as('dev')('POST /api/password/change/', { old_password: password, new_password: 'Better-pass-1' }))
  assert.equal((await secondStep(begun, { one_time_code: recovery_codes[0] })).body.code, 'log_in_expired')
  await okBody(as('dev')('POST /api/password/change/', { old_password: 'Better-pass-1', new_password: password }))
})

test('codes are guessed ten times in a quarter of an hour, and a right one is not counted', async () => {
  const { key, recovery_codes } = await addApp(as('dev'))
  const right = browser('acme')
  await firstStep(right)
  await okBody(secondStep(right, { one_time_code: recovery_codes[0] }))
  const request = browser('acme')
  await firstStep(request)
  for (let n = 0; n < 10; n++) assert.equal((await secondStep(request, { one_time_code: '000000' })).status, 400)
  const { status, headers } = await secondStep(request, { one_time_code: codeOf(key) })
  assert.equal(status, 429)
  assert.ok(Number(headers['retry-after']) > 0)
})

test('a stranger who knows the password keeps nobody from a known device, a recovery code or a passkey, nor from a new password', async () => {
  const home = browser('acme')
  await okBody(firstStep(home))
  const { key, recovery_codes } = await addApp(as('dev'))
  const { passkey } = await addPasskey(as('dev'))
  const stranger = browser('acme')
  await firstStep(stranger)
  for (let n = 0; n < 10; n++) assert.equal((await secondStep(stranger, { one_time_code: '000000' })).status, 400)
  await query(`update limits set count = max, resets_at = now() + interval '29 days'
    from (values (100)) full_at(max) where key like 'guesses at app code %'`)
  const elsewhere = browser('acme')
  const isLockedOut = async () => {
    await firstStep(elsewhere)
    return (await secondStep(elsewhere, { one_time_code: codeOf(key) })).status === 429
  }
  assert.ok(await isLockedOut())
  await firstStep(home)
  await okBody(secondStep(home, { one_time_code: codeOf(key) }))
  const inPlace = browser('acme')
  await firstStep(inPlace)
  await okBody(secondStep(inPlace, { one_time_code: recovery_codes[0] }))
  const { passkey: options } = (await firstStep(inPlace)).body
  await okBody(secondStep(inPlace, { passkey: passkey.get(options) }))
  await okBody(as('dev')('POST /api/password/change/', { old_password: password, new_password: 'Better-pass-1' }))
  await okBody(as('dev')('POST /api/password/change/', { old_password: 'Better-pass-1', new_password: password }))
  assert.ok(!(await isLockedOut()))
})

test('a set-up that has begun adds one authenticator', async () => {
  const dev = as('dev')
  const { key, setup } = await okBody(dev('POST /api/second-factor/app/begin/', { password }))
  const body = { setup, name: 'Phone' }
  await okBody(dev('POST /api/second-factor/app/', { ...body, one_time_code: codeOf(key, -1) }))
  const again = await dev('POST /api/second-factor/app/', { ...body, one_time_code: codeOf(key) })
  assert.deepEqual(outcome(again), [400, { detail: 'This has taken too long. Please begin again.' }])
})

test('a workspace requires one: everything else is closed until it is set up, also open sockets', async () => {
  const dev = as('dev')
  const ann = as('ann')
  const require = () => ann('PATCH /api/workspace/', { requires_second_factor: true })
  const missing = { requires_second_factor: ['Set up a second factor of your own first, in your profile.'] }
  assert.deepEqual(outcome(await require()), [400, missing])
  await addApp(ann)
  const { client } = await socket('dev', '/ws/notifications/')
  const closed = new Promise((resolve) => client.once('close', resolve))
  await okBody(require())
  assert.equal(await closed, closeCodes.forbidden)
  const gate = [403, { detail: 'Set up a second factor first.', code: 'second_factor_missing', redirect: '/second-factor' }]
  assert.deepEqual(outcome(await dev('GET /api/projects/')), gate)
  assert.equal((await okBody(dev('GET /api/me/'))).must_set_up_second_factor, true)
  assert.equal((await ann('GET /api/projects/')).status, 200)
  await addPasskey(dev)
  assert.equal((await okBody(dev('GET /api/me/'))).must_set_up_second_factor, undefined)
  assert.equal((await dev('GET /api/projects/')).status, 200)
  // The last one stays.
  const { authenticators } = await okBody(dev('GET /api/second-factor/'))
  const remove = () => dev(`POST /api/second-factor/${authenticators[0].id}/remove/`, { password })
  assert.deepEqual(outcome(await remove()), [400, { detail: 'A second factor is required here. Add another one first.' }])
  await okBody(ann('PATCH /api/workspace/', { requires_second_factor: false }))
  await okBody(remove())
})

test('super admins need one where a server in production says so, and none elsewhere', async () => {
  const sol = as('sol')
  const statuses = async () => [
    (await sol('GET /api/super-admin-dashboard/')).body.code,
    (await okBody(sol('GET /api/me/'))).must_set_up_second_factor,
  ]
  await asOwner((client) => requireOfSuperAdmins(client, true))
  assert.deepEqual(await statuses(), ['second_factor_missing', true])
  // It concerns no workspace.
  assert.equal((await as('dev')('GET /api/projects/')).status, 200)
  await asOwner((client) => requireOfSuperAdmins(client, false))
  assert.deepEqual(await statuses(), [undefined, undefined])
})

test('with the last authenticator its recovery codes go, and the password alone logs in', async () => {
  const dev = as('dev')
  const { recovery_codes } = await addApp(dev)
  assert.equal((await addPasskey(dev)).recovery_codes, null)
  const { authenticators } = await okBody(dev('GET /api/second-factor/'))
  assert.deepEqual(
    authenticators.map(({ kind, name }: { kind: string; name: string }) => [kind, name]),
    [
      ['app', 'Phone'],
      ['passkey', 'Key'],
    ],
  )
  const remove = (id: number, typed = password) => dev(`POST /api/second-factor/${id}/remove/`, { password: typed })
  assert.equal((await remove(authenticators[0].id, 'Wrong-1')).status, 400)
  await okBody(remove(authenticators[0].id))
  assert.equal((await firstStep(browser('acme'))).body.code, 'second_factor_required')
  await okBody(remove(authenticators[1].id))
  await okBody(firstStep(browser('acme')))
  assert.deepEqual(await query('select 1 from recovery_codes where used_at is null'), [])
  assert.equal(recovery_codes.length, 10)
  assert.equal((await dev('POST /api/second-factor/recovery-codes/', { password })).status, 400)
})

test('new recovery codes replace the earlier ones', async () => {
  const dev = as('dev')
  const { recovery_codes: earlier } = await addApp(dev)
  const { recovery_codes } = await okBody(dev('POST /api/second-factor/recovery-codes/', { password }))
  const request = browser('acme')
  await firstStep(request)
  assert.equal((await secondStep(request, { one_time_code: earlier[0] })).status, 400)
  await okBody(secondStep(request, { one_time_code: recovery_codes[0] }))
})

test('an administrator resets the second factor of somebody who has lost it, and the owner an administrator’s', async () => {
  await addApp(as('deb'))
  const reset = (who: Name, id: number) => as(who)(`POST /api/people/${id}/reset-second-factor/`, { password })
  assert.equal((await reset('ann', people.gil.id)).status, 404)
  assert.equal((await reset('ann', people.pam.id)).status, 400)
  const wrong = await as('ann')(`POST /api/people/${people.deb.id}/reset-second-factor/`, { password: 'Wrong-1' })
  assert.deepEqual(outcome(wrong), [400, { password: ['Current password is incorrect.'] }])
  await okBody(reset('ann', people.deb.id))
  // Their sessions ended, and the password alone logs in.
  await okBody(firstStep(browser('acme'), 'deb'))
  const [{ data } = {}] = await query(`select data from pgboss.job where data->>'change' = 'second_factor_reset'`)
  const mail = await composeSecondFactor({ pools, services }, data as Parameters<typeof composeSecondFactor>[1])
  assert.equal(mail?.to, 'deb@acme.test')
  assert.match(mail?.text ?? '', /An administrator has removed your second factors/)

  await query(`update people set role = 'tenant_admin' where id = $1`, people.hana.id)
  await addApp(as('hana'))
  await query(`update people set has_second_factor = true where id = $1`, people.ann.id)
  assert.equal((await reset('hana', people.ann.id)).status, 403)
  assert.equal((await reset('ann', people.ann.id)).status, 400)
  await okBody(reset('ann', people.hana.id))
  await query(`update people set role = 'hr' where id = $1`, people.hana.id)
})

test('a secret that another key encrypted accepts no code, and the recovery codes still work', async () => {
  const { key, recovery_codes } = await addApp(as('dev'))
  await query(`update authenticators set secret = 'unreadable'`)
  const request = browser('acme')
  await firstStep(request)
  assert.equal((await secondStep(request, { one_time_code: codeOf(key) })).status, 400)
  await okBody(secondStep(request, { one_time_code: recovery_codes[0] }))
})

test('neither the app’s key nor a recovery code is readable in the database', async () => {
  const { key, recovery_codes } = await addApp(as('dev'))
  const rows = JSON.stringify([await query('select * from authenticators'), await query('select * from recovery_codes')])
  for (const text of [key, ...recovery_codes, ...recovery_codes.map((code: string) => code.replaceAll('-', ''))])
    assert.ok(!rows.includes(text))
})
