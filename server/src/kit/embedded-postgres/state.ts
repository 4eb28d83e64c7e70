import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

const { O_NONBLOCK, O_WRONLY } = fs.constants
const patience = 300_000 // crash recovery may have to replay a gigabyte of log
export const port = 5432

/** PostgreSQL inherits none of our environment: no secrets, no PG… variables. */
export const env = { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' }

/** The system account that PostgreSQL runs under. Empty for our own. */
export type SystemAccount = { uid?: number; gid?: number }

export type Cluster = { home: string; account: SystemAccount; programs: string; sync: boolean; major: string }

/** The paths in the folder of an embedded server. */
export const inside = (home: string) => ({
  data: join(home, 'data'),
  pid: join(home, 'data', 'postmaster.pid'),
  /** A complete upgraded server, whose data folder is about to replace ours. */
  upgraded: join(home, 'upgraded'),
  /** The superuser's password. Absent if the data folder is older than password authentication. */
  password: join(home, 'password'),
  sockets: join(home, 'run'),
  log: join(home, 'postgres.log'),
  /** A FIFO. Every user of the server holds it open for writing, and the guard reads it to its end. */
  lease: join(home, 'lease'),
  /** Not empty while the guard keeps the server running. */
  ready: join(home, 'ready'),
  /** Locked by the process that is starting or joining the server. */
  starting: join(home, 'starting.lock'),
  /** Locked, shared, by all users of the server. */
  using: join(home, 'using.lock'),
})

export const isReady = (home: string) => fs.statSync(inside(home).ready).size > 0

/** A lease on the server as a file descriptor. Undefined if no guard runs. */
export function openLease(home: string) {
  try {
    return fs.openSync(inside(home).lease, O_WRONLY | O_NONBLOCK)
  } catch (error) {
    if (codeOf(error) === 'ENXIO') return undefined // the FIFO has no reader
    throw error
  }
}

export function isGuarded(home: string) {
  const lease = openLease(home)
  if (lease !== undefined) fs.closeSync(lease)
  return lease !== undefined
}

// In memory, because nothing is ever written to the journal.
const exclusively = 'pragma journal_mode = memory; begin exclusive'

/** Uses SQLite's locks, which the kernel releases when a process is killed. Node has no file locks. */
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

/** The process id of the server. PostgreSQL writes that of a single-user process with a minus. */
export const postmasterOf = (home: string) => Math.abs(Number(readPidFile(home)[0])) || undefined

/**
 * Builds connection strings for the running server. The pid file names the folder of its socket. Only the superuser's string has a
 * password.
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
  client.on('error', () => {}) // interrupted queries reject by themselves
  try {
    await client.connect()
    return await client.query(statement, values)
  } finally {
    await client.end()
  }
}

/** Whether this process is the server. The number in a pid file may have been reused, or belong to a zombie. */
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

/** Repeats the attempt until it returns a truthy value, for five minutes at most. */
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
