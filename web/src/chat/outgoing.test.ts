import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { unconfirmed } from './messages.ts'
import { me, openRoom, TestServer, textsOf } from './testing.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const advance = (ms: number) => vi.advanceTimersByTimeAsync(ms)

test('a message shows at once, and its confirmation replaces it under the same key', async () => {
  const server = new TestServer()
  const { room } = openRoom(server)
  await advance(100)
  expect(room.send('hello')).toBe(true)
  const [sending] = room.view().pending
  expect([sending?.content, sending?.state]).toEqual(['hello', 'sending'])
  await advance(100)
  expect(room.view().pending).toEqual([])
  expect(room.view().messages.map(({ id, content, key }) => [id, content, key])).toEqual([[100, 'hello', sending?.temp_id]])
})

test('without a connection no message is accepted; during the first connect it is accepted and sent later', async () => {
  const server = new TestServer()
  const { room, network } = openRoom(server)
  expect(room.send('early')).toBe(true)
  await advance(100)
  expect(textsOf(server.stored)).toEqual(['early'])
  network.cut()
  expect(room.send('late')).toBe(false)
  expect(room.view().pending).toEqual([])
})

test('an unconfirmed message is sent again after a lost connection, under the same id, and stored once', async () => {
  const server = new TestServer()
  const { room, network } = openRoom(server)
  await advance(100)
  room.send('twice?')
  await advance(7)
  expect(server.stored.length).toBe(1)
  network.cut()
  await advance(3000)
  expect(room.view().pending.length).toBe(1)
  network.open()
  await advance(100)
  expect([server.stored.length, room.view().pending, textsOf(room.view().messages)]).toEqual([1, [], ['twice?']])
  const names = network.sent.flatMap((frame) => ('message' in frame ? [frame.temp_id] : []))
  expect([names.length, new Set(names).size]).toEqual([2, 1])
})

test('a stored message that is fetched before its confirmation does not show twice', async () => {
  const server = new TestServer()
  const { room, network } = openRoom(server)
  await advance(100)
  room.send('once')
  await advance(7)
  network.cut()
  void room.catchUp()
  await advance(100)
  const { messages, pending } = room.view()
  expect([textsOf(messages), pending.length]).toEqual([['once'], 1])
  expect(unconfirmed(pending, messages, me.id)).toEqual([])
})

test.each([0, 60_000])(
  'a dead connection without a close event is replaced, also if the clock is set back by %i ms',
  async (back) => {
    const server = new TestServer()
    const { room, network } = openRoom(server)
    await advance(100)
    network.isDeaf = true
    room.send('anybody?')
    vi.setSystemTime(Date.now() - back)
    await advance(9000)
    expect(server.stored).toEqual([])
    network.isDeaf = false
    await advance(2000)
    expect([textsOf(server.stored), room.view().pending]).toEqual([['anybody?'], []])
  },
)

test('a refused message shows the reason, is not sent by itself, and can be retried or discarded', async () => {
  const server = new TestServer()
  const { room, network } = openRoom(server)
  await advance(100)
  network.refuseWith = 'Too many messages. Please slow down.'
  room.send('one')
  room.send('two')
  await advance(100)
  expect(room.view().pending.map(({ state, reason }) => [state, reason])).toEqual([
    ['failed', network.refuseWith],
    ['failed', network.refuseWith],
  ])
  network.refuseWith = undefined
  network.cut()
  network.open()
  await advance(100)
  expect(server.stored).toEqual([])
  const [one, two] = room.view().pending
  expect(room.retry(two?.temp_id ?? '')).toBe(true)
  room.discard(one?.temp_id ?? '')
  await advance(100)
  expect([textsOf(room.view().messages), room.view().pending]).toEqual([['two'], []])
})

test('an unconfirmed message survives a reload', async () => {
  const server = new TestServer()
  const { room, reopen, network } = openRoom(server)
  await advance(100)
  network.isDeaf = true
  room.send('before the reload')
  await advance(50)
  room.close()
  network.isDeaf = false
  const reopened = reopen()
  await advance(200)
  expect([textsOf(reopened.view().messages), reopened.view().pending]).toEqual([['before the reload'], []])
})
