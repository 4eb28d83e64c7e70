import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ChatRoom } from 'contract'
import { inTenant } from '../kit/db/db.ts'
import { waitUntil } from '../testing/processes.ts'
import { type Name, people, projects, rooms, testApp } from '../testing/world.ts'
import { mayReconnect, openRoom } from '../testing/world-browsers.ts'
import { portOf } from '../testing/world-sockets.ts'

const world = await testApp()
const { as, query, socket } = world
// The sweep is too rare to close a socket in these tests.
const timing = { sweep: 3_600_000 }
const [first, second] = [await world.anotherServer(timing), await world.anotherServer(timing)]
type Server = typeof first
const servers = [first, second]

const headersOf = async (who: Name) => ({ host: world.hostOf('acme'), cookie: await world.cookiesOf(who) })

async function browser(who: Name, server: Server, room_id: number, name: string) {
  const port = await portOf(server.app)
  const talker = openRoom({ port: () => port, headers: await headersOf(who) }, { room_id, name, seesIt: false })
  world.closeFirst(talker.stop)
  await waitUntil(talker.isReady, () => `${name} is connected.`)
  return talker
}
type Browser = Awaited<ReturnType<typeof browser>>

const roomOf = async (who: Name, other: Name) =>
  (await as(who)('POST /api/private-chat/', { participants: [people[who].id, people[other].id] })).body.id as number
const stored = async (room_id: number) =>
  (await query('select id::float8 as id from chat_messages where tenant_id = 1 and room_id = $1 order by id', room_id)).map(
    ({ id }) => id as number,
  )

/** Asserts that every message is stored once, and that everybody has all in the same order. */
async function mustAgree(talkers: Browser[], room_id: number, others = 0) {
  await waitUntil(
    () => talkers.every(({ unconfirmed }) => !unconfirmed.size),
    () => 'Everything said is confirmed.',
  )
  const ids = await stored(room_id)
  assert.equal(ids.length, others + talkers.reduce((sum, talker) => sum + talker.sentCount(), 0))
  await waitUntil(
    () => talkers.every(({ arrivals }) => arrivals.length >= ids.length),
    () => 'Everybody has everything.',
  )
  for (const { arrivals, codes } of talkers) {
    assert.deepEqual(arrivals, ids)
    assert.deepEqual(
      codes.filter((code) => !mayReconnect(code)),
      [],
    )
  }
}

const cutBus = () =>
  query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'atrium bus' and datname = current_database()`,
  )

test('when several servers write into one room at once, nobody hears a later message before an earlier one', async () => {
  const talkers = await Promise.all(
    servers.flatMap((server, s) => (['pam', 'dev'] as const).map((who) => browser(who, server, rooms.website, `${who} ${s}`))),
  )
  for (let i = 0; i < 15; i++) {
    for (const talker of talkers) talker.say(`No. ${i}`)
    await sleep(5)
  }
  await mustAgree(talkers, rooms.website)
  for (const { codes } of talkers) assert.deepEqual(codes, [], 'Nobody had to come again.')
})

test('servers that lose sight of each other while people talk leave nobody without a message', async () => {
  const room_id = await roomOf('pam', 'dev')
  const talkers = [
    await browser('pam', first, room_id, 'gap pam'),
    await browser('dev', second, room_id, 'gap dev'),
    await browser('dev', first, room_id, 'gap tab'),
  ]
  for (let i = 0; i < 40; i++) {
    for (const talker of talkers.slice(0, 2)) talker.say(`Gap ${i}`)
    if (i % 10 === 5) await cutBus()
    await sleep(10)
  }
  await mustAgree(talkers, room_id)
})

/** Stores a message without publishing it, like a server that is killed right after the commit. */
const sayUntold = (room_id: number, who: Name, temp_id: string) =>
  query(
    `with said as (
       insert into chat_messages (tenant_id, room_id, sender_id, content, temp_id) values (1, $1, $2, 'Untold', $3) returning id)
     update chat_rooms set last_message_id = said.id from said where tenant_id = 1 and chat_rooms.id = $1`,
    room_id,
    people[who].id,
    temp_id,
  )

test('a message that its server did not live to tell of is found by the next one in the room', async () => {
  const room_id = await roomOf('max', 'deb')
  const talkers = [await browser('max', first, room_id, 'max'), await browser('deb', second, room_id, 'deb')]
  talkers[0]?.say('First')
  await mustAgree(talkers, room_id)
  await sayUntold(room_id, 'deb', 'lost')
  talkers[0]?.say('Third')
  await mustAgree(talkers, room_id, 1)
})

test('a message that its server did not live to tell of is found when its sender asks for the confirmation', async () => {
  const room_id = await roomOf('ann', 'deb')
  const talkers = [await browser('ann', first, room_id, 'ann'), await browser('deb', second, room_id, 'deb')]
  talkers[0]?.say('First')
  await mustAgree(talkers, room_id)
  await sayUntold(room_id, 'deb', 'lost')
  const reopened = await socket('deb', `/ws/chat/${room_id}/`, { server: second })
  await reopened.settled()
  reopened.send({ message: 'Untold', temp_id: 'lost' })
  await mustAgree(talkers, room_id, 1)
})

test('one message sent twenty times, by several tabs to several servers and after reconnecting, is one message', async () => {
  const room_id = await roomOf('una', 'dana')
  const path = `/ws/chat/${room_id}/`
  const tabs = await Promise.all(Array.from({ length: 10 }, (_, i) => socket('una', path, { server: i % 2 ? second : first })))
  const receivers = await Promise.all(servers.map((server) => socket('dana', path, { server })))
  for (const connection of [...tabs, ...receivers]) await connection.settled()
  const send = (to: typeof tabs) => {
    for (const tab of to) tab.send({ message: 'Once', temp_id: 'once' })
  }
  send(tabs)
  for (const tab of tabs) await tab.frame(({ temp_id }) => temp_id === 'once')
  for (const tab of tabs) tab.close()
  for (const tab of tabs) await tab.ended
  const reopened = await Promise.all(tabs.map((_, i) => socket('una', path, { server: i % 2 ? first : second })))
  for (const tab of reopened) await tab.status
  send(reopened)
  const ids = await Promise.all(
    [...tabs, ...reopened].map(async (tab) => (await tab.frame(({ temp_id }) => temp_id === 'once')).id),
  )
  assert.deepEqual([...new Set(ids)], await stored(room_id))
  for (const connection of receivers) {
    await connection.frame(({ id }) => id === ids[0])
    assert.deepEqual(
      (await connection.settled()).map(({ id, temp_id }) => [id, temp_id]),
      [[ids[0], undefined]],
    )
  }
})

test('what is said after the handshake is heard, however long the server takes to find out who is calling', async () => {
  const room_id = await roomOf('hana', 'deb')
  const message = { id: 1, message: 'Early', sender_id: people.deb.id, sender_name: 'Deb', timestamp: '2026-01-01T00:00:00Z' }
  const hana = await world.runWhileLocked(
    'lock table chat_rooms in access exclusive mode',
    async () => {
      const opened = await socket('hana', `/ws/chat/${room_id}/`, { server: first })
      await opened.settled()
      return opened
    },
    async () =>
      inTenant(world.pools.workspace, 1, 'read write', async (db) =>
        first.services.channels.send({ db, tenant: { id: 1 } }, [`room ${room_id}`], message),
      ).then(() => null),
  )
  assert.deepEqual(await hana.answers[0]?.settled(), [message])
})

test('two people who ask two servers for their room in the same instant get the same one, and are told of it', async () => {
  const participants = [people.hana.id, people.max.id]
  const openRoomAt = async (who: Name, { app }: Server) =>
    app.inject({ method: 'POST', url: '/api/private-chat/', headers: await headersOf(who), payload: { participants } })
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, i) => openRoomAt(i % 2 ? 'hana' : 'max', i % 4 < 2 ? first : second)),
  )
  assert.equal(new Set(answers.map((answer) => answer.json<ChatRoom>().id)).size, 1)
  assert.deepEqual(answers.map(({ statusCode }) => statusCode).sort(), [...Array(9).fill(200), 201])
})

test('a right that ends at one server closes the sockets that hang on it at the other', async () => {
  await as('pam')('POST /api/members/bulk-assign/', { project: projects.website, developers: [people.dana.id] })
  const bell = '/ws/notifications/'
  const room = `/ws/chat/${rooms.website}/`
  const cookie = await world.sessionOf('dana')
  const open = (path: string) => socket(null, path, { server: second, headers: { cookie } })
  const ofSession = await Promise.all([open(bell), open(room)])
  const others = [await socket('dana', bell, { server: second }), await socket('dana', room, { server: second })]
  for (const connection of [...ofSession, ...others]) await connection.settled()

  const headers = { host: world.hostOf('acme'), cookie }
  assert.equal((await first.app.inject({ method: 'POST', url: '/api/logout/', headers })).statusCode, 200)
  for (const connection of ofSession) assert.equal(await connection.ended, 4401)
  for (const connection of others) await connection.settled()
  assert.equal((await as('ann')(`DELETE /api/employees/${people.dana.id}/`)).status, 204)
  for (const connection of others) assert.equal(await connection.ended, 4401)
})
