// A table of any length as an answer. It is read under row security, on a connection of its own, while it is sent.
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { stringify } from 'csv-stringify'
import type { Services, Tenant } from '../context.ts'
import { Download } from './download.ts'

const rowsAtOnce = 1000
/** Milliseconds after which a file ends unfinished: its reader keeps a connection from others. */
const longest = 15 * 60 * 1000

type Table<Row> = {
  /** Under which the browser saves it. */
  name: string
  head: readonly string[]
  query: { sql: string; parameters: readonly unknown[] }
  /** The cells of a row. One that a spreadsheet would take for a formula is escaped. */
  lineOf: (row: Row) => readonly unknown[]
}

export const csvDownload = <Row extends object>(
  { services, tenant }: { services: Services; tenant: Tenant },
  table: Table<Row>,
) => new Download({ name: table.name, type: 'text/csv; charset=utf-8' }, () => open(services, tenant, table))

async function open<Row extends object>({ connectAlone }: Services, tenant: Tenant, { head, query, lineOf }: Table<Row>) {
  const client = await connectAlone(tenant.id)
  // Without a byte order mark, Excel takes the file for one of the last century.
  const table = stringify({ bom: true, header: true, columns: [...head], escape_formulas: true, record_delimiter: 'windows' })
  async function* rows() {
    await client.query({ text: `declare lines no scroll cursor for ${query.sql}`, values: [...query.parameters] })
    for (;;) {
      const { rows: some } = await client.query<Row>(`fetch ${rowsAtOnce} from lines`)
      if (!some.length) return
      yield* some.map(lineOf)
    }
  }
  void pipeline(Readable.from(rows()), table, { signal: AbortSignal.timeout(longest) })
    .catch((error) => table.destroy(error))
    .finally(() => client.end().catch(() => undefined))
  return table
}
