// @long @alone
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { closeCodes, frameBytes, sockets } from 'contract'
import fc from 'fast-check'
import { createApp } from '../server/src/app.ts'
import { inTenant } from '../server/src/kit/db/db.ts'
import { type Name, people, rooms, testApp } from '../server/src/testing/world.ts'
import { startProxy } from '../server/src/testing/world-proxy.ts'
import { openSocket, portOf } from '../server/src/testing/world-sockets.ts'
import { isStress, timeLimit } from './size.ts'

const world = await testApp()
const { query, pools, services } = world
const faults: string[] = []
const logger = { level: 'error', stream: { write: (line: string) => void faults.push(line) } }
const { app } = await createApp({ pools, services, logger, timing: { sweep: 3_600_000 } })
const server = { app }
world.closeFirst(() => app.close())

const room = `/ws/chat/${rooms.website}/`
const bell = '/ws/notifications/'
const open = async (who: Name, path: string) => {
  const opened = await world.socket(who, path, { server })
  await opened.settled()
  return opened
}
type Open = Awaited<ReturnType<typeof open>>

const written = () =>
  query(`select (select count(*)::int from chat_messages) as messages, (select count(*)::int from chat_seen) as seen,
    (select count(*)::int from notifications where is_read) as read`)

/** Asserts that the attack stores nothing, causes no error, and does not affect another person's connection. */
async function harmlessly(work: () => Promise<void>) {
  const [other, before] = [await open('pam', room), await written()]
  await work()
  await other.settled()
  assert.deepEqual(await written(), before)
  assert.deepEqual(faults, [])
  other.close()
}
const errorsOf = (connection: Open) =>
  connection.frames.filter(({ type, temp_id }) => type === 'error' && !temp_id?.startsWith('barrier'))

const odd = fc.oneof(
  fc.anything({ withNullPrototype: false, maxDepth: 2 }).filter((value) => JSON.stringify(value) !== undefined),
  fc.constantFrom(
    0,
    -1,
    1.5,
    2 ** 53,
    1e300,
    '',
    '1',
    ' ',
    'x'.repeat(5000),
    '\u0000',
    '\ud800',
    null,
    true,
    [],
    {},
    [1],
    ['project 1'],
  ),
)
const nearlyFrame = (kind: string, kinds: string[], keys: string[]) =>
  fc
    .record(
      {
        [kind]: fc.oneof(fc.constantFrom(...kinds), odd),
        ...Object.fromEntries(keys.map((key) => [key, fc.oneof(fc.constantFrom(1, 'text', ['mine']), odd)])),
        temp_id: fc.oneof(fc.string({ minLength: 1, maxLength: 101, unit: 'binary' }), odd),
        constructor: odd,
      },
      { requiredKeys: [] },
    )
    .map((frame) => JSON.stringify(frame))

const neighbourhoods = [
  ['a room', room, sockets.chat, nearlyFrame('type', ['seen', 'typing', 'toString'], ['message', 'message_id'])],
  [
    'the bell',
    bell,
    sockets.notifications,
    nearlyFrame('action', ['mark_read', 'mark_all_read', 'watch', '__proto__'], ['notification_id', 'topics']),
  ],
] as const
for (const [what, path, { sends }, nearly] of neighbourhoods)
  test(`whatever ${what} is sent that is no frame of its own gets one error, by its name`, () =>
    harmlessly(() =>
      fc.assert(
        fc.asyncProperty(
          fc.array(
            fc.oneof({ arbitrary: nearly, weight: 4 }, fc.json(), fc.string()).filter((text) => {
              try {
                return !sends.safeParse(JSON.parse(text)).success
              } catch {
                return true
              }
            }),
            { minLength: 20, maxLength: 60 },
          ),
          async (frames) => {
            const connection = await open('dev', path)
            for (const frame of frames) connection.send(frame)
            await connection.settled()
            const names = frames.flatMap((frame) => nameIn(frame) ?? [])
            assert.deepEqual(
              errorsOf(connection).flatMap(({ temp_id }) => temp_id ?? []),
              names.filter((name) => !name.startsWith('barrier')),
            )
            assert.equal(errorsOf(connection).length, frames.length)
            assert.ok(!errorsOf(connection).some(({ detail }) => detail === 'Something went wrong.'))
            connection.close()
          },
        ),
        { numRuns: isStress ? 1000 : 12, ...timeLimit },
      ),
    ))

/** The type of a frame, if it has one. */
function nameIn(text: string) {
  try {
    const name = JSON.parse(text)?.temp_id
    return typeof name === 'string' && name.length <= 100 ? name : undefined
  } catch {
    return undefined
  }
}

const monsters: [string, string | Buffer][] = [
  ['deep lists', '['.repeat(frameBytes / 2) + ']'.repeat(frameBytes / 2)],
  ['deep objects', `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`],
  ['many keys', JSON.stringify(Object.fromEntries(Array.from({ length: 2000 }, (_, i) => [i, i])))],
  ['a prototype', '{"__proto__":{"message":"x","type":"seen","action":"watch","topics":[]}}'],
  ['a number without end', `{"type":"seen","message_id":${'9'.repeat(3000)}}`],
  ['a list of everything', JSON.stringify({ action: 'watch', topics: Array(2000).fill('project 1') })],
  ['bytes', Buffer.from('{"message":"x"}')],
]
test('monstrous frames are refused like any others', () =>
  harmlessly(async () => {
    for (const path of [room, bell]) {
      const connection = await open('dev', path)
      for (const [, monster] of monsters) connection.send(monster)
      await connection.settled()
      assert.equal(errorsOf(connection).length, monsters.length)
    }
  }))

test('a name that cannot be stored is refused with its message', () =>
  harmlessly(async () => {
    const connection = await open('dev', room)
    for (const temp_id of ['a\u0000', '\ud800', 'x\udfff', '', 'x'.repeat(101), 7]) connection.send({ message: 'Hello', temp_id })
    await connection.settled()
    assert.equal(errorsOf(connection).length, 6)
    assert.ok(!errorsOf(connection).some(({ detail }) => detail === 'Something went wrong.'))
  }))

test('what is not in the room, or not one’s own, cannot be seen or read, and nobody learns whether it exists', async () => {
  const [foreign] = await query(
    `insert into chat_messages (tenant_id, room_id, sender_id, content) values (1, $1, $2, 'Psst') returning id::float8 as id`,
    rooms.secret,
    people.max.id,
  )
  const [counts] = await query(
    `insert into notifications (tenant_id, person_id, message) values (1, $1, 'For Pam') returning id::float8 as id`,
    people.pam.id,
  )
  await harmlessly(async () => {
    const [inRoom, atBell, pam] = [await open('dev', room), await open('dev', bell), await open('pam', room)]
    for (const message_id of [foreign?.id, 999_999, Number.MAX_SAFE_INTEGER]) inRoom.send({ type: 'seen', message_id })
    for (const notification_id of [counts?.id, 999_999, Number.MAX_SAFE_INTEGER])
      for (const action of ['mark_read', 'mark_all_read']) atBell.send({ action, notification_id })
    for (const connection of [atBell, pam]) assert.deepEqual(await connection.settled(), [])
    const refusal = { type: 'error', detail: 'This message is not in the room.' }
    assert.deepEqual(await inRoom.settled(), [refusal, refusal, refusal])
  })
})

test('a frame too long ends its own connection alone', () =>
  harmlessly(async () => {
    for (const path of [room, bell]) {
      const connection = await open('dev', path)
      connection.send({ message: 'x'.repeat(frameBytes) })
      assert.equal(await connection.ended, 1009)
    }
  }))

test('who floods a room with frames, or with pings, is cut off', () =>
  harmlessly(async () => {
    const typist = await open('dev', room)
    for (let i = 0; i < 1000; i++) typist.send({ type: 'typing' })
    assert.equal(await typist.ended, closeCodes.policy)
    const pinger = await open('dev', room)
    for (let i = 0; i < 1000; i++) pinger.client.ping('x'.repeat(125))
    assert.equal(await pinger.ended, 1006)
  }))

test('who does not read is cut off, at the cost of a buffer, and those who read get everything', async () => {
  const [slow, quick] = [await open('dev', room), await open('pam', room)]
  const [wire] = [...app.websocketServer.clients].slice(-2)
  const paused = slow.client as unknown as { _socket: { pause(): void; resume(): void } }
  paused._socket.pause()
  const long = 'x'.repeat(300_000)
  const message = { message: long, sender_id: people.pam.id, sender_name: 'Pam', timestamp: '2020-01-01T00:00:00Z' }
  let maxBuffered = 0
  for (let i = 1; i <= 40; i++) {
    await inTenant(pools.workspace, 1, 'read write', async (db) =>
      services.channels.send({ db, tenant: { id: 1 } }, [`room ${rooms.website}`], { id: i, ...message }),
    )
    await quick.frame(({ id }) => id === i)
    maxBuffered = Math.max(maxBuffered, wire?.bufferedAmount ?? 0)
  }
  assert.ok(maxBuffered > 0 && maxBuffered <= 1024 * 1024 + 2 * long.length, `${maxBuffered} bytes wait for who does not read.`)
  paused._socket.resume()
  assert.ok([closeCodes.try_later, 1006].includes(await slow.ended))
  assert.ok(slow.frames.length < 40)
  await quick.settled()
  assert.deepEqual(faults, [])
})

test('a connection that has died without a word is found out by a ping', async () => {
  const { app } = await world.anotherServer({ heartbeat: 200 })
  const port = await portOf(app)
  const network = await startProxy(() => port)
  world.closeFirst(network.close)
  const lively = await world.socket('pam', bell, { server: { app } })
  const mute = await world.socket('dev', bell, { server: { app }, answersPings: false })
  for (const connection of [lively, mute]) await connection.settled()
  const headers = { host: world.hostOf('acme'), cookie: await world.cookiesOf('dev') }
  const before = app.websocketServer.clients.size
  const frozen = openSocket({ port: network.port, path: bell, headers })
  await frozen.settled()
  network.freeze()
  world.closeFirst(async () => frozen.client.terminate())
  assert.equal(await mute.ended, 1006)
  while (app.websocketServer.clients.size >= before) await sleep(20)
  assert.equal(lively.client.readyState, lively.client.OPEN)
})

const turnedAway: [string, number, Parameters<typeof world.socket>][] = [
  ['nobody', closeCodes.not_signed_in, [null, room]],
  ["another workspace's cookie", closeCodes.not_signed_in, ['gil', room, { at: 'acme' }]],
  ['somebody who is not in the room', closeCodes.forbidden, ['max', room]],
  ['the tenant admin, who is not in the room either', closeCodes.forbidden, ['ann', room]],
  ["a room of another workspace's", closeCodes.forbidden, ['dev', `/ws/chat/${rooms.rocket}/`]],
  ['a room that is none', closeCodes.forbidden, ['dev', '/ws/chat/999999/']],
  ['a room without a number', closeCodes.forbidden, ['dev', '/ws/chat/x/']],
  ['the room 0', closeCodes.forbidden, ['dev', '/ws/chat/0/']],
  ['a room beyond all numbers', closeCodes.forbidden, ['dev', `/ws/chat/${'9'.repeat(30)}/`]],
]
test('a room is closed at once to whoever is not in it, whether or not there is one', async () => {
  for (const [what, code, [who, path, from]] of turnedAway)
    assert.equal(await (await world.socket(who, path, { ...from, server })).ended, code, what)
  const cookie = await world.cookiesOf('dev')
  const twice = await world.socket(null, room, { server, headers: { cookie: `${cookie}; ${cookie}` } })
  assert.equal(await twice.ended, closeCodes.not_signed_in)
  for (const origin of ['http://evil.test', `http://${world.hostOf('globex')}`, 'null'])
    assert.equal(await (await world.socket('dev', room, { server, headers: { origin } })).status, 403, origin)
  for (const path of ['/ws/chat/', '/ws/chat/1/2/', '/ws/chats/1/'])
    assert.equal(await (await world.socket('dev', path, { server })).status, 404, path)
  assert.deepEqual(faults, [])
})
