// The security log: what is recorded, who sees it, and that nobody changes it.
import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { okBody, outcome, password, people, tenants, testApp } from '../testing/world.ts'

const { as, browser, query, pools } = await testApp()
const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'
const ann = as('ann', { headers: { 'user-agent': firefox } })

beforeEach(async () => {
  await query('delete from security_events')
  await query('delete from limits')
})

type Shown = {
  id: number
  kind: string
  actor: { id: number; name: string } | null
  about: string
  address: string | null
  browser: string | null
  request_id: string
}
const eventsOf = async (request = ann, filters = ''): Promise<Shown[]> =>
  (await okBody(request(`GET /api/security-log/${filters}`))).results
const inShort = (events: Shown[]) => events.map(({ kind, actor, about }) => [kind, actor?.name ?? null, about])

test('an event says who did what to whom, when, from which address and browser, and in which request', async () => {
  const { headers } = await ann('PATCH /api/workspace/', { first_day: 0 })
  const [event] = await eventsOf()
  assert.deepEqual(
    { ...event, id: 0, happened_at: '' },
    {
      id: 0,
      happened_at: '',
      kind: 'settings_changed',
      actor: { id: people.ann.id, name: 'Ann' },
      about: 'First day of the week: Sunday',
      address: '127.0.0.1',
      browser: 'Firefox on Windows',
      request_id: headers['x-request-id'],
    },
  )
  // What changes nothing is no event.
  await ann('PATCH /api/workspace/', { first_day: 0 })
  assert.equal((await eventsOf()).length, 1)
})

test('log-ins, wrong passwords and log-outs are recorded; what was typed for an unknown email is not', async () => {
  const dev = browser('acme')
  const logIn = (email: string, typed: string) => dev('POST /api/token/', { email, password: typed })
  await logIn('dev@acme.test', 'Wrong-1')
  await logIn('My-Password-1', 'Wrong-1')
  await logIn('gil@globex.test', password)
  await okBody(logIn('dev@acme.test', password))
  await dev('POST /api/logout/')
  // Nobody is logged in any more.
  await dev('POST /api/logout/')
  assert.deepEqual(inShort(await eventsOf()), [
    ['logged_out', 'Dev', ''],
    ['logged_in', 'Dev', ''],
    ['log_in_failed', null, 'Unknown email'],
    ['log_in_failed', null, 'Unknown email'],
    ['log_in_failed', null, 'dev@acme.test'],
  ])
})

test('people who come, change roles and go are recorded', async () => {
  const employee = { full_name: 'Nia New', email: 'nia@acme.test', role: 'developer', job_title: 'Engineer', department: 'IT' }
  const { id } = await okBody(ann('POST /api/employees/', employee))
  await okBody(ann(`POST /api/employees/${id}/invitation-link/`))
  await okBody(ann(`PUT /api/employees/${id}/`, { ...employee, role: 'hr' }))
  await okBody(ann(`DELETE /api/employees/${id}/`))
  assert.deepEqual(inShort(await eventsOf()).reverse(), [
    ['person_invited', 'Ann', 'Nia New (nia@acme.test), Developer'],
    ['invitation_copied', 'Ann', 'Nia New (nia@acme.test)'],
    ['role_changed', 'Ann', 'Nia New, from Developer to HR'],
    ['person_deleted', 'Ann', 'Nia New'],
  ])
  // A change of anything else is none of a role.
  const { id: other } = await okBody(ann('POST /api/employees/', { ...employee, email: 'other@acme.test' }))
  await okBody(ann(`PUT /api/employees/${other}/`, { ...employee, job_title: 'Designer' }))
  assert.equal((await eventsOf(ann, '?kind=role_changed')).length, 1)
})

test('what is refused or rolled back is not recorded', async () => {
  await ann('POST /api/employees/', { full_name: 'X', email: 'dev@acme.test', role: 'hr', job_title: 'X', department: 'X' })
  await ann('PATCH /api/workspace/', { first_day: 0, timezone: 'Nowhere' })
  await ann('POST /api/password/change/', { old_password: 'Wrong-1', new_password: 'Better-1!' })
  assert.deepEqual(inShort(await eventsOf()), [])
})

test('the platform blocks a workspace: both logs say so, and the workspace’s does not name the owner', async () => {
  const sol = as('sol')
  const toggle = () => okBody(sol(`POST /api/toggle-block/${tenants.acme.id}/`))
  await toggle()
  await toggle()
  const events = (about: string, by: string | null) => [
    ['workspace_unblocked', by, about],
    ['workspace_blocked', by, about],
  ]
  assert.deepEqual(inShort(await eventsOf(sol)), events('Acme (acme)', 'Sol'))
  const [row] = await query(`select count(*)::int as n from sessions where person_id = $1 and ended_at is null`, people.ann.id)
  assert.equal(row?.n, 0)
  const again = browser('acme')
  await okBody(again('POST /api/token/', { email: 'ann@acme.test', password }))
  const [_, ...before] = await eventsOf(again)
  assert.deepEqual(inShort(before), events('By the platform', null))
  assert.deepEqual(
    before.map(({ address }) => address),
    [null, null],
  )
})

test('administrators see their workspace’s events alone, the platform’s owner the platform’s, and nobody else any', async () => {
  const admin = browser('acme')
  await okBody(admin('POST /api/token/', { email: 'ann@acme.test', password }))
  await okBody(browser('globex')('POST /api/token/', { email: 'gil@globex.test', password }))
  assert.deepEqual(inShort(await eventsOf(admin)), [['logged_in', 'Ann', '']])
  assert.deepEqual(inShort(await eventsOf(as('sol'))), [])
  for (const name of ['pam', 'dev', 'hana'] as const) assert.equal((await as(name)('GET /api/security-log/')).status, 403, name)
})

test('the filters narrow the list: event, person, days in the workspace’s time zone, and text', async () => {
  const admin = browser('acme')
  await okBody(admin('POST /api/token/', { email: 'ann@acme.test', password }))
  await browser('acme')('POST /api/token/', { email: 'dev@acme.test', password: 'Wrong-1' })
  await query(`update tenants set timezone = 'Pacific/Auckland' where id = 1`)
  // The first of May in Auckland.
  await query(`update security_events set happened_at = '2026-04-30T12:30:00Z' where kind = 'logged_in'`)
  const kinds = async (filters: string) => (await eventsOf(admin, filters)).map(({ kind }) => kind)
  assert.deepEqual(await kinds('?kind=log_in_failed'), ['log_in_failed'])
  assert.deepEqual(await kinds(`?person=${people.ann.id}`), ['logged_in'])
  assert.deepEqual(await kinds('?person=nobody'), [])
  assert.deepEqual(await kinds('?from=2026-05-01&to=2026-05-01'), ['logged_in'])
  assert.deepEqual(await kinds('?to=2026-04-30'), [])
  assert.deepEqual(await kinds('?from=2026-05-02'), ['log_in_failed'])
  assert.deepEqual(await kinds('?search=DEV+127.0'), ['log_in_failed'])
  assert.deepEqual(outcome(await admin('GET /api/security-log/?kind=lunch')), [400, { kind: ['Not a known event.'] }])
  const page = await okBody(admin('GET /api/security-log/?limit=1&offset=1'))
  assert.deepEqual([page.count, page.results.length, page.next], [2, 1, null])
  await query(`update tenants set timezone = 'UTC' where id = 1`)
})

test('the export has every matching event as a table, is recorded itself, and harms no spreadsheet', async () => {
  const admin = browser('acme', { 'user-agent': firefox })
  await okBody(admin('POST /api/token/', { email: 'ann@acme.test', password }))
  await query(
    `insert into security_events (tenant_id, kind, about) select 1, 'settings_changed', '=HYPERLINK("x"), ' || n from generate_series(1, 2345) n`,
  )
  await query(
    `insert into security_events (tenant_id, kind, about) values ($1, 'settings_changed', 'Of Globex')`,
    tenants.globex.id,
  )
  const { status, body, headers } = await admin('GET /api/security-log/export/?kind=settings_changed')
  assert.deepEqual([status, headers['content-type']], [200, 'text/csv; charset=utf-8'])
  assert.match(String(headers['content-disposition']), /filename="acme-security-log-\d{4}-\d\d-\d\d\.csv"/)
  assert.equal(body[0], '\ufeff')
  const lines = body.trim().split('\r\n')
  assert.equal(lines[0], 'Time (UTC),Event,Who,About,Address,Browser,Request')
  assert.equal(lines.length, 2346)
  assert.match(lines[1], /^\d{4}-[\dT:.-]+Z,Settings changed,,"'=HYPERLINK\(""x""\), 2345",,,$/)
  assert.ok(!body.includes('Globex'))
  const [exported] = await eventsOf(admin, '?kind=data_exported')
  assert.deepEqual([exported?.about, exported?.browser], ['Security log', 'Firefox on Windows'])
})

test('neither the workspace’s nor the platform’s connections may change or delete an event', async () => {
  await query(`insert into security_events (tenant_id, kind) values (1, 'logged_in'), (0, 'logged_in')`)
  for (const [pool, tenant_id] of [
    [pools.workspace, 1],
    [pools.platform, 0],
  ] as const)
    for (const change of [`update security_events set kind = 'x'`, 'delete from security_events', 'truncate security_events'])
      await assert.rejects(
        () => pool.query(`begin; set local app.tenant_id = '${tenant_id}'; ${change}`).finally(() => pool.query('rollback')),
        /permission denied/,
        change,
      )
  assert.equal((await query('select 1 from security_events')).length, 2)
})

test('visitors of the public demonstration leave neither address nor browser, and see no other visitor’s session', async () => {
  await query('update tenants set is_public_demo = true where id = 1')
  const admin = browser('acme', { 'user-agent': firefox })
  await okBody(admin('POST /api/token/', { email: 'ann@acme.test', password }))
  await okBody(browser('acme')('POST /api/token/', { email: 'ann@acme.test', password }))
  const [event] = await eventsOf(admin)
  assert.deepEqual([event?.kind, event?.address, event?.browser], ['logged_in', null, null])
  const shown = await okBody(admin('GET /api/sessions/'))
  assert.deepEqual(
    shown.map(({ address, browser: agent }: Shown) => [address, agent]),
    [[null, null]],
  )
  await query('update tenants set is_public_demo = false where id = 1')
})
