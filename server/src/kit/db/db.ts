import type { Duplex } from 'node:stream'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
  sql,
} from 'kysely'
import pg from 'pg'
import { corkUntilIdle } from '../cork.ts'
import { unavailable } from '../errors.ts'
import type { DB } from './schema.gen.ts'

export type Db = Kysely<DB>
/** Several statements that read show one moment: a task and what is in it fit together. */
export const snapshot = 'read only, isolation level repeatable read'
export type Mode = 'read only' | typeof snapshot | 'read write'
export { type RawBuilder, sql }

const { builtins } = pg.types
const typesOfNode = new pg.TypeOverrides()
typesOfNode.setTypeParser(builtins.INT8, Number)
typesOfNode.setTypeParser(builtins.NUMERIC, Number)
typesOfNode.setTypeParser(builtins.DATE, (value) => value)
typesOfNode.setTypeParser(builtins.TIMESTAMPTZ, isoOf)
// JSON stays text: what the database assembles is passed through, not parsed and written again.
typesOfNode.setTypeParser(builtins.JSON, (value) => value)

/** `2026-11-22 06:48:36.123456+00`, as PostgreSQL writes it in UTC, as the API does. Reading it as a date takes four times as long. */
function isoOf(value: string) {
  if (!value.endsWith('+00')) return new Date(value).toISOString()
  return `${value.slice(0, 10)}T${value.slice(11, 19)}.${value.slice(20, -3).padEnd(3, '0').slice(0, 3)}Z`
}

/** Every statement that the product sends, for the tests that look at all of them. */
export const statements = { seen: undefined as ((text: string) => void) | undefined }

/**
 * A database that is frozen, or out of reach without a word, enforces no time-out of its own. This one is longer than that of
 * the statements, so that a database that works answers first. A connection whose query timed out is destroyed.
 */
export const patience = {
  connectionTimeoutMillis: 5000,
  query_timeout: 25_000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
}

export function connect(url: string, { max, name }: { max: number; name: string }) {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    application_name: `atrium ${name}`,
    pipeline: true,
    types: typesOfNode,
    ...patience,
    idleTimeoutMillis: 60_000,
    statement_timeout: 20_000,
    idle_in_transaction_session_timeout: 60_000,
    // A list of rooms that runs for 0.3 s was compiled for 4 s before that. With many tenants in the statistics PostgreSQL would
    // plan for this tenant's values at each call, which costs more than most statements do.
    options: '-c timezone=UTC -c default_transaction_isolation=read\\ committed -c jit=off -c plan_cache_mode=force_generic_plan',
  })
  // A connection that breaks while idle: the pool drops it, and the next request opens another. One that breaks in use tells
  // whoever waits for its answer, and emits the error besides, which would end the process if nobody listened.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

/** Prepared under a name, a statement is planned once a connection. The number of names is bounded, as each takes memory there. */
const names = new Map<string, string>()
export function nameOf(text: string) {
  const known = names.get(text)
  if (known || names.size >= 1000 || insertsMany(text)) return known
  const name = `s${names.size}`
  names.set(text, name)
  return name
}

/** An insert has a text of its own for each number of rows: beyond a few they would use up the names. */
const insertsMany = (text: string) => text.startsWith('insert') && text.split('), (').length > 8

/** Statements that are sent in the same moment go out in one piece: a write costs more than most of them. */
function gatherOf(client: pg.ClientBase) {
  const { stream } = (client as pg.ClientBase & { connection: { stream: Duplex } }).connection
  corkUntilIdle(stream)
}

class Connection implements DatabaseConnection {
  readonly #client: pg.ClientBase
  constructor(client: pg.ClientBase) {
    this.#client = client
  }

  async executeQuery<R>({ sql: text, parameters }: CompiledQuery) {
    statements.seen?.(text)
    // One without values may have them in its text.
    const name = parameters.length ? nameOf(text) : undefined
    gatherOf(this.#client)
    const { rows, rowCount } = await this.#client.query({ ...(name && { name }), text, values: [...parameters] })
    return { rows: rows as R[], numAffectedRows: BigInt(rowCount ?? 0) }
  }

  streamQuery(): never {
    throw new Error('Streaming is not used.')
  }
}

const unused = () => Promise.reject(new Error('A transaction is opened by inTenant, never inside one.'))

const driverOver = (client: pg.ClientBase): Driver => ({
  init: async () => undefined,
  acquireConnection: async () => new Connection(client),
  beginTransaction: unused,
  commitTransaction: unused,
  rollbackTransaction: unused,
  releaseConnection: async () => undefined,
  destroy: async () => undefined,
})

const kyselyOver = (client: pg.ClientBase): Db =>
  new Kysely<DB>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => driverOver(client),
      createQueryCompiler: () => new PostgresQueryCompiler(),
      createIntrospector: (db) => new PostgresIntrospector(db),
    },
  })

/**
 * The codes of PostgreSQL for: stopped by an administrator or starting up, a statement that took too long, any lack of resources
 * (connections, disk, memory), a replica that only reads, no such connection.
 */
const awayCodes = /^(57P0[123]|57014|53\w{3}|25006|08\w{3})$/
const awayErrors = /^(ECONNREFUSED|ECONNRESET|EPIPE|ENOENT|ETIMEDOUT|EAI_AGAIN)$/
const awayMessages =
  /Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|read-write mode during recovery|Client has encountered a connection error/

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '')

export function isAway(error: unknown) {
  if (!(error instanceof Error)) return false
  const code = codeOf(error)
  return awayCodes.test(code) || awayErrors.test(code) || awayMessages.test(error.message)
}

/** Disk full, out of memory, read-only. The database goes on answering questions meanwhile. */
const shortageCodes = /^(53[12]00|25006)$/
const shortageMilliseconds = 15_000
let shortAt = Number.NEGATIVE_INFINITY

/** Whether the database refused a write for want of disk, memory or the right to write, a moment ago. */
export const isShort = () => Date.now() - shortAt < shortageMilliseconds

/** Turns a failure of the database into a refusal if it is away or short of something. Any other error stays as it is. */
export function failureOf(error: unknown) {
  if (!isAway(error)) return error
  if (shortageCodes.test(codeOf(error))) shortAt = Date.now()
  return unavailable()
}

/**
 * Two transactions that stood in each other's way: the one that lost may be tried again. A foreign key that fails is one of
 * them, too, as everybody looks at the row that theirs hangs on: it went meanwhile. So is a primary key that is taken, as
 * `next_id()` gave two transactions the same id.
 */
export const isRetryable = (error: unknown) => /^(40(001|P01)|23503)$/.test(codeOf(error)) || hasSameId(error)

/** A distributed database puts the number of the shard behind the name. */
const hasSameId = (error: unknown) =>
  codeOf(error) === '23505' && /_pkey(_\d+)?$/.test(String((error as { constraint?: unknown }).constraint))

/**
 * The statement that names a transaction's tenant. The id is a literal, because a distributed database passes `set local` on to its
 * other nodes, but not `set_config`.
 */
export function tenantSetting(tenant_id: number) {
  if (!Number.isSafeInteger(tenant_id) || tenant_id < 0) throw new Error('A tenant is named by its id.')
  return `set local app.tenant_id = '${tenant_id}'`
}

/** Moves the rest of the transaction into the context of another tenant. */
export const switchTenant = (db: Db, tenant_id: number) => sql.raw(tenantSetting(tenant_id)).execute(db)

/** A pool, or a part of one. */
type Connections = { connect(): Promise<pg.PoolClient> }

/**
 * Work in the context of one tenant: row security shows that tenant's rows and no others. Tenant 0 is the platform.
 * Commits when `work` resolves, undoes everything when it rejects. `begin` rides along with the first statement.
 * A read-only transaction answers before its commit has been confirmed, as nothing hangs on it.
 */
export async function inTenant<T>(pool: Connections, tenant_id: number, mode: Mode, work: (db: Db) => Promise<T>): Promise<T> {
  const setting = tenantSetting(tenant_id)
  const client = await pool.connect().catch((error) => {
    throw failureOf(error)
  })
  gatherOf(client)
  const begun = client.query(`begin ${mode}; ${setting}`)
  begun.catch(() => undefined)
  const db = kyselyOver(client)
  try {
    const result = await work(db)
    await begun
    const committed = client.query('commit')
    if (mode !== 'read write') {
      committed.then(
        () => client.release(),
        () => client.release(true),
      )
      return result
    }
    const { command } = await committed
    if (command !== 'COMMIT') throw new Error('The transaction was aborted, and its error swallowed.')
    client.release()
    for (const next of afterwards.get(db) ?? []) next()
    for (const next of endings.get(db) ?? []) next()
    return result
  } catch (error) {
    await client.query('rollback').then(
      () => client.release(),
      () => client.release(true),
    )
    for (const next of endings.get(db) ?? []) next()
    if (mode !== 'read write' && codeOf(error) === '25006')
      throw new Error('A transaction that only reads has written.', { cause: error })
    throw failureOf(error)
  }
}

/**
 * Statements that do not build on each other, sent one behind the other, so that together they take one round trip. They are
 * executed in this order. All have ended when this does; of several that fail the first counts.
 */
export async function pipelined<const Acts extends readonly unknown[]>(...acts: Acts) {
  const ends = await Promise.allSettled(acts)
  for (const end of ends) if (end.status === 'rejected') throw end.reason
  return (await Promise.all(acts)) as { [I in keyof Acts]: Awaited<Acts[I]> }
}

const afterwards = new WeakMap<Db, (() => void)[]>()

/** Does something once this transaction, one that writes, has committed; never where it was undone. It must not throw. */
export function afterCommit(db: Db, next: () => void) {
  afterwards.set(db, [...(afterwards.get(db) ?? []), next])
}

const endings = new WeakMap<Db, (() => void)[]>()

/** Does something once this transaction, one that writes, has ended in whichever way, after all that waits for its commit. It must not throw. */
export function afterEnd(db: Db, next: () => void) {
  endings.set(db, [...(endings.get(db) ?? []), next])
}

/** JSON that the database assembled, on its way to the client as it is. `T` is what it says. */
export class Assembled<_T> {
  readonly json: string
  /** In place of the endpoint's. */
  readonly status: number | undefined
  constructor(json: string, status?: number) {
    this.json = json
    this.status = status
  }
}
