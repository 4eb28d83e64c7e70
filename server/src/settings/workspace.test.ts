import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { accents, firstDays } from 'contract'
import { cashier } from '../billing/testing.ts'
import { daysAfter, endOfWeek, startOfWeek } from '../capacity/hours.ts'
import { type Name, okBody, people, projects, tenants, testApp, today } from '../testing/world.ts'

const world = await testApp({ RATE_LIMIT: '0' })
const { anotherServer, as, pools, query, socket } = world
const { setTime } = cashier(world)
const call = 'PATCH /api/workspace/'
const [ann, gwen] = [as('ann'), as('gwen')]
const acme = { name: 'Acme', subdomain: 'acme', timezone: 'UTC', first_day: 1, accent: 'teal', requires_second_factor: false }
/** The zones in which a day begins first and last: their dates always differ. */
const [east, west] = ['Pacific/Kiritimati', 'Pacific/Pago_Pago']

const settings = () => okBody(ann('GET /api/workspace/'))
const mine = async (name: Name) => (await okBody(as(name)('GET /api/me/'))).tenant
const set = (body: object) => okBody(ann(call, body))
const dateIn = (timezone: string) => Temporal.Now.plainDateISO(timezone).toString()

beforeEach(() =>
  query(
    `update tenants set name_key = id::text where id > 0;
     update tenants set name = initcap(subdomain), name_key = subdomain, timezone = 'UTC', first_day = 1, accent = 'teal' where id > 0`,
  ),
)

test('an administrator changes name, time zone, first day and colour, and everybody of the workspace sees them', async () => {
  assert.deepEqual(await settings(), acme)
  const after = { ...acme, name: 'Acme Ltd', timezone: 'Asia/Tokyo', first_day: 0, accent: 'iris' }
  assert.deepEqual(await set({ name: '  Acme Ltd ', timezone: 'Asia/Tokyo', first_day: 0, accent: 'iris' }), after)
  assert.deepEqual(await settings(), after)
  for (const who of ['ann', 'pam', 'dev', 'hana'] as const) {
    const { on_trial, open_until, is_open, ...seen } = await mine(who)
    const { requires_second_factor: _, ...shown } = after
    assert.deepEqual(seen, shown)
  }
  const { name, accent } = await mine('gil')
  assert.deepEqual([name, accent], ['Globex', 'teal'])
})

test('each setting changes alone, and each choice can be chosen', async () => {
  for (const accent of accents) assert.deepEqual(await set({ accent }), { ...acme, accent })
  await set({ accent: 'teal' })
  for (const first_day of firstDays) assert.deepEqual(await set({ first_day }), { ...acme, first_day })
  assert.deepEqual(await set({}), { ...acme, first_day: 6 })
})

test('nothing else of the workspace can be written', async () => {
  const facts = `select subdomain, schema, is_blocked, on_trial, paid_until, trial_ends_on from tenants where id = ${tenants.acme.id}`
  const before = await query(facts)
  await set({ subdomain: 'other', schema: 'other', is_blocked: true, on_trial: false, paid_until: '2099-01-01', id: 2 })
  assert.deepEqual(await query(facts), before)
})

test('a name that another workspace has is refused, whatever its case and white space, and nothing is written', async () => {
  for (const name of ['Globex', ' globex ', 'GLOBEX', 'Glob\u00adex', 'ｇｌｏｂｅｘ']) {
    const { status, body } = await ann(call, { name, accent: 'rose' })
    assert.deepEqual([status, body], [400, { name: ['Organization name already taken'] }])
  }
  assert.deepEqual(await settings(), acme)
  assert.equal((await set({ name: 'ACME' })).name, 'ACME')
})

test('a name is free again once its workspace has another', async () => {
  await set({ name: 'Initech' })
  assert.equal((await okBody(gwen(call, { name: 'Acme' }))).name, 'Acme')
  assert.equal((await ann(call, { name: 'Acme' })).status, 400)
})

test('of two workspaces that take a name at the same time, one gets it', async () => {
  for (let round = 0; round < 5; round++) {
    const name = `Race ${round}`
    const statuses = await Promise.all([ann, gwen].map(async (request) => (await request(call, { name })).status))
    assert.deepEqual(statuses.sort(), [200, 400])
  }
})

test('administrators who change different settings at the same time keep each other’s changes', async () => {
  const parts = [{ name: 'Together' }, { timezone: 'Asia/Tokyo' }, { first_day: 6 }, { accent: 'plum' }]
  for (const { status } of await Promise.all(parts.map((part) => ann(call, part)))) assert.equal(status, 200)
  assert.deepEqual(await settings(), Object.assign({ ...acme }, ...parts))
})

test('a time zone has to be known by its name', async () => {
  for (const timezone of ['Mars/Base', '+02:00', 'europe/berlin', 'UTC+2', 'Europe/Berlin; drop table tenants']) {
    assert.equal((await ann(call, { timezone })).status, 400)
    const { status, body } = await ann(call, { timezone, name: 'Globex' })
    assert.deepEqual(
      [status, body],
      [400, { timezone: ['Choose a time zone of the list.'], name: ['Organization name already taken'] }],
    )
  }
  assert.deepEqual(await settings(), acme)
})

test('a due date stays the same date: it is today in one time zone and past in another', async () => {
  await set({ timezone: west })
  const due_date = dateIn(west)
  const task = { project: projects.website, title: 'T', description: 'Long enough, surely.', due_date }
  const { id } = await okBody(as('pam')('POST /api/tasks/', task))
  const overdue = async () => {
    const health: { project: number; overdue: number }[] = await okBody(as('pam')('GET /api/project-health/'))
    return health.find(({ project }) => project === projects.website)?.overdue ?? assert.fail()
  }
  const before = await overdue()
  assert.equal((await as('pam')('POST /api/tasks/', task)).status, 201)
  await set({ timezone: east })
  assert.equal(await overdue(), before + 2)
  assert.equal((await as('pam')('POST /api/tasks/', task)).status, 400)
  assert.equal((await okBody(as('pam')(`GET /api/tasks/${id}/`))).due_date, due_date)
  await set({ timezone: west })
  assert.equal(await overdue(), before)
})

test('the weeks of the charts and of the hours left begin on the first day', async () => {
  for (const first_day of firstDays) {
    await set({ first_day })
    const weeks: { week: string }[] = await okBody(ann('GET /api/progress/'))
    assert.equal(weeks.at(-1)?.week, startOfWeek(today(), first_day))
    assert.equal(weeks.at(-2)?.week, daysAfter(startOfWeek(today(), first_day), -7))
    await query(
      `update subtasks set due_date = $1, estimated_hours = 90, status = 'todo' where assigned_to_id = $2`,
      endOfWeek(today(), first_day),
      people.dev.id,
    )
    const { overloaded } = await okBody(ann('GET /api/attention/'))
    assert.deepEqual(
      overloaded.map(({ person, until }: { person: { id: number }; until: string }) => [person.id, until]),
      [[people.dev.id, endOfWeek(today(), first_day)]],
    )
  }
})

test('whoever moves today beyond the last day that is paid for ends it for all pages that are open', async () => {
  await set({ timezone: west })
  await query(
    `update tenants set on_trial = true, trial_ends_on = $1, paid_until = null where id = $2`,
    dateIn(west),
    tenants.acme.id,
  )
  // A sweep would close it, too.
  const server = await anotherServer({ sweep: 86_400_000 })
  const page = await socket('dev', '/ws/notifications/', { server })
  await page.settled()
  await set({ timezone: east })
  assert.equal(await page.ended, 4402)
  assert.equal((await mine('dev')).is_open, false)
  assert.equal((await ann(call, { timezone: west })).status, 403)
  await setTime('acme', { ends: 20 })
})

test('the role that serves a workspace may write these columns of its own row, and nothing else of any', async () => {
  const client = await pools.workspace.connect()
  /** Returns how many rows a statement of this workspace's would write. */
  const writes = async (statement: string) => {
    try {
      await client.query(`begin; set local app.tenant_id = '${tenants.acme.id}'`)
      return (await client.query(`/* across tenants */ ${statement}`)).rowCount
    } finally {
      await client.query('rollback')
    }
  }
  const own = [
    'name',
    'name_key',
    'timezone',
    'first_day',
    'accent',
    'leave_approval',
    'retention_days',
    'requires_second_factor',
    'deleted_at',
  ]
  const columns = await query(
    `select attname as name from pg_attribute where attrelid = 'tenants'::regclass and attnum > 0 order by attnum`,
  )
  try {
    for (const name of own) assert.equal(await writes(`update tenants set ${name} = ${name}`), 1, name)
    // It reads no column, so that the policy for reading has no say.
    assert.equal(await writes('update tenants set first_day = 0'), 1)
    assert.equal(await writes(`update tenants set name = 'X' where id = ${tenants.globex.id}`), 0)
    for (const { name } of columns.filter(({ name }) => !own.includes(String(name))))
      await assert.rejects(writes(`update tenants set ${name} = default`), /permission denied/, String(name))
    await assert.rejects(writes('delete from tenants'), /permission denied/)
    await assert.rejects(writes(`insert into tenants (name) values ('X')`), /permission denied/)
  } finally {
    client.release(true)
  }
})
