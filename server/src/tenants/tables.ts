// Where a tenant's rows are, as the catalogue says: a table added tomorrow is exported and deleted like the others.
import type pg from 'pg'
import { tenantSetting } from '../kit/db/db.ts'

export type Table = {
  /** As a statement names it: quoted, and with its schema, where it has to be. */
  name: string
  /** The column that holds the tenant's id. */
  tenant_column: string
  columns: { name: string; quoted: string; is_json: boolean }[]
  /** The columns of its primary key, quoted. */
  key: string[]
  /** The other tables that its foreign keys refer to. */
  refers_to: string[]
}

/** The table of tenants, and every table that has a `tenant_id`. */
export async function readTables(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    select c.oid::regclass::text as name,
      case when c.oid = 'tenants'::regclass then 'id' else 'tenant_id' end as tenant_column,
      (select json_agg(json_build_object('name', a.attname, 'quoted', quote_ident(a.attname), 'is_json', a.atttypid = 'json'::regtype)
         order by a.attnum) from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
      array(select quote_ident(a.attname) from pg_index i, unnest(i.indkey) with ordinality as k (attnum, place)
        join pg_attribute a on a.attnum = k.attnum
        where i.indrelid = c.oid and i.indisprimary and a.attrelid = c.oid order by k.place) as key,
      array(select distinct k.confrelid::regclass::text from pg_constraint k
        where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid) as refers_to
    from pg_class c
    where c.relkind in ('r', 'p') and not c.relispartition and c.relpersistence <> 't'
      and c.relnamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)
      and (c.oid = 'tenants'::regclass
        or exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped))
    order by name`)
  return rows
}

/** Tables in steps, each referring to itself and to earlier ones only. Tables that refer to each other in a circle share a step. */
export function parentsFirst(tables: Table[]): Table[][] {
  const steps: Table[][] = []
  let left = tables
  while (left.length) {
    const names = left.map(({ name }) => name)
    const free = left.filter(({ refers_to }) => !refers_to.some((name) => names.includes(name)))
    steps.push(...(free.length ? free.map((table) => [table]) : [left]))
    left = free.length ? left.filter((table) => !free.includes(table)) : []
  }
  return steps
}

/** How many rows of a tenant each table holds. */
export async function countRows(client: pg.ClientBase, tables: Table[], tenant_id: number) {
  const counts: { name: string; rows: number }[] = []
  for (const { name, tenant_column } of tables) {
    const { rows } = await client.query<{ n: string }>(`select count(*) as n from ${name} where ${tenant_column} = $1`, [
      tenant_id,
    ])
    counts.push({ name, rows: Number(rows[0]?.n) })
  }
  return counts
}

/** The workspace of a subdomain, in whose context the rest of this transaction is; nothing for the platform itself. */
export async function enterTenant(client: pg.ClientBase, subdomain: string) {
  const { rows } = await client.query<{ id: string; name: string; subdomain: string; schema: string }>(
    'select id, name, subdomain, schema from tenants where subdomain = $1 and id > 0',
    [subdomain],
  )
  const [tenant] = rows
  if (!tenant) return null
  const id = Number(tenant.id)
  await client.query(tenantSetting(id))
  return { ...tenant, id }
}
