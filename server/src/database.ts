import { existsSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { type Config, ConfigError } from './config.ts'
import { connectionsOfAll } from './connections.ts'
import { startEmbedded } from './kit/embedded-postgres/start.ts'

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
