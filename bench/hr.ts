// Measures what HR, managers and developers read of people and their leave, one request at a time, among 1,000 people.
import { type HrScene, makeHrScene } from './hr-scene.ts'
import { ask, succeed } from './http.ts'
import { withCountedIds } from './ids.ts'
import { type Columns, percentiles, short, table, whole } from './live-report.ts'
import type { Stage } from './live-stage.ts'
import { vacuum } from './scene.ts'
import { startServer } from './stage.ts'
import { readClocks, type Window } from './window.ts'

type Row = {
  read: string
  count: number
  p50: number | null
  p95: number | null
  node_us: number | null
  db_us: number | null
  bytes: number
}

const columns: Columns<Row> = {
  read: ({ read }) => read,
  times: ({ count }) => whole(count),
  'p50 ms': ({ p50 }) => short(p50),
  'p95 ms': ({ p95 }) => short(p95),
  'node µs': ({ node_us }) => whole(node_us),
  'db µs': ({ db_us }) => whole(db_us),
  bytes: ({ bytes }) => whole(bytes),
}

type Read = { read: string; who: keyof HrScene['cookies']; path: string }

/** The month that begins at most 15 days from now. */
function month() {
  const middle = new Date(Date.now() + 15 * 86_400_000)
  const dayOf = (months: number, day: number) =>
    new Date(Date.UTC(middle.getUTCFullYear(), middle.getUTCMonth() + months, day)).toISOString().slice(0, 10)
  return new URLSearchParams({ from: dayOf(0, 1), to: dayOf(1, 0) })
}

const readsOf = ({ project, opening }: HrScene): Read[] => [
  { read: 'all balances', who: 'hr', path: '/api/leave-balances/' },
  { read: "a month of everybody's calendar", who: 'hr', path: `/api/absences/?${month()}` },
  { read: "a month of a developer's", who: 'developer', path: `/api/absences/?${month()}` },
  { read: "HR's dashboard", who: 'hr', path: '/api/hr-overview/' },
  { read: 'the directory', who: 'developer', path: '/api/directory/' },
  { read: "an opening's applicants", who: 'hr', path: `/api/applications/?opening=${opening}` },
  { read: "a project's capacity", who: 'manager', path: `/api/projects/${project}/capacity/` },
  { read: "a manager's workload, 8 weeks", who: 'manager', path: '/api/workload/?weeks=8' },
]

export async function measureHr(
  stage: Stage & { port: number },
  { window, say }: { window: Window; say: (text: string) => void },
) {
  const { port } = stage
  const scene = await withCountedIds(stage, () => makeHrScene(stage))
  await vacuum(stage)
  const server = await startServer({ ...stage, nodeOptions: [] })
  const processes = { server: server.pid, database: stage.postmaster }
  const rulesSince = (year: number, type: number, allowance: number | null) => ({
    method: 'PUT' as const,
    path: `/api/leave-types/${type}/policies/${year}/`,
    headers: { host: scene.host, cookie: scene.cookies.hr, 'content-type': 'application/json', origin: `https://${scene.host}` },
    body: JSON.stringify({ allowance, granted: 'yearly', carry_limit: null, carry_until: null, overdraft: 0 }),
  })
  // Each change of rules brings the ledgers in line with them. The first ones fill these.
  const [holiday = 0, sickness = 0] = scene.types
  await succeed(port, rulesSince(scene.first_year, holiday, 60))
  await succeed(port, rulesSince(scene.first_year, sickness, null))
  await vacuum(stage)

  const measure = async (read: string, send: () => ReturnType<typeof ask>, seconds: number): Promise<Row> => {
    const durations: number[] = []
    let bytes = 0
    const before = readClocks(processes)
    do {
      const start = performance.now()
      const { status, body } = await send()
      durations.push(performance.now() - start)
      if (status !== 200) throw new Error(`${read} was answered ${status}.`)
      bytes = Buffer.byteLength(body, 'base64')
    } while (readClocks({}).at - before.at < seconds * 1000)
    const after = readClocks(processes)
    const each = (from: number | null, to: number | null) =>
      from === null || to === null ? null : (to - from) / durations.length
    const costs = { node_us: each(before.server, after.server), db_us: each(before.database, after.database) }
    return { read, bytes, ...costs, ...percentiles(durations) }
  }
  const rows: Row[] = []
  for (const { read, who, path } of readsOf(scene)) {
    const send = () => ask(port, { method: 'GET', path, headers: { host: scene.host, cookie: scene.cookies[who] } })
    await measure(read, send, window.warm)
    rows.push(await measure(read, send, window.seconds))
  }
  const year = scene.first_year + 9
  let allowance = 50
  rows.push(
    await measure("a change of this year's rules", () => ask(port, rulesSince(year, holiday, ++allowance)), window.seconds),
  )
  await server.stop()
  say(`\nhr\n${table(rows, columns)}`)
  return rows
}
