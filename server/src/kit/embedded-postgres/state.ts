import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

const { O_NONBLOCK, O_WRONLY } = fs.constants
const patience = 300_000 // a server that recovers from a crash may have a gigabyte of log to replay
export const port = 5432

/** PostgreSQL gets nothing of ours: no secret, no PG… variable. */
export const env = { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' }

/** The system account that PostgreSQL runs under; empty: our own. */
export type Account = { uid?: number; gid?: number }

/** What the folder of an embedded server holds. */
export const inside = (home: string) => ({
  data: join(home, 'data'),
  pid: join(home, 'data', 'postmaster.pid'),
  /** The superuser's. Absent beside a folder that was made before servers asked for one. */
  password: join(home, 'password'),
  sockets: join(home, 'run'),
  log: join(home, 'postgres.log'),
  /** A FIFO: whoever uses the server holds it open for writing, the guard reads it to its end. */
  lease: join(home, 'lease'),
  /** Not empty while the guard is to keep the server running. */
  ready: join(home, 'ready'),
  /** Locked by the one process that starts or joins just now. */
  starting: join(home, 'starting.lock'),
  /** Locked by all that use the server. */
  using: join(home, 'using.lock'),
})

export const isReady = (home: string) => fs.statSync(inside(home).ready).size > 0

/** A share in the server, as a file descriptor; nothing where no guard runs. */
export function openLease(home: string) {
  try {
    return fs.openSync(inside(home).lease, O_WRONLY | O_NONBLOCK)
  } catch (error) {
    if (codeOf(error) === 'ENXIO') return undefined // nobody reads
    throw error
  }
}

export function isGuarded(home: string) {
  const lease = openLease(home)
  if (lease !== undefined) fs.closeSync(lease)
  return lease !== undefined
}

// Without its journal file: nothing is ever written.
const exclusively = 'pragma journal_mode = memory; begin exclusive'

/** SQLite's locks are the kernel's: a killed process lets go of its own. Node has none itself. */
const openLock = (file: string) => new DatabaseSync(file, { timeout: 0 })

function isLocked(lock: DatabaseSync, how: string) {
  try {
    lock.exec(how)
    return true
  } catch (error) {
    if (messageOf(error) === 'database is locked') return false
    throw error
  }
}

export async function lockAlone(file: string) {
  const lock = openLock(file)
  await until(() => isLocked(lock, exclusively), `${file} stays locked`)
  return lock
}

export async function lockTogether(file: string) {
  const lock = openLock(file)
  lock.exec('begin')
  await until(() => isLocked(lock, 'select 1 from sqlite_schema'), `${file} stays locked`)
  return lock
}

export function isLockedByOthers(file: string) {
  const lock = openLock(file)
  try {
    return !isLocked(lock, exclusively)
  } finally {
    lock.close()
  }
}

const readPidFile = (home: string) => {
  try {
    return fs.readFileSync(inside(home).pid, 'utf8').split('\n')
  } catch {
    return []
  }
}

/** PostgreSQL writes the number of a single-user process with a minus. */
export const postmasterOf = (home: string) => Math.abs(Number(readPidFile(home)[0])) || undefined

/**
 * Connection strings of the server that runs: its socket is where the process that started it had room. Only the superuser's
 * has a password.
 */
export function urlOf(home: string) {
  const socketDir = readPidFile(home)[4]
  if (!socketDir) throw new Error(`No PostgreSQL runs in ${home}`)
  const password = passwordOf(home)
  const accountOf = (role: string) =>
    role === 'postgres' && password ? `postgres:${encodeURIComponent(password)}` : encodeURIComponent(role)
  return (role: string, database = 'atrium') =>
    `postgres://${accountOf(role)}@localhost/${encodeURIComponent(database)}?host=${encodeURIComponent(socketDir)}&port=${port}`
}

function passwordOf(home: string) {
  try {
    return fs.readFileSync(inside(home).password, 'utf8')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return ''
    throw error
  }
}

export async function answers(home: string) {
  try {
    await ask(urlOf(home)('postgres', 'postgres'), 'select 1')
    return true
  } catch (error) {
    if (codeOf(error) !== '28P01') return false
    throw new Error(`${inside(home).password} is not the password of this server: stop it and remove the file to set a new one.`)
  }
}

export async function ask(url: string, statement: string, values: string[] = []) {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 })
  client.on('error', () => {}) // what it interrupts fails by itself
  try {
    await client.connect()
    return await client.query(statement, values)
  } finally {
    await client.end()
  }
}

/** The number in a pid file may by now be a stranger's, or that of a dead process which nobody has collected. */
export function isPostmaster(pid: number, home: string) {
  const { data } = inside(home)
  try {
    if (process.platform === 'linux') {
      return fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(data) || fs.readlinkSync(`/proc/${pid}/cwd`) === data
    }
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).includes(data)
  } catch {
    return false
  }
}

export function isProcess(pid: number) {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** The first result that is something, trying for minutes. */
export async function until<T>(attempt: () => T | Promise<T>, failure: string) {
  const end = Date.now() + patience
  while (Date.now() < end) {
    const result = await attempt()
    if (result) return result
    await sleep(20)
  }
  throw new Error(failure)
}

export const succeeds = (promise: Promise<unknown>) =>
  promise.then(
    () => true,
    () => false,
  )
export const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined)
export const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
