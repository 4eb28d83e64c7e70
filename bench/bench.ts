// Measures the calls that people wait for, beside the same SQL from pgbench and the same bytes from a bare server: `npm run bench`.
import { once } from 'node:events'
import fs from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { urlAs } from '../server/src/kit/db/migrate.ts'
import { hashPassword } from '../server/src/kit/security/passwords.ts'
import { freePort } from '../server/src/testing/free-port.ts'
import type { Bytes } from './bare.ts'
import { measureBus } from './bus.ts'
import { type Call, callsOf, names, roomCallsOf } from './calls.ts'
import { floodColumns, measureFlood } from './flood.ts'
import { measureHr } from './hr.ts'
import { ask, measureHttp, succeed } from './http.ts'
import { withCountedIds } from './ids.ts'
import { measureIsolation } from './isolation.ts'
import { liveParts, measureLive } from './live.ts'
import { table } from './live-report.ts'
import type { Stage } from './live-stage.ts'
import { measurePages, pagesParts } from './pages.ts'
import { findPgbench, measureSql } from './pgbench.ts'
import { type Row, tableHead, tableRow } from './report.ts'
import { makeRooms } from './rooms-scene.ts'
import { makeNeighbours, makeScene, type Scene, tidy } from './scene.ts'
import { measureSearch } from './search.ts'
import { measureSizes } from './sizes.ts'
import { end, makeDatabase, makeFolder, startChild, startServer } from './stage.ts'
import { type Script, scriptOf } from './statements.ts'
import { stopped } from './stopping.ts'

const say = (text: string) => process.stdout.write(`${text}\n`)

const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string', default: '5' },
    only: { type: 'string' },
    json: { type: 'string' },
    'cpu-prof': { type: 'string' },
    statements: { type: 'string' },
    neighbours: { type: 'string', default: '100' },
    connections: { type: 'string', default: '1,16,64' },
    // How often a page is opened.
    runs: { type: 'string', default: '5' },
    // Skips pgbench and the bare server.
    'no-floors': { type: 'boolean', default: false },
    // Chrome's `Accept-Encoding`.
    encoding: { type: 'string', default: 'gzip, deflate, br, zstd' },
  },
})
const seconds = Number(options.seconds)
const neighbours = Number(options.neighbours)
const runs = Number(options.runs)
const levels = options.connections.split(',').map(Number)
if (!(seconds >= 1 && seconds <= 60)) refuse('--seconds is a number from 1 to 60.')
if (!(Number.isInteger(neighbours) && neighbours >= 0 && neighbours <= 10_000))
  refuse('--neighbours is a whole number up to 10000.')
if (!(Number.isInteger(runs) && runs >= 1 && runs <= 50)) refuse('--runs is a whole number from 1 to 50.')
if (!levels.every((level) => Number.isInteger(level) && level >= 1 && level <= 64))
  refuse('--connections is one to 64, or several such numbers with commas between them.')
const wanted = options.only?.split(',')
const isWanted = (name: string) => !wanted || wanted.some((only) => name === only || name.startsWith(`${only}-`))
const parts = liveParts.filter(isWanted)
// They need a browser, so they are measured only if they are named.
const pages = wanted ? pagesParts.filter(isWanted) : []
const [isIsolationWanted, isFloodWanted] = [isWanted('isolation'), isWanted('flood')]
// It takes minutes to make their rows, so they are measured only if they are named.
const isSearchWanted = wanted?.includes('search') ?? false
const isHrWanted = wanted?.includes('hr') ?? false
const isBusWanted = isWanted('bus')
const areSizesWanted = isWanted('sizes')
const known = [...names, 'isolation', 'flood', 'bus', 'search', 'hr', 'sizes', ...liveParts, ...pagesParts]
if (!known.some(isWanted)) refuse(`--only is one of ${[...known, 'live', 'pages'].join(', ')}.`)
const window = { warm: Math.min(2, seconds), seconds }

const hasPgbench = findPgbench()

const cleaning = new AsyncDisposableStack()
let status = 0
try {
  await run()
} catch (error) {
  status = stopped.aborted ? 130 : 1
  process.stderr.write(`${stopped.aborted ? 'Stopped.' : error instanceof Error ? error.stack : String(error)}\n`)
}
await cleaning.disposeAsync()
process.exit(status)

function refuse(line: string): never {
  process.stderr.write(`${line}\n`)
  process.exit(2)
}

async function run() {
  const folder = makeFolder(cleaning)
  const database = await makeDatabase(cleaning, folder)
  const port = await freePort()
  const place = { ...database, cleaning, port, folder, domain: `localhost:${port}` }
  const machine = {
    cpu: cpus()[0]?.model ?? 'unknown',
    cores: cpus().length,
    node: process.version,
    postgresql: database.version,
    load_before: loadavg()[0] ?? 0,
    hash_ms: await measureHash(),
    at: new Date().toISOString(),
  }
  say(
    `${machine.cores} cores (${machine.cpu}), Node ${machine.node}, PostgreSQL ${machine.postgresql}, a password's hash in ${machine.hash_ms.toFixed(1)} ms; ${seconds} s each, among ${neighbours} other workspaces`,
  )
  if (machine.load_before > 0.5)
    say(`The machine is busy with other things (load ${machine.load_before.toFixed(1)}): only processor times count.`)
  if (!hasPgbench) say("There is no pgbench (it comes with a PostgreSQL server's package): the floor of the SQL stays empty.")
  if (database.postmaster === undefined)
    say('The processor time of the database is unknown: it runs elsewhere, or this is no Linux.')

  await makeNeighbours(place, neighbours)
  const scene = names.some(isWanted) || isFloodWanted ? await withCountedIds(place, () => makeScene(place)) : null
  const rows = scene && names.some(isWanted) ? await measureCalls(place, scene) : []
  const isolation = isIsolationWanted ? await measureIsolation(place, { window, say }) : []
  const flood = scene && isFloodWanted ? await measureFlood(place, scene, seconds) : []
  if (flood.length) say(`\nflood\n${table(flood, floodColumns)}`)
  const bus = isBusWanted ? await measureBus(place, { window, say }) : []
  const search = isSearchWanted ? await measureSearch(place, { window, say }) : []
  const hr = isHrWanted ? await measureHr(place, { window, say }) : []
  const live = parts.length ? await measureLive(place, { parts, window, say }) : {}
  const opened = pages.length ? await measurePages(place, { parts: pages, runs, say }) : {}
  const sizes = areSizesWanted ? await measureSizes(place, say) : []
  const figures = { machine, seconds, rows, isolation, flood, bus, search, hr, sizes, live, pages: opened }
  if (options.json) fs.writeFileSync(options.json, `${JSON.stringify(figures, null, 2)}\n`)
}

async function measureCalls(place: Stage & { port: number }, scene: Scene) {
  const { folder, port } = place
  const rooms = await withCountedIds(place, () => makeRooms(place))
  await tidy(place, scene)
  const calls = [...callsOf(scene, options.encoding), ...roomCallsOf(rooms)].filter(({ name }) => isWanted(name))
  const recorded = await recordCalls(place, calls)
  await tidy(place, scene)

  const profiling = options['cpu-prof'] ? ['--cpu-prof', '--cpu-prof-dir', options['cpu-prof']] : []
  const server = await startServer({ ...place, nodeOptions: profiling })
  const bare = await startBare()
  say('')
  for (const [{ name }, { script, bytes }] of recorded)
    say(
      `${name.padEnd(12)} ${script.statements} statements in ${script.round_trips} round trips, ${Buffer.byteLength(bytes.body, 'base64')} bytes${bytes.headers['content-encoding'] ? ` (${bytes.headers['content-encoding']})` : ''}`,
    )
  say(`\n${tableHead()}`)

  const rows: Row[] = []
  for (const call of calls) {
    const { script, bytes } = recorded.get(call) ?? {}
    if (!script || !bytes) continue
    await bare.answerWith(bytes)
    for (const connections of levels) {
      const processes = { server: server.pid, database: place.postmaster }
      const load = { connections, window, processes }
      const ours = await measureHttp(call, { ...load, port })
      await tidy(place, scene)
      const url = urlAs(place.owner_url, call.group, place.secret)
      const measured = { ...load, processes: { database: place.postmaster }, url, folder, signal: stopped }
      // pgbench does not retry a transaction whose random id was taken, so ids are counted.
      const sql = hasPgbench && !options['no-floors'] ? await withCountedIds(place, () => measureSql(script, measured)) : null
      await tidy(place, scene)
      const http = options['no-floors']
        ? null
        : await measureHttp(call, { ...load, port: bare.port, processes: { server: bare.pid } })
      const row = { call: call.name, connections, server: ours, sql: typeof sql === 'string' ? null : sql, bare: http }
      rows.push(row)
      say(tableRow(row))
      if (typeof sql === 'string') say(`  ${sql}`)
      if (ours.failed) say(`  ${ours.failed} answers were no success. ${server.said().split('\n').at(-1)}`)
    }
  }
  await server.stop()
  await bare.stop()
  return rows
}

/** Records the statements and the answer of each call with a spied server. */
async function recordCalls(place: Stage & { port: number }, calls: Call[]) {
  const recorded = new Map<Call, { script: Script; bytes: Bytes }>()
  const { port } = place
  const spied = await startServer({ ...place, nodeOptions: ['--import', './bench/spy.ts'] })
  for (const call of calls) {
    if (call.isKnown) await nameAnswer(port, call)
    recorded.set(call, {
      script: await scriptOf(spied, call, (n) => succeed(port, call.request(n))),
      bytes: await ask(port, call.request(0)),
    })
  }
  await spied.stop()
  if (options.statements)
    for (const [{ name }, { script }] of recorded) {
      fs.mkdirSync(options.statements, { recursive: true })
      fs.writeFileSync(`${options.statements}/${name}.sql`, script.text)
      fs.writeFileSync(`${options.statements}/${name}.json`, JSON.stringify(script.constants, null, 2))
    }
  return recorded
}

/** Lets the call name the answer that its browser has. */
async function nameAnswer(port: number, call: Call) {
  const request = call.request(0)
  const etag = String((await ask(port, request)).headers.etag)
  call.request = () => ({ ...request, headers: { ...request.headers, 'if-none-match': etag } })
}

async function startBare() {
  const child = startChild(['bench/bare.ts'])
  cleaning.defer(() => end(child))
  const [{ port }] = await once(child, 'message', { signal: AbortSignal.timeout(10_000) })
  return {
    port: Number(port),
    pid: child.pid,
    stop: () => end(child),
    async answerWith(bytes: Bytes) {
      child.send(bytes)
      await once(child, 'message', { signal: AbortSignal.timeout(10_000) })
    },
  }
}

/** Measures the machine's present speed: the median milliseconds of a password hash, which only depends on the processor. */
async function measureHash() {
  const times: number[] = []
  for (let n = 0; n < 30; n++) {
    const start = performance.now()
    await hashPassword('correct horse battery staple')
    times.push(performance.now() - start)
  }
  return times.sort((a, b) => a - b)[15] ?? 0
}
