// `npm run types` migrates a temporary database and writes schema.gen.ts from it. A test fails while the file is out of date.
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { startEmbedded } from '../embedded-postgres/start.ts'
import { migrate } from './migrate.ts'

type Column = {
  table: string
  column: string
  type: string
  nullable: boolean
  generated: boolean
  defaulted: boolean
  values: string | null
}

const types: Record<string, string> = {
  bigint: 'number',
  integer: 'number',
  'integer[]': 'number[]',
  numeric: 'number',
  boolean: 'boolean',
  bytea: 'Buffer',
  text: 'string',
  uuid: 'string',
  json: 'string',
  date: 'string',
  tsvector: 'string',
  'timestamp with time zone': 'string',
}

export const schemaFile = path.join(import.meta.dirname, 'schema.gen.ts')

/**
 * The tables as types for Kysely, and the names of those with a `tenant_id`, which TenantPlugin adds to inserts. A check of the form
 * `column in ('a', 'b')` or `column in (1, 2)` makes the column a union type.
 */
export async function describeSchema(client: pg.ClientBase) {
  const { rows } = await client.query<Column>(`
    select c.relname as table, a.attname as column, regexp_replace(format_type(a.atttypid, a.atttypmod), '\\(.*\\)', '') as type,
      not a.attnotnull as nullable, a.attidentity <> '' or a.attgenerated <> '' as generated, a.atthasdef as defaulted,
      (select pg_get_constraintdef(k.oid) from pg_constraint k
        where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum] and pg_get_constraintdef(k.oid) like '%ANY (ARRAY[%') as values
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped and c.relname not in ('migrations', 'log_in_key')
    order by 1, a.attnum`)

  const tables = Map.groupBy(rows, ({ table }) => table)
  const body = [...tables].map(([table, columns]) => `  ${table}: {\n${columns.map(propertyOf).join('\n')}\n  }`)
  const tenantTables = rows.flatMap(({ table, column }) => (column === 'tenant_id' ? [`  '${table}',\n`] : []))
  return `// Written by schema-types.ts from the migrated database.\nimport type { ColumnType } from 'kysely'\n\nexport type DB = {\n${body.join('\n')}\n}\n
export const tenantTables: ReadonlySet<string> = new Set([\n${tenantTables.join('')}])\n`
}

function propertyOf({ column, type, nullable, generated, defaulted, values }: Column) {
  const tsType = types[type]
  if (!tsType) throw new Error(`No TypeScript type for ${type} (${column}).`)
  const union =
    values &&
    [...values.matchAll(/('[^']+')::text|(?<=[[ ])(\d+)(?=[\],])/g)].map(([, text, number]) => text ?? number).join(' | ')
  const read = `${union ?? tsType}${nullable ? ' | null' : ''}`
  if (generated) return `    ${column}: ColumnType<${read}, never, never>`
  return `    ${column}: ${nullable || defaulted || column === 'tenant_id' ? `ColumnType<${read}, ${read} | undefined, ${read}>` : read}`
}

if (import.meta.main) {
  const dir = mkdtempSync(path.join(tmpdir(), 'atrium-types-'))
  chmodSync(dir, 0o711)
  const embedded = await startEmbedded({ dir, settings: { fsync: 'off' } })
  await migrate(embedded.url('postgres'))
  const client = new pg.Client({ connectionString: embedded.url('postgres') })
  await client.connect()
  writeFileSync(schemaFile, await describeSchema(client))
  await client.end()
  await embedded.stop()
  rmSync(dir, { recursive: true, force: true })
}
