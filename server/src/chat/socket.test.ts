import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Name, people, projects, rooms, testApp } from '../testing/world.ts'

const world = await testApp()
const { as, query, socket } = world
// The sweep is too rare to close a socket in these tests.
const timing = { sweep: 3_600_000 }
const [first, second] = [await world.anotherServer(timing), await world.anotherServer(timing)]

const path = (room: number) => `/ws/chat/${room}/`
async function open(who: Name, room: number = rooms.website, server = first) {
  const opened = await socket(who, path(room), { server })
  await opened.settled()
  return opened
}
type Open = Awaited<ReturnType<typeof open>>
type Message = { id: number; message: string; temp_id?: string }
const messagesIn = async (connection: Open) =>
  ((await connection.settled()) as Message[]).filter(({ message }) => message !== undefined)
const stored = async (who: Name, room: number = rooms.website) =>
  (await as(who)(`GET /api/chat-rooms/${room}/messages/`)).body as { id: number; content: string }[]
const unread = async (who: Name, room: number = rooms.website) =>
  (await as(who)('GET /api/chat-rooms/')).body.find(({ id }: { id: number }) => id === room).unread_count

test('a message reaches everybody who has the room open, in every server; its sender with the name it was given', async () => {
  const [pam, tab, dev, onSecond] = [
    await open('pam'),
    await open('pam'),
    await open('dev'),
    await open('dev', rooms.website, second),
  ]
  const elsewhere = await open('pam', rooms.old)
  pam.send({ message: '  Good morning <b>  ', temp_id: 'a' })
  const { id, timestamp, ...own } = await pam.frame(({ temp_id }) => temp_id === 'a')
  const message = { message: 'Good morning <b>', sender_id: people.pam.id, sender_name: 'Pam' }
  assert.deepEqual(own, { ...message, temp_id: 'a' })
  assert.deepEqual(await tab.frame((frame) => frame.id === id), { id, timestamp, ...message, temp_id: 'a' })
  for (const connection of [dev, onSecond])
    assert.deepEqual(await connection.frame((frame) => frame.id === id), { id, timestamp, ...message })
  assert.deepEqual(await elsewhere.settled(), [])
  const [newest] = await stored('dev')
  assert.deepEqual(newest, { id, content: 'Good morning <b>', sender: people.pam.id, sender_name: 'Pam', timestamp })
})

test('the same message sent again under the same name is stored once, and its sender alone is answered', async () => {
  const [pam, dev] = [await open('pam'), await open('dev')]
  for (let i = 0; i < 20; i++) pam.send({ message: 'Only once', temp_id: 'once' })
  await pam.settled()
  const ids = new Set(pam.frames.filter(({ temp_id }) => temp_id === 'once').map(({ id }) => id))
  assert.equal(ids.size, 1)
  assert.equal((await messagesIn(dev)).length, 1)
  assert.equal((await stored('pam')).filter(({ content }) => content === 'Only once').length, 1)
  dev.send({ message: 'Only once', temp_id: 'once' })
  await dev.frame(({ temp_id }) => temp_id === 'once')
  assert.equal((await stored('pam')).filter(({ content }) => content === 'Only once').length, 2)
})

test('two tabs that send the same message at once store it once', async () => {
  const tabs = [await open('pam'), await open('pam', rooms.website, second)]
  for (const tab of tabs) tab.send({ message: 'From both', temp_id: 'both' })
  for (const tab of tabs) await tab.frame(({ temp_id }) => temp_id === 'both')
  assert.equal((await stored('pam')).filter(({ content }) => content === 'From both').length, 1)
})

test('whoever writes at the same time, everybody sees the same order, by id', async () => {
  const writers = [
    await open('pam'),
    await open('dev'),
    await open('pam', rooms.website, second),
    await open('dev', rooms.website, second),
  ]
  const before = (await stored('pam'))[0]?.id ?? 0
  writers.forEach((writer, w) => {
    for (let i = 0; i < 10; i++) writer.send({ message: `${w}.${i}`, temp_id: `order ${w}.${i}` })
  })
  for (const [w, writer] of writers.entries())
    for (let i = 0; i < 10; i++) await writer.frame(({ message }) => message === `${w}.${i}`)
  const order = (await stored('pam'))
    .filter(({ id }) => id > before)
    .map(({ content }) => content)
    .reverse()
  assert.equal(order.length, 40)
  for (const connection of writers) {
    await Promise.all(order.map((content) => connection.frame(({ message }) => message === content)))
    const received = (await messagesIn(connection)).filter(({ id }) => id > before).sort((a, b) => a.id - b.id)
    assert.deepEqual(
      received.map(({ message }) => message),
      order,
    )
  }
  for (const w of [0, 1, 2, 3]) {
    const own = order.filter((content) => content.startsWith(`${w}.`))
    assert.deepEqual(
      own,
      Array.from({ length: 10 }, (_, i) => `${w}.${i}`),
    )
  }
})

test('what somebody has seen is told to the others, remembered, and never goes back', async () => {
  const [pam, dev] = [await open('pam'), await open('dev')]
  for (const content of ['One', 'Two']) pam.send({ message: content, temp_id: `seen ${content}` })
  const two = await pam.frame(({ temp_id }) => temp_id === 'seen Two')
  const message = await pam.frame(({ temp_id }) => temp_id === 'seen One')
  assert.ok((await unread('dev')) >= 2)
  dev.send({ type: 'seen', message_id: two.id })
  assert.deepEqual(await pam.frame(({ type }) => type === 'seen'), { type: 'seen', message_id: two.id, user_id: people.dev.id })
  assert.equal(await unread('dev'), 0)
  dev.send({ type: 'seen', message_id: message.id })
  assert.deepEqual(
    (await dev.settled()).filter(({ type }) => type === 'seen' || type === 'error'),
    [],
  )
  assert.equal((await pam.settled()).filter(({ type }) => type === 'seen').length, 1)
  assert.equal(await unread('dev'), 0)
  const { participants } = (await as('pam')('GET /api/chat-rooms/')).body.find(({ id }: { id: number }) => id === rooms.website)
  assert.equal(participants.find(({ id }: { id: number }) => id === people.dev.id).last_seen_id, two.id)
})

test('seeing a message that is not in the room is refused, and nothing is told or remembered', async () => {
  const [pam, dev, max] = [await open('pam'), await open('dev'), await open('max', rooms.secret)]
  max.send({ message: 'Elsewhere', temp_id: 'elsewhere' })
  const elsewhere = await max.frame(({ temp_id }) => temp_id === 'elsewhere')
  const detail = 'This message is not in the room.'
  for (const message_id of [elsewhere.id, 999_999]) {
    dev.send({ type: 'seen', message_id, temp_id: `seen ${message_id}` })
    const refusal = await dev.frame(({ temp_id }) => temp_id === `seen ${message_id}`)
    assert.deepEqual(refusal, { type: 'error', detail, temp_id: `seen ${message_id}` })
  }
  dev.send({ type: 'seen', message_id: 999_999 })
  assert.deepEqual(await dev.frame(({ type, temp_id }) => type === 'error' && !temp_id), { type: 'error', detail })
  assert.deepEqual(
    (await pam.settled()).filter(({ type }) => type === 'seen'),
    [],
  )
  const { participants } = (await as('dev')('GET /api/chat-rooms/')).body.find(({ id }: { id: number }) => id === rooms.website)
  const { last_seen_id } = participants.find(({ id }: { id: number }) => id === people.dev.id)
  assert.ok((last_seen_id ?? 0) < elsewhere.id)
})

test('that somebody is typing is told to the others, and to nobody else', async () => {
  const [pam, dev, max] = [await open('pam'), await open('dev'), await open('max', rooms.secret)]
  dev.send({ type: 'typing' })
  assert.deepEqual(await pam.frame(({ type }) => type === 'typing'), { type: 'typing', user_id: people.dev.id, user_name: 'Dev' })
  for (const connection of [dev, max])
    assert.deepEqual(
      (await connection.settled()).filter(({ type }) => type === 'typing'),
      [],
    )
})

test('a message that cannot be sent is refused under its name, and the connection stays', async () => {
  const pam = await open('pam')
  const refusals: [object, string][] = [
    [{ message: '' }, 'message: Message text is required.'],
    [{ message: '   \n ' }, 'message: Message text is required.'],
    [{ message: 'x'.repeat(4001) }, 'message: Ensure this field has no more than 4000 characters.'],
    [{ message: 'a\u0000b' }, 'message: This text contains a character that cannot be stored.'],
    [{ message: 12 }, 'message: Not a valid text.'],
    [{ type: 'seen', message_id: 'x' }, 'message_id: Not a valid id.'],
    [{ type: 'dance' }, 'Unknown message.'],
    [{}, 'Unknown message.'],
  ]
  for (const [i, [frame, detail]] of refusals.entries()) {
    pam.send({ ...frame, temp_id: `bad ${i}` })
    assert.deepEqual(await pam.frame(({ temp_id }) => temp_id === `bad ${i}`), { type: 'error', detail, temp_id: `bad ${i}` })
  }
  pam.send({ message: 'y'.repeat(4000), temp_id: 'long' })
  assert.equal((await pam.frame(({ temp_id }) => temp_id === 'long')).message.length, 4000)
})

test('a room of an inactive project can be read, and not written in', async () => {
  const dev = await open('dev', rooms.old)
  dev.send({ message: 'Anybody here?', temp_id: 'late' })
  const detail = 'Chat is disabled because this project is inactive.'
  assert.deepEqual(await dev.frame(({ temp_id }) => temp_id === 'late'), { type: 'error', detail, temp_id: 'late' })
  assert.deepEqual(await stored('dev', rooms.old), [])
})

test('nobody can write to somebody who has left', async () => {
  const { body: room } = await as('pam')('POST /api/private-chat/', { participants: [people.pam.id, people.una.id] })
  const pam = await open('pam', room.id)
  pam.send({ message: 'Until tomorrow!', temp_id: 'before' })
  const before = await pam.frame(({ temp_id }) => temp_id === 'before')
  await as('ann')(`DELETE /api/employees/${people.una.id}/`)
  pam.send({ message: 'Are you there?', temp_id: 'gone' })
  const detail = 'Chat is disabled because the user is inactive.'
  assert.deepEqual(await pam.frame(({ temp_id }) => temp_id === 'gone'), { type: 'error', detail, temp_id: 'gone' })
  // A message whose confirmation was lost is stored, even if the room was closed since.
  const reopened = await open('pam', room.id)
  reopened.send({ message: 'Until tomorrow!', temp_id: 'before' })
  assert.deepEqual(await reopened.frame(({ temp_id }) => temp_id === 'before'), before)
})

test('the name that a message was sent under is read by its sender alone', async () => {
  const pam = await open('pam')
  pam.send({ message: 'Named', temp_id: 'my name for it' })
  const { id } = await pam.frame(({ temp_id }) => temp_id === 'my name for it')
  const read = async (who: Name) => (await as(who)(`GET /api/chat-rooms/${rooms.website}/messages/`)).body[0]
  assert.equal((await read('pam')).temp_id, 'my name for it')
  const { temp_id, ...message } = await read('dev')
  assert.deepEqual([message.id, temp_id], [id, undefined])
})

test('who is taken out of a project is out of its room at once, in every server', async () => {
  await as('pam')('POST /api/members/bulk-assign/', { project: projects.website, developers: [people.dana.id] })
  const opened = [await open('dana'), await open('dana', rooms.website, second)]
  const stays = await open('dev')
  const [member] = await query(
    `select id::float8 as id from members where tenant_id = 1 and project_id = 1 and person_id = $1`,
    people.dana.id,
  )
  assert.equal((await as('pam')(`DELETE /api/members/${member?.id}/`)).status, 204)
  for (const connection of opened) assert.equal(await connection.ended, 4403)
  await stays.settled()
})

test('whose developer goes to another manager leaves the rooms of the former one', async () => {
  await as('pam')('POST /api/members/bulk-assign/', { project: projects.website, developers: [people.dana.id] })
  const dana = await open('dana')
  assert.equal((await as('ann')('POST /api/pm-assignments/', { manager: people.max.id, developer: people.dana.id })).status, 200)
  assert.equal(await dana.ended, 4403)
  await as('ann')('POST /api/pm-assignments/', { manager: people.pam.id, developer: people.dana.id })
})

test('a project that is handed over takes its room along', async () => {
  const max = await open('max', rooms.secret)
  const deb = await open('deb', rooms.secret)
  assert.equal((await as('ann')(`PATCH /api/projects/${projects.secret}/`, { assigned_pm: people.pam.id })).status, 200)
  assert.equal(await max.ended, 4403)
  const pam = await open('pam', rooms.secret)
  pam.send({ message: 'I take over.', temp_id: 'over' })
  await deb.frame(({ message }) => message === 'I take over.')
})
