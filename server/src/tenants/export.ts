// Exports a workspace: one moment of all its rows as JSON lines, found by the catalogue, and the bytes of its files.
import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import type pg from 'pg'
import { type FileStore, keyOf, NoObject } from '../kit/files/store.ts'
import { countRows, enterTenant, parentsFirst, readTables, type Table, type TenantRow } from './tables.ts'

const rowsAtOnce = 500

export const format = 'atrium-workspace'
/** Files of version 1 have no last line with a checksum, and those of version 2 no contents of files. */
export const version = 3

/** Secrets grant access here and are useless elsewhere. The outbox holds what is about to be sent, and an upload is no file yet. */
const leftOut = [
  'sessions',
  'password_links',
  'outbox',
  'answers',
  'authenticators',
  'recovery_codes',
  'open_log_ins',
  'uploads',
  'leave_feeds',
]
/** Administrators don't see these, so their copy is without them. The operator's has them. */
const privateTables = [
  ...['private_data', 'documents'],
  ...['leave_requests', 'leave_decisions', 'leave_days', 'leave_ledger'],
  ...['openings', 'opening_questions', 'recruiting_stages', 'mail_templates'],
  ...['applications', 'application_answers', 'application_entries', 'application_ratings', 'interviews', 'interviewers', 'hires'],
]

/** The rows that an administrator sees of tables with rows of other people: those of their own, and of rooms that they are in. */
function readableRows(reader_id: number): Readonly<Record<string, string>> {
  const own = `person_id = ${reader_id}`
  const inRoom = `(${reader_id} in (r.first_person_id, r.second_person_id) or exists (
    select from members m where m.tenant_id = r.tenant_id and m.project_id = r.project_id and m.person_id = ${reader_id}))`
  const inRoomOf = (table: string) => `exists (
    select from chat_rooms r where r.tenant_id = ${table}.tenant_id and r.id = ${table}.room_id and ${inRoom})`
  const file = `(not files.is_draft or files.${own}) and (files.room_id is null or ${inRoomOf('files')})`
  return {
    chat_rooms: `id in (select r.id from chat_rooms r where r.tenant_id = chat_rooms.tenant_id and ${inRoom})`,
    chat_messages: inRoomOf('chat_messages'),
    chat_seen: inRoomOf('chat_seen'),
    notifications: own,
    saved_views: `(is_shared or ${own})`,
    timers: own,
    trash: `deleted_by = ${reader_id}`,
    files: file,
    file_contents: `exists (
      select from files where files.tenant_id = file_contents.tenant_id and files.content_id = file_contents.id and ${file})`,
  }
}
const secretColumn = /(^|_)(password|hash|salt|secret|token)(_|$)|^device_key$|^has_second_factor$/

export type Export = {
  tenant: TenantRow
  /** How many bytes its files have. */
  bytes: number
  /**
   * A header line, then a line for each row: parents before children, each table in the order of its key. Lines with the bytes of the
   * contents follow, in the order of those rows. The last line has the SHA-256 of all these lines. Returns the number of rows. Throws
   * `LostFile`.
   */
  text: AsyncGenerator<string, number>
}

/** The store has lost the bytes of a file. */
export class LostFile extends Error {
  constructor(name: string) {
    super(`The bytes of ${name} are missing where files are kept.`)
  }
}

/** An administrator as the reader gets what they may see, and no reader everything: the operator's copy. */
type Scope = { subdomain: string; reader_id?: number }

/** Reads in the client's transaction, which has to be one snapshot, because the server may be writing. Null if there is no such workspace. */
export async function exportTenant(client: pg.ClientBase, store: FileStore, scope: Scope): Promise<Export | null> {
  const tenant = await enterTenant(client, scope.subdomain)
  if (!tenant) return null
  const contents = await listContents(client, tenant.id, scope)
  const bytes = contents.reduce((sum, { size }) => sum + size, 0)
  return { tenant, bytes, text: textOf({ client, store, tenant, contents, ...scope }) }
}

/** The tables that name contents, with their columns of a file's name and content. */
const filesIn: Readonly<Record<string, { name: string; content: string }>> = {
  files: { name: 'name', content: 'content_id' },
  documents: { name: 'name', content: 'content_id' },
  applications: { name: 'cv_name', content: 'cv_content_id' },
}

type Content = { id: string; object: string; size: number; name: string | null }

async function listContents(client: pg.ClientBase, tenant_id: number, { reader_id }: Scope) {
  // The database may be of an older release.
  const { rows: tables } = await client.query<{ name: string }>(
    'select name from unnest($1::text[]) name where to_regclass(name) is not null',
    [Object.keys(filesIn)],
  )
  if (!tables.length) return []
  const names = tables.map(({ name: table }) => {
    const { name = '', content = '' } = filesIn[table] ?? {}
    return `(select min(f.${name}) from ${table} f where f.tenant_id = $1 and f.${content} = file_contents.id)`
  })
  const { rows } = await client.query<Content>(
    `select id::text, object, size, coalesce(${names.join(', ')}) as name
     from file_contents where tenant_id = $1 and ${conditionOf('file_contents', reader_id)} order by id`,
    [tenant_id],
  )
  return rows
}

type Source = { client: pg.ClientBase; store: FileStore; tenant: TenantRow; contents: Content[] }

async function* textOf({ client, store, tenant, contents, reader_id }: Source & Scope) {
  const all = parentsFirst(await readTables(client)).flat()
  const tables = reader_id === undefined ? exportedTables(all) : readable(exportedTables(all), reader_id)
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
    ...(reader_id !== undefined && {
      private: {
        why: 'Only HR and the people concerned see these. The operator of the server can export them.',
        tables: privateTables,
        rows_of: Object.keys(readableRows(reader_id)),
      },
    }),
  }
  yield `${JSON.stringify(header)}\n`
  const hash = createHash('sha256')
  for await (const lines of bodyOf({ client, store, tenant, contents, tables })) {
    hash.update(lines)
    yield lines
  }
  yield `${JSON.stringify({ sha256: hash.digest('hex') })}\n`
  return counts.reduce((sum, { rows: n }) => sum + n, 0)
}

async function* bodyOf({ client, store, tenant, contents, tables }: Source & { tables: Table[] }) {
  for (const table of tables) yield* rowsOf(client, table, tenant.id)
  // Objects outlive their rows, so that the snapshot need not last until all of them are read.
  await client.query('commit')
  for (const content of contents) yield* piecesOf(store, tenant.id, content)
}

async function* piecesOf(store: FileStore, tenant_id: number, { id, object, name }: Content) {
  const bytes: Readable = await store.get(keyOf(tenant_id, object)).catch((error) => {
    throw error instanceof NoObject ? new LostFile(name ?? 'a deleted file') : error
  })
  for await (const piece of bytes) yield `{"content":${id},"bytes":"${(piece as Buffer).toString('base64')}"}\n`
}

/** The tables of a file, without the columns that are not exported. */
export const exportedTables = (all: Table[]) => all.filter(({ name }) => !leftOut.includes(name)).map(withoutSecrets)

function withoutSecrets(table: Table) {
  const secrets = table.columns.filter(({ name }) => secretColumn.test(name))
  return { ...table, columns: table.columns.filter((column) => !secrets.includes(column)), secrets }
}

const conditionOf = (table: string, reader_id?: number) =>
  (reader_id === undefined ? undefined : readableRows(reader_id)[table]) ?? 'true'

const readable = <T extends Table>(tables: readonly T[], reader_id: number): T[] =>
  tables
    .filter(({ name }) => !privateTables.includes(name))
    .map((table) => ({ ...table, condition: conditionOf(table.name, reader_id) }))

async function* rowsOf(
  client: pg.ClientBase,
  { name, tenant_column, condition = 'true', columns, key }: Table,
  tenant_id: number,
) {
  // Unlike jsonb, json can contain line breaks.
  const list = columns.map(({ quoted, is_json }) => (is_json ? `${quoted}::jsonb as ${quoted}` : quoted)).join(', ')
  await client.query(
    `declare export no scroll cursor for
     select row_to_json(r)::text as row from (select ${list} from ${name} where ${tenant_column} = $1 and ${condition} order by ${key.join(', ')}) r`,
    [tenant_id],
  )
  for (;;) {
    const { rows } = await client.query<{ row: string }>(`fetch ${rowsAtOnce} from export`)
    if (!rows.length) break
    yield rows.map(({ row }) => `{"table":${JSON.stringify(name)},"row":${row}}\n`).join('')
  }
  await client.query('close export')
}
