// Restores a backup into a database that nobody uses yet.
import { renameSync, writeFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import type pg from 'pg'
import { type Config, ConfigError } from '../config.ts'
import { commandName } from '../kit/db/db.ts'
import { migrate } from '../kit/db/migrate.ts'
import { openStore } from '../kit/files/store.ts'
import { keptSecretOf, secretFile } from './backup.ts'
import { type Place, readContent } from './files.ts'
import type { Manifest } from './manifest.ts'
import { storeObjects } from './objects.ts'
import { enqueueJobs, type QueuedJob } from './queued-jobs.ts'
import { fillTables, isEmpty, listMigrations, strangeTables } from './rows.ts'

type Target = {
  config: Config
  owner_url: string
  /** Runs work on a connection of the owner. */
  connect: <T>(work: (client: pg.Client) => Promise<T>) => Promise<T>
}

/**
 * Restores a verified backup, all or nothing. The tables are made by the migrations that the backup names, and migrated further once they are
 * filled, so that an older backup fits a newer program.
 */
export async function restoreBackup({ config, owner_url, connect }: Target, backup: Place, manifest: Manifest) {
  await connect((client) => mustBeUnused(client, manifest))
  if (manifest.secret) await keepSecret(config, readContent(backup, manifest.secret))
  await migrate(owner_url, { only: manifest.migrations })
  const jobs: QueuedJob[] = JSON.parse(await text(readContent(backup, manifest.jobs)))
  await connect(async (client) => {
    await client.query('begin')
    if (!(await isEmpty(client))) throw isUsed()
    await mustKnow(client, manifest)
    await fillTables(client, {
      ...manifest,
      textOf: ({ content }) => readContent(backup, content),
    })
    await enqueueJobs(client, owner_url, jobs)
    if (manifest.objects) await storeObjects(await openStore(config), readContent(backup, manifest.objects))
    await client.query('commit')
  })
  await migrate(owner_url)
}

const isUsed = () =>
  new ConfigError(
    'The database is not empty: restore into a new one, with another DATA_DIR or DATABASE_URL. Nothing has been written.',
  )

async function mustBeUnused(client: pg.Client, manifest: Manifest) {
  // Ignores the connections between the nodes of a cluster, and other commands: two restores would both see each other and give up.
  // The lock of `isEmpty` lets one of them through.
  const { rowCount } = await client.query(
    `select from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and usename is not null and application_name <> $1
       and application_name not ilike 'citus%'`,
    [commandName],
  )
  if (rowCount) throw new ConfigError('Somebody is connected to the database: stop the server before the restore.')
  await client.query('begin')
  const is_empty = await isEmpty(client)
  await client.query('rollback')
  if (!is_empty) throw isUsed()
  const { rows } = await client.query<{ is_made: boolean }>(`select to_regclass('public.migrations') is not null as is_made`)
  const applied = rows[0]?.is_made ? await listMigrations(client) : []
  const later = applied.filter((name) => !manifest.migrations.includes(name))
  if (later.length)
    throw new ConfigError('A newer server than that of the backup has prepared the database: restore into a new one.')
}

/** Tables that no migration makes can't be restored, and what they hold must not be lost unnoticed. */
async function mustKnow(client: pg.Client, { tables }: Manifest) {
  const strange = await strangeTables(client, tables)
  if (strange.length) throw new ConfigError(`The backup can't be restored: no migration makes ${strange.join(', ')} like that.`)
}

/** Replaces the secret in DATA_DIR, on which nothing depends yet. A SESSION_SECRET stays the one in use. */
async function keepSecret(config: Config, content: AsyncIterable<Buffer>) {
  if (!keptSecretOf(config)) return
  const secret = await text(content)
  const kept = secretFile(config)
  writeFileSync(`${kept}.new`, secret, { mode: 0o600, flush: true })
  renameSync(`${kept}.new`, kept)
}
