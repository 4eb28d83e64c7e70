// What the commands share that whoever runs Atrium types.
import { existsSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { type Config, ConfigError, readConfig } from '../config.ts'
import { connectionsOfAll } from '../connections.ts'
import { isAway } from '../kit/db/db.ts'
import { startEmbedded } from '../kit/embedded-postgres/start.ts'

type Options<Name extends string> = Record<Name, { type: 'string' }>
type Values<Name extends string> = Partial<Record<Name, string>>

/** Runs a command to its end. What its user can mend is one line on stderr and exit code 1; anything else is a bug, with its stack. */
export async function runCommand<Name extends string>(
  usage: string,
  options: Options<Name>,
  work: (values: Values<Name>, config: Config) => Promise<void>,
) {
  // By an exit of our own, so that what is under way is tidied up.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130))
  try {
    await work(readArguments(usage, options), readConfig(process.env))
  } catch (error) {
    process.stderr.write(`${wordsFor(error)}\n`)
    process.exit(1)
  }
}

function readArguments<Name extends string>(usage: string, options: Options<Name>): Values<Name> {
  try {
    return parseArgs<{ options: Options<Name> }>({ options }).values as Values<Name>
  } catch {
    throw new ConfigError(`Usage: ${usage}`)
  }
}

function wordsFor(error: unknown) {
  if (error instanceof ConfigError) return error.message
  if (!(error instanceof Error)) return String(error)
  const code = 'code' in error ? String(error.code) : ''
  if (isAway(error)) return `The database does not answer: ${error.message || code}`
  if (error instanceof pg.DatabaseError && error.severity === 'FATAL') return `The database refuses: ${error.message}`
  return error.stack ?? error.message
}

/** The configured database; the embedded one is started, or joined where a server uses it. */
export async function openDatabase({ database_url, data_dir, workers }: Config) {
  if (database_url) return { owner_url: database_url, close: async () => undefined }
  const embedded = await startEmbedded({
    dir: embeddedIn(data_dir),
    settings: {
      max_connections: String(Math.max(100, connectionsOfAll(workers) + 20)),
      // Nothing subscribes to another database, and one megabyte holds what is written between two commits.
      max_logical_replication_workers: '0',
      wal_buffers: '1MB',
    },
  })
  return { owner_url: embedded.url('postgres'), close: embedded.stop }
}

const embeddedIn = (data_dir: string) => path.join(data_dir, 'postgres')

/**
 * Work as the owner of a database that a server has made and may be serving at this moment. Migrates nothing, so that a
 * newer program can export from an older database.
 */
export async function asOwner<T>(config: Config, work: (client: pg.Client, owner_url: string) => Promise<T>) {
  if (!config.database_url && !existsSync(embeddedIn(config.data_dir)))
    throw new ConfigError(`There is no database in ${config.data_dir}: set DATA_DIR or DATABASE_URL as the server has it.`)
  const { owner_url, close } = await openDatabase(config)
  const client = new pg.Client({
    connectionString: owner_url,
    application_name: 'atrium command',
    connectionTimeoutMillis: 5000,
    options: '-c timezone=UTC -c statement_timeout=0 -c idle_in_transaction_session_timeout=0',
  })
  // Whoever waits for an answer is told besides.
  client.on('error', () => undefined)
  try {
    await client.connect()
    await seeTenants(client)
    return await work(client, owner_url)
  } finally {
    await client.end().catch(() => undefined)
    // The database goes on while a server uses it.
    await close()
  }
}

/** Row security binds an owner that is no superuser: the table of tenants is open to the platform's role alone. */
async function seeTenants(client: pg.Client) {
  const { rows } = await client.query<{ is_made: boolean }>(
    `select to_regclass('tenants') is not null and to_regrole('atrium_platform') is not null as is_made`,
  )
  if (!rows[0]?.is_made) throw new ConfigError('This database has no workspaces: a server has to have been started on it.')
  const { rows: rights } = await client.query<{ sees: boolean }>(
    `select pg_has_role(current_user, 'atrium_platform', 'usage') as sees`,
  )
  if (!rights[0]?.sees) await client.query('grant atrium_platform to current_user')
}
