import { once } from 'node:events'
import WebSocket from 'ws'
import { urlAs } from '../server/src/kit/db/migrate.ts'
import { freePort } from '../server/src/testing/free-port.ts'
import { type Columns, share, short, whole } from './live-report.ts'
import { type Counted, messageText, type Seat } from './live-said.ts'
import { sessionKeyInSql, sessionKeyOf } from './live-scene.ts'
import { type Live, startAnother, startBareSockets } from './live-stage.ts'
import { findPgbench, measureSql } from './pgbench.ts'
import { startServer } from './stage.ts'
import { type Script, scriptOf, type Varied, variantsWatched } from './statements.ts'
import { stopped } from './stopping.ts'
import { type Opened, opened } from './window.ts'

/** Milliseconds between two messages of a speaker, within the limit on frames per second. */
const gap = 60
const speakerCounts = { pairs: 200, 50: 50, 1000: 20 }

type Measured = Counted & { seconds: number; node_us: number | null; database_us: number | null }
type Chat = {
  rooms: number
  people: number
  speakers: number
  server: Measured
  sql: { per_second: number; database_us: number | null } | null
  bare: Measured
}
const each = (of: number, { seconds }: Measured) => of / seconds

export const chatColumns: Columns<Chat> = {
  rooms: ({ rooms }) => String(rooms),
  'people in each': ({ people }) => String(people),
  speaking: ({ speakers }) => String(speakers),
  'the server | stored/s': ({ server }) => whole(each(server.said, server)),
  'the server | delivered/s': ({ server }) => whole(each(server.delivered, server)),
  'the server | p50 ms': ({ server }) => short(server.p50_ms),
  'the server | p99 ms': ({ server }) => short(server.p99_ms),
  'the server | node µs': ({ server }) => whole(server.node_us),
  'the server | db µs': ({ server }) => whole(server.database_us),
  'the server | cut off': ({ server }) => String(server.ended),
  'same SQL, pgbench | /s': ({ sql }) => whole(sql?.per_second),
  'same SQL, pgbench | db µs': ({ sql }) => whole(sql?.database_us),
  'same SQL, pgbench | share': ({ server, sql }) => share(each(server.said, server), sql?.per_second),
  'bare ws | delivered/s': ({ bare }) => whole(each(bare.delivered, bare)),
  'bare ws | node µs': ({ bare }) => whole(bare.node_us),
  'bare ws | share': ({ server, bare }) => share(each(server.delivered, server), each(bare.delivered, bare)),
}

/** Measures people who write as fast as allowed, in rooms of 2, 50 and 1,000. Latencies are until the sender's echo. */
export async function measureChat(live: Live) {
  const { scene, window } = live
  const server = await startAnother(live)
  const bare = await startBareSockets(live)
  const pairRoom = (n: number) => `/ws/chat/${scene.pair + Math.floor(n / 2)}/`
  const roomOf = (people: 50 | 1000) => `/ws/chat/${scene.rooms[people]}/`
  const seats = (port: number, count: number, path: (n: number) => string, from = 0) =>
    Array.from({ length: count }, (_, n) => scene.seat(n + from, port, path(n + from)))
  const scenes = [
    { rooms: scene.pairs, people: 2, speakers: speakerCounts.pairs, path: pairRoom, listeners: 0 },
    { rooms: 1, people: 50, speakers: speakerCounts[50], path: () => roomOf(50), listeners: 0 },
    { rooms: 1, people: 1000, speakers: speakerCounts[1000], path: () => roomOf(1000), listeners: 1000 - speakerCounts[1000] },
  ]
  const scripts = await scriptsOf(live, scenes)
  const url = urlAs(live.owner_url, 'atrium_workspace', live.secret)
  // The size of the server's pool.
  const load = { connections: 24, window, url, folder: live.folder, signal: stopped }

  const rows: Chat[] = []
  for (const { rooms, people, speakers, path, listeners } of scenes) {
    const measure = async (port: number, pid: number | undefined, wait: number) => {
      const { order } = live.crowd
      await order('open', { as: 'speakers', seats: seats(port, speakers, path) })
      await order('open', { as: 'audience', seats: seats(port, listeners, path, speakers) })
      await order('chatter', { as: 'speakers', gap: wait })
      let counting: Promise<unknown> = Promise.resolve()
      let counted: Promise<Counted> | undefined
      const read = await opened(window, { server: pid, database: live.postmaster }, (isOpen) => {
        if (isOpen) counting = order('count', {})
        else counted = counting.then(() => order('hush', {}))
      })
      if (!counted) throw new Error('The window has not closed.')
      const figures = measured(await counted, read)
      for (const as of ['speakers', 'audience']) await order('leave', { as })
      return figures
    }
    const ours = await measure(server.port, server.pid, gap)
    const script = scripts.get(people)
    const sql = script && findPgbench() ? await measureSql(script, { ...load, processes: { database: live.postmaster } }) : null
    if (typeof sql === 'string') throw new Error(sql)
    rows.push({ rooms, people, speakers, server: ours, sql, bare: await measure(bare.port, bare.pid, 0) })
  }
  await server.stop()
  await bare.stop()
  return rows
}

type Scene = { people: number; speakers: number; path: (n: number) => string }

/** Records the statements that the server sends for a message, by the number of people in the room. */
async function scriptsOf(live: Live, scenes: Scene[]) {
  const { scene } = live
  const spied = await startServer({ ...live, port: await freePort(), nodeOptions: ['--import', './bench/spy.ts'] })
  const scripts = new Map<number, Script>()
  for (const { people, speakers, path } of scenes) {
    const say = await speakersIn((n) => scene.seat(n, spied.port, path(n)))
    const inPairs = people === 2
    const call: Varied = {
      name: `message to ${people}`,
      named: (n) => ({
        person: scene.person + n,
        session: sessionKeyOf(n),
        temp: tempOf(n),
        ...(inPairs && { room: scene.pair + Math.floor(n / 2) }),
      }),
      choose: [
        `\\set n random(0, ${speakers - 1})`,
        `\\set person ${scene.person} + :n`,
        '\\set temp random(1000000000, 1000000000000000)',
        ...(inPairs ? [`\\set room ${scene.pair} + :n / 2`] : []),
      ],
      expressions: { session: sessionKeyInSql(':n') },
    }
    scripts.set(people, await scriptOf(spied, call, say))
  }
  await spied.stop()
  return scripts
}

const tempOf = (n: number) => String(n * 1000)

/** Opens the speakers' sockets before recording starts. Returns a function that sends a speaker's message and awaits its echo. */
async function speakersIn(seatOf: (n: number) => Seat) {
  const sockets = new Map<number, WebSocket>()
  for (const n of variantsWatched) {
    const { port, host, path, cookie } = seatOf(n)
    const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, { headers: { host, cookie } })
    await once(socket, 'open', { signal: AbortSignal.timeout(10_000) })
    socket.send(JSON.stringify({ temp_id: 'ready' }))
    await once(socket, 'message', { signal: AbortSignal.timeout(10_000) })
    sockets.set(n, socket)
  }
  return async (n: number) => {
    const socket = sockets.get(n)
    if (!socket) throw new Error(`No socket for ${n}.`)
    const answered = new Promise<void>((resolve) => {
      socket.on('message', (data: Buffer) => {
        if (data.toString().includes(`"temp_id":"${tempOf(n)}"`)) resolve()
      })
    })
    socket.send(JSON.stringify({ message: messageText, temp_id: tempOf(n) }))
    await answered
  }
}

function measured(counted: Counted, { from, to, server, database }: Opened): Measured {
  const per = (microseconds: number | null) => (microseconds === null || !counted.said ? null : microseconds / counted.said)
  return { ...counted, seconds: (to - from) / 1000, node_us: per(server), database_us: per(database) }
}
