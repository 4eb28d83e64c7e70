// @long: Ids reveal when a row was created, and nothing about other workspaces.
import assert from 'node:assert/strict'
import { request } from 'node:http'
import { test } from 'node:test'
import { startWorldProcess } from '../../testing/processes.ts'
import { labels, people, projects, rooms, tasks, testApp } from '../../testing/world.ts'

const world = await testApp()
const { as, asOwner, query, socket, cookiesOf, hostOf, closeFirst } = world

/** Microseconds since 2026 by the database's clock. */
const now = async () =>
  (await query(`select (extract(epoch from clock_timestamp() - '2026-01-01Z'::timestamptz) * 1000000)::float8 as at`))[0]
    ?.at as number
/** Microseconds. An id is a time rounded to this unit. */
const unit = 64
const newTask = (n: number | string = 0) => ({
  project: projects.website,
  title: `Task ${n}`,
  description: 'Something that has to be done.',
  priority: 'low',
})
const create = async (route: string, body: object) => {
  const answer = await as(route.startsWith('POST /api/labels') ? 'ann' : 'pam')(route, body)
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  return answer.body.id as number
}

test('an id is the moment at which its row was made, whatever happens in other workspaces meanwhile', async () => {
  const creations = [
    () => create('POST /api/tasks/', newTask()),
    () => create('POST /api/labels/', { name: `Label ${Math.random()}` }),
    () => create('POST /api/comments/', { content_type: 'task', object_id: tasks.home_page, text: 'Hello' }),
  ]
  for (const createRow of creations) {
    for (const isBusy of [false, true]) {
      const before = await now()
      if (isBusy)
        await query(`
          insert into labels (tenant_id, name) select 2, 'Globex ' || random() || n from generate_series(1, 1000) n;
          insert into tasks (tenant_id, project_id, title) select 2, 4, 'Globex' from generate_series(1, 1000);
          insert into comments (tenant_id, task_id, author_id, text) select 2, 4, 12, 'Globex' from generate_series(1, 1000)`)
      const id = await createRow()
      assert.ok(before - unit <= id && id <= (await now()) + 2 * unit, `${id}`)
    }
  }
})

test('connections whose process numbers end differently never make the same id, however much in one moment', async () => {
  await asOwner((first) =>
    asOwner(async (second) => {
      const future = (await now()) + 3_600_000_000
      const ids = new Set<string>()
      const endings = new Set<number>()
      for (const client of [first, second]) {
        const { rows: backends } = await client.query<{ ending: number }>('select pg_backend_pid() % 64 as ending')
        endings.add(backends[0]?.ending ?? -1)
        // Both continue from the same time, as if the clock stood still.
        await client.query(`select set_config('app.last_id', $1, false)`, [String(Math.round(future))])
        const { rows } = await client.query<{ id: string }>('select next_id() as id from generate_series(1, 1000)')
        for (const { id } of rows) ids.add(id)
      }
      assert.equal(ids.size, endings.size * 1000)
    }),
  )
})

test('what a connection makes next has a higher id than a thousand rows that were made at once', async () => {
  await asOwner(async (client) => {
    const idOf = async (statement: string) => Number((await client.query<{ id: string }>(statement)).rows[0]?.id)
    const last = await idOf('select max(id) as id from (select next_id() as id from generate_series(1, 10000)) made')
    assert.ok(last > (await now()), 'They are made faster than the clock ticks.')
    assert.ok((await idOf('select next_id() as id')) > last)
  })
})

test('an id is a positive number that JSON keeps, and larger than all that there were', async () => {
  const id = await create('POST /api/tasks/', newTask())
  assert.ok(Number.isSafeInteger(id) && id > 1_000_000_000)
  assert.equal((await as('pam')(`GET /api/tasks/${id}/`)).body.id, id)
})

test('the rows of one statement, and of one transaction, have different ids in their order', async () => {
  await asOwner(async (client) => {
    await client.query('begin')
    let last = 0
    for (let round = 0; round < 3; round++) {
      const { rows } = await client.query<{ id: string }>(
        `insert into labels (tenant_id, name) select 1, 'Round ' || $1::int || ' ' || n from generate_series(1, 5000) n returning id`,
        [round],
      )
      for (const row of rows) {
        assert.ok(Number(row.id) > last)
        last = Number(row.id)
      }
    }
    await client.query('rollback')
  })
})

async function startProcess() {
  const { port, kill } = await startWorldProcess(world)
  closeFirst(kill)
  return `http://127.0.0.1:${port}`
}

test('of what several processes make at once in one workspace no two have one id, and what was made later has a higher one', async () => {
  const servers = await Promise.all([startProcess(), startProcess(), startProcess()])
  const headers = { host: hostOf('acme'), cookie: await cookiesOf('pam'), 'content-type': 'application/json' }
  const created: { startedAt: number; endedAt: number; id: number }[] = []
  const client = async (server: string, name: string) => {
    for (let n = 0; n < 25; n++) {
      const startedAt = performance.now()
      const { status, id } = await post(`${server}/api/tasks/`, headers, newTask(`${name} ${n}`))
      assert.equal(status, 201)
      created.push({ startedAt, endedAt: performance.now(), id })
    }
  }
  await Promise.all(servers.flatMap((server, i) => Array.from({ length: 4 }, (_, k) => client(server, `${i} ${k}`))))

  assert.equal(created.length, 300)
  assert.equal(new Set(created.map(({ id }) => id)).size, 300)
  for (const earlier of created)
    for (const later of created) if (earlier.endedAt < later.startedAt) assert.ok(earlier.id < later.id)
  const listed = (await as('pam')(`GET /api/tasks/?project=${projects.website}`)).body.results.map(({ id }: { id: number }) => id)
  for (const { id } of created) assert.ok(listed.includes(id))
})

test('two rows that get the same id by chance are both stored, by HTTP and by socket, and nothing twice', async () => {
  const taken = await create('POST /api/tasks/', newTask('taken'))
  const chat = await socket('pam', `/ws/chat/${rooms.website}/`)
  await chat.settled()
  const other = await socket('max', `/ws/chat/${rooms.secret}/`)
  await other.settled()
  other.send({ message: 'Taken', temp_id: 'taken' })
  const { id: messageId } = await other.frame(({ temp_id }) => temp_id === 'taken')

  const [{ prosrc } = {}] = await query(`select prosrc from pg_proc where proname = 'next_id'`)
  const define = (body: string) =>
    query(`create or replace function next_id() returns bigint volatile language sql as $body$ ${body} $body$`)
  await query(`create sequence chances; grant usage on sequence chances to public;
    create function real_next_id() returns bigint volatile language sql as $body$ ${prosrc} $body$`)
  const collide = async (id: number) => {
    await query('alter sequence chances restart')
    await define(`select case when nextval('chances') <= 3 then ${id} else real_next_id() end`)
  }

  await collide(taken)
  const id = await create('POST /api/tasks/', newTask('by chance'))
  assert.ok(id > taken)
  assert.deepEqual(await query(`select title from tasks where title in ('Task taken', 'Task by chance') order by id`), [
    { title: 'Task taken' },
    { title: 'Task by chance' },
  ])
  await collide(messageId as number)
  chat.send({ message: 'By chance', temp_id: 'chance' })
  await chat.frame(({ temp_id }) => temp_id === 'chance')
  assert.deepEqual(await query(`select content from chat_messages where content in ('Taken', 'By chance') order by id`), [
    { content: 'Taken' },
    { content: 'By chance' },
  ])
  await define(String(prosrc))
})

test('messages of a room keep their order when the clock is put back', async () => {
  const room = rooms.website
  await query(
    `with ahead as (insert into chat_messages (tenant_id, id, room_id, sender_id, content)
       select 1, next_id() + 3600000000, $1, $2, 'Before the clock was put back' returning id)
     update chat_rooms set last_message_id = ahead.id from ahead where chat_rooms.tenant_id = 1 and chat_rooms.id = $1`,
    room,
    people.dev.id,
  )
  // A server that has not published the earlier messages.
  const dev = await socket('dev', `/ws/chat/${room}/`, { server: await world.anotherServer({ sweep: 3_600_000 }) })
  await dev.settled()
  for (const text of ['First', 'Second']) {
    dev.send({ message: text, temp_id: text })
    await dev.frame(({ temp_id }) => temp_id === text)
  }
  const { body } = await as('dev')(`GET /api/chat-rooms/${room}/messages/`)
  assert.deepEqual(
    body.slice(0, 3).map(({ content }: { content: string }) => content),
    ['Second', 'First', 'Before the clock was put back'],
  )
})

test('what comes back from the trash has its own id', async () => {
  const id = await create('POST /api/labels/', { name: 'There and back' })
  assert.equal((await as('ann')(`DELETE /api/labels/${id}/`)).status, 204)
  assert.equal((await as('ann')(`POST /api/labels/${id}/restore/`)).body.id, id)
  assert.notEqual(id, labels.design)
})

function post(url: string, headers: Record<string, string>, body: object) {
  return new Promise<{ status: number; id: number }>((resolve, reject) => {
    const sent = request(url, { method: 'POST', headers }, (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (chunk) => (text += chunk))
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, id: JSON.parse(text).id }))
    })
    sent.on('error', reject)
    sent.end(JSON.stringify(body))
  })
}
