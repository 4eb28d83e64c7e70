// Copies rows out of a database and into an empty one of the same migrations. Tables are found by the catalogue.
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { tenantSetting } from '../kit/db/db.ts'

export type CopiedTable = { name: string; columns: string[] }
export type Contents = { rows: number; checksum: string }
type Sequence = { name: string; value: string }

/** Tables and columns that give access, and events on their way to browsers: none of them may come back to life. */
const doors = {
  tables: ['sessions', 'password_links', 'signup_codes', 'open_log_ins', 'limits', 'outbox'],
  columns: ['device_key'],
}

/** Begins a snapshot of everything committed so far, in which values are written in one way. */
export async function beginSnapshot(client: pg.ClientBase) {
  await client.query('begin isolation level repeatable read read only')
  await writeValuesAlike(client)
}

async function writeValuesAlike(client: pg.ClientBase) {
  const settings = [
    `datestyle = 'ISO, YMD'`,
    `intervalstyle = 'postgres'`,
    `bytea_output = 'hex'`,
    'extra_float_digits = 1',
    `timezone = 'UTC'`,
  ]
  for (const setting of settings) await client.query(`set local ${setting}`)
}

/** Lists the tables with the columns that hold values of their own. Leaves out what opens doors, unless it is `whole`. */
export async function listTables(client: pg.ClientBase, { whole }: { whole: boolean }): Promise<CopiedTable[]> {
  const { tables, columns } = whole ? { tables: [], columns: [] } : doors
  const { rows } = await client.query<CopiedTable>(
    `select c.relname::text as name, array_agg(a.attname::text order by a.attname) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
       and c.relname not in ('migrations', 'log_in_key') and c.relname <> all($1) and a.attname <> all($2)
     group by c.relname order by c.relname`,
    [tables, columns],
  )
  return rows
}

/** The names of those tables that this database lacks, or has with other columns. */
export async function strangeTables(client: pg.ClientBase, tables: CopiedTable[]) {
  const known = new Map((await listTables(client, { whole: true })).map(({ name, columns }) => [name, columns]))
  return tables
    .filter(({ name, columns }) => !columns.every((column) => known.get(name)?.includes(column)))
    .map(({ name }) => name)
}

export async function listMigrations(client: pg.ClientBase) {
  const { rows } = await client.query<{ name: string }>('select name from migrations order by name')
  return rows.map(({ name }) => name)
}

export async function listSequences(client: pg.ClientBase) {
  const { rows } = await client.query<Sequence>(
    `select sequencename::text as name, last_value::text as value from pg_sequences
     where schemaname = 'public' and last_value is not null order by sequencename`,
  )
  return rows
}

/** A source of text in COPY's format for each workspace whose rows have to be read apart. */
export async function* copiedRows(client: pg.ClientBase, { name, columns }: CopiedTable) {
  const list = columns.map((column) => client.escapeIdentifier(column)).join(', ')
  for await (const where of partsOf(client, name)) {
    const text: Readable = client.query(copyTo(`copy (select ${list} from ${client.escapeIdentifier(name)} ${where}) to stdout`))
    yield* text as AsyncIterable<Buffer>
  }
}

/** Counts the rows, and sums a hash of each, so that their order does not matter. */
export async function countRows(client: pg.ClientBase, { name, columns }: CopiedTable): Promise<Contents> {
  const row = columns.map((column) => client.escapeIdentifier(column)).join(', ')
  let [count, sum] = [0, 0n]
  for await (const where of partsOf(client, name)) {
    const { rows } = await client.query<{ n: string; sum: string }>(
      `select count(*) as n, coalesce(sum(('x' || left(md5(row(${row})::text), 15))::bit(60)::bigint), 0)::text as sum
       from ${client.escapeIdentifier(name)} ${where}`,
    )
    count += Number(rows[0]?.n)
    sum += BigInt(rows[0]?.sum ?? 0)
  }
  return { rows: count, checksum: sum.toString(16) }
}

/**
 * Row security shows an owner that is no superuser one workspace at a time. Such an owner reads a table in one part for each, and everybody
 * else reads it in one.
 */
export async function* partsOf(client: pg.ClientBase, table: string): AsyncGenerator<string, void> {
  const { rows } = await client.query<{ is_restricted: boolean }>(
    `select row_security_active(c.oid) and exists (
       select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped) as is_restricted
     from pg_class c where c.oid = $1::regclass`,
    [client.escapeIdentifier(table)],
  )
  if (!rows[0]?.is_restricted) {
    yield ''
    return
  }
  const tenants = await client.query<{ id: string }>('select id from tenants order by id')
  for (const { id } of tenants.rows) {
    await client.query(tenantSetting(Number(id)))
    yield `where tenant_id = ${Number(id)}`
  }
}

type Source<Table> = {
  tables: Table[]
  sequences: Sequence[]
  textOf: (table: Table) => AsyncIterable<Buffer>
}

/**
 * Fills the tables of the transaction's database. Foreign keys are dropped and made again afterwards, which validates every row. Row security is not
 * forced meanwhile, because COPY refuses it. Throws if the database then holds other rows than the source.
 */
export async function fillTables<Table extends CopiedTable & Contents>(
  client: pg.ClientBase,
  { tables, sequences, textOf }: Source<Table>,
) {
  await writeValuesAlike(client)
  const forced = await forcedTables(client)
  const keys = await foreignKeys(client)
  for (const name of forced) await client.query(`alter table ${name} no force row level security`)
  for (const { table_name, key_name } of keys) await client.query(`alter table ${table_name} drop constraint ${key_name}`)
  await client.query(`truncate ${tables.map(({ name }) => client.escapeIdentifier(name)).join(', ')}`)
  for (const table of tables) {
    const list = table.columns.map((column) => client.escapeIdentifier(column)).join(', ')
    const into = client.query(copyFrom(`copy ${client.escapeIdentifier(table.name)} (${list}) from stdin`))
    await pipeline(textOf(table), into)
    const { rows, checksum } = await countRows(client, table)
    if (rows !== table.rows || checksum !== table.checksum)
      throw new Error(
        `Table ${table.name} holds ${rows} rows with the checksum ${checksum}, not ${table.rows} with ${table.checksum}.`,
      )
  }
  for (const { name, value } of sequences)
    await client.query('select setval($1::regclass, $2)', [client.escapeIdentifier(name), value])
  for (const { table_name, key_name, definition } of keys)
    await client.query(`alter table ${table_name} add constraint ${key_name} ${definition}`)
  for (const name of forced) await client.query(`alter table ${name} force row level security`)
}

async function forcedTables(client: pg.ClientBase) {
  const { rows } = await client.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class where relforcerowsecurity and relnamespace = 'public'::regnamespace`,
  )
  return rows.map(({ name }) => name)
}

async function foreignKeys(client: pg.ClientBase) {
  const { rows } = await client.query<{ table_name: string; key_name: string; definition: string }>(
    `select conrelid::regclass::text as table_name, quote_ident(conname) as key_name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0 order by 1, 2`,
  )
  return rows
}

/** True if nobody uses the transaction's database yet. Locks `tenants`, so that of two that fill it the second one sees the rows of the first. */
export async function isEmpty(client: pg.ClientBase) {
  const { rows } = await client.query<{ is_made: boolean; is_strange: boolean }>(
    `select to_regclass('public.tenants') is not null as is_made, exists (
       select from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace) as is_strange`,
  )
  if (!rows[0]?.is_made) return !rows[0]?.is_strange
  // A cluster refuses to alter tables on several nodes at once in one transaction, and several statements in one string.
  await client.query(`set local citus.multi_shard_modify_mode = 'sequential'`)
  await client.query('alter table people no force row level security')
  await client.query('lock table tenants in access exclusive mode')
  const { rows: people } = await client.query('select from people limit 1')
  await client.query('alter table people force row level security')
  return people.length === 0
}
