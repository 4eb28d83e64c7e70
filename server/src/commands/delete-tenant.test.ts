// @long
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { closeCodes } from 'contract'
import { createApp } from '../app.ts'
import type { Notice } from '../kit/realtime/channels.ts'
import { digitsOf } from '../tenants/codes.ts'
import { commandsOn } from '../testing/commands.ts'
import { type Answer, password, people, testApp } from '../testing/world.ts'
import { openSocket, portOf } from '../testing/world-sockets.ts'

const { app, asOwner, query, browser, send, hostOf, sessionOf, services, pools, jobs, ...database } = await testApp({
  RATE_LIMIT: '0',
})
const { run } = commandsOn({ ...database })

const remove = (subdomain: string, { confirm = subdomain, input = '' }: { confirm?: string | null; input?: string } = {}) =>
  run('delete-tenant', ['--subdomain', subdomain, ...(confirm === null ? [] : ['--confirm', confirm])], { input })

const tables = async () =>
  (
    await query(`select table_schema || '.' || quote_ident(table_name) as name from information_schema.columns
      where column_name = 'tenant_id' and table_schema <> 'pgboss'`)
  ).map(({ name }) => String(name))

/** All rows and jobs of these tenants, as text. */
async function rowsOf(...tenants: number[]) {
  const held: Record<string, unknown> = {}
  for (const table of await tables())
    held[table] = await query(`select t::text as row from ${table} t where tenant_id = any($1) order by 1`, tenants)
  held.tenants = await query('select t::text as row from tenants t where id = any($1) order by 1', tenants)
  held.jobs = await query(`select data from pgboss.job where (data->>'tenant_id')::bigint = any($1) order by id`, tenants)
  return held
}
const allRows = async () => rowsOf(...(await query('select id::int from tenants')).map(({ id }) => Number(id)))
const isEmpty = (held: Record<string, unknown>) => Object.values(held).every((rows) => Array.isArray(rows) && rows.length === 0)

/** The platform's log must have the deletion, once. */
async function forgetDeletion(about: string) {
  const ofDeletion = `tenant_id = 0 and kind = 'workspace_deleted' and about = $1`
  assert.equal((await query(`delete from security_events where ${ofDeletion} returning id`, about)).length, 1)
}

/** Signs a workspace up. */
async function signUp(subdomain: string) {
  const email = `owner@${subdomain}.test`
  const request = browser('platform')
  await query('delete from signup_codes where email = $1', email)
  await request('POST /api/tenants/send-otp/', { email })
  const [row] = await query('select key from signup_codes where email = $1', email)
  await request('POST /api/tenants/verify-otp/', { email, otp: digitsOf(services.tokens, { key: String(row?.key), email }) })
  const form = { tenant_name: subdomain, domain_url: `${subdomain}.localhost`, email, password, full_name: 'Olga Owner' }
  assert.equal((await request('POST /api/tenants/signup/', form)).status, 201)
  const [tenant] = await query('select id::int from tenants where subdomain = $1', subdomain)
  const logIn = () => send(`${subdomain}.localhost:8000`, {}, 'POST /api/token/', { email, password })
  return { id: Number(tenant?.id), email, logIn }
}

/** Signs a workspace up and logs its owner in. */
async function signUpAndLogIn(subdomain: string) {
  const { logIn, ...tenant } = await signUp(subdomain)
  const cookie = cookieOf(await logIn())
  const at = (route: string, body?: unknown) => send(`${subdomain}.localhost:8000`, { cookie }, route, body)
  return { ...tenant, logIn, cookie, at }
}

const cookieOf = ({ cookies }: Answer) => cookies.map((line) => line.split(';')[0]).join('; ')

test('a wrong word, none, or an unknown workspace deletes nothing', async () => {
  const before = await allRows()
  const refused = 'Not confirmed: nothing has been deleted.\n'
  for (const [confirm, input] of [
    ['globex', ''],
    ['', 'acme\n'],
    [null, ''],
    [null, '\nacme\n'],
  ] as const) {
    const { code, out, err } = await remove('acme', { confirm, input })
    assert.deepEqual([code, err], [1, refused])
    assert.doesNotMatch(out, /Deleted/)
  }
  for (const subdomain of ['nobody', ':platform']) {
    const { code, err } = await remove(subdomain)
    assert.deepEqual([code, err], [1, `There is no workspace ${subdomain}.\n`])
  }
  const usage = 'Usage: npm run delete-tenant -- --subdomain SUBDOMAIN [--confirm SUBDOMAIN]\n'
  assert.deepEqual(await run('delete-tenant', ['acme']), { code: 1, out: '', err: usage })
  assert.deepEqual(await allRows(), before)
})

test('what would be gone is shown before the question, and that an export would keep it', async () => {
  const { out } = await remove('globex', { confirm: 'no' })
  assert.equal(
    out,
    `Globex (globex). People: 4. Projects: 1. All of its rows:

  tenants                           1
  checklist_templates               1
  file_contents                     2
  labels                            1
  leave_types                       1
  locations                         1
  mail_templates                    1
  recruiting_stages                 4
  checklist_template_items          1
  holidays                          1
  leave_policies                    1
  openings                          1
  people                            4
  applications                      1
  checklists                        1
  leave_requests                    1
  opening_questions                 1
  private_data                      1
  projects                          1
  schedules                         1
  templates                         1
  application_answers               1
  application_entries               1
  application_ratings               1
  chat_rooms                        1
  checklist_items                   1
  dependencies                      1
  documents                         1
  history                           1
  imports                           1
  interviews                        1
  leave_days                        2
  leave_decisions                   1
  leave_ledger                      1
  members                           2
  project_keys                      1
  project_numbers                   1
  project_updates                   1
  saved_views                       1
  tasks                             1
  time_entries                      1
  time_sheets                       1
  comments                          1
  files                             1
  interviewers                      1
  subtask_proposals                 1
  subtasks                          1
  task_labels                       1
  uploads                           1

None of it comes back. Its data can be kept by: npm run export-tenant -- --subdomain globex
`,
  )
})

test('a workspace goes with every row and job of its own, and of no other', async () => {
  await sessionOf('bo')
  await query(
    `insert into password_links (tenant_id, person_id, purpose, expires_at) values (3, $1, 'reset', now())`,
    people.bo.id,
  )
  const bo = browser('broke')
  await bo('POST /api/password/forgot/', { email: 'bo@broke.test' })
  await browser('acme')('POST /api/password/forgot/', { email: 'pam@acme.test' })
  const others = await rowsOf(0, 1, 2, 4)
  assert.equal((others.jobs as unknown[]).length, 1)
  assert.equal(((await rowsOf(3)).jobs as unknown[]).length, 1)

  const { code, out, err } = await remove('broke', { confirm: null, input: 'broke\n' })
  assert.deepEqual([code, err], [0, ''])
  assert.match(out, /Deleted Broke \(broke\):\n\n {2}tenants +1\n {2}people +4\n/)
  assert.match(out, /queued jobs +1\n/)
  assert.match(out, /\nOnly an export made before holds it now\.\n$/)
  assert.ok(isEmpty(await rowsOf(3)))
  await forgetDeletion('Broke (broke), by command')
  assert.deepEqual(await rowsOf(0, 1, 2, 4), others)
})

test('the running server answers at once that there is no such workspace, and nobody’s session lives on', async () => {
  const { at, logIn } = await signUpAndLogIn('passing')
  assert.equal((await at('GET /api/me/')).status, 200)
  assert.equal((await remove('passing')).code, 0)
  for (const answer of [
    await at('GET /api/me/'),
    await at('POST /api/token/refresh/'),
    await at('POST /api/projects/', { name: 'Too late' }),
    await logIn(),
    await send('passing.localhost:8000', {}, 'GET /api/openapi.json'),
  ])
    assert.deepEqual([answer.status, answer.body], [404, { detail: 'Workspace not found.', code: 'workspace_not_found' }])
})

test('whoever is connected while their workspace goes is cut off, and does not get in again', async (t) => {
  const { id, cookie } = await signUpAndLogIn('chatty')
  const opening = {
    port: await portOf(app),
    path: '/ws/notifications/',
    headers: { host: 'chatty.localhost:8000', origin: 'http://chatty.localhost:8000', cookie },
  }
  const isDismissed = (code: number) => code === closeCodes.forbidden || code === closeCodes.not_signed_in
  const socket = openSocket(opening)
  t.after(() => socket.close())
  const notices: Notice[] = []
  services.channels.bus.listen((notice) => void notices.push(notice))
  assert.equal(await socket.status, 101)
  assert.equal((await remove('chatty')).code, 0)
  assert.ok(isDismissed(await socket.ended))
  assert.deepEqual(
    notices.filter((notice) => !('presence' in notice)),
    [{ tenant_id: id, revalidate: 'everybody' }],
  )
  const reopened = openSocket(opening)
  // Refused at the handshake once the server has looked the subdomain up again, and by a close code until then.
  assert.ok((await reopened.status) === 404 || isDismissed(await reopened.ended))
  assert.deepEqual(reopened.frames, [])
})

test('its subdomain and name can be signed up again, and lead every server to the new workspace', async (t) => {
  const first = await signUpAndLogIn('phoenix')
  const { app: elsewhere } = await createApp({ pools, services, checkAnswers: true })
  t.after(() => elsewhere.close())
  const headers = { host: 'phoenix.localhost:8000' }
  const logInElsewhere = () =>
    elsewhere.inject({ method: 'POST', url: '/api/token/', headers, payload: { email: first.email, password } })
  assert.equal((await logInElsewhere()).statusCode, 200)

  assert.equal((await remove('phoenix')).code, 0)
  const second = await signUp('phoenix')
  assert.ok(second.id > first.id)
  const opening = {
    port: await portOf(elsewhere),
    path: '/ws/notifications/',
    headers: { host: headers.host, cookie: cookieOf(await second.logIn()) },
  }
  // Like a page, which reconnects after each close.
  for (let isLet = false, tries = 0; !isLet; tries++) {
    assert.ok(tries < 20)
    const socket = openSocket(opening)
    t.after(() => socket.client.terminate())
    isLet = await Promise.race([socket.settled().then(() => true), socket.ended.then(() => false)]).catch(() => false)
  }
  assert.equal((await logInElsewhere()).statusCode, 200)
  const { status, body } = await second.logIn()
  assert.deepEqual([status, body.email], [200, second.email])
  const [tenant] = await query('select schema, subdomain from tenants where id = $1', second.id)
  assert.deepEqual({ ...tenant }, { schema: 'phoenix', subdomain: 'phoenix' })
  for (const route of ['GET /api/me/', 'POST /api/token/refresh/'])
    assert.equal((await first.at(route)).body.code, 'token_not_valid', route)
})

test('tables added to the schema are emptied without a change of the command, also where they refer to each other in a circle', async () => {
  await query('create schema addon')
  await asOwner((client) =>
    client.query(`
      create table addon.rooms (tenant_id bigint not null references tenants, id int, project_id bigint, newest int, primary key (tenant_id, id),
        foreign key (tenant_id, project_id) references projects (tenant_id, id));
      create table addon.messages (tenant_id bigint not null, id int, room_id int not null, primary key (tenant_id, id),
        foreign key (tenant_id, room_id) references addon.rooms (tenant_id, id));
      alter table addon.rooms add foreign key (tenant_id, newest) references addon.messages (tenant_id, id);
      create table addon."Seen by" (tenant_id bigint not null, message_id int, primary key (tenant_id, message_id),
        foreign key (tenant_id, message_id) references addon.messages (tenant_id, id))`),
  )
  try {
    const { id } = await signUp('rings')
    const [person] = await query('select id::float8 from people where tenant_id = $1', id)
    await query(`update people set role = 'project_manager', is_owner = false where tenant_id = $1`, id)
    await query(`insert into projects (tenant_id, name, assigned_pm) values ($1, 'Ring', $2)`, id, person?.id)
    for (const tenant of [1, id]) {
      await query(`insert into addon.rooms select $1, 1, min(id) from projects where tenant_id = $1`, tenant)
      await query(`insert into addon.messages values ($1, 1, 1)`, tenant)
      await query(`update addon.rooms set newest = 1 where tenant_id = $1`, tenant)
      await query(`insert into addon."Seen by" values ($1, 1)`, tenant)
    }
    const others = await rowsOf(0, 1, 2, 4)
    const { code, out, err } = await remove('rings')
    assert.deepEqual([code, err], [0, ''])
    assert.match(out, /addon\."Seen by" +1\n/)
    assert.ok(isEmpty(await rowsOf(id)))
    await forgetDeletion('rings (rings), by command')
    assert.deepEqual(await rowsOf(0, 1, 2, 4), others)
  } finally {
    await query('drop schema addon cascade')
  }
})

test('a workspace is deleted whole while its people go on working, who are turned away from one moment on', async () => {
  const { id, at } = await signUpAndLogIn('busy')
  const pm = { full_name: 'Pia', email: 'pia@busy.test', role: 'project_manager', job_title: 'PM', department: 'Engineering' }
  const { body: pia } = await at('POST /api/employees/', pm)
  let isDeleted = false
  const foundIds = new Set<number>()
  const last: number[] = []
  const work = async (n: number) => {
    for (let i = 0, isOver = false; !isOver; i++) {
      isOver = isDeleted
      const answers = [
        await at('POST /api/projects/', { name: `Project ${n}-${i}`, assigned_pm: pia.id }),
        await at('POST /api/employees/', { ...pm, email: `pia-${n}-${i}@busy.test` }),
        await at('POST /api/token/refresh/'),
        await at('GET /api/me/'),
      ]
      for (const { status } of answers) foundIds.add(status)
      if (isOver) last.push(...answers.map(({ status }) => status))
    }
  }
  const working = Array.from({ length: 6 }, (_, n) => work(n))
  const { code, err } = await remove('busy').finally(() => (isDeleted = true))
  await Promise.all(working)
  assert.deepEqual([code, err], [0, ''])
  assert.deepEqual(
    [...foundIds].filter((status) => ![200, 201, 403, 404].includes(status)),
    [],
  )
  assert.deepEqual(new Set(last), new Set([404]))
  assert.ok(isEmpty(await rowsOf(id)))
})

test('a request that is under way when its workspace goes is told that there is none', async () => {
  const { id, at } = await signUpAndLogIn('late')
  const hire = { full_name: 'Pia', email: 'pia@late.test', role: 'hr', job_title: 'People Partner', department: 'HR' }
  const answer = await asOwner(async (client) => {
    await client.query('begin')
    await client.query('select from tenants where id = $1 for update', [id])
    const hiring = at('POST /api/employees/', hire)
    const waiting = () => query(`select from pg_locks where not granted and locktype = 'transactionid'`)
    while (!(await waiting()).length);
    for (const table of ['sessions', 'security_events', 'people'])
      await client.query(`delete from ${table} where tenant_id = $1`, [id])
    await client.query('delete from tenants where id = $1', [id])
    await client.query('commit')
    return hiring
  })
  assert.deepEqual([answer.status, answer.body.code], [404, 'workspace_not_found'])
})

test('a deletion that fails half-way leaves everything', async () => {
  const { id } = await signUp('sturdy')
  await query(`create table keepsakes (owner bigint references tenants)`)
  await query('insert into keepsakes values ($1)', id)
  try {
    const before = await rowsOf(id)
    const { code, err } = await remove('sturdy')
    assert.equal(code, 1)
    assert.match(err, /^Nothing has been deleted: .*keepsakes.*\.\n$/)
    assert.deepEqual(await rowsOf(id), before)
  } finally {
    await query('drop table keepsakes')
  }
  assert.equal((await remove('sturdy')).code, 0)
  assert.ok(isEmpty(await rowsOf(id)))
})
