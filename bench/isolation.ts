// Measures how a flood on one workspace slows another one.
import { once } from 'node:events'
import http from 'node:http'
import { constants, setPriority } from 'node:os'
import { urlAs } from '../server/src/kit/db/migrate.ts'
import { cookieName } from '../server/src/kit/http/cookies.ts'
import { tokensFor } from '../server/src/kit/security/tokens.ts'
import { freePort } from '../server/src/testing/free-port.ts'
import { withCountedIds } from './ids.ts'
import type { Flood, Flooded } from './isolation-flood.ts'
import { type Columns, short, spread, table, whole } from './live-report.ts'
import type { Stage } from './live-stage.ts'
import { asTenant, makeScene, tidy } from './scene.ts'
import { end, startChild, startServer } from './stage.ts'
import { sleep, stopped } from './stopping.ts'
import { readClocks, type Window } from './window.ts'

/** The neighbour's requests per second, within the lower rate limit. */
const pace = 50
const floods = [0, 100, 1000]

type Row = {
  /** Percent of one core that the server uses. */
  busy: number | null
  connections: number
  limits: string
  count: number
  p50_ms: number | null
  p99_ms: number | null
} & Partial<Flooded>

const columns: Columns<Row> = {
  'flood | connections': ({ connections }) => whole(connections),
  'flood | RATE_LIMIT': ({ limits }) => limits,
  'the neighbour | p50 ms': ({ p50_ms }) => short(p50_ms),
  'the neighbour | p99 ms': ({ p99_ms }) => short(p99_ms),
  'the server | node %': ({ busy }) => whole(busy),
  'the flood | served/s': ({ served, seconds }) => whole(served === undefined || !seconds ? null : served / seconds),
  'the flood | refused/s': ({ refused, seconds }) => whole(refused === undefined || !seconds ? null : refused / seconds),
  'the flood | p50 ms': ({ refused, refused_p50_ms }) => short(refused ? refused_p50_ms : null),
  'the flood | p99 ms': ({ refused, refused_p99_ms }) => short(refused ? refused_p99_ms : null),
  'the flood | failed': ({ failed }) => whole(failed),
}

/** Measures a neighbour's latencies alone and during a flood, first without rate limits, then with them. */
export async function measureIsolation(stage: Stage, { window, say }: { window: Window; say: (text: string) => void }) {
  const scene = await withCountedIds(stage, () => makeScene(stage))
  const neighbour = await neighbourOf(stage)
  await tidy(stage, scene)
  const rows: Row[] = []
  for (const limits of ['0', '50']) {
    const server = await startServer({ ...stage, port: await freePort(), nodeOptions: [], environment: { RATE_LIMIT: limits } })
    for (const connections of floods) {
      const headers = { host: `bench.localhost:${server.port}`, cookie: scene.cookies.manager }
      const flood = await startFlood(stage, { port: server.port, connections, path: `/api/tasks/${scene.tasks.first}/`, headers })
      await sleep(Math.max(3, window.warm) * 1000)
      flood?.count()
      const before = readClocks({ server: server.pid })
      const latencies = await requestAtPace({ ...neighbour, port: server.port }, window.seconds)
      const after = readClocks({ server: server.pid })
      const flooded = await flood?.stop()
      const busy =
        before.server === null || after.server === null ? null : (after.server - before.server) / 10 / (after.at - before.at)
      rows.push({ connections, limits, count: latencies.count, p50_ms: latencies.p50, p99_ms: latencies.p99, busy, ...flooded })
      await sleep(1000)
    }
    await server.stop()
  }
  say(`\nisolation\n${table(rows, columns)}`)
  return rows
}

type Neighbour = { cookie: string; path: string }

async function neighbourOf({ owner_url, secret }: Stage): Promise<Neighbour> {
  const { id } = await asTenant(urlAs(owner_url, 'atrium_platform', secret), 0, (ask) =>
    ask(`select id from tenants where subdomain = 'neighbour1'`),
  )
  if (!id) throw new Error('There is no neighbour: --neighbours is at least 1.')
  return asTenant(urlAs(owner_url, 'atrium_workspace', secret), Number(id), async (ask) => {
    const session = await ask(`insert into sessions (tenant_id, person_id, expires_at)
      select ${id}, id, now() + interval '1 day' from people where tenant_id = ${id} and role = 'tenant_admin' returning key`)
    const task = await ask(`select id from tasks where tenant_id = ${id} limit 1`)
    const token = tokensFor(secret).sign('access', Number(id), session.key ?? '', Math.floor(Date.now() / 1000) + 86_400)
    return { cookie: `${cookieName('access', true)}=${token}`, path: `/api/tasks/${task.id}/` }
  })
}

async function startFlood({ cleaning }: Stage, flood: Flood) {
  if (!flood.connections) return null
  const child = startChild(['bench/isolation-flood.ts'])
  cleaning.defer(() => end(child))
  // A real flood comes from other machines, so this one must not compete with the server for the processor.
  if (child.pid) setPriority(child.pid, constants.priority.PRIORITY_LOW)
  child.send(flood)
  return {
    count: () => void child.send('count'),
    async stop() {
      const answered = once(child, 'message', { signal: stopped })
      child.send('stop')
      const [flooded] = await answered
      await end(child)
      return flooded as Flooded
    },
  }
}

/** Sends requests at a fixed rate, without waiting for answers, and returns their latencies. */
async function requestAtPace({ port, cookie, path }: Neighbour & { port: number }, seconds: number) {
  const agent = new http.Agent({ keepAlive: true })
  const options = { agent, host: '127.0.0.1', port, path, headers: { host: `neighbour1.localhost:${port}`, cookie } }
  const durations: number[] = []
  const requests: Promise<void>[] = []
  const began = performance.now()
  for (let n = 0; n < pace * seconds; n++) {
    await sleep(Math.max(0, began + (n * 1000) / pace - performance.now()))
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const sentAt = performance.now()
    const request = http.get(options, (answer) => {
      answer.resume().on('end', () => {
        if (answer.statusCode !== 200) return reject(new Error(`The neighbour was answered ${answer.statusCode}.`))
        durations.push(performance.now() - sentAt)
        resolve()
      })
    })
    request.on('error', reject)
    requests.push(promise)
  }
  await Promise.all(requests)
  agent.destroy()
  return spread(durations)
}
