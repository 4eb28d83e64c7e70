// Measures how many bytes a row needs on disk, in the database that the other parts have filled.
import pg from 'pg'
import { type Columns, table, whole } from './live-report.ts'
import { type Place, vacuum } from './scene.ts'

/** Smaller tables say more about pages than about rows. */
const leastRows = 1000

type Row = { name: string; rows: number; columns: number; indexes: number }

const columns: Columns<Row> = {
  table: ({ name }) => name,
  rows: ({ rows }) => whole(rows),
  'bytes a row | columns': (row) => whole(row.columns / row.rows),
  'bytes a row | indexes': (row) => whole(row.indexes / row.rows),
  'bytes a row | in all': (row) => whole((row.columns + row.indexes) / row.rows),
}

export async function measureSizes(place: Place, say: (text: string) => void) {
  await vacuum(place)
  const owner = new pg.Client({ connectionString: place.owner_url })
  await owner.connect()
  const { rows } = await owner.query<Row>(
    `select relname as name, reltuples as rows, pg_table_size(oid)::float as columns, pg_indexes_size(oid)::float as indexes
    from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and reltuples >= ${leastRows} order by relname`,
  )
  await owner.end()
  say(`\nsizes\n${table(rows, columns)}`)
  return rows
}
