// Copies a whole database, as it is, into a new one: for a new major version of PostgreSQL.
import type pg from 'pg'
import { ConfigError } from '../config.ts'
import { migrate, migrations } from '../kit/db/migrate.ts'
import { enqueueJobs, listJobs } from './queued-jobs.ts'
import {
  beginSnapshot,
  type Contents,
  type CopiedTable,
  copiedRows,
  countRows,
  fillTables,
  listMigrations,
  listSequences,
  listTables,
  strangeTables,
} from './rows.ts'

type Target = {
  owner_url: string
  connect: (work: (client: pg.Client) => Promise<void>) => Promise<void>
}

/** Keeps the migrations that the source has: the next start of the server applies the others. */
export async function copyDatabase(source: pg.Client, { owner_url, connect }: Target) {
  await beginSnapshot(source)
  const applied = await listMigrations(source)
  if (applied.some((name) => !migrations().includes(name)))
    throw new ConfigError('A newer Atrium has made the database: upgrade it by that one.')
  await migrate(owner_url, { only: applied })
  const tables = await listTables(source, { whole: true })
  const counted: (CopiedTable & Contents)[] = []
  for (const table of tables) counted.push({ ...table, ...(await countRows(source, table)) })
  const sequences = await listSequences(source)
  const jobs = await listJobs(source)
  await connect(async (client) => {
    await client.query('begin')
    const strange = await strangeTables(client, tables)
    if (strange.length)
      throw new ConfigError(`No migration makes ${strange.join(', ')}, which would be lost: move it elsewhere first.`)
    await fillTables(client, { tables: counted, sequences, textOf: (table) => copiedRows(source, table) })
    await enqueueJobs(client, owner_url, jobs)
    await client.query('commit')
  })
  await source.query('commit')
}
