// @long: Many at once, where only so many may pass.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { statements } from '../kit/db/db.ts'
import { type Answer, testApp } from '../testing/world.ts'
import { countSignups } from './testing.ts'

const { asOwner, browser, query, services } = await testApp()

const statuses = (answers: Answer[]) => {
  const counts: Record<number, number> = {}
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

test('of a hundred parallel sends to one address one goes out, and in an hour of such hundreds three', async () => {
  const request = browser('platform')
  const email = 'wanted@new.test'
  const hundred = () => Promise.all(Array.from({ length: 100 }, () => request('POST /api/tenants/send-otp/', { email })))
  const sent = () =>
    query(
      `select (select count(*)::int from signup_codes where email = $1) as codes, (select count(*)::int from pgboss.job
         where data->>'template' = 'code' and (data->>'code_id')::bigint in (select id from signup_codes where email = $1)) as mails`,
      email,
    )
  for (const passed of [1, 2, 3]) {
    assert.deepEqual(statuses(await hundred()), { 200: 1, 429: 99 })
    assert.deepEqual(await sent(), [{ codes: passed, mails: passed }])
    await query(`update signup_codes set created_at = created_at - interval '61 seconds' where email = $1`, email)
  }
  assert.deepEqual(statuses(await hundred()), { 429: 100 })
  await query(`update signup_codes set created_at = created_at - interval '57 minutes' where email = $1`, email)
  assert.deepEqual(statuses(await hundred()), { 200: 1, 429: 99 })
  assert.deepEqual(await sent(), [{ codes: 4, mails: 4 }])
})

/** Browsers that have each verified an address of their own. */
async function verified(count: number) {
  const rows = await query(
    `insert into signup_codes (email, expires_at, verified_at)
     select 'racer' || n || '@new.test', now() + interval '10 minutes', now() from generate_series(1, $1) n returning key, email`,
    count,
  )
  return rows.map(({ key, email }) => {
    const request = browser('platform')
    request.jar.set('atrium_signup', services.tokens.sign('signup', String(key)))
    return (form: object) =>
      request('POST /api/tenants/signup/', { ...form, email, password: 'Brandnew1', full_name: 'Olga Owner' })
  })
}

/** Holds new tenants back until so many, which is all that have a connection, stand at the door. */
async function atTheDoor<T>(work: () => Promise<T>, count: number) {
  return asOwner(async (client) => {
    await client.query('begin; lock table tenants in share mode')
    const working = work()
    const waiting = async () =>
      Number((await query(`select count(*)::int as n from pg_locks where not granted and relation = 'tenants'::regclass`))[0]?.n)
    let isOver = false
    void working.then(() => (isOver = true))
    while (!isOver && (await waiting()) < count);
    await client.query('commit')
    return working
  })
}

test('of two hundred sign-ups racing for one subdomain one wins, and the others leave nothing half-made', async () => {
  const signUps = await verified(200)
  const madeSince = await countSignups(query)
  const watch = statements.seen
  let inserts = 0
  statements.seen = (text, values) => {
    if (text.startsWith('insert into "tenants"')) inserts++
    watch?.(text, values)
  }
  const race = () =>
    Promise.all(signUps.map((signUp, n) => signUp({ tenant_name: `Racer ${n}`, domain_url: 'contested.localhost' })))
  const answers = await atTheDoor(race, 10).finally(() => {
    statements.seen = watch
  })
  assert.ok(inserts >= 10, `${inserts} got as far as the row of the tenant`)
  // The queue of new passwords is a second long: those beyond it are told to come again.
  const { 201: won, 400: lost = 0, 503: refused = 0, ...others } = statuses(answers)
  assert.deepEqual([won, lost + refused, others], [1, 199, {}])
  for (const { status, body } of answers) if (status === 400) assert.deepEqual(body, { subdomain: ['Subdomain not available'] })
  assert.deepEqual(await madeSince(), { tenants: 1, people: 1, mails: 1, used: 1 })

  const loser = signUps[answers.findIndex(({ status }) => status === 400)]
  assert.equal((await loser?.({ tenant_name: 'Second choice', domain_url: 'second-choice.localhost' }))?.status, 201)
})
