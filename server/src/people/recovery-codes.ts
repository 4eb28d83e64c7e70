import { createHash, randomInt } from 'node:crypto'
import { type Db, sql } from '../kit/db/db.ts'

const count = 10
const length = 12
/** Without what people mistake for something else. */
const letters = 'abcdefghjkmnpqrstuvwxyz23456789'

/** The code as it is kept. 59 random bits need no slow hash. */
const hashOf = (code: string) => createHash('sha256').update(code).digest('base64url')

const newCode = () => Array.from({ length }, () => letters[randomInt(letters.length)]).join('')
const asShown = (code: string) => code.replace(/(.{4})(?=.)/g, '$1-')

/** Replaces the codes of a person. Returns the new ones, which are not kept in a readable form. */
export async function renewCodes(db: Db, person_id: number) {
  const codes = Array.from({ length: count }, newCode)
  await dropCodes(db, person_id)
  const rows = codes.map((code) => ({ person_id, hash: hashOf(code) }))
  await db.insertInto('recovery_codes').values(rows).execute()
  return codes.map(asShown)
}

export const dropCodes = (db: Db, person_id: number) =>
  db.deleteFrom('recovery_codes').where('person_id', '=', person_id).execute()

export async function countCodes(db: Db, person_id: number) {
  const { left } = await db
    .selectFrom('recovery_codes')
    .select(sql<number>`count(*)`.as('left'))
    .where('person_id', '=', person_id)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return left
}

/** Uses a code up. Returns whether it was one of the person's. */
export async function spendCode(db: Db, person_id: number, code: string) {
  const used = await db
    .updateTable('recovery_codes')
    .set({ used_at: sql<string>`now()` })
    .where('person_id', '=', person_id)
    .where('hash', '=', hashOf(code))
    .where('used_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return used !== undefined
}
