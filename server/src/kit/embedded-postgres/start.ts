import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import { join, resolve } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { currentMajor, findPrograms, initialise, makeSocketDir, prepareHome, socketIn } from './home.ts'
import { demandPassword } from './password.ts'
import {
  answers,
  ask,
  env,
  inside,
  isGuarded,
  isLockedByOthers,
  isPostmaster,
  isProcess,
  isReady,
  lockAlone,
  lockTogether,
  messageOf,
  openLease,
  port,
  postmasterOf,
  type SystemAccount,
  until,
  urlOf,
} from './state.ts'

const { O_APPEND, O_CREAT, O_TRUNC, O_WRONLY } = fs.constants

export type Settings = Record<string, string>
type Start = { home: string; account: SystemAccount; settings: Settings; major: string }

/**
 * The parent process of the server, which survives when we are killed. Arguments: ready file, pid file, command; fd 3: the lease.
 * The loop in braces restarts a server that died. The rest waits until nobody holds the lease, then ends the loop and the server. It
 * repeats the signal, because a starting server ignores it. Its stdout closes when the loop gives up.
 */
const guard = `
ready=$1 pid_file=$2; shift 2
{ "$@" >&2; while [ -s "$ready" ]; do sleep 0.3; "$@" >&2; done; } 3<&- &
exec >&-
while read -r _ <&3; do :; done
: >"$ready"
while kill -0 $!; do
  read -r pid <"$pid_file" && kill -INT "$pid"
  sleep 0.05
done 2>/dev/null`

/**
 * Starts the embedded PostgreSQL of `dir`, or joins the one that another process runs there (`adopted`). The server stops when its last
 * user has called `stop` or has died, and restarts if it dies itself. `settings` apply to a new server only, not to a joined one.
 */
export async function startEmbedded({
  dir,
  settings = {},
  major = currentMajor,
}: {
  dir: string
  settings?: Settings
  major?: string
}) {
  if (process.platform === 'win32') throw new Error('The embedded PostgreSQL does not run on Windows: set DATABASE_URL.')
  const { home, account } = await prepareHome(resolve(dir))
  const starting = await lockAlone(inside(home).starting)
  try {
    return await use({ home, account, settings, major })
  } finally {
    starting.close()
  }
}

/** Starts or joins a server while nobody else does. */
export async function use({ home, account, settings, major }: Start) {
  const using = await lockTogether(inside(home).using)
  let lease: number | undefined
  try {
    lease = await joinRunning(home)
    const adopted = lease !== undefined
    lease ??= await launch({ home, account, settings, major })
    const url = urlOf(home)
    await createDatabase(url('postgres', 'postgres'), 'atrium')
    let leaving: Promise<void> | undefined
    return { url, adopted, stop: () => (leaving ??= leave(home, using, lease)) }
  } catch (error) {
    await leave(home, using, lease)
    throw error
  }
}

/** Resolves when the server has stopped, or at once if others use it. */
async function leave(home: string, using: DatabaseSync, lease: number | undefined) {
  using.close()
  if (lease === undefined) return
  fs.closeSync(lease)
  await until(() => !isGuarded(home) || isLockedByOthers(inside(home).using), 'PostgreSQL does not stop')
}

/** A lease on the guarded server; undefined if none runs. Waits for a server that is starting or stopping. */
async function joinRunning(home: string) {
  const found = await until(async () => {
    const lease = openLease(home)
    if (lease === undefined || ((await answers(home)) && isReady(home))) return { lease }
    fs.closeSync(lease)
    return undefined
  }, 'PostgreSQL runs, but does not answer')
  return found.lease
}

async function launch({ home, account, settings, major }: Start) {
  const { data, ready } = inside(home)
  fs.writeFileSync(ready, '')
  await stopUnguarded(home)
  const programs = await findPrograms(home, account, major)
  const cluster = { home, account, programs, major, sync: settings.fsync !== 'off' }
  await initialise(cluster)
  const socketDir = makeSocketDir(home, account)
  removeStalePidFile(home, socketDir)
  const options = Object.entries({ listen_addresses: '', log_min_messages: 'log', log_checkpoints: 'off', ...settings })
  const command = [join(programs, 'postgres'), '-D', data, '-k', socketDir, '-p', String(port)]
  for (const [name, value] of options) command.push('-c', `${name}=${value}`)
  const started = await until(async () => {
    try {
      await demandPassword(cluster)
      return { lease: await startGuarded(home, account, command) }
    } catch (error) {
      // The last processes of a killed server are still exiting.
      if (messageOf(error).includes('still in use')) return undefined
      throw error
    }
  }, `${data} is still in use`)
  return started.lease
}

/** Stops a server whose guard was killed together with the process that started it. */
async function stopUnguarded(home: string) {
  const pid = postmasterOf(home)
  if (pid === undefined || !isPostmaster(pid, home)) return
  process.kill(pid, 'SIGINT')
  await until(() => !isPostmaster(pid, home), `PostgreSQL (process ${pid}) of an earlier start does not stop`)
}

/** Deletes a stale pid file. PostgreSQL would take any process with that number for a running server. */
function removeStalePidFile(home: string, socketDir: string) {
  const pid = postmasterOf(home)
  if (pid === undefined || !isProcess(pid)) return
  for (const file of [inside(home).pid, socketIn(socketDir), `${socketIn(socketDir)}.lock`]) fs.rmSync(file, { force: true })
}

async function startGuarded(home: string, account: SystemAccount, command: string[]) {
  const { lease: fifo, ready, pid, log } = inside(home)
  const opener = fs.openSync(fifo, 'r+') // does not block without another side, as the next two would
  const reader = fs.openSync(fifo, 'r')
  const lease = fs.openSync(fifo, 'w')
  const output = fs.openSync(log, O_APPEND | O_CREAT | O_TRUNC | O_WRONLY, 0o600)
  const child = spawn('/bin/sh', ['-c', guard, 'sh', ready, pid, ...command], {
    ...account,
    env,
    cwd: home,
    detached: true,
    stdio: ['ignore', 'pipe', output, reader],
  })
  const ended = once(child, 'exit')
  for (const fd of [opener, reader, output]) fs.closeSync(fd)
  let hasGivenUp = false
  child.stdout?.resume().once('close', () => (hasGivenUp = true))
  try {
    await until(() => {
      if (hasGivenUp) throw new Error(`PostgreSQL did not start: ${lastWords(log)}`)
      return answers(home)
    }, `PostgreSQL does not answer, see ${log}`)
    fs.writeFileSync(ready, 'yes')
    return lease
  } catch (error) {
    fs.closeSync(lease)
    await ended
    throw error
  } finally {
    child.stdout?.destroy()
    child.unref()
  }
}

function lastWords(log: string) {
  const lines = fs.readFileSync(log, 'utf8').trim().split('\n')
  const isReason = (line: string) => /FATAL|PANIC/.test(line) && !line.includes('the database system is')
  return (lines.findLast(isReason) ?? lines.at(-1) ?? '').replace(/^.*?(FATAL|PANIC): */, '')
}

async function createDatabase(url: string, name: string) {
  const { rowCount } = await ask(url, 'select 1 from pg_database where datname = $1', [name])
  if (rowCount === 0) await ask(url, `create database ${pg.escapeIdentifier(name)}`)
}
