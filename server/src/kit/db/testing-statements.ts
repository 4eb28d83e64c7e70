// For tests: validates every statement that the product sends in a test file.
import assert from 'node:assert/strict'
import type pg from 'pg'
import { statements } from './db.ts'

/** Marks the platform's few statements that read across tenants on purpose. */
export const onPurpose = '/* across tenants */'

/** Every statement that the product has sent in this process. */
export const sentStatements = new Set<string>()

/** Starts recording. The returned function asserts that each statement named the tenant for every tenant table that it used. */
export function watchStatements() {
  statements.seen = (text) => sentStatements.add(text)
  return async (client: pg.Client) => {
    const { rows } = await client.query<{ relname: string }>(`
      select c.relname from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace and a.attname = 'tenant_id'`)
    const tables = rows.map(({ relname }) => relname)
    const careless = [...sentStatements]
      .filter((text) => !text.includes(onPurpose))
      .flatMap((text) => unnamed(text, tables).map((reference) => `${reference} in: ${text}`))
    assert.deepEqual(careless, [], 'Every statement names the tenant for every tenant table that it uses.')
    const copied = [...sentStatements].filter((text) => tables.includes(copiedInto(text) ?? ''))
    assert.deepEqual(copied, [], 'Rows of tenants are inserted by values: a distributed database would copy what is selected.')
  }
}

/** References to tenant tables without their own `tenant_id = $n`. An insert names the tenant in its columns instead. */
function unnamed(text: string, tables: string[]) {
  const plain = text.replaceAll('"', '').replace(/\s+/g, ' ')
  const references = [...plain.matchAll(/\b(?:from|join|update|using) (?:public\.)?(\w+)(?: as)?(?: (\w+))?/g)]
  return references.flatMap(([, table = '', alias]) => {
    if (!tables.includes(table)) return []
    const own =
      !alias || /^(set|where|join|on|left|inner|order|group|limit|using|for|returning)$/.test(alias)
        ? [`${table}.`, '']
        : [`${alias}.`]
    const isNamed = own.some((prefix) => new RegExp(`(^|[ (])${prefix.replace('.', '\\.')}tenant_id = \\$\\d+`).test(plain))
    return isNamed ? [] : [`${table}${alias ? ` ${alias}` : ''}`]
  })
}

/** The target of an `insert … select`. */
const copiedInto = (text: string) =>
  /\binsert into (?:public\.)?(\w+)(?: as \w+)? (?:\([^)]*\) )?(?:select|with)\b/.exec(
    text.replaceAll('"', '').replace(/\s+/g, ' '),
  )?.[1]
