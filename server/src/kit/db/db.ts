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
import { traced } from '../tracer.ts'
import type { DB } from './schema.gen.ts'
import { TenantPlugin } from './tenant-plugin.ts'
import { tracedStatement } from './traced-statement.ts'

export type Db = Kysely<DB>
/** All reads of the transaction see one moment, so that a task fits its subtasks. */
export const snapshot = 'read only, isolation level repeatable read'
export type Mode = 'read only' | typeof snapshot | 'read write'
export { type RawBuilder, sql }

export const countAll = sql<number>`count(*)`.as('count')

/** Orders names as people sort them, by Unicode's rules. Every server of a cluster has this collation. */
export const byName = (column: string) => sql`${sql.ref(column)} collate "und-x-icu"`

const { builtins } = pg.types
const typesOfNode = new pg.TypeOverrides()
typesOfNode.setTypeParser(builtins.INT8, Number)
typesOfNode.setTypeParser(builtins.NUMERIC, Number)
typesOfNode.setTypeParser(builtins.DATE, (value) => value)
typesOfNode.setTypeParser(builtins.TIMESTAMPTZ, isoOf)
// JSON stays text. What the database assembles is passed on without being parsed and serialised again.
typesOfNode.setTypeParser(builtins.JSON, (value) => value)

/** Converts PostgreSQL's `2026-11-22 06:48:36.123456+00` to the API's form. Parsing it as a Date takes four times as long. */
function isoOf(value: string) {
  if (!value.endsWith('+00')) return new Date(value).toISOString()
  return `${value.slice(0, 10)}T${value.slice(11, 19)}.${value.slice(20, -3).padEnd(3, '0').slice(0, 3)}Z`
}

/** Tests set `seen` to observe every statement that the product sends. */
export const statements = { seen: undefined as ((text: string, values: readonly unknown[]) => void) | undefined }

/**
 * Time-outs for a database that is frozen or unreachable, and so enforces none itself. The query time-out is longer than the statement
 * time-out, so that a working database answers first. A connection whose query timed out is destroyed.
 */
export const patience = {
  connectionTimeoutMillis: 5000,
  query_timeout: 25_000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
}

/** The `application_name` of a command's connection, unless the URL names another. */
export const commandName = 'atrium command'

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
    // A machine that has lost its network keeps its locks for so long.
    idle_in_transaction_session_timeout: 10_000,
    // Without `jit=off`, a list of rooms that runs for 0.3 s was compiled for 4 s.
    options: '-c timezone=UTC -c default_transaction_isolation=read\\ committed -c jit=off',
  })
  // The pool drops a connection that breaks while idle. One that breaks in use rejects its query and emits the error as well, which
  // would end the process without a listener.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

/** Names for prepared statements, which are planned once per connection. Each takes memory there, so their number is bounded. */
const names = new Map<string, string>()
export function nameOf(text: string) {
  const known = names.get(text)
  if (known || names.size >= 1000 || insertsMany(text)) return known
  const name = `s${names.size}`
  names.set(text, name)
  return name
}

/** An insert has a different text for each number of rows. Beyond a few rows, these would use up the names. */
const insertsMany = (text: string) => text.startsWith('insert') && text.split('), (').length > 8

/** Sends statements of the same moment in one piece, because a write to the socket costs more than most statements. */
function cork(client: pg.ClientBase) {
  const { stream } = (client as pg.ClientBase & { connection: { stream: Duplex } }).connection
  corkUntilIdle(stream)
}

class Connection implements DatabaseConnection {
  readonly #client: pg.ClientBase
  constructor(client: pg.ClientBase) {
    this.#client = client
  }

  async executeQuery<R>({ sql: text, parameters }: CompiledQuery) {
    statements.seen?.(text, parameters)
    // A statement without parameters may have its values in the text, so it gets no name.
    const name = parameters.length ? nameOf(text) : undefined
    cork(this.#client)
    const query = () => this.#client.query({ ...(name && { name }), text, values: [...parameters] })
    const { rows, rowCount } = await tracedStatement(text, parameters.length > 0, query)
    return { rows: rows as R[], numAffectedRows: BigInt(rowCount ?? 0) }
  }

  streamQuery(): never {
    throw new Error('Streaming is not used.')
  }
}

const rejectNested = () => Promise.reject(new Error('A transaction is opened by inTenant, never inside one.'))

const driverOver = (client: pg.ClientBase): Driver => ({
  init: async () => undefined,
  acquireConnection: async () => new Connection(client),
  beginTransaction: rejectNested,
  commitTransaction: rejectNested,
  rollbackTransaction: rejectNested,
  releaseConnection: async () => undefined,
  destroy: async () => undefined,
})

const kyselyOver = (client: pg.ClientBase, tenant_id: number): Db =>
  new Kysely<DB>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => driverOver(client),
      createQueryCompiler: () => new PostgresQueryCompiler(),
      createIntrospector: (db) => new PostgresIntrospector(db),
    },
    plugins: [new TenantPlugin(tenant_id)],
  })

/**
 * PostgreSQL's codes for: shut down by an administrator or starting up, statement time-out, a transaction that stood still,
 * insufficient resources (connections, disk, memory), read-only transaction (a replica), connection failure.
 */
const awayCodes = /^(57P0[123]|57014|25P03|53\w{3}|25006|08\w{3})$/
const awayErrors = /^(ECONNREFUSED|ECONNRESET|EPIPE|ENOENT|ETIMEDOUT|EAI_AGAIN)$/
const awayMessages =
  /Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|read-write mode during recovery|Client has encountered a connection error/

/** PostgreSQL's code of an error, or the system's. */
export const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '')

export function isAway(error: unknown) {
  if (!(error instanceof Error)) return false
  const code = codeOf(error)
  return awayCodes.test(code) || awayErrors.test(code) || awayMessages.test(error.message)
}

/** Disk full, out of memory, read-only. The database still answers reads meanwhile. */
const shortageCodes = /^(53[12]00|25006)$/
const shortageMilliseconds = 15_000
let shortAt = Number.NEGATIVE_INFINITY

/** Whether the database has recently refused a write for lack of disk, memory or the right to write. */
export const isShort = () => Date.now() - shortAt < shortageMilliseconds

/** Turns an error into a 503 refusal if the database is unreachable or short of resources. Returns any other error unchanged. */
export function failureOf(error: unknown) {
  if (!isAway(error)) return error
  if (shortageCodes.test(codeOf(error))) shortAt = Date.now()
  return unavailable()
}

/**
 * The unique index in which a row had the same values. A distributed database names it in its message alone, and appends the shard's
 * number to it.
 */
export function duplicateIn(error: unknown) {
  if (codeOf(error) !== '23505') return undefined
  const { constraint, message } = error as { constraint?: string; message: string }
  return (constraint ?? /"([^"]+)"/.exec(message)?.[1])?.replace(/_\d+$/, '')
}

/**
 * The statement that sets a transaction's tenant. The id is a literal, because a distributed database forwards `set local` to its other
 * nodes, but not `set_config`.
 */
export function tenantSetting(tenant_id: number) {
  if (!Number.isSafeInteger(tenant_id) || tenant_id < 0) throw new Error('A tenant is named by its id.')
  return `set local app.tenant_id = '${tenant_id}'`
}

/** Moves the rest of the transaction into the context of another tenant. */
export function switchTenant(db: Db, tenant_id: number) {
  const setting = tenantSetting(tenant_id)
  for (const plugin of db.getExecutor().plugins) if (plugin instanceof TenantPlugin) plugin.tenant_id = tenant_id
  return sql.raw(setting).execute(db)
}

/** A pool or a share of one. */
type Connections = { connect(): Promise<pg.PoolClient> }

/**
 * Runs work in a transaction in which row security shows one tenant's rows only. Tenant 0 is the platform. Commits when `work` resolves
 * and rolls back when it rejects. `begin` is sent with the first statement. A read-only transaction resolves before its commit has been
 * confirmed, because nothing depends on it.
 */
export const inTenant = <T>(pool: Connections, tenant_id: number, mode: Mode, work: (db: Db) => Promise<T>): Promise<T> =>
  traced('transaction', { 'atrium.transaction.mode': mode }, () => transact(pool, tenant_id, mode, work))

async function transact<T>(pool: Connections, tenant_id: number, mode: Mode, work: (db: Db) => Promise<T>): Promise<T> {
  const setting = tenantSetting(tenant_id)
  const client = await traced('connection', {}, () => pool.connect()).catch((error) => {
    throw failureOf(error)
  })
  cork(client)
  const begun = client.query(`begin ${mode}; ${setting}`)
  begun.catch(() => undefined)
  const db = kyselyOver(client, tenant_id)
  // A connection that breaks during the commit leaves that open.
  let mayHaveCommitted = false
  try {
    const result = await work(db)
    await begun
    const [last, committed] = [sendLast(client, db), client.query('commit')]
    mayHaveCommitted = true
    committed.then(
      ({ command }) => (mayHaveCommitted = command === 'COMMIT'),
      () => undefined,
    )
    if (mode !== 'read write') {
      committed.then(
        () => client.release(),
        () => client.release(true),
      )
      return result
    }
    const [, { command }] = await traced('commit', {}, () => pipelined(last, committed))
    if (command !== 'COMMIT') throw new Error('The transaction was aborted, and its error swallowed.')
    client.release()
    for (const listener of commitListeners.get(db) ?? []) listener()
    for (const listener of endListeners.get(db) ?? []) listener()
    return result
  } catch (error) {
    await client.query('rollback').then(
      () => client.release(),
      () => client.release(true),
    )
    for (const listener of endListeners.get(db) ?? []) listener()
    if (!mayHaveCommitted) await Promise.all((rollbackListeners.get(db) ?? []).map((listener) => listener()))
    if (mode !== 'read write' && codeOf(error) === '25006')
      throw new Error('A transaction that only reads has written.', { cause: error })
    throw failureOf(error)
  }
}

/**
 * Awaits statements that are pipelined: sent in one round trip and executed in the given order. None may need the result of another.
 * Settles when all have ended, and rejects with the error of the first in the list that failed by itself. A statement
 * may have been sent before others that are listed before it, and these fail after it.
 */
export async function pipelined<const Queries extends readonly unknown[]>(...queries: Queries) {
  const outcomes = await Promise.allSettled(queries)
  const reasons: unknown[] = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
  if (reasons.length) throw reasons.find((reason) => codeOf(reason) !== transactionAborted) ?? reasons[0]
  return (await Promise.all(queries)) as { [I in keyof Queries]: Awaited<Queries[I]> }
}

/** The code of a statement after one that failed. */
const transactionAborted = '25P02'

/** For a transaction that waits between its statements for other work, such as files that are drawn. Its locks outlive a lost network. */
export const mayStandStill = (db: Db) => sql`set local idle_in_transaction_session_timeout = '10min'`.execute(db)

type Statement = { text: string; values: unknown[] }
const lastStatements = new WeakMap<Db, ((tenant_id: number) => Statement)[]>()

/** Sends a statement with this transaction's commit, in the same round trip. It is made at the last moment, for the tenant set by then. */
export function withCommit(db: Db, make: (tenant_id: number) => Statement) {
  lastStatements.set(db, [...(lastStatements.get(db) ?? []), make])
}

function sendLast(client: pg.ClientBase, db: Db) {
  const [plugin] = db.getExecutor().plugins
  const tenant_id = plugin instanceof TenantPlugin ? plugin.tenant_id : 0
  const sent = (lastStatements.get(db) ?? []).map((make) => {
    const { text, values } = make(tenant_id)
    statements.seen?.(text, values)
    const name = nameOf(text)
    return client.query({ ...(name && { name }), text, values })
  })
  return Promise.all(sent)
}

const commitListeners = new WeakMap<Db, (() => void)[]>()

/** Runs the listener once this `read write` transaction has committed. It must not throw. */
export function afterCommit(db: Db, listener: () => void) {
  commitListeners.set(db, [...(commitListeners.get(db) ?? []), listener])
}

const rollbackListeners = new WeakMap<Db, (() => Promise<unknown>)[]>()

/**
 * Runs the listener if this `read write` transaction has certainly not committed, and before its failure is reported. It must not
 * reject.
 */
export function afterRollback(db: Db, listener: () => Promise<unknown>) {
  rollbackListeners.set(db, [...(rollbackListeners.get(db) ?? []), listener])
}

const endListeners = new WeakMap<Db, (() => void)[]>()

/** Runs the listener once this `read write` transaction has committed or rolled back, after the commit listeners. It must not throw. */
export function afterEnd(db: Db, listener: () => void) {
  endListeners.set(db, [...(endListeners.get(db) ?? []), listener])
}
