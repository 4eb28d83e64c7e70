// @long: The demonstration of a server in production.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { api, closeCodes, type Endpoint, may, workspaceRoles } from 'contract'
import { ConfigError } from '../config.ts'
import { inTenant } from '../kit/db/db.ts'
import { sendMails } from '../mails.ts'
import { sendLink } from '../people/links.ts'
import { sendSummaries } from '../summary/schedule.ts'
import { waitUntil } from '../testing/processes.ts'
import { okBody, outcome, people, storeScene, testApp } from '../testing/world.ts'
import { openSocket, portOf } from '../testing/world-sockets.ts'
import { createDemo } from './demo.ts'
import { demoPassword, demoPeople } from './people.ts'
import { renewDemo } from './renew.ts'

const production = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://atrium.example.com',
  SMTP_URL: 'smtp://127.0.0.1:1',
  TRUST_PROXY: 'none',
  STRIPE_SECRET_KEY: 'sk_test_x',
  STRIPE_WEBHOOK_SECRET: 'whsec_x',
  RATE_LIMIT: '0',
}
const here = await testApp({ ...production, DEMO: '1' })
const { query, browser, services, pools, owner_url, hostOf, app } = here
await createDemo(pools, { living: services, isPublic: true })
await storeScene(services.store)
const [tenant] = await query(`select id::float8 from tenants where subdomain = 'demo'`)
const demo_id = Number(tenant?.id)

async function visit(role: (typeof workspaceRoles)[number]) {
  const visitor = browser('demo')
  assert.equal((await visitor('POST /api/demo/', { role })).status, 200)
  return visitor
}

const tomorrow = (hours: number) => {
  const date = new Date()
  date.setUTCHours(24 + hours, 0, 0, 0)
  return date
}
const renew = (now: Date) => renewDemo({ pools, owner_url, services, now })

test('a visitor looks around as somebody of each role, in a workspace that says so', async () => {
  const { body } = await browser('demo')('GET /api/demo/')
  assert.equal(body.is_public, true)
  for (const role of workspaceRoles) {
    const { body } = await (await visit(role))('GET /api/me/')
    assert.deepEqual([body.role, body.tenant.is_public_demo, body.tenant.is_open], [role, true, true])
  }
  assert.equal('is_public_demo' in (await here.as('ann')('GET /api/me/')).body.tenant, false)
})

test('no password opens it, and there is no super admin', async () => {
  for (const { email } of [...demoPeople, { email: 'super@atrium.test' }])
    for (const at of ['demo', 'platform'] as const)
      assert.equal((await browser(at)('POST /api/token/', { email, password: demoPassword })).status, 401, `${email} at ${at}`)
  const held = `select count(*)::int as n from people where`
  assert.deepEqual(await query(`${held} tenant_id = $1 and password_hash is not null`, demo_id), [{ n: 0 }])
  assert.deepEqual(await query(`${held} email = 'super@atrium.test'`), [{ n: 0 }])
})

test('without DEMO=1 production has no demonstration', async () => {
  const elsewhere = await testApp({ ...production })
  for (const at of ['demo', 'acme', 'platform'] as const) {
    const guest = elsewhere.browser(at)
    assert.equal((await guest('GET /api/demo/')).status, 404)
    assert.equal((await guest('POST /api/demo/', { role: 'developer' })).status, 404)
  }
  assert.deepEqual(await elsewhere.query(`select from tenants where subdomain = 'demo'`), [])
})

test('somebody else’s workspace of that name is left alone, and the server says why it does not start', async () => {
  const elsewhere = await testApp({ ...production, DEMO: '1' })
  await elsewhere.query(
    `insert into tenants (name, name_key, subdomain, schema, trial_ends_on)
     values ('Demolition', 'demolition', 'demo', 'demo', current_date)`,
  )
  const create = () => createDemo(elsewhere.pools, { living: elsewhere.services, isPublic: true })
  await assert.rejects(create, (error) => error instanceof ConfigError && /subdomain demo/.test(error.message))
  assert.deepEqual(
    await elsewhere.query(`select p.id from people p join tenants t on t.id = p.tenant_id where t.subdomain = 'demo'`),
    [],
  )
  assert.equal((await elsewhere.browser('demo')('GET /api/demo/')).status, 404)
  assert.equal(await renewDemo({ pools: elsewhere.pools, owner_url: elsewhere.owner_url, services: elsewhere.services }), false)
})

test('servers that start at once create it once', async () => {
  const elsewhere = await testApp({ ...production, DEMO: '1' })
  await Promise.all([1, 2, 3].map(() => createDemo(elsewhere.pools, { isPublic: true })))
  const [row] = await elsewhere.query(
    `select count(*)::int as n from people p join tenants t on t.id = p.tenant_id where subdomain = 'demo'`,
  )
  assert.equal(row?.n, demoPeople.length)
})

/** Calls that would spoil it for the next visitor, or reach other people. */
const refusedCalls = [
  'POST /api/set-password/',
  'POST /api/set-password/address/',
  'POST /api/password/forgot/',
  'PUT /api/profile/',
  'POST /api/password/change/',
  'POST /api/employees/',
  'PUT /api/employees/:employee_id/',
  'DELETE /api/employees/:employee_id/',
  'POST /api/employees/:employee_id/resend-invitation/',
  'POST /api/employees/:employee_id/correct-email/',
  'POST /api/employees/:employee_id/invitation-link/',
  'POST /api/employees/import/',
  'POST /api/projects/:project_id/imports/preview/',
  'POST /api/projects/:project_id/imports/',
  'PATCH /api/workspace/',
  'POST /api/stripe/create-checkout-session/',
  'PATCH /api/people/:person_id/private/',
  'POST /api/people/:person_id/uploads/',
]

test('who belongs to it, how they log in, and what it costs is refused to visitors, and to nobody elsewhere', async () => {
  const visitors = { ann: await visit('tenant_admin'), pam: await visit('project_manager'), hana: await visit('hr') }
  const endpoints = Object.values(api).flatMap((domain) => Object.values(domain) as Endpoint[])
  const marked = endpoints.filter(({ not_in_demo }) => not_in_demo)
  assert.deepEqual(
    refusedCalls.filter((route) => !marked.some((other) => other.route === route)),
    [],
  )
  const before = await query('select * from people where tenant_id = $1 order by id', demo_id)
  for (const endpoint of marked) {
    const { route } = endpoint
    const call = route.replace(/:\w+/g, String(before[1]?.id ?? 0))
    const name = may('tenant_admin', endpoint) ? 'ann' : may('project_manager', endpoint) ? 'pam' : 'hana'
    const { status, body } = await visitors[name](call, {})
    assert.deepEqual([status, body], [403, { detail: 'This is not possible in the demonstration.' }], route)
    assert.notDeepEqual((await here.as(name)(call, {})).body, body, route)
  }
  assert.deepEqual(await query('select * from people where tenant_id = $1 order by id', demo_id), before)
  assert.equal((await visitors.ann('POST /api/employees/import/preview/', { text: 'X,x@acme.test,HR,,HR' })).status, 200)
})

test('a visitor tries what there is to try: projects, tasks, subtasks, comments, labels, and who works for whom', async () => {
  const [ann, pam] = [await visit('tenant_admin'), await visit('project_manager')]
  const { body: me } = await pam('GET /api/me/')
  const statuses = [
    (await ann('POST /api/projects/', { name: 'Mine', assigned_pm: me.id })).status,
    (await ann('POST /api/labels/', { name: 'Mine' })).status,
  ]
  const project = (await pam('POST /api/projects/', { name: 'Ours' })).body.id
  const task = (await pam('POST /api/tasks/', { project, title: 'Try it', description: 'As a visitor does.' })).body.id
  const subtask = await pam('POST /api/subtasks/', { task, title: 'Click' })
  statuses.push(subtask.status, (await pam(`PATCH /api/subtasks/${subtask.body.id}/`, { status: 'done' })).status)
  statuses.push((await pam('POST /api/comments/', { content_type: 'task', object_id: task, text: 'Nice.' })).status)
  assert.deepEqual(statuses, [201, 201, 201, 200, 201])
})

test('one network of visitors changes 600 things an hour, and reads on', async () => {
  const visitor = await visit('tenant_admin')
  await query(`update limits set count = 600 where key like 'demo changes %' and key not like '% %.%.%.%'`)
  const { status } = await visitor('POST /api/labels/', { name: 'One too many' })
  assert.equal(status, 429)
  assert.equal((await visitor('GET /api/labels/')).status, 200)
  assert.equal((await here.as('ann')('POST /api/labels/', { name: 'Of Acme' })).status, 201)
  await query(`delete from limits where key like 'demo changes%'`)
})

test('visitors fill it with 50,000 rows, in calls and in chats', async (t) => {
  const pam = await visit('project_manager')
  const detail = 'The demonstration is full. It starts anew every night.'
  const [project] = (await okBody(pam('GET /api/projects/'))).results
  const [room] = await okBody(pam('GET /api/chat-rooms/'))
  const chat = await socketOf(pam, `/ws/chat/${room.id}/`)
  t.after(() => chat.close())
  assert.equal(await chat.status, 101)
  await query(
    `insert into labels (tenant_id, name, color)
     select $1, 'Filling ' || n, (select color from labels limit 1) from generate_series(1, 50000) n`,
    demo_id,
  )
  const task = { project: project.id, title: 'One too many', description: 'Long enough.' }
  assert.deepEqual(outcome(await pam('POST /api/tasks/', task)), [403, { detail }])
  chat.send({ message: 'One too many', temp_id: 'refused' })
  assert.equal((await chat.frame(({ temp_id }) => temp_id === 'refused')).detail, detail)
  await query(`delete from labels where tenant_id = $1 and name like 'Filling %'`, demo_id)
  assert.equal((await pam('POST /api/tasks/', task)).status, 201)
  chat.send({ message: 'Taken', temp_id: 'taken' })
  assert.equal((await chat.frame(({ temp_id }) => temp_id === 'taken')).message, 'Taken')
})

async function socketOf({ jar }: Awaited<ReturnType<typeof visit>>, path: string) {
  const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
  const host = hostOf('demo')
  return openSocket({ port: await portOf(app), path, headers: { host, origin: `https://${host}`, cookie } })
}

test('no mail leaves it, whatever causes one', async () => {
  const sent: string[] = []
  const lines: string[] = []
  const log = { info: (_: unknown, line?: string) => void lines.push(line ?? ''), warn: () => undefined, error: () => undefined }
  const mailer = { send: async ({ to }: { to: string }) => void sent.push(to), close: () => undefined }
  const [pam] = await query(`select id::float8 from people where tenant_id = $1 and email = 'pam@demo.test'`, demo_id)
  for (const [tenant_id, person_id] of [
    [demo_id, Number(pam?.id)],
    [1, people.pam.id],
  ] as const)
    await inTenant(pools.workspace, tenant_id, 'read write', async (db) => {
      await sendLink({ db, tenant: { id: tenant_id }, services }, person_id, 'invitation')
      await services.jobs.enqueue(db, 'mail', { template: 'login_link', tenant_id, person_id })
    })
  const monday = new Date('2026-11-23T09:00:00Z')
  await sendSummaries({ pools, services, log, now: monday })
  await sendMails({ pools, services, mailer, log })
  const waiting = () => query(`select from pgboss.job where name = 'mail' and state in ('created', 'active', 'retry')`)
  await waitUntil(
    async () => !(await waiting()).length,
    () => 'The queue is worked off.',
  )
  assert.deepEqual(
    sent.filter((to) => to.endsWith('@demo.test')),
    [],
  )
  assert.equal(sent.filter((to) => to === 'pam@acme.test').length >= 2, true)
  assert.equal(lines.filter((line) => line === 'mail of the public demonstration dropped').length >= 4, true)
})

/** Without the outbox, whose rows are sent in a moment. */
const tables = () =>
  query(`
    select table_name as name from information_schema.columns
    where column_name = 'tenant_id' and table_schema = 'public' and table_name <> 'outbox'`)

/** How many rows of each table are the demonstration's, and all rows of others. */
async function world() {
  const counts: Record<string, unknown> = {}
  const others: Record<string, unknown> = {}
  for (const { name } of await tables()) {
    counts[String(name)] = (await query(`select count(*)::int as n from ${name} where tenant_id = $1`, demo_id))[0]?.n
    others[String(name)] = await query(`select t::text from ${name} t where tenant_id <> $1 order by 1`, demo_id)
  }
  others.tenants = await query('select t::text from tenants t where id <> $1 order by 1', demo_id)
  return { counts, others }
}

test('at night it is made new: what visitors deleted is back, what they added is gone, and nobody else notices', async () => {
  const ours = await testApp({ ...production, DEMO: '1' })
  await createDemo(ours.pools, { living: ours.services, isPublic: true })
  const [row] = await ours.query(`select id::float8 from tenants where subdomain = 'demo'`)
  assert.equal(Number(row?.id), demo_id)
  const fresh = await countsIn(ours.query)

  const pam = await visit('project_manager')
  await pam('POST /api/projects/', { name: 'Rude words' })
  const [task] = await query(`select id::float8 from tasks where tenant_id = $1 and title = 'Shop front'`, demo_id)
  assert.equal((await pam(`DELETE /api/tasks/${task?.id}/`)).status, 204)
  const { others } = await world()

  assert.equal(await renew(tomorrow(2)), false, 'before the hour')
  assert.deepEqual(await Promise.all([renew(tomorrow(3)), renew(tomorrow(3))]).then((done) => done.toSorted()), [false, true])
  assert.equal(await renew(tomorrow(20)), false, 'once a night')

  const after = await world()
  assert.deepEqual(after.counts, fresh)
  assert.deepEqual(after.others, others)
  assert.equal((await pam('GET /api/me/')).body.code, 'token_not_valid')
  assert.equal((await (await visit('project_manager'))('GET /api/me/')).body.tenant.is_open, true)
  await query('update tenants set trial_ends_on = current_date + 30 where id = $1', demo_id)
})

async function countsIn(ask: typeof query) {
  const counts: Record<string, unknown> = {}
  for (const { name } of await tables())
    counts[String(name)] = (await ask(`select count(*)::int as n from ${name} where tenant_id = $1`, demo_id))[0]?.n
  return counts
}

test('those who are looking around at that moment are told that their session has ended', async (t) => {
  const socket = await socketOf(await visit('developer'), '/ws/notifications/')
  t.after(() => socket.close())
  assert.equal(await socket.status, 101)
  await renew(tomorrow(4))
  assert.equal(await socket.ended, closeCodes.not_signed_in)
  await query('update tenants set trial_ends_on = current_date + 30 where id = $1', demo_id)
})

test('a visitor who enters during the renewal waits for it, and stays', async () => {
  const earlier = await visit('project_manager')
  const renewal = renew(tomorrow(5))
  while ((await earlier('GET /api/me/')).status === 200);
  const [, later] = await Promise.all([renewal, visit('project_manager')])
  assert.equal((await later('GET /api/me/')).status, 200)
  await query('update tenants set trial_ends_on = current_date + 30 where id = $1', demo_id)
})

test('a night in which visitors go on working ends with a new demonstration', async () => {
  const pam = await visit('project_manager')
  const { body: project } = await pam('POST /api/projects/', { name: 'Busy' })
  let isOver = false
  const statuses = new Set<number>()
  const work = async () => {
    while (!isOver)
      statuses.add((await pam('POST /api/tasks/', { project: project.id, title: 'T', description: 'Long enough.' })).status)
  }
  const working = [work(), work(), work()]
  const isRenewed = await renew(tomorrow(5)).finally(() => (isOver = true))
  await Promise.all(working)
  assert.equal(isRenewed, true)
  assert.deepEqual(
    [...statuses].filter((status) => ![201, 401].includes(status)),
    [],
  )
  assert.deepEqual(await query(`select from projects where tenant_id = $1 and name = 'Busy'`, demo_id), [])
})
