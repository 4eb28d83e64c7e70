import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { invitationsPerDay } from 'contract'
import { type Answer, testApp } from '../testing/world.ts'

const { as, query } = await testApp()

const route = 'POST /api/employees/'
const form = { full_name: 'Nia New', job_title: 'Developer', department: 'Engineering', role: 'developer' }
let counter = 0
const newcomer = (fields: object = {}) => ({ ...form, email: `nia${++counter}@acme.test`, ...fields })
const invite = (who: 'ann' | 'gwen' = 'ann', fields: object = {}) => as(who)(route, newcomer(fields))
/** Sets how many invitations the workspace has sent. */
const sent = (count: number, tenant_id = 1) =>
  query(
    `insert into limits (key, count, resets_at) values ($1, $2, now() + interval '5 hours')
     on conflict (key) do update set count = excluded.count, resets_at = excluded.resets_at`,
    `invitations ${tenant_id}`,
    count,
  )
const counted = async () => (await query(`select count::int from limits where key = 'invitations 1'`))[0]?.count
const mailed = async () => (await query(`select from pgboss.job where name = 'mail' and data->>'template' = 'invitation'`)).length
const statuses = (answers: Answer[]) => answers.map(({ status }) => status).toSorted((a, b) => a - b)
const { on_trial, paid } = invitationsPerDay

beforeEach(async () => {
  await query(`delete from limits; delete from pgboss.job where name = 'mail';
    update tenants set on_trial = true, paid_until = null where id in (1, 2)`)
})

test('a workspace on trial sends 50 invitations a day, one that pays 500', () => {
  assert.deepEqual([on_trial, paid], [50, 500])
})

test('of a hundred invitations at once as many go out as are left of the day', async () => {
  await sent(on_trial - 30)
  const answers = await Promise.all(Array.from({ length: 100 }, () => invite()))
  assert.deepEqual(statuses(answers), [...Array(30).fill(201), ...Array(70).fill(429)])
  assert.equal(await mailed(), 30)
  assert.equal(await counted(), on_trial)
  assert.equal((await invite('gwen', { email: 'nia@globex.test' })).status, 201)
})

test('beyond the limit the answer says what it is and when it opens again', async () => {
  await sent(on_trial)
  const { status, body, headers } = await invite()
  assert.deepEqual(
    [status, body],
    [429, { detail: 'A workspace on trial can send 50 invitations a day. You can send the next one in 5 hours.' }],
  )
  assert.ok(Number(headers['retry-after']) > 4 * 3600 && Number(headers['retry-after']) <= 5 * 3600)
  await query(`update limits set resets_at = now() where key = 'invitations 1'`)
  assert.equal((await invite()).status, 201)
})

test('a payment raises the limit at once, however often the old one was run into', async () => {
  await sent(on_trial)
  for (let i = 0; i < 5; i++) assert.equal((await invite()).status, 429)
  await query(`update tenants set on_trial = false, paid_until = current_date + 30 where id = 1`)
  assert.equal((await invite()).status, 201)
  await sent(paid)
  const { status, body } = await invite()
  assert.deepEqual(
    [status, body.detail],
    [429, 'A workspace can send 500 invitations a day. You can send the next one in 5 hours.'],
  )
})

test('an invitation that is sent again counts; one that is refused or handed over as a link does not', async () => {
  const { id } = (await invite()).body
  const resend = () => as('ann')(`POST /api/employees/${id}/resend-invitation/`)
  assert.equal((await resend()).status, 200)
  assert.equal(await counted(), 2)
  assert.match((await resend()).body.detail, /^Please wait/)
  assert.equal((await as('ann')(`POST /api/employees/${id}/invitation-link/`)).status, 200)
  assert.equal(await counted(), 2)
  await sent(on_trial)
  await query(`delete from limits where key like 'invitation %'`)
  assert.match((await resend()).body.detail, /^A workspace on trial can send 50/)
  await sent(0)
  assert.equal((await resend()).status, 200)
})

test('an invitation that was not sent does not count', async () => {
  await sent(on_trial - 1)
  const existing = newcomer({ email: 'dev@acme.test' })
  assert.equal((await as('ann')(route, existing)).status, 400)
  assert.equal((await invite('ann', { role: 'king' })).status, 400)
  assert.equal((await as('pam')(route, newcomer())).status, 403)
  assert.equal(await counted(), on_trial - 1)

  const twice = newcomer()
  assert.deepEqual(statuses(await Promise.all([as('ann')(route, twice), as('ann')(route, twice)])).at(0), 201)
  await sent(on_trial - 1)
  await query('revoke insert on password_links from atrium_workspace')
  assert.equal((await invite()).status, 500)
  await query('grant insert on password_links to atrium_workspace')
  for (const end = Date.now() + 20_000; (await counted()) !== on_trial - 1; ) assert.ok(Date.now() < end, 'It still counts.')
  assert.equal((await invite()).status, 201)
})
