// Measures search in a workspace of a million rows, one request at a time, as one person types.
import type { SearchPage } from '../server/src/search/testing.ts'
import { ask } from './http.ts'
import { withCountedIds } from './ids.ts'
import { type Columns, percentiles, short, spread, table, whole } from './live-report.ts'
import type { Stage } from './live-stage.ts'
import { vacuum } from './scene.ts'
import { makeSearchScene, random, type SearchScene, wordOfRank, words } from './search-scene.ts'
import { startServer } from './stage.ts'
import { readClocks, type Window } from './window.ts'

const anyWord = () => wordOfRank(20, words.length)
const frequentWord = () => wordOfRank(1, 6)
const swapped = (word: string) => `${word.slice(0, 2)}${word[3]}${word[2]}${word.slice(4)}`

/** The searches that are measured. */
const searches: Record<string, () => string> = {
  'a word': anyWord,
  'a frequent word': frequentWord,
  'two words': () => `${anyWord()} ${anyWord()}`,
  'two frequent words': () => `${frequentWord()} ${frequentWord()}`,
  'one or two letters': () => anyWord().slice(0, 1 + Math.floor(random() * 2)),
  'a beginning': () => anyWord().slice(0, 3 + Math.floor(random() * 4)),
  'a typing error': () => swapped(anyWord()),
  'an unknown word': () => `${anyWord().split('').reverse().join('')}xyz`,
}

type Row = {
  search: string
  who: string
  count: number
  p50: number | null
  p95: number | null
  p99: number | null
  node_us: number | null
  db_us: number | null
  found: number | null
}

const columns: Columns<Row> = {
  search: ({ search }) => search,
  'asked by': ({ who }) => who,
  times: ({ count }) => whole(count),
  'p50 ms': ({ p50 }) => short(p50),
  'p95 ms': ({ p95 }) => short(p95),
  'p99 ms': ({ p99 }) => short(p99),
  'node µs': ({ node_us }) => whole(node_us),
  'db µs': ({ db_us }) => whole(db_us),
  'found, half of the times': ({ found }) => whole(found),
}

export async function measureSearch(
  stage: Stage & { port: number },
  { window, say }: { window: Window; say: (text: string) => void },
) {
  const began = performance.now()
  const scene = await withCountedIds(stage, () => makeSearchScene(stage))
  await vacuum(stage)
  say(`\nA workspace of a million rows was made in ${((performance.now() - began) / 1000).toFixed(0)} s.`)
  const rows: Row[] = []
  const all: number[] = []
  for (const who of Object.keys(scene.cookies) as (keyof SearchScene['cookies'])[]) {
    // A new server has new connections to the database, where the first search is planned.
    const server = await startServer({ ...stage, nodeOptions: [] })
    const run = runner({ scene, who, port: stage.port, processes: { server: server.pid, database: stage.postmaster } })
    rows.push((await run('the first of all', anyWord, 0)).row)
    for (const [search, next] of Object.entries(searches)) {
      await run(search, next, window.warm)
      const { row, durations } = await run(search, next, window.seconds)
      rows.push(row)
      all.push(...durations)
    }
    await server.stop()
  }
  rows.push({ search: 'all but the first', who: 'all', node_us: null, db_us: null, found: null, ...percentiles(all) })
  say(`\nsearch\n${table(rows, columns)}`)
  return rows
}

type Target = {
  scene: SearchScene
  who: keyof SearchScene['cookies']
  port: number
  processes: { server: number | undefined; database: number | undefined }
}

/** Searches for so many seconds, but at least once. */
function runner({ scene, who, port, processes }: Target) {
  return async (search: string, next: () => string, seconds: number) => {
    const [durations, found]: [number[], number[]] = [[], []]
    const before = readClocks(processes)
    do {
      const path = `/api/search/?${new URLSearchParams({ q: next() })}`
      const start = performance.now()
      const { status, body } = await ask(port, { method: 'GET', path, headers: { host: scene.host, cookie: scene.cookies[who] } })
      durations.push(performance.now() - start)
      if (status !== 200) throw new Error(`${path} was answered ${status}.`)
      found.push((JSON.parse(Buffer.from(body, 'base64').toString()) as SearchPage).count)
    } while (readClocks({}).at - before.at < seconds * 1000)
    const after = readClocks(processes)
    const each = (from: number | null, to: number | null) =>
      from === null || to === null ? null : (to - from) / durations.length
    const [node_us, db_us] = [each(before.server, after.server), each(before.database, after.database)]
    return { row: { search, who, node_us, db_us, found: spread(found).p50, ...percentiles(durations) }, durations }
  }
}
