import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { unconfirmed } from './messages.ts'
import { openRoom, type Pending } from './room.ts'
import { makeNetwork, makeServer, me } from './testing.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

type Settings = { seen_id?: number | null; unread_count?: number; delay?: () => number }

function enter(server: ReturnType<typeof makeServer>, { seen_id = null, unread_count = 0, delay }: Settings = {}) {
  const network = makeNetwork(server, delay)
  const kept: { pending: readonly Pending[] } = { pending: [] }
  const codes: number[] = []
  const make = () =>
    openRoom({
      me,
      seen_id,
      unread_count,
      connect: network.connect,
      read: network.read,
      outbox: {
        read: () => [...kept.pending],
        write(pending) {
          kept.pending = pending
        },
      },
      onOver: (code) => codes.push(code),
      onRefused: () => {},
    })
  return { network, codes, kept, make, room: make() }
}

const idsOf = (messages: readonly { id: number }[]) => messages.map(({ id }) => id)
const textsOf = (messages: readonly { content: string }[]) => messages.map(({ content }) => content)

test('a message is there at once, and is replaced by the confirmed one under the same name', async () => {
  const server = makeServer()
  const { room } = enter(server)
  await pass(100)
  expect(room.send('hello')).toBe(true)
  const [sending] = room.view().pending
  expect([sending?.content, sending?.state]).toEqual(['hello', 'sending'])
  await pass(100)
  expect(room.view().pending).toEqual([])
  expect(room.view().messages.map(({ id, content, key }) => [id, content, key])).toEqual([[100, 'hello', sending?.temp_id]])
})

test('without a connection nothing is taken, and while it is being made the first time it is kept until it is there', async () => {
  const server = makeServer()
  const { room, network } = enter(server)
  expect(room.send('early')).toBe(true)
  await pass(100)
  expect(textsOf(server.stored)).toEqual(['early'])
  network.cut()
  expect(room.send('late')).toBe(false)
  expect(room.view().pending).toEqual([])
})

test('what was not confirmed when the connection broke is sent again under the same name, and stored once', async () => {
  const server = makeServer()
  const { room, network } = enter(server)
  await pass(100)
  room.send('twice?')
  await pass(7)
  expect(server.stored.length).toBe(1)
  network.cut()
  await pass(3000)
  expect(room.view().pending.length).toBe(1)
  network.open()
  await pass(100)
  expect([server.stored.length, room.view().pending, textsOf(room.view().messages)]).toEqual([1, [], ['twice?']])
  const names = network.sent.flatMap((frame) => ('message' in frame ? [frame.temp_id] : []))
  expect([names.length, new Set(names).size]).toEqual([2, 1])
})

test('one that was stored and is read before it is confirmed is not shown twice', async () => {
  const server = makeServer()
  const { room, network } = enter(server)
  await pass(100)
  room.send('once')
  await pass(7)
  network.cut()
  void room.look()
  await pass(100)
  const { messages, pending } = room.view()
  expect([textsOf(messages), pending.length]).toEqual([['once'], 1])
  expect(unconfirmed(pending, messages, me.id)).toEqual([])
})

test('all that was said during an interruption is there afterwards, however much it was', async () => {
  const server = makeServer()
  for (let i = 0; i < 3; i++) server.say(2, `before ${i}`)
  const { room, network } = enter(server)
  await pass(100)
  network.cut()
  for (let i = 0; i < 170; i++) server.say(2, `meanwhile ${i}`)
  network.open()
  await pass(5)
  server.say(2, 'while it reads')
  await pass(500)
  expect(idsOf(room.view().messages)).toEqual(idsOf(server.stored))
})

test('what is said between the reading and the listening is found by a second look', async () => {
  const server = makeServer()
  const { room, network } = enter(server)
  network.joinsAfter = 400
  await pass(200)
  server.say(2, 'nobody listens yet')
  await pass(500)
  server.say(2, 'now they do')
  await pass(3000)
  expect(textsOf(room.view().messages)).toEqual(['nobody listens yet', 'now they do'])
})

test('what is told waits for all that was said before it', async () => {
  const server = makeServer()
  for (let i = 0; i < 3; i++) server.say(2, `before ${i}`)
  const { room, network } = enter(server)
  await pass(100)
  network.cut()
  for (let i = 0; i < 120; i++) server.say(2, `meanwhile ${i}`)
  network.joinsAfter = 1
  network.open()
  for (let i = 0; i < 60; i++) {
    await pass(2)
    if (i === 1) server.say(2, 'and now')
    const shown = idsOf(room.view().messages)
    expect(shown).toEqual(idsOf(server.stored).slice(0, shown.length))
  }
  expect(room.view().messages.length).toBe(124)
})

test('a room that could not be read, or was empty, has no gap once much has been said', async () => {
  for (const httpFails of [true, false]) {
    const server = makeServer()
    const { room, network } = enter(server)
    network.httpFails = httpFails
    await pass(100)
    room.send('the first')
    await pass(100)
    network.cut()
    for (let i = 0; i < 120; i++) server.say(2, `meanwhile ${i}`)
    network.httpFails = false
    network.open()
    await pass(3000)
    for (let i = 0; i < 3; i++) {
      void room.readOlder()
      await pass(100)
    }
    expect(idsOf(room.view().messages)).toEqual(idsOf(server.stored))
    expect(room.view().pending).toEqual([])
  }
})

test('a connection that is dead without having said so is made anew', async () => {
  const server = makeServer()
  const { room, network } = enter(server)
  await pass(100)
  network.isDeaf = true
  room.send('anybody?')
  await pass(9000)
  expect(server.stored).toEqual([])
  network.isDeaf = false
  await pass(2000)
  expect([textsOf(server.stored), room.view().pending]).toEqual([['anybody?'], []])
})

test('a refused message says why, is not sent by itself, and can be sent again or dropped', async () => {
  const server = makeServer()
  const { room, network } = enter(server)
  await pass(100)
  network.refuseWith = 'Too many messages. Please slow down.'
  room.send('one')
  room.send('two')
  await pass(100)
  expect(room.view().pending.map(({ state, reason }) => [state, reason])).toEqual([
    ['failed', network.refuseWith],
    ['failed', network.refuseWith],
  ])
  network.refuseWith = undefined
  network.cut()
  network.open()
  await pass(100)
  expect(server.stored).toEqual([])
  const [one, two] = room.view().pending
  expect(room.retry(two?.temp_id ?? '')).toBe(true)
  room.discard(one?.temp_id ?? '')
  await pass(100)
  expect([textsOf(room.view().messages), room.view().pending]).toEqual([['two'], []])
})

test('what was not confirmed outlives the page', async () => {
  const server = makeServer()
  const { room, make, network } = enter(server)
  await pass(100)
  network.isDeaf = true
  room.send('before the reload')
  await pass(50)
  room.close()
  network.isDeaf = false
  const again = make()
  await pass(200)
  expect([textsOf(again.view().messages), again.view().pending]).toEqual([['before the reload'], []])
})

test('it opens at the first unread message, with what was read before it and all that came after', async () => {
  const server = makeServer()
  for (let i = 0; i < 300; i++) server.say(i % 3 === 0 ? me.id : 2, `${i}`)
  const seen_id = server.stored[120]?.id ?? 0
  const { room } = enter(server, { seen_id, unread_count: 120 })
  await pass(12)
  expect(room.view().state).toBe('ready')
  await pass(500)
  const { messages, first_unread_id, older } = room.view()
  expect(idsOf(messages)).toEqual(idsOf(server.stored.slice(71)))
  expect([first_unread_id, older]).toEqual([server.stored[121]?.id, 'some'])
})

test('who has seen nothing of a room yet finds the first of the unread ones, too', async () => {
  const server = makeServer()
  for (let i = 0; i < 200; i++) server.say(2, `${i}`)
  const { room } = enter(server, { unread_count: 120 })
  await pass(500)
  expect(room.view().first_unread_id).toBe(server.stored[80]?.id)
})

test('older messages come page by page up to the beginning, also after a failure', async () => {
  const server = makeServer()
  for (let i = 0; i < 120; i++) server.say(2, `${i}`)
  const { room, network } = enter(server)
  await pass(100)
  expect(room.view().older).toBe('some')
  network.httpFails = true
  void room.readOlder()
  await pass(100)
  expect(room.view().older).toBe('failed')
  network.httpFails = false
  for (let i = 0; i < 2; i++) {
    void room.readOlder()
    await pass(100)
  }
  expect(idsOf(room.view().messages)).toEqual(idsOf(server.stored))
  expect(room.view().older).toBe('none')
})

test('a first reading that fails is made again on demand', async () => {
  const server = makeServer()
  server.say(2, 'hello')
  const { room, network } = enter(server)
  network.httpFails = true
  await pass(100)
  expect(room.view().state).toBe('failed')
  network.httpFails = false
  void room.begin()
  await pass(100)
  expect([room.view().state, textsOf(room.view().messages)]).toEqual(['ready', ['hello']])
})

test('somebody is typing until they have written it, or have stopped', async () => {
  const server = makeServer()
  const { room, network } = enter(server)
  await pass(100)
  network.tell({ type: 'typing', user_id: 2, user_name: 'Dana' })
  expect(room.view().typing).toEqual([{ user_id: 2, user_name: 'Dana' }])
  await pass(3000)
  network.tell({ type: 'typing', user_id: 2, user_name: 'Dana' })
  await pass(3000)
  expect(room.view().typing.length).toBe(1)
  server.say(2, 'so')
  await pass(10)
  expect(room.view().typing).toEqual([])
  network.tell({ type: 'typing', user_id: 2, user_name: 'Dana' })
  await pass(4100)
  expect(room.view().typing).toEqual([])
})

test('typing is told every 3 s at most, and having seen something once, and again after an interruption', async () => {
  const server = makeServer()
  const { room, network } = enter(server, { seen_id: 100 })
  await pass(100)
  const told = (type: string) => network.sent.filter((frame) => 'type' in frame && frame.type === type).length
  for (let i = 0; i < 20; i++) {
    room.type()
    await pass(250)
  }
  expect(told('typing')).toBe(2)
  for (const id of [100, 103, 103, 101]) room.see(id)
  expect(told('seen')).toBe(1)
  network.cut()
  network.open()
  expect(told('seen')).toBe(2)
})

test('what others have seen only ever goes forward', async () => {
  const server = makeServer()
  const { room, network } = enter(server)
  await pass(100)
  network.tell({ type: 'seen', user_id: 2, message_id: 106 })
  network.tell({ type: 'seen', user_id: 2, message_id: 103 })
  room.noteSeen([
    { id: 2, last_seen_id: 100 },
    { id: 3, last_seen_id: 103 },
  ])
  expect([...room.view().seen]).toEqual([
    [2, 106],
    [3, 103],
  ])
})

test('who is no participant any more is told so', async () => {
  const server = makeServer()
  const { room, network, codes } = enter(server)
  await pass(100)
  network.end(4403)
  expect([codes, room.view().line, room.send('still here?')]).toEqual([[4403], 'over', false])
})

const step = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom('say', 'say', 'other', 'other', 'flood') },
  { weight: 4, arbitrary: fc.constantFrom('cut', 'open', 'down', 'up', 'deaf', 'hears', 'http fails', 'http works') },
  { weight: 1, arbitrary: fc.constantFrom('reload', 'older', 'elsewhere') },
  { weight: 6, arbitrary: fc.integer({ min: 1, max: 3000 }) },
)

test('whatever is cut when, each message is stored and shown once, in the same order for everybody', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { maxLength: 60 }),
      fc.infiniteStream(fc.integer({ min: 1, max: 60 })),
      async (steps, delays) => {
        const server = makeServer()
        const { network, make, room: first } = enter(server, { delay: () => delays.next().value ?? 5 })
        let room = first
        let written = 0
        const accepted: string[] = []
        for (const one of steps) {
          const before = idsOf(room.view().messages)
          if (typeof one === 'number') await pass(one)
          else if (one === 'say') {
            const text = `mine ${written++}`
            if (room.send(text)) accepted.push(text)
          } else if (one === 'other') server.say(2, `other ${server.stored.length}`)
          else if (one === 'elsewhere') server.say(me.id, `mine, elsewhere ${server.stored.length}`)
          else if (one === 'flood') for (let i = 0; i < 70; i++) server.say(2, `flood ${server.stored.length}`)
          else if (one === 'cut') network.cut()
          else if (one === 'open') network.open()
          else if (one === 'down' || one === 'up') network.isDown = one === 'down'
          else if (one === 'deaf' || one === 'hears') network.isDeaf = one === 'deaf'
          else if (one === 'http fails' || one === 'http works') network.httpFails = one === 'http fails'
          else if (one === 'older') void room.readOlder()
          else {
            room.close()
            room = make()
          }
          if (network.isDown) network.cut()
          const now = idsOf(room.view().messages)
          expect(now).toEqual([...new Set(now)].sort((a, b) => a - b))
          if (one !== 'reload') expect(now.filter((id) => before.includes(id))).toEqual(before)
        }
        Object.assign(network, { isDown: false, isDeaf: false, httpFails: false })
        network.open()
        await pass(30_000)
        if (room.view().state === 'failed') void room.begin()
        await pass(5000)
        for (let i = 0; i < 60 && room.view().older !== 'none'; i++) {
          void room.readOlder()
          await pass(500)
        }
        const { messages, pending } = room.view()
        expect(pending).toEqual([])
        expect(idsOf(messages)).toEqual(idsOf(server.stored))
        const mine = textsOf(server.stored.filter(({ temp_id }) => temp_id))
        expect([mine.length, new Set(mine)]).toEqual([accepted.length, new Set(accepted)])
        room.close()
      },
    ),
    { numRuns: 150 },
  )
})
