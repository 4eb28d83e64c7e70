import { readdirSync, readFileSync } from 'node:fs'
import { createHistogram } from 'node:perf_hooks'
import { sleep } from './stopping.ts'

/** The results of one load in its window. Processor times are µs per request, or null if the system does not report them. */
export type Figures = {
  per_second: number
  /** Null without any answer. */
  p50_ms: number | null
  p99_ms: number | null
  /** The process under test with all its threads. */
  server_us: number | null
  /** The postmaster and all its children, including ended ones. */
  database_us: number | null
  /** Unsuccessful answers and broken connections. */
  failed: number
}

/** Ids of the server's process and of the postmaster. */
export type Processes = { server?: number | undefined; database?: number | undefined }
export type Window = { warm: number; seconds: number }

/** Waits while a load warms up, then reads the clocks around its window. `onChange` is called when the window opens and closes. */
export async function opened(
  { warm, seconds }: Window,
  processes: Processes,
  onChange: (isOpen: boolean) => void = () => undefined,
) {
  await sleep(warm * 1000)
  const before = readClocks(processes)
  onChange(true)
  await sleep(seconds * 1000)
  onChange(false)
  const after = readClocks(processes)
  return {
    from: before.at,
    to: after.at,
    server: minus(after.server, before.server),
    database: minus(after.database, before.database),
  }
}

export type Opened = Awaited<ReturnType<typeof opened>>

const minus = (a: number | null, b: number | null) => (a === null || b === null ? null : a - b)

/** Collects durations in milliseconds. */
export function tally() {
  const durations = createHistogram({ figures: 3 })
  let failed = 0
  return {
    add: (milliseconds: number) => durations.record(Math.max(1, Math.round(milliseconds * 1000))),
    fail: () => {
      failed++
    },
    figures({ from, to, server, database }: Opened): Figures {
      const each = (microseconds: number | null) =>
        microseconds === null || !durations.count ? null : microseconds / durations.count
      return {
        per_second: (durations.count / (to - from)) * 1000,
        p50_ms: durations.count ? durations.percentile(50) / 1000 : null,
        p99_ms: durations.count ? durations.percentile(99) / 1000 : null,
        server_us: each(server),
        database_us: each(database),
        failed,
      }
    },
  }
}

/** Total processor times in µs, or null if the system does not report them. */
export function readClocks({ server, database }: Processes) {
  return {
    at: Date.now(),
    server: server === undefined ? null : (timesOf(server)?.own ?? null),
    database: database === undefined ? null : familyTime(database),
  }
}

function familyTime(parent: number) {
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const children = all.map((name) => timesOf(Number(name))).filter((times) => times?.parent === parent)
  const ended = timesOf(parent)
  return ended ? children.reduce((sum, times) => sum + (times?.own ?? 0), ended.own + ended.children) : null
}

// Linux reports ticks, always 100 per second.
const tick_us = 10_000

/** Processor times in µs of a process and of its ended children. Null without such a process or without /proc. */
function timesOf(pid: number) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // The second field is a name in brackets, which may contain any character.
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const [utime = 0, stime = 0, cutime = 0, cstime = 0] = fields.slice(11, 15)
    return { parent: fields[1], own: (utime + stime) * tick_us, children: (cutime + cstime) * tick_us }
  } catch {
    return null
  }
}

/** The process id of this backend's postmaster, if the backend runs on this machine and in this database. */
export function postmasterOf(backend: number, database: string) {
  try {
    if (!readFileSync(`/proc/${backend}/cmdline`, 'utf8').includes(database)) return undefined
    return timesOf(backend)?.parent
  } catch {
    return undefined
  }
}
