// For tests: validates every statement that the product sends in a test file.
import assert from 'node:assert/strict'
import type pg from 'pg'
import { statements } from './db.ts'
import { tenantTables } from './schema.gen.ts'
import { type Catalogue, readCatalogue, refusedByCitus, tenantParameters } from './testing-citus.ts'

/** Marks the platform's few statements that read across tenants on purpose. */
export const onPurpose = '/* across tenants */'

/**
 * A statement that is known not to work fully in a distributed database: a new chat message continues from the last one's id, which the statement
 * that locks the room sets in one round trip.
 */
const known = "set_config('app.last_id', greatest(room."

/** Every statement that the product has sent in this process, with the first values. */
export const sentStatements = new Map<string, readonly unknown[]>()

/** Those that have been judged, and what the judgement needs to know of the schema, which no test changes for long. */
const judged = new Set<string>()
let catalogue: Catalogue | undefined

/** Starts recording. The returned function asserts that PostgreSQL finds the tenant's rows by each new statement, and Citus its node. */
export function watchStatements() {
  statements.seen = (text, values) => {
    if (!sentStatements.has(text)) sentStatements.set(text, values)
  }
  return async (client: Pick<pg.ClientBase, 'query'>) => {
    catalogue ??= await readCatalogue(client)
    const schema = catalogue
    const fresh = [...sentStatements].filter(([text]) => !judged.has(text))
    for (const [text] of fresh) judged.add(text)
    const ofTenants = fresh.filter(([text]) => !text.includes(onPurpose))
    const careless = ofTenants.flatMap(([text]) => unnamed(text).map((reference) => `${reference} in: ${text}`))
    assert.deepEqual(careless, [], 'Every statement names the tenant for every tenant table that it uses.')
    const mixed = ofTenants.filter(([text, values]) => new Set(tenantParameters(text).map((n) => Number(values[n - 1]))).size > 1)
    assert.deepEqual(mixed, [], 'Every statement names one tenant only.')
    const refused = fresh
      .filter(([text]) => !text.includes(known))
      .flatMap(([text]) => refusedByCitus(text, schema, text.includes(onPurpose)).map((reason) => `${reason}: ${text}`))
    assert.deepEqual(refused, [], 'A distributed database accepts every statement.')
  }
}

/** References to tenant tables without their own `tenant_id = $n`. An insert names the tenant in its columns instead. */
function unnamed(text: string) {
  const plain = text.replaceAll('"', '').replace(/\s+/g, ' ')
  const references = [...plain.matchAll(/\b(?:from|join|update|using) (?:public\.)?(\w+)(?: as)?(?: (\w+))?/g)]
  return references.flatMap(([, table = '', alias]) => {
    if (!tenantTables.has(table)) return []
    const own =
      !alias || /^(set|where|join|on|left|inner|order|group|limit|using|for|returning)$/.test(alias)
        ? [`${table}.`, '']
        : [`${alias}.`]
    const isNamed = own.some((prefix) => new RegExp(`(^|[ (])${prefix.replace('.', '\\.')}tenant_id = \\$\\d+`).test(plain))
    return isNamed ? [] : [`${table}${alias ? ` ${alias}` : ''}`]
  })
}
