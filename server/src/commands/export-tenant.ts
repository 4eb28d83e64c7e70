// npm run export-tenant -- --subdomain SUBDOMAIN [--out FILE]: exports one workspace's data as one file.
import { existsSync, linkSync, renameSync, rmSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import path from 'node:path'
import type pg from 'pg'
import { ConfigError } from '../config.ts'
import { asOwner } from '../database.ts'
import { countRows, enterTenant, parentsFirst, readTables, type Table, type TenantRow } from '../tenants/tables.ts'
import { runCommand, say } from './run.ts'

const usage = 'npm run export-tenant -- --subdomain SUBDOMAIN [--out FILE]'
const rowsAtOnce = 500

/** Secrets grant access here and are useless elsewhere. The outbox holds what is about to be sent. */
const leftOut = ['sessions', 'password_links', 'outbox', 'answers']
const secretColumn = /(^|_)(password|hash|salt|secret|token)(_|$)|^(device_)?key$/

await runCommand(usage, { subdomain: { type: 'string' }, out: { type: 'string' } }, async ({ subdomain, out }, config) => {
  const wanted = subdomain?.trim().toLowerCase()
  if (!wanted) throw new ConfigError(`Usage: ${usage}`)
  await asOwner(config, async (client) => {
    // All tables are read in one snapshot, because the server may be writing.
    await client.query('begin isolation level repeatable read read only')
    const tenant = await enterTenant(client, wanted)
    if (!tenant) throw new ConfigError(`There is no workspace ${wanted}.`)
    const file = path.resolve(out ?? `${tenant.schema}-${new Date().toISOString().slice(0, 10)}.jsonl`)
    const rows = await writeWhole(file, (to) => exportTenant(client, tenant, to))
    await client.query('commit')
    say(`${tenant.name} (${tenant.subdomain}): ${rows} rows in ${file}`)
  })
})

/** Writes a header line, then a line per row: parents before children, each table in the order of its key. */
async function exportTenant(client: pg.Client, tenant: TenantRow, to: FileHandle) {
  const all = parentsFirst(await readTables(client)).flat()
  const tables = all.filter(({ name }) => !leftOut.includes(name)).map(withoutSecrets)
  const counts = await countRows(client, tables, tenant.id)
  const { rows } = await client.query<{ exported_at: Date; database_version: string }>(
    'select now() as exported_at, max(name) as database_version from migrations',
  )
  const header = {
    format: 'atrium-workspace',
    version: 1,
    ...rows[0],
    tenant,
    tables: tables.map(({ columns }, i) => ({ ...counts[i], columns: columns.map(({ name }) => name) })),
    left_out: {
      why: 'Secrets are not exported: people log in again, and set a new password by a link.',
      tables: all.map(({ name }) => name).filter((name) => leftOut.includes(name)),
      columns: tables.flatMap(({ name, secrets }) => secrets.map((column) => `${name}.${column.name}`)),
    },
  }
  await to.appendFile(`${JSON.stringify(header)}\n`)
  for (const table of tables) await writeRows(client, table, tenant.id, to)
  return counts.reduce((sum, { rows: n }) => sum + n, 0)
}

function withoutSecrets(table: Table) {
  const secrets = table.columns.filter(({ name }) => secretColumn.test(name))
  return { ...table, columns: table.columns.filter((column) => !secrets.includes(column)), secrets }
}

async function writeRows(client: pg.Client, { name, tenant_column, columns, key }: Table, tenant_id: number, to: FileHandle) {
  // Unlike jsonb, json can contain line breaks.
  const list = columns.map(({ quoted, is_json }) => (is_json ? `${quoted}::jsonb as ${quoted}` : quoted)).join(', ')
  await client.query(
    `declare export no scroll cursor for
     select row_to_json(r)::text as row from (select ${list} from ${name} where ${tenant_column} = $1 order by ${key.join(', ')}) r`,
    [tenant_id],
  )
  for (;;) {
    const { rows } = await client.query<{ row: string }>(`fetch ${rowsAtOnce} from export`)
    if (!rows.length) break
    await to.appendFile(rows.map(({ row }) => `{"table":${JSON.stringify(name)},"row":${row}}\n`).join(''))
  }
  await client.query('close export')
}

/** Writes a complete file or none, readable by its owner only. Never overwrites a file. */
async function writeWhole<T>(file: string, write: (to: FileHandle) => Promise<T>) {
  const part = `${file}.${process.pid}.part`
  const discard = () => rmSync(part, { force: true })
  process.once('exit', discard)
  try {
    mustBeNew(file)
    const to = await open(part, 'wx', 0o600)
    try {
      const written = await write(to)
      await to.sync()
      moveTo(file, part)
      return written
    } finally {
      await to.close()
    }
  } catch (error) {
    const isOfFiles = error instanceof Error && 'syscall' in error && 'path' in error
    throw isOfFiles || isFull(error) ? new ConfigError(`Can't write ${file}: ${error.message}`) : error
  } finally {
    discard()
  }
}

function isFull(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && /^(ENOSPC|EDQUOT|EFBIG|EIO)$/.test(String(error.code))
}

function mustBeNew(file: string) {
  if (existsSync(file)) throw new ConfigError(`${file} exists already: remove it, or name another by --out.`)
}

function moveTo(file: string, part: string) {
  try {
    // Unlike a rename, a link never replaces a file.
    linkSync(part, file)
  } catch {
    // The file exists by now, or the file system has no hard links.
    mustBeNew(file)
    renameSync(part, file)
  }
}
