import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import type { Script } from './statements.ts'
import { opened, type Processes, tally, type Window } from './window.ts'

export const findPgbench = () => spawnSync('pgbench', ['--version'], { stdio: 'ignore' }).status === 0

type Target = { url: string; folder: string; processes: Processes; connections: number; window: Window; signal: AbortSignal }

/** Measures the database baseline: the call's statements from pgbench. Returns the error as text if pgbench fails. */
export async function measureSql(script: Script, { url, folder, processes, connections, window, signal }: Target) {
  const at = fs.mkdtempSync(path.join(folder, 'pgbench-'))
  const file = path.join(at, 'script.sql')
  fs.writeFileSync(file, script.text)
  const child = spawn(
    'pgbench',
    [
      ...[
        '-n',
        '-M',
        'prepared',
        '-f',
        file,
        '-c',
        String(connections),
        '-j',
        String(Math.min(connections, availableParallelism())),
      ],
      // Ends after the window has closed.
      ...['-T', String(Math.ceil(window.warm + window.seconds) + 1), '-l', '--log-prefix', path.join(at, 'log')],
      ...Object.entries({ ...script.constants, is_ready: '0' }).flatMap(([name, value]) => ['-D', `${name}=${value}`]),
    ],
    { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, ...asEnvironment(url) }, signal, timeout: 120_000 },
  )
  const ended = once(child, 'close')
  const errors = text(child.stderr)
  try {
    const [read] = await Promise.all([opened(window, processes), ended])
    if (child.exitCode !== 0) return firstError(await errors)
    const counts = tally()
    for (const { ended_at, milliseconds } of transactions(at)) {
      if (ended_at < read.from || ended_at >= read.to) continue
      if (Number.isNaN(milliseconds)) counts.fail()
      else counts.add(milliseconds)
    }
    return counts.figures(read)
  } finally {
    fs.rmSync(at, { recursive: true, force: true })
  }
}

/** Parses a log with a line per transaction: client, number, duration in µs, script, end in s and µs. */
function* transactions(folder: string) {
  for (const name of fs.readdirSync(folder).filter((entry) => entry.startsWith('log')))
    for (const line of fs.readFileSync(path.join(folder, name), 'utf8').split('\n')) {
      const [, , duration, , seconds, microseconds] = line.split(' ')
      if (microseconds)
        yield { ended_at: Number(seconds) * 1000 + Number(microseconds) / 1000, milliseconds: Number(duration) / 1000 }
    }
}

const firstError = (errors: string) => errors.split('\n').find((line) => /error|fatal/i.test(line)) ?? `pgbench: ${errors.trim()}`

/** Connection settings for libpq, in the environment because arguments would show the password in the process list. */
function asEnvironment(url: string) {
  const { hostname, port, username, password, pathname, searchParams } = new URL(url)
  const of = (name: string) => searchParams.get(name)
  const sslmode = of('sslmode')
  return {
    PGHOST: of('host') ?? hostname,
    PGPORT: of('port') ?? (port || '5432'),
    PGUSER: decodeURIComponent(username),
    PGPASSWORD: decodeURIComponent(password),
    PGDATABASE: decodeURIComponent(pathname.slice(1)),
    PGOPTIONS: '-c timezone=UTC -c statement_timeout=20s -c jit=off',
    ...(sslmode && { PGSSLMODE: sslmode }),
  }
}
