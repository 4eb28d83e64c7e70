// Delivers the events of many checkouts in any order, repeatedly and concurrently, and compares the result with a model.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { testApp } from '../testing/world.ts'
import { cashier } from './testing.ts'
import { type Delivery, mustHaveCounted, schedules } from './testing-model.ts'

const world = await testApp()
const cashierOfWorld = cashier(world)
const { deliver, setTime, clear } = cashierOfWorld

test('whatever the order, number and concurrency of events, each checkout that was paid counts once', async () => {
  await fc.assert(
    fc.asyncProperty(schedules, async ({ workspaces, deliveries, atOnce }) => {
      await clear()
      for (const { at, ends, paid } of workspaces) await setTime(at, { ends, paid })
      for (let i = 0; i < deliveries.length; i += atOnce) {
        const answers = await Promise.all(
          deliveries.slice(i, i + atOnce).map(({ session, type }: Delivery) => deliver(session, type)),
        )
        for (const { status } of answers) assert.equal(status, 200)
      }
      for (const workspace of workspaces) {
        const { rows, time } = await mustHaveCounted(cashierOfWorld, workspace, deliveries)
        // Each payment has its own end date, and the last one is the tenant's.
        const led = rows.flatMap(({ paid }) => (paid === null ? [] : [Number(paid)]))
        assert.equal(new Set(led).size, led.length)
        if (led.length) assert.equal(Math.max(...led), time.paid)
      }
    }),
    { numRuns: 40, seed: 7 },
  )
})
