// Imports a workspace from the file that export.ts writes: all of it or nothing, beside the other workspaces.
import type { FileHandle } from 'node:fs/promises'
import pg from 'pg'
import { tenantSetting } from '../kit/db/db.ts'
import { type FileStore, removeObjectsOf } from '../kit/files/store.ts'
import { exportedTables } from './export.ts'
import { storeContents } from './import-contents.ts'
import { FileProblem, type FileRow, type Header, isObject, parsed, readHeader, rowsOf } from './import-file.ts'
import { hasIdsInTexts, judgeOf, notImported, typeOfIds, withRaisedTexts } from './import-rules.ts'
import { createTenant } from './import-tenant.ts'
import { broken, invariants } from './invariants.ts'
import { parentsFirst, readTables, type Table } from './tables.ts'

const rowsAtOnce = 500
const charactersAtOnce = 2_000_000

type Row = Record<string, unknown>
export type Options = {
  /** The subdomain it gets instead of its own. */
  subdomain?: string | undefined
  /** Whether a row of `pictures` has a picture that was drawn here. */
  isPicture: (row: Row) => Promise<boolean>
  store: FileStore
}
type Import = {
  client: pg.ClientBase
  file: FileHandle
  header: Header
  /** By name, as the file has them: with its columns only. */
  tables: Map<string, Table>
  /** Columns that refer to rows which come later in the file: they are written once all rows are there. */
  late: Map<string, string[]>
  tenant_id: number
  /** The number that is added to every id of the file. */
  raise: number
}

/** Reads the file twice: first to judge it, then to write it in one transaction. Throws a `FileProblem`, and nothing has been written. */
export async function importTenant(client: pg.ClientBase, file: FileHandle, { subdomain, isPicture, store }: Options) {
  const header = await readHeader(file)
  await client.query('begin')
  let created: Awaited<ReturnType<typeof createTenant>> | undefined
  let rows: number
  try {
    const tables = await knownTables(client, header)
    const { least, most, tenant } = await judgeRows({ file, header, tables, isPicture })
    const raise = await raiseFor(client, { least, most })
    created = await createTenant(client, { row: tenant, header, subdomain })
    await client.query(tenantSetting(created.id))
    const task: Import = { client, file, header, tables, late: await lateColumns(client, tables), tenant_id: created.id, raise }
    rows = await writeRows(task)
    await writeLate(task)
    await mustBeWhole(task)
    await storeContents({ ...task, store })
    await recordImport(client, `${created.name} (${created.subdomain})`)
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    if (created) await removeObjectsOf(store, created.id).catch(() => undefined)
    throw error
  }
  // If this fails, nobody knows whether the rows are there, so the objects stay.
  await client.query('commit')
  return { ...created, rows }
}

/** The tables that the first line names, each with the columns that it names. */
async function knownTables(client: pg.ClientBase, { database_version, tables }: Header) {
  const { rows } = await client.query<{ name: string }>('select name from migrations order by name')
  if (!rows.some(({ name }) => name === database_version)) {
    const newest = rows.at(-1)?.name ?? ''
    throw new FileProblem(
      1,
      database_version > newest
        ? `the file is of a newer version (${database_version}) than this database (${newest}): update this server first.`
        : `the file is of another program: this one has no ${database_version}.`,
    )
  }
  const known = new Map(exportedTables(parentsFirst(await readTables(client)).flat()).map((table) => [table.name, table]))
  if (tables[0]?.name !== 'tenants' || tables[0].rows !== 1)
    throw new FileProblem(1, 'the first table should be tenants, with one row.')
  const named = tables.map(({ name, columns }) => {
    const table = known.get(name)
    if (!table) throw new FileProblem(1, `this version imports no table ${name}.`)
    known.delete(name)
    const odd = columns.find((column, i) => columns.indexOf(column) !== i || !table.columns.some((own) => own.name === column))
    if (odd !== undefined) throw new FileProblem(1, `this version imports no column ${odd} of ${name}.`)
    return [name, { ...table, columns: table.columns.filter((column) => columns.includes(column.name)) }] as const
  })
  return new Map(named)
}

type Judged = Pick<Import, 'file' | 'header' | 'tables'> & Pick<Options, 'isPicture'>

/** Looks at every row without the database. Returns the lowest and highest id, and the row of the workspace itself. */
async function judgeRows({ file, header, tables, isPicture }: Judged) {
  let [least, most, tenant] = [Number.POSITIVE_INFINITY, 0, {} as Row]
  const judges = new Map([...tables].map(([name, table]) => [name, { table, judge: judgeOf(table), ids: idsOf(table) }]))
  for await (const { line, table: name, json } of rowsOf(file, header)) {
    const row = parsed(json)
    if (!isObject(row)) throw new FileProblem(line, 'the row is no JSON.')
    const { table, judge, ids } = mustHave(judges, name)
    judge(line, row)
    if (row[table.tenant_column] !== header.tenant.id) throw new FileProblem(line, 'the row is of another workspace.')
    if (name === 'pictures' && !(await isPicture(row))) throw new FileProblem(line, 'this is no picture that was drawn here.')
    if (name === 'tenants') tenant = row
    else
      for (const column of ids) {
        const id = row[column.name]
        if (typeof id !== 'number') continue
        least = Math.min(least, id)
        most = Math.max(most, id)
      }
  }
  return { least: Math.min(least, most), most, tenant }
}

const idsOf = ({ columns, tenant_column }: Table) =>
  columns.filter(({ name, type }) => type === typeOfIds && name !== tenant_column)

function mustHave<Value>(tables: Map<string, Value>, name: string) {
  const table = tables.get(name)
  if (!table) throw new Error(`There is no table ${name}.`)
  return table
}

/**
 * Ids are moments, and new rows come after the imported ones only if those have earlier ids. So all are raised by one number, to end now:
 * they keep their order and their distances, and no id is one of the file's.
 */
async function raiseFor(client: pg.ClientBase, { least, most }: { least: number; most: number }) {
  const { rows } = await client.query<{ id: string }>('select next_id() as id')
  const raise = Number(rows[0]?.id) - most - 1
  if (raise === 0 || least + raise < 1)
    throw new FileProblem(1, 'the file has ids from the future: is the clock of this machine right?')
  return raise
}

/** A foreign key to the table itself, or to one that comes later in the file. */
async function lateColumns(client: pg.ClientBase, tables: Map<string, Table>) {
  const order = [...tables.keys()]
  const { rows } = await client.query<{ table: string; target: string; column: string; is_required: boolean }>(`
    select k.conrelid::regclass::text as table, k.confrelid::regclass::text as target, a.attname as column, a.attnotnull as is_required
    from pg_constraint k, unnest(k.conkey) n join pg_attribute a on a.attnum = n
    where k.contype = 'f' and a.attrelid = k.conrelid and a.attname <> 'tenant_id'`)
  const late = rows.filter(({ table, target }) => order.includes(table) && order.indexOf(target) >= order.indexOf(table))
  const required = late.find(({ is_required }) => is_required)
  if (required) throw new FileProblem(1, `${required.table} comes before ${required.target}, which it refers to.`)
  return new Map([...Map.groupBy(late, ({ table }) => table)].map(([name, list]) => [name, list.map(({ column }) => column)]))
}

/** Writes all rows in the order of the file, and returns their number. */
async function writeRows(task: Import) {
  let [count, written] = [1, '']
  // The plans of foreign-key checks and invariants depend on the statistics, which do not know this workspace yet.
  const analyze = async () => written && task.client.query(`analyze ${written}`)
  for await (const batch of batchesOf(task, (name) => name !== 'tenants' && !(name in notImported))) {
    const table = mustHave(task.tables, batch[0]?.table ?? '')
    if (table.name !== written) await analyze()
    written = table.name
    await writeBatch(task, batch, insertInto(table, task.late.get(table.name) ?? []))
    count += batch.length
  }
  await analyze()
  return count
}

async function writeLate(task: Import) {
  for await (const batch of batchesOf(task, (name) => task.late.has(name))) {
    const table = mustHave(task.tables, batch[0]?.table ?? '')
    await writeBatch(task, batch, updateOf(table, task.late.get(table.name) ?? []))
  }
}

/** Rows of one table at a time. */
async function* batchesOf({ file, header }: Import, isWanted: (table: string) => boolean) {
  let [batch, size] = [[] as FileRow[], 0]
  for await (const row of rowsOf(file, header)) {
    if (!isWanted(row.table)) continue
    const isFull = batch.length >= rowsAtOnce || size + row.json.length > charactersAtOnce
    if (batch.length && (isFull || batch[0]?.table !== row.table)) {
      yield batch
      ;[batch, size] = [[], 0]
    }
    batch.push(row)
    size += row.json.length
  }
  if (batch.length) yield batch
}

const expressionOf = ({ name, quoted, type }: Table['columns'][number]) =>
  name === 'tenant_id' ? '$2::bigint' : type === typeOfIds ? `r.${quoted} + $3::bigint` : `r.${quoted}`

const recordsOf = ({ name }: Table) =>
  `jsonb_array_elements($1::jsonb) with ordinality as line (json, n), jsonb_populate_record(null::${name}, line.json) r`

function insertInto(table: Table, late: string[]) {
  const columns = table.columns.filter(({ name }) => !late.includes(name))
  return `insert into ${table.name} (${columns.map(({ quoted }) => quoted).join(', ')}) overriding system value
    select ${columns.map(expressionOf).join(', ')} from ${recordsOf(table)} where $3::bigint is not null order by line.n`
}

function updateOf(table: Table, late: string[]) {
  const columns = table.columns.filter(({ name }) => late.includes(name))
  const isKey = table.columns
    .filter(({ quoted }) => table.key.includes(quoted))
    .map((column) => `t.${column.quoted} = ${expressionOf(column)}`)
  return `update ${table.name} t set ${columns.map((column) => `${column.quoted} = ${expressionOf(column)}`).join(', ')}
    from ${recordsOf(table)} where ${isKey.join(' and ')} and num_nonnulls(${columns.map(({ quoted }) => `r.${quoted}`).join(', ')}) > 0`
}

/** Writes rows by one statement. If that fails, writes them one by one, to name the line that it fails for. */
async function writeBatch({ client, tenant_id, raise }: Import, batch: FileRow[], statement: string) {
  const write = (rows: FileRow[]) =>
    client.query(statement, [`[${rows.map(({ table, json }) => raised(table, json, raise)).join()}]`, tenant_id, raise])
  await client.query('savepoint batch')
  try {
    await write(batch)
  } catch (error) {
    if (!isOfRow(error)) throw error
    await client.query('rollback to batch')
    for (const row of batch)
      await write([row]).catch((reason) => {
        throw isOfRow(reason) ? new FileProblem(row.line, wordsFor(reason, row.table)) : reason
      })
    throw error
  }
  await client.query('release batch')
}

function raised(table: string, json: string, raise: number) {
  const row = hasIdsInTexts(table) && parsed(json)
  const texts = isObject(row) && withRaisedTexts(table, row, raise)
  return texts ? JSON.stringify(texts) : json
}

/** Wrong data, broken constraints, and values that are too large. */
const isOfRow = (error: unknown): error is pg.DatabaseError =>
  error instanceof pg.DatabaseError && /^(22|23|54)/.test(error.code ?? '')

function wordsFor({ code, constraint, column, message }: pg.DatabaseError, table: string) {
  if (code === '23505') return `${table} has such a row already (${constraint}).`
  if (code === '23503') return `${table} refers to a row that the file does not have (${constraint}).`
  if (code === '23502') return `${table}.${column} is missing.`
  if (code === '23514') return `${table} has a value that is not allowed (${constraint}).`
  return `${table} has a wrong value: ${message}.`
}

/** Rules that no constraint keeps, but on which the product relies. */
async function mustBeWhole({ client, file, header, tenant_id, raise }: Import) {
  for (const invariant of invariants) {
    const row = await broken((text, values) => client.query(text, values), invariant, tenant_id)
    if (!row) continue
    const line = row.id === null ? 1 : await lineOf({ file, header }, { table: invariant.table, id: Number(row.id) - raise })
    throw new FileProblem(line, `${invariant.problem}.`)
  }
}

async function lineOf({ file, header }: Pick<Import, 'file' | 'header'>, { table, id }: { table: string; id: number }) {
  for await (const { line, table: name, json } of rowsOf(file, header)) {
    const row = name === table && parsed(json)
    if (isObject(row) && row.id === id) return line
  }
  return 1
}

/** For the platform's security log. The workspace's own is imported as it was. */
async function recordImport(client: pg.ClientBase, workspace: string) {
  await client.query(tenantSetting(0))
  await client.query(`insert into security_events (tenant_id, kind, about) values (0, 'workspace_imported', $1)`, [
    `${workspace}, by command`,
  ])
}
