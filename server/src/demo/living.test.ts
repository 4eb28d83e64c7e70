import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DirectoryPerson, Location, PersonRecord, Task, WorkFile } from 'contract'
import { statements } from '../kit/db/db.ts'
import { testApp } from '../testing/world.ts'
import { createDemo } from './demo.ts'
import { demoPassword } from './people.ts'
import { moveDemoToToday } from './shift.ts'

const { browser, owner_url, pools, query, services } = await testApp({ DEMO: '1', RATE_LIMIT: '0' })
await createDemo(pools, { living: services })

const count = async (what: string) => {
  const [row] = await query(`select count(*)::int as n from ${what}`)
  return Number(row?.n)
}
const inDemo = (table: string) => `${table} where tenant_id = (select id from tenants where subdomain = 'demo')`

test('the demonstration is a company of twelve, whose initials tell them apart, in the middle of its work', async () => {
  const people = await query(`select full_name from ${inDemo('people')}`)
  const initials = people.map(({ full_name }) =>
    String(full_name)
      .split(' ')
      .map(([letter]) => letter)
      .join(''),
  )
  assert.deepEqual([initials.length, new Set(initials).size], [12, 12])
  assert.equal(await count(inDemo('projects')), 5)
  const subtasks = inDemo('subtasks')
  assert.ok((await count(subtasks)) >= 150)
  assert.ok((await count(`${subtasks} and status = 'done'`)) >= 60)
  assert.ok((await count(`${subtasks} and status <> 'done' and due_date < current_date`)) >= 5)
  assert.ok((await count(`${subtasks} and status <> 'done' and due_date >= current_date`)) >= 40)
  assert.ok((await count(`${subtasks} and assigned_to_id is null`)) >= 5)
})

test('nothing of it has happened in the future', async () => {
  for (const [table, column] of [
    ['comments', 'created_at'],
    ['files', 'created_at'],
    ['chat_messages', 'created_at'],
    ['notifications', 'created_at'],
    ['project_updates', 'created_at'],
    ['assignments', 'assigned_at'],
    ['tasks', 'done_at'],
    ['subtasks', 'done_at'],
    ['time_entries', 'created_at'],
    ['time_sheets', 'submitted_at'],
    ['time_sheets', 'decided_at'],
    ['timers', 'started_at'],
    ['documents', 'created_at'],
    ['checklists', 'created_at'],
    ['checklist_items', 'done_at'],
  ] as const)
    assert.equal(await count(`${inDemo(table)} and ${column} > now()`), 0, table)
})

test('each link of a notification leads to something that its reader may see', async () => {
  for (const role of ['tenant_admin', 'project_manager', 'developer'] as const) {
    const reader = browser('demo')
    await reader('POST /api/demo/', { role })
    const { results } = (await reader('GET /api/notifications/')).body
    assert.ok(results.length >= 3, role)
    for (const { link } of results) {
      const [, kind, id] = /\/(projects|tasks)\/(\d+)$/.exec(link) ?? []
      if (kind) assert.equal((await reader(`GET /api/${kind}/${id}/`)).status, 200, link)
    }
  }
})

test('its tasks have files: pictures with their previews, a document and a table', async () => {
  const pam = browser('demo')
  assert.equal((await pam('POST /api/token/', { email: 'pam@demo.test', password: demoPassword })).status, 200)
  const { results } = (await pam('GET /api/tasks/?limit=1000')).body
  const attached = results.flatMap(({ files }: Task) => files)
  assert.deepEqual(
    new Map(attached.map(({ name, type, preview }: WorkFile) => [name, [type, preview]])),
    new Map([
      ['Home page, third draft.png', ['image/png', { width: 1280, height: 800 }]],
      ['Home page on a phone.png', ['image/png', { width: 780, height: 1688 }]],
      ['Rides with the prototype.pdf', ['application/pdf', null]],
      ['The two differences.csv', ['text/plain', null]],
    ]),
  )
  for (const { id, size } of attached) {
    const { status, headers } = await pam(`GET /api/files/${id}/content/`)
    assert.deepEqual([status, headers['content-length']], [200, String(size)])
  }
})

test('a comment and messages in its chats bring files', async () => {
  const pam = browser('demo')
  await pam('POST /api/demo/', { role: 'project_manager' })
  assert.equal(await count(`${inDemo('files')} and comment_id is not null and task_id is not null`), 1)
  const rooms = (await pam('GET /api/chat-rooms/')).body
  const found = []
  for (const { id } of rooms)
    for (const { content, files = [] } of (await pam(`GET /api/chat-rooms/${id}/messages/`)).body)
      for (const { name } of files) found.push([content.slice(0, 22), name])
  assert.deepEqual(found, [['Ten years of invoices,', 'Differences.csv']])
  assert.equal(await count(`${inDemo('chat_messages')} and has_files`), await count(`${inDemo('files')} and room_id is not null`))
})

test('its developers have spent time, which is with the work, and of last week one sheet waits, one is approved and one returned', async () => {
  const wrong = `s.spent_minutes <> (select coalesce(sum(e.minutes), 0) from time_entries e where e.subtask_id = s.id)`
  assert.equal(await count(`subtasks s where ${wrong} and s.tenant_id = (select id from tenants where subdomain = 'demo')`), 0)
  assert.ok((await count(inDemo('time_entries'))) >= 50)
  assert.equal(await count(`${inDemo('time_entries')} and (day >= current_date or day < current_date - 21)`), 0)
  const full = await query(`select 1 from ${inDemo('time_entries')} group by person_id, day having sum(minutes) > 480`)
  assert.deepEqual(full, [])
  const last = `${inDemo('time_sheets')} and week = date_trunc('week', current_date)::date - 7`
  for (const status of ['submitted', 'approved', 'returned'])
    assert.ok((await count(`${last} and status = '${status}'`)) >= 1, status)
  const pam = browser('demo')
  await pam('POST /api/token/', { email: 'pam@demo.test', password: demoPassword })
  const { results } = (await pam('GET /api/time/sheets/?status=submitted')).body
  assert.deepEqual(new Set(results.map(({ person }: { person: { full_name: string } }) => person.full_name)).size, 1)
})

test('HR has places with their holidays, and a newcomer with documents and a checklist', async () => {
  const hana = browser('demo')
  await hana('POST /api/token/', { email: 'hana@demo.test', password: demoPassword })
  const people: DirectoryPerson[] = (await hana('GET /api/directory/')).body
  const locations: Location[] = (await hana('GET /api/locations/')).body
  assert.deepEqual(
    locations.map(({ name, is_default }) => [name, is_default]),
    [
      ['Berlin', true],
      ['Lisbon', false],
    ],
  )
  for (const { id } of locations) assert.ok((await hana(`GET /api/locations/${id}/holidays/`)).body.length > 8)
  assert.equal(people.filter(({ location }) => location === locations[1]?.id).length, 3)
  assert.equal(people.filter(({ reports_to }) => reports_to === null).length, 1)
  const yuki = people.find(({ full_name }) => full_name === 'Yuki Oda')
  const record: PersonRecord = (await hana(`GET /api/people/${yuki?.id}/`)).body
  assert.deepEqual([record.documents?.length, record.checklists?.[0]?.items.filter((item) => item.done_at).length], [2, 5])
  for (const { id } of record.documents ?? []) assert.equal((await hana(`GET /api/documents/${id}/content/`)).status, 200)
})

test('time moves along by whole weeks, with its sheets', async () => {
  const time = `select x.id::float8, x.day - date_trunc('week', current_date)::date as day, h.week - date_trunc('week', current_date)::date as week
    from time_entries x left join time_sheets h on h.tenant_id = x.tenant_id and h.person_id = x.person_id
      and h.project_id = x.project_id and x.day between h.week and h.week + 6
    where x.tenant_id = (select id from tenants where subdomain = 'demo') order by x.id`
  await query(`insert into timers (tenant_id, person_id, project_id, task_id, subtask_id, title, started_at)
    select tenant_id, person_id, project_id, task_id, subtask_id, title, now() - interval '9 days 5 minutes'
    from ${inDemo('time_entries')} order by id limit 1`)
  const before = await query(time)
  await query(`update tenants set trial_ends_on = trial_ends_on - 9 where subdomain = 'demo'`)
  await query(`update ${inDemo('time_entries').replace(' where', ' set day = day - 14 where')}`)
  await query(`delete from ${inDemo('time_sheets')} and week < date_trunc('week', current_date)::date - 7`)
  await query(`update ${inDemo('time_sheets').replace(' where', ' set week = week - 14 where')}`)
  // The owner moves it in development, where no distributed database has to accept the statements.
  const { seen } = statements
  statements.seen = undefined
  await moveDemoToToday(pools, owner_url)
  statements.seen = seen
  const after = await query(time)
  const shifts = new Set(after.map(({ day }, i) => Number(day) - Number(before[i]?.day)))
  assert.deepEqual(shifts.size, 1)
  assert.ok([-7, 0].includes([...shifts][0] ?? 1))
  const onSheets = (rows: typeof before) => rows.filter(({ week }) => week !== null)
  assert.ok(onSheets(after).length > 0 && onSheets(after).length < onSheets(before).length)
  const [timer] = await query(`select extract(epoch from now() - started_at)::int / 3600 as hours from ${inDemo('timers')}`)
  assert.equal(timer?.hours, 0)
})
