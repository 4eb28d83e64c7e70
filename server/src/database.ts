import { existsSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { copyDatabase } from './backup/copy.ts'
import { type Config, ConfigError } from './config.ts'
import { connectionsOfAll } from './connections.ts'
import { commandName } from './kit/db/db.ts'
import { startEmbedded } from './kit/embedded-postgres/start.ts'
import { upgradeEmbedded } from './kit/embedded-postgres/upgrade.ts'

/** Opens the configured database, or the embedded one: starts it, or joins a server that is using it. */
export async function openDatabase({ database_url, data_dir, workers }: Config) {
  if (database_url) {
    await connected(database_url, mustBeUnicode)
    return { owner_url: database_url, close: async () => undefined }
  }
  const embedded = await startEmbedded({ dir: embeddedIn(data_dir), settings: settingsFor(workers) })
  return { owner_url: embedded.url('postgres'), close: embedded.stop }
}

/** Names are compared in Unicode, which PostgreSQL does in no other encoding. An encoding can't be changed later. */
async function mustBeUnicode(client: pg.Client) {
  const { rows } = await client.query<{ server_encoding: string }>('show server_encoding')
  const encoding = rows[0]?.server_encoding
  if (encoding !== 'UTF8')
    throw new ConfigError(
      `DATABASE_URL names a database in ${encoding}: create one by CREATE DATABASE … ENCODING 'UTF8' TEMPLATE template0`,
    )
}

const settingsFor = (workers: number) => ({
  max_connections: String(Math.max(100, connectionsOfAll(workers) + 20)),
  // There is no logical replication, and one megabyte is enough for the writes between two commits.
  max_logical_replication_workers: '0',
  wal_buffers: '1MB',
})

/** Moves the embedded database to the current major version of PostgreSQL, by a copy of its rows. */
export async function upgradeDatabase({ database_url, data_dir, workers }: Config) {
  if (database_url)
    throw new ConfigError(
      'DATABASE_URL names a server that its own administrator upgrades: only the embedded one is upgraded here.',
    )
  if (!existsSync(embeddedIn(data_dir)))
    throw new ConfigError(`There is no database in ${data_dir}: set DATA_DIR as the server has it.`)
  return upgradeEmbedded({
    dir: embeddedIn(data_dir),
    settings: settingsFor(workers),
    copy: (from_url, to_url) =>
      connectedAsOwner(from_url, (from) => copyDatabase(from, { owner_url: to_url, connect: (work) => connected(to_url, work) })),
  })
}

const embeddedIn = (data_dir: string) => path.join(data_dir, 'postgres')

/**
 * Runs work as the owner of a database that a server has created and may be using. Does not migrate, so that a newer program
 * can export from an older database.
 */
export async function asOwner<T>(config: Config, work: (client: pg.Client, owner_url: string) => Promise<T>) {
  if (!config.database_url && !existsSync(embeddedIn(config.data_dir)))
    throw new ConfigError(`There is no database in ${config.data_dir}: set DATA_DIR or DATABASE_URL as the server has it.`)
  const { owner_url, close } = await openDatabase(config)
  try {
    return await connectedAsOwner(owner_url, (client) => work(client, owner_url))
  } finally {
    await close()
  }
}

/** Runs work on a connection of the owner of a database that is running and has workspaces. */
export const connectedAsOwner = <T>(owner_url: string, work: (client: pg.Client) => Promise<T>) =>
  connected(owner_url, async (client) => {
    await joinPlatformRole(client)
    return work(client)
  })

/** Runs work on a connection of the owner of a database that is running and may be empty. */
export async function connected<T>(owner_url: string, work: (client: pg.Client) => Promise<T>) {
  const client = new pg.Client({
    connectionString: owner_url,
    application_name: commandName,
    connectionTimeoutMillis: 5000,
    options: '-c timezone=UTC -c statement_timeout=0 -c idle_in_transaction_session_timeout=0',
  })
  // Queries in flight reject as well. Without a listener the event would end the process.
  client.on('error', () => undefined)
  try {
    await client.connect()
    return await work(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Joins the platform's role, which alone may read `tenants`: row security also applies to an owner that is no superuser. */
async function joinPlatformRole(client: pg.Client) {
  const { rows } = await client.query<{ is_made: boolean }>(
    `select to_regclass('tenants') is not null and to_regrole('atrium_platform') is not null as is_made`,
  )
  if (!rows[0]?.is_made) throw new ConfigError('This database has no workspaces: a server has to have been started on it.')
  const { rows: rights } = await client.query<{ sees: boolean }>(
    `select pg_has_role(current_user, 'atrium_platform', 'usage') as sees`,
  )
  if (!rights[0]?.sees) await client.query('grant atrium_platform to current_user')
}
