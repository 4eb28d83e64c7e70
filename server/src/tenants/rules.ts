import { type Db, sql } from '../kit/db/db.ts'

/** A name's key for uniqueness: it ignores case, invisible characters and surrounding or repeated white space. */
export const nameKeyOf = (name: string) =>
  name
    .normalize('NFKC')
    .replace(/[\p{Default_Ignorable_Code_Point}\u2800]/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase()

/** Whether any tenant has this value. Only the platform sees them all. */
export const isTaken = async (db: Db, column: 'subdomain' | 'name_key', value: string) =>
  (await db.selectFrom('tenants').select('id').where(column, '=', value).executeTakeFirst()) !== undefined

/** Whether the database knows the time zone. */
export async function isTimezone(db: Db, name: string) {
  const { rows } = await sql`select name from pg_timezone_names where name = ${name}`.execute(db)
  return rows.length > 0
}
