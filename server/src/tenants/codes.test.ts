// The code that proves an e-mail address at sign-up.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { outcome, testApp } from '../testing/world.ts'
import { digitsOf } from './codes.ts'
import { composeCode } from './mails.ts'

const { browser, query, pools, services } = await testApp()
const visitor = browser('platform')

let used = 0
const address = () => `owner${++used}@new.test`
const send = (email: unknown) => visitor('POST /api/tenants/send-otp/', { email })
const verify = (email: string, otp: unknown, request = visitor) => request('POST /api/tenants/verify-otp/', { email, otp })
const age = (email: string, interval: string) =>
  query(
    'update signup_codes set created_at = created_at - $2::interval, expires_at = expires_at - $2::interval where email = $1',
    email,
    interval,
  )
async function codeFor(email: string) {
  const [row] = await query('select key from signup_codes where email = $1 order by id desc limit 1', email)
  return digitsOf(services.tokens, { key: String(row?.key), email })
}
const wrongFor = async (email: string) => String((Number(await codeFor(email)) + 1) % 1_000_000).padStart(6, '0')
const attemptsOn = async (email: string) =>
  (await query('select attempts from signup_codes where email = $1', email))[0]?.attempts

test('a code is sent to a well-formed address, in lower case, by a mail that names no secret', async () => {
  assert.deepEqual(outcome(await send('  Owner@New.TEST ')), [
    200,
    { detail: 'OTP sent successfully!', cooldown_seconds: 60, sends_left: 2 },
  ])
  const [row] = await query(
    `select s.email, round(extract(epoch from s.expires_at - s.created_at))::int as seconds, j.data
     from signup_codes s join pgboss.job j on j.name = 'mail' and (j.data->>'code_id')::bigint = s.id where s.email = 'owner@new.test'`,
  )
  assert.deepEqual([row?.email, row?.seconds, Object.keys(row?.data ?? {}).length], ['owner@new.test', 600, 2])
  for (const [bad, message] of [
    ['', 'This field is required'],
    [undefined, 'This field is required'],
    ['owner@', 'Invalid email format'],
    [7, 'Not a valid text.'],
  ])
    assert.deepEqual(outcome(await send(bad)), [400, { email: [message] }])
})

test('a known address is answered like an unknown one', async () => {
  assert.deepEqual(outcome(await send('ann@acme.test')), outcome(await send(address())))
})

test('the next code may be asked for after 60 seconds', async () => {
  const email = address()
  assert.equal((await send(email)).status, 200)
  const hasty = await send(email)
  assert.equal(hasty.status, 429)
  const wait = Number(hasty.headers['retry-after'])
  assert.ok(wait > 50 && wait <= 60)
  assert.equal((await send(address())).status, 200)
  await age(email, '59 seconds')
  assert.equal((await send(email)).status, 429)
  await age(email, '1 second')
  assert.equal((await send(email)).status, 200)
})

test('an address gets three codes an hour, and the fourth once the first is an hour old', async () => {
  const email = address()
  for (const left of [2, 1, 0]) {
    assert.equal((await send(email)).body.sends_left, left)
    await age(email, '61 seconds')
  }
  const fourth = await send(email)
  assert.equal(fourth.status, 429)
  const wait = Number(fourth.headers['retry-after'])
  assert.ok(wait > 3600 - 3 * 61 - 10 && wait <= 3600 - 3 * 61, String(wait))
  await age(email, `${wait} seconds`)
  assert.equal((await send(email)).status, 200)
})

test('of twenty sends to one address at once one goes out', async () => {
  const email = address()
  const answers = await Promise.all(Array.from({ length: 20 }, () => send(email)))
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, ...Array(19).fill(429)])
  assert.deepEqual(await query('select count(*)::int as n from signup_codes where email = $1', email), [{ n: 1 }])
})

test('the right code verifies the address', async () => {
  const email = address()
  await send(email)
  const { status, body, cookies } = await verify(` ${email.toUpperCase()}`, ` ${await codeFor(email)} `)
  assert.deepEqual([status, body], [200, { detail: 'Email verified successfully!' }])
  assert.match(cookies[0] ?? '', /^atrium_signup=[^;]+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=1800$/)
})

test('wrong codes count down from four, and the fifth ends the code, even for who then knows it', async () => {
  const email = address()
  await send(email)
  const wrong = await wrongFor(email)
  for (const attempts_left of [4, 3, 2, 1])
    assert.deepEqual(outcome(await verify(email, wrong)), [400, { detail: 'Invalid code.', attempts_left }])
  for (const otp of [wrong, wrong, await codeFor(email)]) {
    const { status, body } = await verify(email, otp)
    assert.deepEqual([status, body.detail], [400, 'Too many attempts. Please resend code.'])
  }
})

test('the right code is good after four wrong ones', async () => {
  const email = address()
  await send(email)
  const wrong = await wrongFor(email)
  for (let i = 0; i < 4; i++) await verify(email, wrong)
  assert.equal((await verify(email, await codeFor(email))).status, 200)
})

test('a malformed code uses no attempt', async () => {
  const email = address()
  await send(email)
  for (const otp of ['12345', '1234567', 'abcdef', '12 456', '１２３４５'])
    assert.deepEqual(outcome(await verify(email, otp)), [400, { otp: ['Enter 6-digit code'] }], otp)
  assert.deepEqual(outcome(await verify(email, '')), [400, { otp: ['This field is required'] }])
  assert.deepEqual(outcome(await verify(email, 123456)), [400, { otp: ['Not a valid text.'] }])
  assert.equal(await attemptsOn(email), 0)
  assert.equal((await verify(email, await wrongFor(email))).body.attempts_left, 4)
})

test('of a hundred parallel wrong codes five are counted, and the right one comes too late', async () => {
  const email = address()
  await send(email)
  const wrong = await wrongFor(email)
  const answers = await Promise.all(Array.from({ length: 100 }, () => verify(email, wrong)))
  const judged = answers.filter(({ body }) => body.detail === 'Invalid code.').map(({ body }) => body.attempts_left)
  assert.deepEqual(judged.toSorted(), [1, 2, 3, 4])
  assert.equal(answers.filter(({ body }) => body.detail === 'Too many attempts. Please resend code.').length, 96)
  assert.equal(await attemptsOn(email), 5)
  const late = await verify(email, await codeFor(email))
  assert.deepEqual([late.status, late.body.detail], [400, 'Too many attempts. Please resend code.'])
})

test('a code is good for ten minutes', async () => {
  const email = address()
  await send(email)
  await age(email, '599 seconds')
  assert.equal((await verify(email, await codeFor(email))).status, 200)
  await age(email, '2 seconds')
  assert.deepEqual(outcome(await verify(email, await codeFor(email))), [400, { detail: 'Code expired. Please resend code.' }])
})

test('every later attempt on a code that was guessed at too often is told so, also once it has expired', async () => {
  const email = address()
  await send(email)
  const wrong = await wrongFor(email)
  for (let i = 0; i < 5; i++) await verify(email, wrong)
  await age(email, '11 minutes')
  for (const otp of [wrong, await codeFor(email)])
    assert.equal((await verify(email, otp)).body.detail, 'Too many attempts. Please resend code.')
})

test('a resent code replaces the earlier one and gives five attempts again', async () => {
  const email = address()
  await send(email)
  const first = await codeFor(email)
  for (let i = 0; i < 5; i++) await verify(email, await wrongFor(email))
  await age(email, '61 seconds')
  await send(email)
  assert.notEqual(first, await codeFor(email))
  assert.deepEqual(outcome(await verify(email, first)), [400, { detail: 'Invalid code.', attempts_left: 4 }])
  assert.equal((await verify(email, await codeFor(email))).status, 200)
})

test('one address’s code is no other’s', async () => {
  const [first, second] = [address(), address()]
  await send(first)
  await send(second)
  assert.equal((await verify(second, await codeFor(first))).status, 400)
  assert.equal((await verify(first, await codeFor(first))).status, 200)
  assert.equal((await verify(address(), '123456')).status, 400)
})

const nothingSent = [400, { detail: 'Invalid code.', attempts_left: 0 }]
const codesOf = (email: string) => query('select id::int, key from signup_codes where email = $1 order by id', email)

test('a code is good in the browser that asked for it, and in no other', async () => {
  const email = address()
  const { cookies } = await send(email)
  assert.match(cookies[0] ?? '', /^atrium_signup=[^;]+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=3600$/)
  const elsewhere = browser('platform')
  assert.deepEqual(outcome(await verify(email, await codeFor(email), elsewhere)), nothingSent)
  await elsewhere('POST /api/tenants/send-otp/', { email: address() })
  assert.deepEqual(outcome(await verify(email, await codeFor(email), elsewhere)), nothingSent)
  assert.equal((await verify(email, await codeFor(email))).status, 200)
})

test('a stranger’s guesses, on a code of their own or on none, leave the owner’s code alone', async () => {
  const email = address()
  await send(email)
  const code = await codeFor(email)
  const stranger = browser('platform')
  for (let i = 0; i < 6; i++) assert.deepEqual(outcome(await verify(email, await wrongFor(email), stranger)), nothingSent)
  await age(email, '61 seconds')
  assert.equal((await stranger('POST /api/tenants/send-otp/', { email })).status, 200)
  for (const attempts_left of [4, 3, 2, 1])
    assert.equal((await verify(email, await wrongFor(email), stranger)).body.attempts_left, attempts_left)
  assert.equal((await verify(email, code, stranger)).body.detail, 'Too many attempts. Please resend code.')
  assert.equal((await verify(email, code)).status, 200)
})

test('a cookie that was tampered with names no code', async () => {
  const email = address()
  await send(email)
  const stranger = browser('platform')
  const [code] = await codesOf(email)
  for (const forged of [`${code?.key}.forged`, String(code?.key), services.tokens.sign('access', String(code?.key)), '.', 'x']) {
    stranger.jar.set('atrium_signup', forged)
    assert.deepEqual(outcome(await verify(email, await codeFor(email), stranger)), nothingSent, forged)
  }
})

test('a code that its own browser has replaced is not mailed any more, one that another browser asked for is', async () => {
  const email = address()
  await send(email)
  await age(email, '61 seconds')
  await send(email)
  await age(email, '61 seconds')
  await browser('platform')('POST /api/tenants/send-otp/', { email })
  const mails = (await codesOf(email)).map(({ id }) => composeCode({ pools, services }, { code_id: Number(id) }))
  assert.deepEqual(
    (await Promise.all(mails)).map((mail) => mail?.to),
    [undefined, email, email],
  )
})

test('thirty codes a day are judged for an address, right or wrong, from whichever browser', async () => {
  const email = address()
  // Two a browser, right and wrong, and a guess from one that has no code.
  for (let n = 0; n < 15; n++) {
    const request = browser('platform')
    assert.equal((await request('POST /api/tenants/send-otp/', { email })).status, 200)
    assert.equal((await verify(email, await wrongFor(email), request)).body.attempts_left, 4)
    assert.equal((await verify(email, await codeFor(email), request)).status, 200)
    assert.deepEqual(outcome(await verify(email, await codeFor(email), browser('platform'))), nothingSent)
    await age(email, '61 minutes')
  }
  await send(email)
  for (const otp of [await wrongFor(email), await codeFor(email)]) {
    const { status, headers } = await verify(email, otp)
    const wait = Number(headers['retry-after'])
    assert.deepEqual([status, wait > 86_000 && wait <= 86_400], [429, true])
  }
  const other = address()
  await send(other)
  assert.equal((await verify(other, await codeFor(other))).status, 200)
  await query(`update limits set resets_at = now() where key = $1`, `code attempts ${email}`)
  assert.equal((await verify(email, await wrongFor(email))).body.attempts_left, 4)
  assert.equal((await verify(email, await codeFor(email))).status, 200)
})

test('of forty codes judged at once for an address thirty are', async () => {
  const email = address()
  const browsers = Array.from({ length: 8 }, () => browser('platform'))
  for (const request of browsers) {
    await request('POST /api/tenants/send-otp/', { email })
    await age(email, '61 minutes')
  }
  await query(`update signup_codes set expires_at = now() + interval '10 minutes' where email = $1`, email)
  const answers = await Promise.all(
    browsers.flatMap((request) => Array.from({ length: 5 }, () => verify(email, '000000', request))),
  )
  const { 400: judged = [], 429: refused = [] } = Object.groupBy(answers, ({ status }) => String(status))
  assert.deepEqual([judged.length, refused.length], [30, 10])
})
