import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { idsOf, me, openRoom, TestServer, textsOf } from './testing.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const advance = (ms: number) => vi.advanceTimersByTimeAsync(ms)

test('a room opens at the first unread message, with the messages around it', async () => {
  const server = new TestServer()
  for (let i = 0; i < 300; i++) server.post(i % 3 === 0 ? me.id : 2, `${i}`)
  const seen_id = server.stored[120]?.id ?? 0
  const { room } = openRoom(server, { seen_id, unread_count: 120 })
  await advance(12)
  expect(room.view().state).toBe('ready')
  await advance(500)
  const { messages, first_unread_id, older } = room.view()
  expect(idsOf(messages)).toEqual(idsOf(server.stored.slice(71)))
  expect([first_unread_id, older]).toEqual([server.stored[121]?.id, 'some'])
})

test('a person who has seen nothing of a room finds its first unread message', async () => {
  const server = new TestServer()
  for (let i = 0; i < 200; i++) server.post(2, `${i}`)
  const { room } = openRoom(server, { unread_count: 120 })
  await advance(500)
  expect(room.view().first_unread_id).toBe(server.stored[80]?.id)
})

test('older messages load page by page up to the beginning, also after a failure', async () => {
  const server = new TestServer()
  for (let i = 0; i < 120; i++) server.post(2, `${i}`)
  const { room, network } = openRoom(server)
  await advance(100)
  expect(room.view().older).toBe('some')
  network.httpFails = true
  void room.loadOlder()
  await advance(100)
  expect(room.view().older).toBe('failed')
  network.httpFails = false
  for (let i = 0; i < 2; i++) {
    void room.loadOlder()
    await advance(100)
  }
  expect(idsOf(room.view().messages)).toEqual(idsOf(server.stored))
  expect(room.view().older).toBe('none')
})

test('a failed initial load can be retried', async () => {
  const server = new TestServer()
  server.post(2, 'hello')
  const { room, network } = openRoom(server)
  network.httpFails = true
  await advance(100)
  expect(room.view().state).toBe('failed')
  network.httpFails = false
  void room.load()
  await advance(100)
  expect([room.view().state, textsOf(room.view().messages)]).toEqual(['ready', ['hello']])
})

test('a failed initial load is repeated by itself while there is a connection', async () => {
  const server = new TestServer()
  server.post(2, 'hello')
  const { room, network } = openRoom(server)
  network.httpFails = true
  await advance(7000)
  expect(room.view().state).toBe('failed')
  network.httpFails = false
  await advance(3100)
  expect([room.view().state, textsOf(room.view().messages)]).toEqual(['ready', ['hello']])
})

test('after an interruption every message is there, however many were missed', async () => {
  const server = new TestServer()
  for (let i = 0; i < 3; i++) server.post(2, `before ${i}`)
  const { room, network } = openRoom(server)
  await advance(100)
  network.cut()
  for (let i = 0; i < 170; i++) server.post(2, `meanwhile ${i}`)
  network.open()
  await advance(5)
  server.post(2, 'while it reads')
  await advance(500)
  expect(idsOf(room.view().messages)).toEqual(idsOf(server.stored))
})

test('a message between the fetch and the join is found by a second fetch', async () => {
  const server = new TestServer()
  const { room, network } = openRoom(server)
  network.joinDelay = 400
  await advance(200)
  server.post(2, 'nobody listens yet')
  await advance(500)
  server.post(2, 'now they do')
  await advance(3000)
  expect(textsOf(room.view().messages)).toEqual(['nobody listens yet', 'now they do'])
})

test('a pushed message shows only after all messages before it', async () => {
  const server = new TestServer()
  for (let i = 0; i < 3; i++) server.post(2, `before ${i}`)
  const { room, network } = openRoom(server)
  await advance(100)
  network.cut()
  for (let i = 0; i < 120; i++) server.post(2, `meanwhile ${i}`)
  network.joinDelay = 1
  network.open()
  for (let i = 0; i < 60; i++) {
    await advance(2)
    if (i === 1) server.post(2, 'and now')
    const shown = idsOf(room.view().messages)
    expect(shown).toEqual(idsOf(server.stored).slice(0, shown.length))
  }
  expect(room.view().messages.length).toBe(124)
})

test('a room that failed to load, or was empty, has no gap after many messages', async () => {
  for (const httpFails of [true, false]) {
    const server = new TestServer()
    const { room, network } = openRoom(server)
    network.httpFails = httpFails
    await advance(100)
    room.send('the first')
    await advance(100)
    network.cut()
    for (let i = 0; i < 120; i++) server.post(2, `meanwhile ${i}`)
    network.httpFails = false
    network.open()
    await advance(3000)
    for (let i = 0; i < 3; i++) {
      void room.loadOlder()
      await advance(100)
    }
    expect(idsOf(room.view().messages)).toEqual(idsOf(server.stored))
    expect(room.view().pending).toEqual([])
  }
})
