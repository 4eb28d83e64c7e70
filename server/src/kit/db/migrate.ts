import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { PgBoss } from 'pg-boss'
import { ConfigError } from '../../config.ts'
import { queues } from '../jobs.ts'
import { connectNodes, isDistributed, quietLogs } from './distribution.ts'

const directory = path.resolve(import.meta.dirname, '../../../migrations')

// The key of the advisory lock, an arbitrary constant. It makes several servers that start together migrate once.
const lock = 7_302_941

/** Group roles that hold the rights. Each login role is a member of one of them. */
const groups = ['atrium_workspace', 'atrium_platform', 'atrium_jobs'] as const
export type Group = (typeof groups)[number]
/** Owns the function that looks up ids for search. Nobody logs in as it, but a cluster's coordinator to the other nodes. */
const searcher = 'atrium_search'

/** Trusted extensions: the owner of a database may create them, unless its administrator forbids it. */
const extensions = ['unaccent', 'pg_trgm']

/** How servers log in to a database: as roles that own nothing, never as the owner. */
export type LogIns = { urlOf: (group: Group) => string; key: string }

export const logInsBy = (owner_url: string, key: string): LogIns => ({ urlOf: (group) => urlAs(owner_url, group, key), key })

/** The log-ins of a database that has been migrated, by the key that only its owner can read. */
export async function logInsOf(owner_url: string) {
  const client = new pg.Client({ connectionString: owner_url, application_name: 'atrium log-ins', connectionTimeoutMillis: 5000 })
  await client.connect()
  try {
    const key = await keyIn(client)
    if (!key) throw new ConfigError('The database has no log-ins of this version: start the server on it first.')
    return logInsBy(owner_url, key)
  } finally {
    await client.end()
  }
}

export function urlAs(owner_url: string, group: Group, key: string) {
  const url = new URL(owner_url)
  url.username = loginOf(group, databaseOf(owner_url))
  url.password = passwordOf(url.username, key)
  return url.href
}

const databaseOf = (url: string) => decodeURIComponent(new URL(url).pathname.slice(1))
const loginOf = (group: Group, database: string) => `${group}_${database}`.slice(0, 63)
export const loginsOf = (database: string) => groups.map((group) => loginOf(group, database))
const passwordOf = (login: string, key: string) => createHmac('sha256', key).update(`database role ${login}`).digest('base64url')

/** A password as PostgreSQL keeps it (RFC 5803). In a statement, which a log may repeat, it lets nobody in. */
function verifierOf(login: string, key: string) {
  const iterations = 4096
  const salt = createHmac('sha256', key).update(`salt of ${login}`).digest().subarray(0, 16)
  const salted = pbkdf2Sync(passwordOf(login, key), salt, iterations, 32, 'sha256')
  const keyOf = (name: string) => createHmac('sha256', salted).update(name).digest()
  const stored = createHash('sha256').update(keyOf('Client Key')).digest('base64')
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${stored}:${keyOf('Server Key').toString('base64')}`
}

/** The names of all migrations. */
export const migrations = () =>
  readdirSync(directory)
    .filter((file) => file.endsWith('.sql'))
    .sort()

type Options = {
  /** The names of the migrations to apply. All of them by default. */
  only?: string[]
  /** The key of a new database. Random by default. */
  key?: string
}

/** Migrates the database to the newest version, under a lock. Forward only. Returns the names of the migrations applied. */
export async function migrate(owner_url: string, { only = migrations(), key = randomBytes(32).toString('hex') }: Options = {}) {
  const client = new pg.Client({ connectionString: owner_url, application_name: 'atrium migrate' })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [lock])
    await makeGroups(client)
    await makeExtensions(client)
    const applied = await applyNew(client, only)
    await makeJobTables(owner_url, client)
    await makeKey(client, key)
    await makeLogins(client, databaseOf(owner_url), await keyIn(client))
    return applied
  } finally {
    await client.end()
  }
}

async function makeGroups(client: pg.Client) {
  for (const group of [...groups, searcher]) {
    const { rowCount } = await client.query('select from pg_roles where rolname = $1', [group])
    // A migration of another database on this server may create the same role at the same moment.
    if (!rowCount) await client.query(`create role ${group} nologin`).catch(ignoreDuplicate)
  }
}

const ignoreDuplicate = (error: { code?: string }) => {
  if (error.code !== '42710' && error.code !== '23505') throw error
}

async function applyNew(client: pg.Client, files: readonly string[]) {
  await client.query(
    'create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())',
  )
  const { rows } = await client.query<{ name: string }>('select name from migrations')
  const done = new Set(rows.map(({ name }) => name))
  const unknown = [...done].filter((name) => !files.includes(name))
  if (unknown.length) throw new Error(`The database is newer than this server: it has ${unknown.join(', ')}.`)

  const applied = files.filter((file) => !done.has(file))
  for (const file of applied) {
    await client.query('begin')
    await client.query(readFileSync(path.join(directory, file), 'utf8'))
    await client.query('insert into migrations (name) values ($1)', [file])
    await client.query('commit')
  }
  return applied
}

async function makeExtensions(client: pg.Client) {
  for (const name of extensions)
    await client.query(`create extension if not exists ${name}`).catch((error: Error) => {
      throw new ConfigError(
        `The database needs the extensions ${extensions.join(' and ')}, which come with PostgreSQL, and refuses them (${error.message}): let its administrator execute ${extensions.map((each) => `"create extension ${each}"`).join(' and ')} in it`,
      )
    })
}

/** Creates the job library's tables in their own schema. The roles that enqueue may insert a job, but read none. */
async function makeJobTables(owner_url: string, client: pg.Client) {
  const boss = new PgBoss({ connectionString: owner_url, max: 1, supervise: false, schedule: false })
  boss.on('error', () => undefined)
  await boss.start()
  for (const [name, options] of Object.entries(queues)) {
    if (await boss.getQueue(name)) await boss.updateQueue(name, options)
    else await boss.createQueue(name, options)
  }
  await boss.stop({ graceful: false })
  await client.query(`
    grant usage on schema pgboss to atrium_workspace, atrium_platform, atrium_jobs;
    grant select on pgboss.queue to atrium_workspace, atrium_platform;
    grant insert, select (id, start_after) on pgboss.job, pgboss.job_common to atrium_workspace, atrium_platform;
    grant execute on all functions in schema pgboss to atrium_workspace, atrium_platform, atrium_jobs;
    grant select, insert, update, delete on all tables in schema pgboss to atrium_jobs`)
}

/**
 * Creates the key that the passwords of the log-ins are derived from. It stays while SESSION_SECRET is replaced server by server, so that
 * all of them can log in meanwhile. No role has a grant on it.
 */
async function makeKey(client: pg.Client, key: string) {
  await client.query('create table if not exists log_in_key (id boolean primary key default true check (id), key text not null)')
  await client.query('insert into log_in_key (key) values ($1) on conflict do nothing', [key])
}

async function keyIn(client: pg.Client) {
  const { rows } = await client.query<{ is_made: boolean }>(`select to_regclass('public.log_in_key') is not null as is_made`)
  if (!rows[0]?.is_made) return ''
  const { rows: keys } = await client.query<{ key: string }>('select key from log_in_key')
  return keys[0]?.key ?? ''
}

/** Creates the database's own login roles, which can't connect to any other database. */
export async function makeLogins(client: pg.ClientBase, database: string, key: string) {
  const quoted = client.escapeIdentifier(database)
  const is_distributed = await isDistributed(client)
  await client.query(`revoke all on database ${quoted} from public`)
  for (const group of groups) {
    const login = loginOf(group, database)
    const name = client.escapeIdentifier(login)
    const { rowCount } = await client.query('select from pg_roles where rolname = $1', [login])
    if (!rowCount) await client.query(`create role ${name} login`).catch(ignoreDuplicate)
    await client.query(`alter role ${name} login password ${client.escapeLiteral(verifierOf(login, key))}`)
    // Without generic plans, PostgreSQL with many tenants in its statistics would plan for the tenant's values at each call, which costs
    // more than most statements do. Citus finds no node by a generic plan of a join, and avoids it by itself.
    await client.query(`alter role ${name} set plan_cache_mode = ${is_distributed ? 'auto' : 'force_generic_plan'}`)
    if (is_distributed) await client.query(`alter role ${name} set ${quietLogs}`)
    await client.query(`grant ${group} to ${name}`)
    await client.query(`grant connect on database ${quoted} to ${name}`)
  }
  if (!is_distributed) return
  const logins = groups.map((group) => ({ name: loginOf(group, database), group }))
  const withPassword = [...logins, { name: searcher }].map((login) => ({
    ...login,
    password: passwordOf(login.name, key),
    verifier: verifierOf(login.name, key),
  }))
  await connectNodes(client, database, withPassword)
}
