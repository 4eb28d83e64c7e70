import { freePort } from '../server/src/testing/free-port.ts'
import { ask } from './http.ts'
import { now } from './live-clock.ts'
import { type Columns, short, spread, whole } from './live-report.ts'
import type { Returned } from './live-said.ts'
import { type Live, memoryOf, startAnother, startBareSockets } from './live-stage.ts'
import { sleep } from './stopping.ts'
import { readClocks } from './window.ts'

const crowds = [1000, 5000] as const

type Seats = { port: number; count: number; from?: number | undefined; isBare?: boolean | undefined }
const seatsOf = ({ scene }: Live, { port, count, from = 0, isBare = false }: Seats) =>
  Array.from({ length: count - from }, (_, n) => ({ ...scene.seat(from + n, port), isBare }))

type Each = { rss: number; heap: number; outside: number }
type Opening = { ms: number; node: number | null; database: number | null }
type Memory = { sockets: number; opening: Opening; server: Each; total_rss: number; bare: Each }

export const memoryColumns: Columns<Memory> = {
  'idle sockets': ({ sockets }) => String(sockets),
  'opened in ms': ({ opening }) => whole(opening.ms),
  'each | node µs': ({ opening }) => whole(opening.node),
  'each | db µs': ({ opening }) => whole(opening.database),
  'the server: kB each | rss': ({ server }) => short(server.rss / 1024),
  'the server: kB each | heap': ({ server }) => short(server.heap / 1024),
  'the server: kB each | outside it': ({ server }) => short(server.outside / 1024),
  'in all | rss MB': ({ total_rss }) => whole(total_rss / 1024 / 1024),
  'bare ws: kB each | rss': ({ bare }) => short(bare.rss / 1024),
  'bare ws: kB each | heap': ({ bare }) => short(bare.heap / 1024),
}

/** Measures the memory of idle sockets, each in its own session. */
export async function measureMemory(live: Live) {
  const server = await startAnother(live, { isSpied: true })
  const bare = await startBareSockets(live)
  const { order } = live.crowd
  const fill = async ({ port, child }: Pick<typeof bare, 'port' | 'child'>, isBare = false) => {
    await order('open', { as: 'first', seats: seatsOf(live, { port, count: 50, isBare }) })
    await order('leave', { as: 'first' })
    await sleep(500)
    const empty = await memoryOf(child)
    const results = []
    for (const [i, count] of crowds.entries()) {
      const seats = seatsOf(live, { port, count, from: crowds[i - 1], isBare })
      const processes = { server: child.pid, database: live.postmaster }
      const before = readClocks(processes)
      const ms = await order('open', { as: 'idle', seats })
      const after = readClocks(processes)
      const per = (from: number | null, to: number | null) => (from === null || to === null ? null : (to - from) / seats.length)
      const opening = { ms, node: per(before.server, after.server), database: per(before.database, after.database) }
      await sleep(1000)
      const { rss, heap, outside } = await memoryOf(child)
      const each = {
        rss: (rss - empty.rss) / count,
        heap: (heap - empty.heap) / count,
        outside: (outside - empty.outside) / count,
      }
      results.push({ sockets: count, opening, each, total_rss: rss })
    }
    await order('leave', { as: 'idle' })
    return results
  }
  const ours = await fill(server)
  await server.stop()
  const floor = await fill(bare, true)
  await bare.stop()
  return ours.map(({ each, ...row }, i): Memory => ({ ...row, server: each, bare: floor[i]?.each ?? each }))
}

type Restart = {
  sockets: number
  server: Returned
  requests: { p50: number | null; p99: number | null; count: number; failed: number }
  bare: Returned
}

export const restartColumns: Columns<Restart> = {
  'sockets cut': ({ sockets }) => String(sockets),
  'the server | away ms': ({ server }) => whole(server.down_ms),
  'the server | half back ms': ({ server }) => whole(server.half_ms),
  'the server | all back ms': ({ server }) => whole(server.all_ms),
  'the server | cut again': ({ server }) => String(server.refused),
  'the server | codes': ({ server }) => Object.keys(server.codes).join(' '),
  'requests meanwhile | p50 ms': ({ requests }) => short(requests.p50),
  'requests meanwhile | p99 ms': ({ requests }) => short(requests.p99),
  'requests meanwhile | of': ({ requests }) => String(requests.count),
  'requests meanwhile | failed': ({ requests }) => String(requests.failed),
  'bare ws | half back ms': ({ bare }) => whole(bare.half_ms),
  'bare ws | all back ms': ({ bare }) => whole(bare.all_ms),
}

/**
 * Restarts the server and measures how its sockets reconnect by the rules of our pages: after the time that the server named,
 * then with backoff. To the bare server they reconnect at once, up to every half second.
 */
export async function measureRestarts(live: Live) {
  const rows: Restart[] = []
  for (const sockets of crowds) {
    const ours = { sockets, isBare: false }
    const { requests, ...server } = await restart(live, ours, (port) => startAnother(live, port === undefined ? {} : { port }))
    const floor = { sockets, isBare: true }
    const { requests: _none, ...bare } = await restart(live, floor, (port) => startBareSockets(live, port))
    rows.push({ sockets, server, requests, bare })
  }
  return rows
}

type Starting = (port?: number) => Promise<{ port: number; stop: () => Promise<void> }>

async function restart(live: Live, { sockets, isBare }: { sockets: number; isBare: boolean }, start: Starting) {
  const { order } = live.crowd
  const before = await start(await freePort())
  await order('open', { as: 'all', seats: seatsOf(live, { port: before.port, count: sockets, isBare }) })
  let isOver = false
  const returned = order('return', { as: 'all', spread: 500 }).finally(() => {
    isOver = true
  })
  returned.catch(() => undefined)
  await before.stop()
  const after = await start(before.port)
  const requests = await requestRepeatedly(live, after.port, () => isOver)
  const figures = await returned
  await order('leave', { as: 'all' })
  await after.stop()
  return { ...figures, requests }
}

/** Sends a page's request 40 times a second, without waiting for answers. */
async function requestRepeatedly({ scene }: Live, port: number, isOver: () => boolean) {
  const { host, cookie } = scene.seat(0, port)
  const request = { method: 'GET', path: '/api/notifications/?limit=20', headers: { host, cookie } } as const
  const durations: number[] = []
  let failed = 0
  const requests: Promise<void>[] = []
  while (!isOver()) {
    const began = now()
    requests.push(
      ask(port, request).then(
        ({ status }) => void (status === 200 ? durations.push(now() - began) : failed++),
        () => void failed++,
      ),
    )
    await sleep(25)
  }
  await Promise.all(requests)
  return { ...spread(durations), failed }
}
