import type { Insertable } from 'kysely'
import { type Db, pipelined } from './db.ts'
import type { DB } from './schema.gen.ts'

export type NewRow<T extends keyof DB> = Omit<Insertable<DB[T]>, 'tenant_id'>

/** A statement has at most 65,535 values. */
const perStatement = 500

/** Inserts any number of rows in one round trip. */
export const insertMany = <T extends keyof DB>(db: Db, table: T, rows: readonly NewRow<T>[]) =>
  pipelined(
    ...Array.from({ length: Math.ceil(rows.length / perStatement) }, (_, n) =>
      db
        .insertInto(table)
        // TypeScript does not connect the table with its rows here.
        .values(rows.slice(n * perStatement, (n + 1) * perStatement) as never)
        .execute(),
    ),
  )
