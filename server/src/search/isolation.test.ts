// @sampled: Search against what the other calls let a person read: it shows nothing else, and all of it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { examples } from '../testing/sampling.ts'
import { type Name, people, projects, rooms, testApp } from '../testing/world.ts'
import { keyOf, searcher } from './testing.ts'

const app = await testApp()
const { as, query } = app
const { find, readable } = searcher(app)

const everybody = [
  'ann',
  'pam',
  'max',
  'dev',
  'dana',
  'deb',
  'una',
  'hana',
  'gwen',
  'gil',
  'gus',
] as const satisfies readonly Name[]
const common = 'zebra'

/** A person finds by a word what the other calls show them with it, no more and no less. */
async function mustFindWhatIsReadable(who: Name, word: string) {
  const [found, rows] = await Promise.all([find(who, word, { limit: 1000 }), readable(who)])
  const expected = rows.filter(({ text }) => text.includes(word)).map(({ key }) => key)
  const exact = found.results.filter(({ match }) => match === 'word').map(keyOf)
  assert.deepEqual(exact.toSorted(), expected.toSorted(), `${who} ${word}`)
  const keys = new Set(rows.map(({ key }) => key))
  assert.deepEqual(
    found.results.map(keyOf).filter((key) => !keys.has(key)),
    [],
    `${who} ${word}`,
  )
  assert.equal(found.count, found.results.length)
}

// It comes before the random acts, which can give Max the website and its room.
test('HR finds people and what was said to them, and the admin no message of a room they are not in', async () => {
  const { body: room } = await as('hana')('POST /api/private-chat/', { participants: [people.hana.id, people.una.id] })
  const said = 'Between you and me: okapi.'
  await query(
    'insert into chat_messages (tenant_id, room_id, sender_id, content) values (1, $1, $2, $3), (1, $4, $5, $3)',
    ...[room.id, people.una.id, said, rooms.website, people.pam.id],
  )
  const countFor = async (who: Name) => (await find(who, 'okapi')).count
  assert.deepEqual(await Promise.all((['hana', 'una', 'ann', 'max', 'gwen'] as const).map(countFor)), [1, 1, 0, 0, 0])
  const { results } = await find('hana', 'okapi')
  assert.deepEqual(
    results.map(({ room, project, person }) => [room?.id, room?.name === person?.full_name, project]),
    [[room.id, true, null]],
  )
  assert.equal((await find('hana', 'okapi', { project: projects.website })).count, 0)
})

let words = 0
/** A text with a word that no other has. */
const newText = () => `${common} unique${++words}x`
const attempt = async (who: Name, route: string, body?: object) => {
  const { status } = await as(who)(route, body)
  assert.ok(status < 500, route)
}
const idsIn = async (table: string) => (await query(`select id::float8 from ${table} order by id`)).map(({ id }) => Number(id))

type Step = { what: number; who: (typeof everybody)[number]; nth: number }
const nthOf = (ids: number[], nth: number) => ids[nth % ids.length]

/** The acts of people. Each is tried by anybody on anything, so many are refused. */
const acts: ((step: Step) => Promise<void>)[] = [
  async ({ who, nth }) =>
    attempt(who, 'POST /api/tasks/', { project: nthOf(await idsIn('projects'), nth), title: newText(), description: newText() }),
  async ({ who, nth }) => attempt(who, 'POST /api/subtasks/', { task: nthOf(await idsIn('tasks'), nth), title: newText() }),
  async ({ who, nth }) =>
    attempt(who, 'POST /api/comments/', { content_type: 'task', object_id: nthOf(await idsIn('tasks'), nth), text: newText() }),
  async ({ who, nth }) =>
    attempt(who, 'POST /api/projects/', { name: newText(), assigned_pm: nthOf(await idsIn('people'), nth) }),
  async ({ who, nth }) => {
    const project = nthOf(await idsIn('projects'), nth)
    await attempt(who, 'POST /api/members/bulk-assign/', { project, developers: [people.dev.id] })
    await attempt(who, 'POST /api/members/bulk-assign/', { project, developers: [people.deb.id] })
  },
  async ({ who, nth }) => attempt(who, `DELETE /api/members/${nthOf(await idsIn('members'), nth)}/`),
  async ({ who, nth }) => attempt(who, `DELETE /api/tasks/${nthOf(await idsIn('tasks'), nth)}/`),
  async ({ who, nth }) => attempt(who, `DELETE /api/comments/${nthOf(await idsIn('comments'), nth)}/`),
  async ({ who }) => {
    const trash = await query(`select row_id::float8 as id from trash where kind = 'task'`)
    for (const { id } of trash) await attempt(who, `POST /api/tasks/${Number(id)}/restore/`, {})
  },
  async ({ who, nth }) => {
    const id = nthOf(await idsIn('projects'), nth)
    await attempt(who, `PATCH /api/projects/${id}/`, { assigned_pm: people.max.id })
    await attempt(who, `PATCH /api/projects/${id}/`, { is_active: nth % 2 === 0 })
  },
  async ({ who }) => {
    const person = { full_name: newText(), email: `somebody${words}@a.test`, job_title: 'Job', department: 'IT', role: 'hr' }
    await attempt(who, 'POST /api/employees/', person)
  },
  async () => {
    const newcomers = await query(`select id::float8, tenant_id::int from people where email like 'somebody%' and is_active`)
    const [newcomer] = newcomers
    if (newcomer) await attempt(newcomer.tenant_id === 1 ? 'ann' : 'gwen', `DELETE /api/employees/${Number(newcomer.id)}/`)
  },
  async ({ who, nth }) => attempt(who, 'PUT /api/profile/', { full_name: nth % 3 ? newText() : 'Somebody' }),
  async ({ who, nth }) => {
    await attempt(who, 'POST /api/private-chat/', { participants: [people[who].id, nthOf(await idsIn('people'), nth)] })
    const chatRooms = await query('select tenant_id::int, id::float8 from chat_rooms order by id')
    const room = chatRooms[nth % chatRooms.length]
    // The socket refuses those who are not in the room. Only those who are in it may find the message and its file, whoever has written it.
    const sender = room?.tenant_id === 1 ? people.una.id : people.gwen.id
    await query(
      `with content as (insert into file_contents (tenant_id, sha256, size, object, type)
          values ($1, sha256($4::bytea), 1, gen_random_uuid(), '') returning id),
        message as (insert into chat_messages (tenant_id, room_id, sender_id, content, has_files) values ($1, $2, $3, $4, true) returning id)
        insert into files (tenant_id, message_id, content_id, room_id, person_id, name, is_draft)
          select $1, message_id, content.id, $2, $3, name, is_draft
          from content, (select id, $5, false from message union all select null, $6, true) as file (message_id, name, is_draft)`,
      ...[room?.tenant_id, room?.id, sender, newText(), newText(), newText()],
    )
  },
]

const step = fc.record({
  what: fc.nat(acts.length - 1),
  who: fc.constantFrom(...everybody),
  nth: fc.nat(1000),
})

test('whatever happens, people find what they can read, and nothing else', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 40 }), fc.infiniteStream(fc.nat()), async (steps, chance) => {
      for (const each of steps) await acts[each.what]?.(each)
      for (const who of everybody) await mustFindWhatIsReadable(who, common)
      for (const who of everybody) await mustFindWhatIsReadable(who, `unique${1 + ((chance.next().value ?? 0) % words)}x`)
    }),
    { ...examples({ sample: 2, whole: 8 }), endOnFailure: true },
  )
})

test('the role that looks up ids reads ids and words alone, and nobody can become it', async () => {
  const rights = await query(`
    select distinct table_name || '.' || column_name as name from information_schema.column_privileges
    where grantee = 'atrium_search' and table_schema = 'public'`)
  const named = rights.map(({ name }) => String(name).split('.')[1])
  assert.deepEqual(new Set(named), new Set(['tenant_id', 'id', 'search']))
  assert.deepEqual(
    await query(`select rolcanlogin, rolsuper, rolbypassrls, rolcreaterole from pg_roles where rolname = 'atrium_search'`),
    [{ rolcanlogin: false, rolsuper: false, rolbypassrls: false, rolcreaterole: false }],
  )
  assert.deepEqual(
    await query(
      `select m.rolname from pg_roles m where m.rolname like 'atrium%' and m.rolname <> 'atrium_search' and pg_has_role(m.oid, 'atrium_search', 'member')`,
    ),
    [],
  )
})
