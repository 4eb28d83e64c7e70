import { closeCodes } from 'contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openConnection } from './connection.ts'

/** Stubs the browser's WebSocket. The test plays the server. */
class Socket extends EventTarget {
  static readonly OPEN = 1
  static all: Socket[] = []
  readyState = 0
  binaryType = 'blob'
  constructor() {
    super()
    Socket.all.push(this)
  }
  opens() {
    this.readyState = 1
    this.dispatchEvent(new Event('open'))
  }
  ends(code: number, reason = '') {
    this.readyState = 3
    this.dispatchEvent(new CloseEvent('close', { code, reason }))
  }
  send() {}
  close() {}
}

const advance = (ms: number) => vi.advanceTimersByTimeAsync(ms)
const newestSocket = () => Socket.all.at(-1) as Socket
const restart = (retry_after_ms: number) => JSON.stringify({ detail: 'The server restarts.', retry_after_ms })
let connection: ReturnType<typeof openConnection>

beforeEach(async () => {
  vi.useFakeTimers()
  vi.stubGlobal('WebSocket', Socket)
  Socket.all = []
  connection = openConnection('/ws/', { onFrame: () => {} })
  await advance(10)
  newestSocket().opens()
})
afterEach(async () => {
  connection.close()
  await advance(60_000)
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a browser whose server restarts comes back when it was told to, and not before', async () => {
  newestSocket().ends(closeCodes.restarting, restart(12_000))
  await advance(11_900)
  expect(Socket.all.length).toBe(1)
  await advance(200)
  expect(Socket.all.length).toBe(2)
  newestSocket().opens()
  await advance(60_000)
  expect(Socket.all.length).toBe(2)
})

test('without such an advice it comes back after three to five seconds', async () => {
  for (const reason of ['', 'The server restarts.', '{"retry_after_ms":-1}']) {
    const before = Socket.all.length
    newestSocket().ends(closeCodes.restarting, reason)
    await advance(2900)
    expect(Socket.all.length).toBe(before)
    await advance(2200)
    expect(Socket.all.length).toBe(before + 1)
    newestSocket().opens()
    await advance(10_000)
  }
})

test('one that is turned away waits longer each time', async () => {
  newestSocket().ends(1006)
  const waits: number[] = []
  for (let tries = 0; tries < 5; tries++) {
    const before = Socket.all.length
    let waited = 0
    for (; Socket.all.length === before; waited += 100) await advance(100)
    waits.push(waited)
    newestSocket().ends(1006)
  }
  expect(waits[0]).toBeGreaterThanOrEqual(3000)
  expect(waits.toSorted((a, b) => a - b)).toEqual(waits)
  expect(waits[4]).toBeGreaterThan((waits[0] ?? 0) * 2)
})

test('one that is closed while it waits does not come back', async () => {
  newestSocket().ends(closeCodes.restarting, restart(5000))
  connection.close()
  await advance(60_000)
  expect(Socket.all.length).toBe(1)
})
