// Reads the catalogue of the migrated database, so that tomorrow's table is judged as well.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import type pg from 'pg'
import { testApp } from '../../testing/world.ts'
import { describeSchema, schemaFile } from './schema-types.ts'

const { asOwner, pools } = await testApp()

const names = (work: string) =>
  asOwner(async (client) => (await client.query<{ name: string }>(work)).rows.map(({ name }) => name))

const tenantTable = `c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace
  and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped)`

test('every table of a tenant has row security that even its owner obeys', async () => {
  assert.deepEqual(
    await names(`select relname as name from pg_class c where ${tenantTable} and not (relrowsecurity and relforcerowsecurity)`),
    [],
  )
})

test('every policy names the tenant for reading and for writing', async () => {
  assert.deepEqual(
    await names(`select c.relname as name from pg_class c where ${tenantTable} and not exists (
      select from pg_policy p where p.polrelid = c.oid and p.polcmd = '*' and p.polroles = '{0}'
        and pg_get_expr(p.polqual, c.oid) like '%app.tenant_id%' and pg_get_expr(p.polwithcheck, c.oid) like '%app.tenant_id%')`),
    [],
  )
})

test("a tenant's key, unique indexes and foreign keys begin with tenant_id", async () => {
  const first = (columns: string, table: string) =>
    `(select a.attname from pg_attribute a where a.attrelid = ${table} and a.attnum = ${columns})`
  assert.deepEqual(
    await names(`select i.indexrelid::regclass::text as name from pg_index i join pg_class c on c.oid = i.indrelid
      where ${tenantTable} and i.indisunique and ${first('i.indkey[0]', 'c.oid')} <> 'tenant_id'`),
    [],
  )
  assert.deepEqual(
    await names(`select k.conname as name from pg_constraint k join pg_class c on c.oid = k.conrelid
      where ${tenantTable} and k.contype = 'f' and (${first('k.conkey[1]', 'c.oid')} <> 'tenant_id'
        or k.confdeltype in ('n', 'd')
        or (${first('k.confkey[1]', 'k.confrelid')} <> 'tenant_id' and k.confrelid <> 'tenants'::regclass))`),
    [],
  )
  assert.deepEqual(
    await names(
      `select c.relname as name from pg_class c where ${tenantTable} and not exists (select from pg_index i where i.indrelid = c.oid and i.indisprimary)`,
    ),
    [],
  )
})

test('no id that a workspace is shown comes from a counter that all workspaces share', async () => {
  assert.deepEqual(
    await names(`select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'id'
      where ${tenantTable} and not exists (select from pg_attrdef d where d.adrelid = c.oid and d.adnum = a.attnum
        and pg_get_expr(d.adbin, c.oid) = 'next_id()') order by 1`),
    ['password_links', 'sessions'],
  )
})

test('tenant tables have no triggers, and there are no views', async () => {
  assert.deepEqual(await names('select tgname as name from pg_trigger where not tgisinternal'), [])
  assert.deepEqual(await names(`select viewname as name from pg_views where schemaname = 'public'`), [])
})

test('the running server owns nothing, and may not truncate, reference, trigger or create', async () => {
  assert.deepEqual(
    await names(
      `select c.relname as name from pg_class c where c.relowner in (select oid from pg_roles where rolname like 'atrium%')`,
    ),
    [],
  )
  assert.deepEqual(
    await names(`select r.rolname || ' on ' || c.relname as name from pg_class c, pg_roles r
      where r.rolname in ('atrium_workspace', 'atrium_platform', 'atrium_jobs') and c.relkind = 'r'
        and c.relnamespace in ('public'::regnamespace, 'pgboss'::regnamespace)
        and (has_table_privilege(r.oid, c.oid, 'truncate') or has_table_privilege(r.oid, c.oid, 'references') or has_table_privilege(r.oid, c.oid, 'trigger'))`),
    [],
  )
  for (const pool of Object.values(pools)) {
    const { rows } = await pool.query(`select rolsuper or rolbypassrls or rolcreaterole or rolcreatedb as mighty,
      has_schema_privilege('public', 'create') as creates from pg_roles where rolname = current_user`)
    assert.deepEqual(rows, [{ mighty: false, creates: false }])
  }
})

const count = async (client: Pick<pg.Client, 'query'>, table: string) =>
  Number((await client.query(`select count(*) as n from ${table}`)).rows[0].n)

/** Lends a connection of the server's pool, and returns it even if the work fails. */
async function asServer(work: (client: pg.PoolClient) => Promise<unknown>) {
  const client = await pools.workspace.connect()
  try {
    await work(client)
  } finally {
    client.release(true)
  }
}

const withoutTenant = "a transaction without a tenant sees no row, and with one only that tenant's"
test(withoutTenant, () =>
  asServer(async (client) => {
    const tables = await names(
      `select relname as name from pg_class c where ${tenantTable} and has_table_privilege('atrium_workspace', c.oid, 'select')`,
    )
    for (const table of tables) assert.equal(await count(client, table), 0, table)
    await client.query(`begin; set local app.tenant_id = '2'`)
    for (const table of ['people', 'projects', 'tasks', 'subtasks']) {
      const { rows } = await client.query(`select distinct tenant_id from ${table}`)
      assert.deepEqual(rows, [{ tenant_id: 2 }], table)
    }
    await assert.rejects(client.query(`insert into labels (tenant_id, name) values (1, 'smuggled')`), /row-level security/)
  }),
)

test("a tenant's row can't hang on another tenant's", () =>
  asServer(async (client) => {
    await client.query(`begin; set local app.tenant_id = '2'`)
    await assert.rejects(
      client.query(`insert into tasks (tenant_id, project_id, title) values (2, 1, 'attached to a project of tenant 1')`),
      /foreign key/,
    )
  }))

test('the description of the tables is that of the migrations', async () => {
  assert.equal(readFileSync(schemaFile, 'utf8'), await asOwner((client) => describeSchema(client)))
})
