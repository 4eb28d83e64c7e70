import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ChatRoom } from 'contract'
import { type Name, people, projects, rooms, testApp } from '../testing/world.ts'

const world = await testApp()
const { as, query } = world

const roomsOf = async (who: Name): Promise<ChatRoom[]> => (await as(who)('GET /api/chat-rooms/')).body
const names = (list: { name: string }[]) => list.map(({ name }) => name)
const privately = (who: Name, other: number, ids = [people[who].id, other]) =>
  as(who)('POST /api/private-chat/', { participants: ids })
const addMessage = (room_id: number, who: Name, content: string) =>
  query(
    `with said as (insert into chat_messages (tenant_id, room_id, sender_id, content) values (1, $1, $2, $3) returning id)
     update chat_rooms set last_message_id = said.id from said where tenant_id = 1 and chat_rooms.id = $1 returning said.id::float8 as id`,
    room_id,
    people[who].id,
    content,
  ).then(([row]) => row?.id as number)

test('a project has a room from its first moment, for its manager and its members', async () => {
  assert.deepEqual(names(await roomsOf('pam')), ['Old', 'Website'])
  assert.deepEqual(names(await roomsOf('dev')), ['Old', 'Website'])
  for (const who of ['ann', 'dana', 'hana'] as const) assert.deepEqual(await roomsOf(who), [], who)
  const { body: project } = await as('max')('POST /api/projects/', { name: 'Brand new', description: '', priority: 'low' })
  const [room] = await roomsOf('max')
  assert.deepEqual(
    { ...room, id: 0 },
    {
      id: 0,
      room_type: 'PROJECT',
      name: 'Brand new',
      project: { id: project.id, name: 'Brand new', is_active: true },
      participants: [
        { id: people.max.id, name: 'Max', full_name: 'Max', email: 'max@acme.test', is_active: true, last_seen_id: null },
      ],
      last_message: null,
      unread_count: 0,
      disabled_reason: null,
    },
  )
})

test('a list that asks for its own seats has nobody else of a project, and is otherwise the same', async () => {
  const { body: room } = await privately('dev', people.max.id)
  const message_id = await addMessage(rooms.website, 'pam', 'Good morning')
  await query(
    `insert into chat_seen (tenant_id, room_id, person_id, message_id) values (1, $1, $2, $4), (1, $1, $3, $4)`,
    rooms.website,
    people.dev.id,
    people.pam.id,
    message_id,
  )
  const all = await roomsOf('dev')
  const own: ChatRoom[] = (await as('dev')('GET /api/chat-rooms/?participants=own')).body
  const dev = { id: people.dev.id, name: 'Dev', full_name: 'Dev', email: 'dev@acme.test', is_active: true }
  assert.deepEqual(own.find(({ id }) => id === rooms.website)?.participants, [{ ...dev, last_seen_id: message_id }])
  assert.deepEqual(own.find(({ id }) => id === rooms.old)?.participants, [{ ...dev, last_seen_id: null }])
  assert.deepEqual(names(own.find(({ id }) => id === room.id)?.participants ?? []), ['Dev', 'Max'])
  assert.deepEqual(names(all.find(({ id }) => id === rooms.website)?.participants ?? []), ['Dev', 'Pam'])
  const without = (rooms: ChatRoom[]) => rooms.map(({ participants: _, ...rest }) => rest)
  assert.deepEqual(without(own), without(all))
  assert.deepEqual((await as('dev')('GET /api/chat-rooms/?participants=all')).body, all)
  assert.equal((await as('dev')('GET /api/chat-rooms/?participants=few')).status, 400)
})

test('who is in a room is read by those who are in it, with what each has seen', async () => {
  const path = (id: number | string) => `GET /api/chat-rooms/${id}/participants/`
  const { body: room } = await privately('dev', people.max.id)
  for (const { id, participants } of await roomsOf('dev')) {
    const { status, body } = await as('dev')(path(id))
    assert.deepEqual([status, body], [200, participants])
  }
  assert.ok(
    (await as('pam')(path(rooms.website))).body.some((participant: { last_seen_id: number }) => participant.last_seen_id > 0),
  )
  for (const [who, id] of [
    ['ann', rooms.website],
    ['max', rooms.website],
    ['max', rooms.old],
    ['gil', rooms.website],
    ['pam', room.id],
    ['dev', 99_999],
    ['dev', 'x'],
  ] as const)
    assert.deepEqual(await as(who)(path(id)).then(({ status }) => status), 404, `${who} ${id}`)
})

test('who joins a project is in its room, and who leaves it is out', async () => {
  await as('pam')('POST /api/members/bulk-assign/', { project: projects.website, developers: [people.dana.id] })
  assert.deepEqual(names(await roomsOf('dana')), ['Website'])
  assert.equal((await as('dana')(`GET /api/chat-rooms/${rooms.website}/messages/`)).status, 200)
  const { body } = await as('pam')(`GET /api/projects/${projects.website}/`)
  const { id } = body.members.find(({ employee }: { employee: { id: number } }) => employee.id === people.dana.id)
  assert.equal((await as('pam')(`DELETE /api/members/${id}/`)).status, 204)
  assert.deepEqual(await roomsOf('dana'), [])
  assert.equal((await as('dana')(`GET /api/chat-rooms/${rooms.website}/messages/`)).status, 404)
})

test('two people have one room, whoever of them asks, in whatever order', async () => {
  const created = await privately('dev', people.hana.id)
  assert.equal(created.status, 201)
  assert.deepEqual([created.body.room_type, created.body.name, created.body.project], ['PRIVATE', 'Hana', null])
  assert.deepEqual(names(created.body.participants), ['Dev', 'Hana'])
  const repeated = await privately('hana', 0, [people.dev.id, people.hana.id])
  assert.deepEqual([repeated.status, repeated.body.id, repeated.body.name], [200, created.body.id, 'Dev'])
  assert.deepEqual(names(await roomsOf('hana')), ['Dev'])
})

test('two people who ask for their room in the same instant get the same one', async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, i) => (i % 2 ? privately('deb', people.una.id) : privately('una', people.deb.id))),
  )
  assert.equal(new Set(answers.map(({ body }) => body.id)).size, 1)
  assert.deepEqual(
    answers.map(({ status }) => status).filter((status) => status !== 200),
    [201],
  )
})

test('a private room is for two people of the workspace, one of them the caller', async () => {
  const { pam, dev, gus } = people
  for (const ids of [
    [pam.id],
    [pam.id, pam.id],
    [dev.id, 6],
    [pam.id, dev.id, 6],
    [pam.id, gus.id],
    [pam.id, 999],
    [],
    'no',
    [1.5, 2],
  ]) {
    const { status, body } = await as('pam')('POST /api/private-chat/', { participants: ids })
    assert.deepEqual([status, Object.keys(body)], [400, ['participants']], JSON.stringify(ids))
  }
  const foreign = await privately('pam', gus.id)
  assert.deepEqual(foreign.body, (await privately('pam', 999)).body)
})

test('nobody else reads a private room, not even the tenant admin', async () => {
  const { body: room } = await privately('pam', people.max.id)
  for (const [who, status] of [
    ['pam', 200],
    ['max', 200],
    ['ann', 404],
    ['dev', 404],
    ['gil', 404],
  ] as const)
    assert.equal((await as(who)(`GET /api/chat-rooms/${room.id}/messages/`)).status, status, who)
  for (const path of ['0', 'x', '99999', '-1', '1e3'])
    assert.equal((await as('pam')(`GET /api/chat-rooms/${path}/messages/`)).status, 404)
})

test('the room with the newest message stands first, and rooms without one last', async () => {
  const { body: first } = await privately('ann', people.pam.id)
  const { body: second } = await privately('ann', people.max.id)
  await privately('ann', people.hana.id)
  await addMessage(first.id, 'pam', 'Good morning')
  await addMessage(second.id, 'max', 'Hello')
  assert.deepEqual(names(await roomsOf('ann')), ['Max', 'Pam', 'Hana'])
  const id = await addMessage(first.id, 'ann', 'And to you')
  const [room] = await roomsOf('ann')
  assert.equal(room?.name, 'Pam')
  assert.deepEqual(
    { ...room?.last_message, timestamp: '' },
    { id, content: 'And to you', sender_id: people.ann.id, sender_name: 'Ann', timestamp: '' },
  )
})

test('what others wrote is unread until it was seen; what was written before somebody came is not', async () => {
  const { body: room } = await privately('dana', people.una.id)
  const unread = async (who: Name, id: number) => (await roomsOf(who)).find((room) => room.id === id)?.unread_count
  for (const content of ['One', 'Two', 'Three']) await addMessage(room.id, 'dana', content)
  assert.deepEqual([await unread('una', room.id), await unread('dana', room.id)], [3, 0])

  await addMessage(rooms.website, 'dev', 'Before Dana came')
  await query(`update members set created_at = now() - interval '1 day' where tenant_id = 1 and project_id = 1`)
  await as('pam')('POST /api/members/bulk-assign/', { project: projects.website, developers: [people.dana.id] })
  assert.equal(await unread('dana', rooms.website), 0)
  assert.equal(await unread('pam', rooms.website), 1)
  await addMessage(rooms.website, 'dev', 'After Dana came')
  assert.equal(await unread('dana', rooms.website), 1)
})

test('messages come fifty at a time, newest first, before or after any of them, without a gap', async () => {
  const { body: room } = await privately('max', people.hana.id)
  const path = `GET /api/chat-rooms/${room.id}/messages/`
  await query(
    `insert into chat_messages (tenant_id, room_id, sender_id, content) select 1, $1, $2, 'No. ' || n from generate_series(1, 120) n order by n`,
    room.id,
    people.max.id,
  )
  const read = async (query: string) => (await as('hana')(`${path}?${query}`)).body as { id: number; content: string }[]
  const numbers = (list: { content: string }[]) => list.map(({ content }) => Number(content.slice(4)))
  const downFrom = (top: number, count: number) => Array.from({ length: count }, (_, i) => top - i)
  const newest = (await as('hana')(path)).body
  assert.deepEqual(numbers(newest), downFrom(120, 50))
  assert.deepEqual(Object.keys(newest[0]), ['id', 'content', 'sender', 'sender_name', 'timestamp'])
  const older = await read(`before=${newest.at(-1).id}`)
  assert.deepEqual(numbers(older), downFrom(70, 50))
  assert.deepEqual(numbers(await read(`before=${older.at(-1)?.id}`)), downFrom(20, 20))
  assert.deepEqual(numbers(await read(`after=${older.at(-1)?.id}`)), downFrom(71, 50))
  assert.deepEqual(await read(`after=${newest[0].id}`), [])
  for (const query of ['before=x', 'after=-1', 'before=0']) assert.equal((await as('hana')(`${path}?${query}`)).status, 400)
})

test('a room of an inactive project or with somebody who has left is read only, and says why', async () => {
  const reason = async (who: Name, name: string) => (await roomsOf(who)).find((room) => room.name === name)?.disabled_reason
  assert.equal(await reason('pam', 'Old'), 'Chat is disabled because this project is inactive.')
  assert.equal(await reason('pam', 'Website'), null)
  await privately('pam', people.deb.id)
  await query(`update people set is_active = false where tenant_id = 1 and id = $1`, people.deb.id)
  assert.equal(await reason('pam', 'Deb'), 'Chat is disabled because the user is inactive.')
  assert.equal((await privately('pam', people.deb.id)).status, 400)
  await query(`update people set is_active = true where tenant_id = 1 and id = $1`, people.deb.id)
})

test('everybody active of the workspace can be talked to, apart from oneself', async () => {
  for (const path of ['/api/users', '/api/users/']) {
    const { body } = await as('hana')(`GET ${path}`)
    assert.deepEqual(names(body), ['Ann', 'Dana', 'Deb', 'Dev', 'Max', 'Pam', 'Una'])
    assert.deepEqual(body[0], { id: people.ann.id, name: 'Ann', full_name: 'Ann', email: 'ann@acme.test', role: 'tenant_admin' })
  }
  assert.deepEqual(names((await as('hana')('GET /api/users/?search=PA')).body), ['Pam'])
  assert.deepEqual(names((await as('hana')('GET /api/users/?search=%25')).body), [])
  assert.deepEqual(names((await as('hana')('GET /api/users/?offset=5')).body), ['Pam', 'Una'])
})
