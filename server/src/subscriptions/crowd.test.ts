// @long
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ChatRoom } from 'contract'
import { people, projects, rooms, testApp } from '../testing/world.ts'
import { openSocket, portOf } from '../testing/world-sockets.ts'

const world = await testApp()
const { as, query, services, app } = world

const participants = 1000
const room = `/ws/chat/${rooms.website}/`
const first = 2001

/** Additional members of the project, each with a session. */
async function gather(count: number) {
  await query(
    `insert into people (id, tenant_id, email, full_name, role, job_title, department, manager_id, accepted_at)
       overriding system value
     select ${first} + n, 1, 'crowd' || n || '@acme.test', 'Crowd ' || n, 'developer', 'Job', 'Engineering', ${people.pam.id}, now()
     from generate_series(1, $1) n`,
    count,
  )
  await query(
    `insert into members (tenant_id, project_id, person_id, role)
     select 1, $1, ${first} + n, 'developer' from generate_series(1, $2) n`,
    projects.website,
    count,
  )
  const sessions = await query(
    `insert into sessions (tenant_id, person_id, expires_at)
     select 1, ${first} + n, now() + interval '1 day' from generate_series(1, $1) n
     returning key, person_id::int as person_id`,
    count,
  )
  const expires = Math.floor(Date.now() / 1000) + 300
  return sessions.map(({ key, person_id }) => ({
    person_id: person_id as number,
    headers: {
      host: world.hostOf('acme'),
      cookie: `atrium_access=${services.tokens.sign('access', 1, String(key), expires)}`,
    },
  }))
}

const roomFor = async (headers: Record<string, string>) =>
  (await app.inject({ url: '/api/chat-rooms/', headers })).json<ChatRoom[]>().find(({ id }) => id === rooms.website) as ChatRoom

test('in a room of a thousand everybody hears what is said, and what everybody has seen tells each of them no more than it must', async () => {
  const crowd = await gather(participants)
  const port = await portOf(app)
  const lines: (ReturnType<typeof openSocket> & (typeof crowd)[number])[] = []
  world.closeFirst(async () => {
    for (const { client } of lines) client.terminate()
  })
  while (lines.length < participants) {
    const some = crowd
      .slice(lines.length, lines.length + 100)
      .map((session) => ({ ...session, ...openSocket({ port, path: room, ...session }) }))
    lines.push(...some)
    await Promise.all(some.map((line) => line.settled()))
  }
  for (const line of lines) line.frames.length = 0

  const pam = await world.socket('pam', room)
  await pam.settled()
  pam.send({ message: 'Good morning', temp_id: 'one' })
  const { id } = await pam.frame(({ temp_id }) => temp_id === 'one')
  await Promise.all(lines.map((line) => line.frame((frame) => frame.id === id)))
  for (const { frames } of lines) assert.equal(frames.length, 1)

  const last = lines.at(-1)
  const { unread_count, participants: all } = await roomFor(last?.headers ?? {})
  assert.equal(unread_count, 1)
  assert.equal(all.length, participants + 2)
  const [unread] = await query(
    `select count(*)::int as count from members m left join chat_seen s
       on s.tenant_id = m.tenant_id and s.room_id = m.project_id and s.person_id = m.person_id
     where m.tenant_id = 1 and m.project_id = $1 and s.message_id is null`,
    projects.website,
  )
  assert.equal(unread?.count, participants + 2)
  assert.equal((await as('pam')('GET /api/chat-rooms/')).body.find((room: ChatRoom) => room.id === rooms.website).unread_count, 0)

  const [seers, onlookers] = [lines.slice(0, 20), lines.slice(-20)]
  for (const line of seers) line.send({ type: 'seen', message_id: id })
  for (const line of seers) await line.settled()
  for (const { person_id } of seers) await pam.frame((frame) => frame.type === 'seen' && frame.user_id === person_id)
  for (const line of seers) line.send({ type: 'seen', message_id: id })
  for (const line of [...seers, ...onlookers]) {
    const others = seers.filter(({ person_id }) => person_id !== line.person_id)
    const seerIds = (await line.settled()).filter(({ type }) => type === 'seen').map(({ user_id }) => user_id)
    assert.equal(seerIds.length, others.length, 'Once of each other, however often it is sent.')
    assert.deepEqual(new Set(seerIds), new Set(others.map(({ person_id }) => person_id)))
  }
  assert.equal((await roomFor(seers[0]?.headers ?? {})).unread_count, 0)
  for (const { client } of lines.slice(0, -100)) client.terminate()
})

test('who leaves while a crowd is being told is cut off, who comes hears the next, and the others miss nothing', async () => {
  const port = await portOf(app)
  await as('pam')('POST /api/members/bulk-assign/', { project: projects.website, developers: [people.dana.id] })
  const staying = await world.socket('pam', room)
  const leaving = await world.socket('dana', room)
  for (const connection of [staying, leaving]) await connection.settled()
  const [member] = await query(
    'select id::float8 as id from members where tenant_id = 1 and project_id = $1 and person_id = $2',
    projects.website,
    people.dana.id,
  )
  const sendFrom = (from: number) => {
    for (let i = from; i < from + 10; i++) staying.send({ message: `No. ${i}`, temp_id: `${i}` })
  }
  sendFrom(0)
  const removed = as('pam')(`DELETE /api/members/${member?.id}/`)
  sendFrom(10)
  assert.equal((await removed).status, 204)
  const headers = { host: world.hostOf('acme'), cookie: await world.cookiesOf('dev') }
  const coming = openSocket({ port, path: room, headers })
  world.closeFirst(async () => coming.client.terminate())
  await coming.status
  assert.equal(await leaving.ended, 4403)
  sendFrom(20)
  for (let i = 0; i < 30; i++) await staying.frame(({ temp_id }) => temp_id === `${i}`)
  for (let i = 20; i < 30; i++) await coming.frame(({ message }) => message === `No. ${i}`)
  const received = staying.frames.filter(({ message }) => message).map(({ message }) => message)
  assert.deepEqual(
    received.filter((message) => /^No/.test(message)),
    Array.from({ length: 30 }, (_, i) => `No. ${i}`),
  )
})

test('somebody in two hundred rooms sees all of them, the newest first, with what is unread in each', async () => {
  await query(
    `insert into people (id, tenant_id, email, full_name, role, job_title, department, accepted_at) overriding system value
     select 9000 + n, 1, 'friend' || n || '@acme.test', 'Friend ' || n, 'developer', 'Job', 'Engineering', now() from generate_series(1, 200) n`,
  )
  await query(
    `insert into chat_rooms (id, tenant_id, room_type, first_person_id, second_person_id, created_at) overriding system value
     select 9000 + n, 1, 'PRIVATE', ${people.hana.id}, 9000 + n, now() - interval '1 hour' from generate_series(1, 200) n`,
  )
  await query(
    `insert into chat_messages (tenant_id, room_id, sender_id, content)
     select 1, 9000 + n, 9000 + n, 'No. ' || m from generate_series(1, 3) m, generate_series(1, 200) n order by m, n`,
  )
  await query(
    `update chat_rooms r set last_message_id = (select max(x.id) from chat_messages x where x.tenant_id = 1 and x.room_id = r.id)
     where r.tenant_id = 1 and r.id between 9001 and 9200`,
  )
  const { body } = (await as('hana')('GET /api/chat-rooms/')) as { body: ChatRoom[] }
  assert.deepEqual(
    body.map(({ id }) => id),
    Array.from({ length: 200 }, (_, i) => 9200 - i),
  )
  assert.ok(body.every(({ unread_count, last_message }) => unread_count === 3 && last_message?.content === 'No. 3'))
})
