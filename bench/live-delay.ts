import { type Columns, short, spread } from './live-report.ts'
import type { Heard } from './live-said.ts'
import { type Audience, audiences } from './live-scene.ts'
import type { Overheard } from './live-spy.ts'
import { type Live, startAnother, startBareSockets } from './live-stage.ts'

/** Messages per second, few enough that none queues behind another. */
const rates: Record<Audience, number> = { 1: 40, 50: 20, 1000: 5 }

type Spread = ReturnType<typeof spread>
type Delay = {
  listeners: Audience
  messages: number
  /** Milliseconds over all listeners and messages. */
  one: { committed: Spread; sent: Spread }
  two: { committed: Spread; sent: Spread }
  bare: { sent: Spread }
}

export const delayColumns: Columns<Delay> = {
  listeners: ({ listeners }) => String(listeners),
  messages: ({ messages }) => String(messages),
  'one process: commit to screen, ms | p50': ({ one }) => short(one.committed.p50),
  'one process: commit to screen, ms | p99': ({ one }) => short(one.committed.p99),
  'from sending | p50': ({ one }) => short(one.sent.p50),
  'from sending | p99': ({ one }) => short(one.sent.p99),
  'two processes: commit to screen, ms | p50': ({ two }) => short(two.committed.p50),
  'two processes: commit to screen, ms | p99': ({ two }) => short(two.committed.p99),
  'bare ws: from sending | p50': ({ bare }) => short(bare.sent.p50),
  'bare ws: from sending | p99': ({ bare }) => short(bare.sent.p99),
}

/** Measures how long a message takes to its listeners in a room with little traffic. */
export async function measureDelays(live: Live) {
  const server = await startAnother(live, { isSpied: true })
  const secondServer = await startAnother(live)
  const bare = await startBareSockets(live)
  const commits = new Map<number, number>()
  server.child.on('message', (heard: Overheard) => {
    if ('committed' in heard) commits.set(heard.committed, heard.at)
  })
  const { order } = live.crowd
  const { seconds } = live.window

  async function heardIn(listeners: Audience, from: number, to: number) {
    const path = `/ws/chat/${live.scene.rooms[listeners]}/`
    await order('open', { as: 'speakers', seats: Array.from({ length: 3 }, () => live.scene.seat(0, from, path)) })
    await order('open', {
      as: 'listeners',
      seats: Array.from({ length: listeners }, (_, n) => live.scene.seat(n + 1, to, path)),
    })
    // Warms up, so that compilation is not measured.
    await order('pace', { as: 'speakers', listeners: 'listeners', per_second: rates[listeners], seconds: 1 })
    const heard = await order('pace', { as: 'speakers', listeners: 'listeners', per_second: rates[listeners], seconds })
    for (const as of ['speakers', 'listeners']) await order('leave', { as })
    const missing = heard.filter(({ received }) => received.length !== listeners).length
    if (missing) throw new Error(`${missing} of ${heard.length} messages were not heard by all.`)
    return heard
  }
  const sent = (heard: Heard[]) => spread(heard.flatMap(({ sent, received }) => received.map((at) => at - sent)))
  const committed = (heard: Heard[]) =>
    spread(heard.flatMap(({ id, received }) => received.map((at) => at - (commits.get(id) ?? Number.NaN))))

  const rows: Delay[] = []
  for (const listeners of audiences) {
    const one = await heardIn(listeners, server.port, server.port)
    const two = await heardIn(listeners, server.port, secondServer.port)
    const floor = await heardIn(listeners, bare.port, bare.port)
    rows.push({
      listeners,
      messages: one.length,
      one: { committed: committed(one), sent: sent(one) },
      two: { committed: committed(two), sent: sent(two) },
      bare: { sent: sent(floor) },
    })
  }
  for (const { stop } of [server, secondServer, bare]) await stop()
  return rows
}
