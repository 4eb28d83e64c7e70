import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Semaphore } from './semaphore.ts'

test('as many work at a time as may at that moment, one at least, first come, first served', async () => {
  let permits = 2
  const semaphore = new Semaphore({ permits: () => permits })
  const started: number[] = []
  const works = Array.from({ length: 6 }, (_, n) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const done = semaphore.run(async () => {
      started.push(n)
      await promise
    })
    return { resolve, done }
  })
  const end = async (n: number) => {
    works[n]?.resolve()
    await works[n]?.done
    await new Promise(setImmediate)
    return started.length
  }
  await new Promise(setImmediate)
  assert.deepEqual([started, semaphore.waiting()], [[0, 1], 4])
  permits = 0
  assert.equal(await end(0), 2)
  assert.equal(await end(1), 3, 'one goes on, however few may')
  permits = 3
  assert.equal(await end(2), 6)
  assert.deepEqual([started, semaphore.waiting()], [[0, 1, 2, 3, 4, 5], 0])
  for (const n of [3, 4, 5]) await end(n)
})

test('keys are served in turn, each within its own share', async () => {
  const semaphore = new Semaphore<string>({ permits: () => 3, permitsPerKey: () => 2 })
  const started: string[] = []
  const releases: (() => void)[] = []
  const enter = async (key: string) => {
    const release = await semaphore.acquire(key)
    started.push(key)
    releases.push(release)
  }
  for (const key of ['flood', 'flood', 'flood', 'flood', 'flood', 'a', 'b', 'b']) void enter(key)
  await new Promise(setImmediate)
  assert.deepEqual(started, ['flood', 'flood', 'a'])
  for (let n = 0; n < 8; n++) {
    releases.shift()?.()
    await new Promise(setImmediate)
  }
  assert.deepEqual(started, ['flood', 'flood', 'a', 'flood', 'b', 'flood', 'b', 'flood'])
  assert.equal(semaphore.keys, 0)
})

test('a key without work takes no memory, however its work ended', async () => {
  const semaphore = new Semaphore<number>({ permitsPerKey: () => 2, maxWaiting: () => 3, timeout: () => 20 })
  const releases: (() => void)[] = []
  for (let key = 0; key < 100; key++) for (let n = 0; n < 2; n++) releases.push(await semaphore.acquire(key))
  const waiting = Array.from({ length: 3 }, () => semaphore.acquire(7))
  assert.equal(semaphore.hasRoom(7), false)
  assert.equal(semaphore.hasRoom(8), true)
  await assert.rejects(semaphore.acquire(7), { status: 503 })
  assert.equal(semaphore.keys, 100)
  for (const { status } of await Promise.allSettled(waiting)) assert.equal(status, 'rejected')
  for (const release of releases) release()
  assert.equal(semaphore.keys, 0)
})

test('a queue that lasts longer than a burst knows how long somebody who comes now will wait', async () => {
  const semaphore = new Semaphore<string>({ permits: () => 1 })
  const releases: (() => void)[] = []
  const enter = async (key: string) => releases.push(await semaphore.acquire(key))
  const serve = async (count: number) => {
    for (let n = 0; n < count; n++) {
      await sleep(20)
      releases.shift()?.()
      await new Promise(setImmediate)
    }
  }
  for (let n = 0; n < 6; n++) void enter('flood')
  await new Promise(setImmediate)
  assert.equal(semaphore.expectedWait('flood', 0), 0, 'nobody knows yet')
  await serve(3)
  // A timer may end one millisecond early.
  assert.ok(semaphore.expectedWait('flood', 0) >= 2 * 19)
  assert.ok(semaphore.expectedWait('flood', 2 * 19) >= 2 * 19)
  assert.equal(semaphore.expectedWait('flood', 60_000), 0)
  assert.equal(semaphore.expectedWait('a', 0), 0)
  await serve(3)
  for (let n = 0; n < 2; n++) void enter('flood')
  assert.equal(semaphore.expectedWait('flood', 0), 0)
})
