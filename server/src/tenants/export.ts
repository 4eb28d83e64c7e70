// Exports a workspace: one moment of all its rows as JSON lines, found by the catalogue.
import { createHash } from 'node:crypto'
import type pg from 'pg'
import { countRows, enterTenant, parentsFirst, readTables, type Table, type TenantRow } from './tables.ts'

const rowsAtOnce = 500

export const format = 'atrium-workspace'
/** Files of version 1 have no last line with a checksum. */
export const version = 2

/** Secrets grant access here and are useless elsewhere. The outbox holds what is about to be sent. */
const leftOut = ['sessions', 'password_links', 'outbox', 'answers', 'authenticators', 'recovery_codes', 'open_log_ins']
const secretColumn = /(^|_)(password|hash|salt|secret|token)(_|$)|^device_key$|^has_second_factor$/

export type Export = {
  tenant: TenantRow
  /**
   * A header line, then a line for each row: parents before children, each table in the order of its key. The last line has the
   * SHA-256 of the lines of the rows. Returns the number of rows.
   */
  text: AsyncGenerator<string, number>
}

/** Begins a snapshot that ends with the text, because the server may be writing. Null if there is no such workspace. */
export async function exportTenant(client: pg.ClientBase, subdomain: string): Promise<Export | null> {
  await client.query('begin isolation level repeatable read read only')
  const tenant = await enterTenant(client, subdomain)
  return tenant && { tenant, text: textOf(client, tenant) }
}

async function* textOf(client: pg.ClientBase, tenant: TenantRow) {
  const all = parentsFirst(await readTables(client)).flat()
  const tables = exportedTables(all)
  const counts = await countRows(client, tables, tenant.id)
  const { rows } = await client.query<{ exported_at: Date; database_version: string }>(
    'select now() as exported_at, max(name) as database_version from migrations',
  )
  const header = {
    format,
    version,
    ...rows[0],
    tenant,
    tables: tables.map(({ columns }, i) => ({ ...counts[i], columns: columns.map(({ name }) => name) })),
    left_out: {
      why: 'Secrets are not exported: people log in again, and set a new password by a link.',
      tables: all.map(({ name }) => name).filter((name) => leftOut.includes(name)),
      columns: tables.flatMap(({ name, secrets }) => secrets.map((column) => `${name}.${column.name}`)),
    },
  }
  yield `${JSON.stringify(header)}\n`
  const hash = createHash('sha256')
  for (const table of tables)
    for await (const lines of rowsOf(client, table, tenant.id)) {
      hash.update(lines)
      yield lines
    }
  await client.query('commit')
  yield `${JSON.stringify({ sha256: hash.digest('hex') })}\n`
  return counts.reduce((sum, { rows: n }) => sum + n, 0)
}

/** The tables of a file, without the columns that are not exported. */
export const exportedTables = (all: Table[]) => all.filter(({ name }) => !leftOut.includes(name)).map(withoutSecrets)

function withoutSecrets(table: Table) {
  const secrets = table.columns.filter(({ name }) => secretColumn.test(name))
  return { ...table, columns: table.columns.filter((column) => !secrets.includes(column)), secrets }
}

async function* rowsOf(client: pg.ClientBase, { name, tenant_column, columns, key }: Table, tenant_id: number) {
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
    yield rows.map(({ row }) => `{"table":${JSON.stringify(name)},"row":${row}}\n`).join('')
  }
  await client.query('close export')
}
