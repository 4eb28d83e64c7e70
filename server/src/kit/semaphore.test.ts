import assert from 'node:assert/strict'
import { test } from 'node:test'
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
