// Measures what one event costs each process that hears it and has no page to show it to, over NOTIFY and over Redis.
import { spawn, spawnSync } from 'node:child_process'
import { type Bus, openBus } from '../server/src/kit/bus/bus.ts'
import { logInsBy } from '../server/src/kit/db/migrate.ts'
import { carrierOf, type Notice } from '../server/src/kit/realtime/channels.ts'
import { freePort } from '../server/src/testing/free-port.ts'
import { type Columns, short, spread, table, whole } from './live-report.ts'
import type { Stage } from './live-stage.ts'
import { end, startServer } from './stage.ts'
import { sleep } from './stopping.ts'
import { readClocks, type Window } from './window.ts'

const crowds = [1, 4]
/** Events per second. Up to 500 come alone, the others several at once. */
const paces = [0, 250, 500, 2000, 8000]
const tickMilliseconds = 1
/** About what the event of a changed task has. */
const bytes = 2000

type Row = {
  carrier: string
  processes: number
  per_second: number
  /** Percent of a core. */
  node: number
  carrier_busy: number
  p50: number | null
  p99: number | null
}

const columns: Columns<Row> = {
  'the bus | over': ({ carrier }) => carrier,
  'the bus | processes': ({ processes }) => whole(processes),
  'the bus | events/s': ({ per_second }) => whole(per_second),
  '% of a core | each process': ({ node }) => short(node),
  '% of a core | the carrier': ({ carrier_busy }) => short(carrier_busy),
  'until another process has it | p50 ms': ({ p50 }) => short(p50),
  'until another process has it | p99 ms': ({ p99 }) => short(p99),
}

type Place = Stage & { postmaster: number | undefined }
type Carrier = { name: string; redis_url: string | null; pid: number | undefined }

export async function measureBus(place: Place, { window, say }: { window: Window; say: (text: string) => void }) {
  const rows: Row[] = []
  for (const carrier of await carriersOf(place))
    for (const count of crowds) rows.push(...(await measure(place, carrier, { count, window })))
  say(`\nbus\n${table(rows, columns)}`)
  return rows
}

/** NOTIFY, and Redis if this machine has it. */
async function carriersOf({ cleaning, postmaster }: Place): Promise<Carrier[]> {
  const notify = { name: 'NOTIFY', redis_url: null, pid: postmaster }
  if (spawnSync('redis-server', ['--version']).status !== 0) return [notify]
  const port = await freePort()
  const child = spawn('redis-server', ['--bind', '127.0.0.1', '--port', String(port), '--save', ''], { stdio: 'ignore' })
  cleaning.defer(() => end(child))
  await sleep(500)
  return [notify, { name: 'Redis', redis_url: `redis://127.0.0.1:${port}`, pid: child.pid }]
}

async function measure(place: Place, carrier: Carrier, { count, window }: { count: number; window: Window }) {
  const environment = carrier.redis_url ? { REDIS_URL: carrier.redis_url } : {}
  const servers: Awaited<ReturnType<typeof startServer>>[] = []
  for (let n = 0; n < count; n++)
    servers.push(await startServer({ ...place, port: await freePort(), nodeOptions: [], environment }))
  const connect = carrierOf(carrier, logInsBy(place.owner_url, place.secret))
  const [speaker, hearer] = [await openBus<Notice>(connect, raise), await openBus<Notice>(connect, raise)]
  let delays: number[] = []
  hearer.listen((notice) => {
    if ('topics' in notice && 'at' in notice.message) delays.push(performance.now() - Number(notice.message.at))
  })
  const read = () => ({
    servers: servers.reduce((sum, { pid }) => sum + (readClocks({ server: pid }).server ?? Number.NaN), 0),
    carrier: carrier.pid === undefined ? Number.NaN : (readClocks({ database: carrier.pid }).database ?? Number.NaN),
  })
  const rows: Row[] = []
  for (const pace of paces) {
    await publish(speaker, { pace, seconds: window.warm })
    delays = []
    const before = read()
    const events = await publish(speaker, { pace, seconds: window.seconds })
    const after = read()
    rows.push({
      carrier: carrier.name,
      processes: count,
      per_second: events / window.seconds,
      node: (after.servers - before.servers) / count / window.seconds / 10_000,
      carrier_busy: (after.carrier - before.carrier) / window.seconds / 10_000,
      ...spread(delays),
    })
  }
  await speaker.close()
  await hearer.close()
  for (const server of servers) await server.stop()
  return rows
}

/** Publishes at this pace, some events each tick, and returns how many there were. */
async function publish(bus: Bus<Notice>, { pace, seconds }: { pace: number; seconds: number }) {
  const text = 'x'.repeat(bytes)
  const start = performance.now()
  let events = 0
  while (performance.now() - start < seconds * 1000) {
    for (const due = ((performance.now() - start) / 1000) * pace; events < due; events++)
      bus.publish({ tenant_id: 1, topics: ['project 1'], message: { at: performance.now(), text } })
    await sleep(tickMilliseconds)
  }
  return events
}

function raise(error: unknown): never {
  throw error
}
