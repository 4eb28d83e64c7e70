import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openRoom, TestServer } from './testing.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const advance = (ms: number) => vi.advanceTimersByTimeAsync(ms)

test('a typing notice ends with the message, or when the person stops', async () => {
  const server = new TestServer()
  const { room, network } = openRoom(server)
  await advance(100)
  network.receive({ type: 'typing', user_id: 2, user_name: 'Dana' })
  expect(room.view().typing).toEqual([{ user_id: 2, user_name: 'Dana' }])
  await advance(3000)
  network.receive({ type: 'typing', user_id: 2, user_name: 'Dana' })
  await advance(3000)
  expect(room.view().typing.length).toBe(1)
  server.post(2, 'so')
  await advance(10)
  expect(room.view().typing).toEqual([])
  network.receive({ type: 'typing', user_id: 2, user_name: 'Dana' })
  await advance(4100)
  expect(room.view().typing).toEqual([])
})

test('typing is reported at most every 3 s, and a seen message once and again after a reconnect', async () => {
  const server = new TestServer()
  const { room, network } = openRoom(server, { seen_id: 100 })
  await advance(100)
  const countSent = (type: string) => network.sent.filter((frame) => 'type' in frame && frame.type === type).length
  for (let i = 0; i < 20; i++) {
    room.reportTyping()
    await advance(250)
  }
  expect(countSent('typing')).toBe(2)
  for (const id of [100, 103, 103, 101]) room.markSeen(id)
  expect(countSent('seen')).toBe(1)
  network.cut()
  network.open()
  expect(countSent('seen')).toBe(2)
})

test('what others have seen only moves forward', async () => {
  const server = new TestServer()
  const { room, network } = openRoom(server)
  await advance(100)
  network.receive({ type: 'seen', user_id: 2, message_id: 106 })
  network.receive({ type: 'seen', user_id: 2, message_id: 103 })
  room.mergeLastSeen([
    { id: 2, last_seen_id: 100 },
    { id: 3, last_seen_id: 103 },
  ])
  expect([...room.view().lastSeen]).toEqual([
    [2, 106],
    [3, 103],
  ])
})

test('a removed participant is told, and cannot write', async () => {
  const server = new TestServer()
  const { room, network, codes } = openRoom(server)
  await advance(100)
  network.refuse(4403)
  expect([codes, room.view().connection, room.send('still here?')]).toEqual([[4403], 'refused', false])
})
