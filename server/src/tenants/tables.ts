// Finds a tenant's rows by the catalogue, so that new tables are exported and deleted like the others.
import type pg from 'pg'
import { tenantSetting } from '../kit/db/db.ts'

export type Table = {
  /** Quoted and qualified as needed. */
  name: string
  tenant_column: string
  /** The condition of the rows that are meant, if not all are. */
  condition?: string
  columns: { name: string; quoted: string; type: string; is_json: boolean }[]
  /** The quoted columns of the primary key. */
  key: string[]
  /** Other tables that its foreign keys refer to. */
  refers_to: string[]
}

export type TenantRow = { id: number; name: string; subdomain: string; schema: string }

/** Lists `tenants` and every table with a `tenant_id`. */
export async function readTables(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    select c.oid::regclass::text as name,
      case when c.oid = 'tenants'::regclass then 'id' else 'tenant_id' end as tenant_column,
      (select json_agg(json_build_object('name', a.attname, 'quoted', quote_ident(a.attname), 'type', format_type(a.atttypid, null),
         'is_json', a.atttypid = 'json'::regtype)
         order by a.attnum) from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
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

/** Orders tables in steps, each of which refers only to itself and earlier ones. Tables in a reference cycle share a step. */
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

export async function countRows(client: pg.ClientBase, tables: Table[], tenant_id: number) {
  const counts: { name: string; rows: number }[] = []
  for (const { name, tenant_column, condition = 'true' } of tables) {
    const text = `select count(*) as n from ${name} where ${tenant_column} = $1 and ${condition}`
    const { rows } = await client.query<{ n: string }>(text, [tenant_id])
    counts.push({ name, rows: Number(rows[0]?.n) })
  }
  return counts
}

/** Moves the transaction into the context of a subdomain's workspace. Returns null if there is none. */
export async function enterTenant(client: pg.ClientBase, subdomain: string) {
  const { rows } = await client.query<Omit<TenantRow, 'id'> & { id: string }>(
    'select id, name, subdomain, schema from tenants where subdomain = $1 and id > 0',
    [subdomain],
  )
  const [tenant] = rows
  if (!tenant) return null
  const id = Number(tenant.id)
  await client.query(tenantSetting(id))
  return { ...tenant, id }
}
