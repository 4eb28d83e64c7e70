// Reads the catalogue of the migrated database, so that tomorrow's table is judged as well.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import type pg from 'pg'
import { testApp } from '../../testing/world.ts'
import { catalogueRules } from './catalogue.ts'
import { describeSchema, schemaFile } from './schema-types.ts'

const { asOwner, pools } = await testApp()

const names = (work: string) =>
  asOwner(async (client) => (await client.query<{ name: string }>(work)).rows.map(({ name }) => name))

for (const { rule, sql } of catalogueRules)
  test(rule, async () => {
    for (const pool of Object.values(pools)) assert.deepEqual((await pool.query(sql)).rows, [])
  })

test('a trigger breaks a rule on a tenant’s table, and not on one of an extension', async () => {
  const { sql = '' } = catalogueRules.find(({ rule }) => rule === 'tenant tables have no triggers') ?? {}
  const triggersWith = (table: string) =>
    asOwner(async (client) => {
      await client.query('begin')
      await client.query('create schema of_extension')
      await client.query('create table of_extension.nodes ()')
      await client.query(
        `create trigger watched before update on ${table} for each row execute function suppress_redundant_updates_trigger()`,
      )
      const { rows } = await client.query(sql)
      await client.query('rollback')
      return rows
    })
  assert.deepEqual(await triggersWith('of_extension.nodes'), [])
  assert.deepEqual(await triggersWith('labels'), [{ name: 'watched' }])
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
      `select relname as name from pg_class c where relforcerowsecurity and relname <> 'tenants' and has_table_privilege('atrium_workspace', c.oid, 'select')`,
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
