import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { idsOf, me, openRoom, TestServer, textsOf } from './testing.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const advance = (ms: number) => vi.advanceTimersByTimeAsync(ms)

const anyStep = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom('say', 'say', 'other', 'other', 'flood') },
  { weight: 4, arbitrary: fc.constantFrom('cut', 'open', 'down', 'up', 'deaf', 'hears', 'http fails', 'http works') },
  { weight: 1, arbitrary: fc.constantFrom('reload', 'older', 'elsewhere') },
  { weight: 6, arbitrary: fc.integer({ min: 1, max: 3000 }) },
)

test('whatever is cut and when, each message is stored and shown once, in the same order for everybody', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyStep, { maxLength: 60 }),
      fc.infiniteStream(fc.integer({ min: 1, max: 60 })),
      async (steps, delays) => {
        const server = new TestServer()
        const { network, reopen, room: first } = openRoom(server, { delay: () => delays.next().value ?? 5 })
        let room = first
        let written = 0
        const accepted: string[] = []
        for (const step of steps) {
          const before = idsOf(room.view().messages)
          if (typeof step === 'number') await advance(step)
          else if (step === 'say') {
            const text = `mine ${written++}`
            if (room.send(text)) accepted.push(text)
          } else if (step === 'other') server.post(2, `other ${server.stored.length}`)
          else if (step === 'elsewhere') server.post(me.id, `mine, elsewhere ${server.stored.length}`)
          else if (step === 'flood') for (let i = 0; i < 70; i++) server.post(2, `flood ${server.stored.length}`)
          else if (step === 'cut') network.cut()
          else if (step === 'open') network.open()
          else if (step === 'down' || step === 'up') network.isDown = step === 'down'
          else if (step === 'deaf' || step === 'hears') network.isDeaf = step === 'deaf'
          else if (step === 'http fails' || step === 'http works') network.httpFails = step === 'http fails'
          else if (step === 'older') void room.loadOlder()
          else {
            room.close()
            room = reopen()
          }
          if (network.isDown) network.cut()
          const now = idsOf(room.view().messages)
          expect(now).toEqual([...new Set(now)].sort((a, b) => a - b))
          if (step !== 'reload') expect(now.filter((id) => before.includes(id))).toEqual(before)
        }
        Object.assign(network, { isDown: false, isDeaf: false, httpFails: false })
        network.open()
        await advance(35_000)
        for (let i = 0; i < 60 && room.view().older !== 'none'; i++) {
          void room.loadOlder()
          await advance(500)
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
