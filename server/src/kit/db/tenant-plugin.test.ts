import assert from 'node:assert/strict'
import { test } from 'node:test'
import { people, tenants, testApp } from '../../testing/world.ts'
import { type Db, inTenant, sql, switchTenant } from './db.ts'
import { onPurpose } from './testing-statements.ts'

const { pools } = await testApp()

const inGlobex = <T>(work: (db: Db) => Promise<T>) => inTenant(pools.workspace, tenants.globex.id, 'read write', work)
const onPlatform = <T>(work: (db: Db) => Promise<T>) => inTenant(pools.platform, 0, 'read write', work)
const tenantsOf = (rows: { tenant_id: number }[]) => [...new Set(rows.map(({ tenant_id }) => tenant_id))]

test("a builder statement that names no tenant reads its transaction's tenant only", async () => {
  const everybody = (db: Db) => db.selectFrom('people').select('tenant_id')
  assert.deepEqual(tenantsOf(await inGlobex((db) => everybody(db).execute())), [tenants.globex.id])
  // Row security lets the platform read every tenant, so only the predicate restricts it here.
  assert.deepEqual(tenantsOf(await onPlatform((db) => everybody(db).execute())), [0])
  const everywhere = await onPlatform((db) => everybody(db.withoutPlugins()).modifyEnd(sql.raw(onPurpose)).execute())
  assert.ok(tenantsOf(everywhere).length > 1)
})

test('a builder statement names the tenant for every table that it uses, in the join of a joined one', () =>
  inGlobex(async (db) => {
    const { sql: text, parameters } = db
      .selectFrom(['tasks as t', 'tenants'])
      .innerJoin('projects as p', (join) => join.onRef('p.tenant_id', '=', 't.tenant_id').onRef('p.id', '=', 't.project_id'))
      .leftJoin('people', 'people.id', 't.assigned_to_id')
      .select('t.id')
      .where(sql<boolean>`t.title = 'a' or t.title = 'b'`)
      .forUpdate('t')
      .compile()
    assert.equal(
      text,
      'select "t"."id" from "tasks" as "t", "tenants"' +
        ' inner join "projects" as "p" on "p"."tenant_id" = $1 and ("p"."tenant_id" = "t"."tenant_id" and "p"."id" = "t"."project_id")' +
        ' left join "people" on "people"."tenant_id" = $2 and ("people"."id" = "t"."assigned_to_id")' +
        ` where "t"."tenant_id" = $3 and (t.title = 'a' or t.title = 'b') for update of "t"`,
    )
    assert.deepEqual(parameters, [2, 2, 2])
    const texts = [
      db.updateTable('tasks').set({ title: 'New' }),
      db.updateTable('tasks').from('projects').set({ title: 'New' }),
      db.deleteFrom('tasks').using('projects'),
    ].map((query) => query.compile().sql)
    assert.deepEqual(texts, [
      'update "tasks" set "title" = $1 where "tasks"."tenant_id" = $2',
      'update "tasks" set "title" = $1 from "projects" where "tasks"."tenant_id" = $2 and "projects"."tenant_id" = $3',
      'delete from "tasks" using "projects" where "tasks"."tenant_id" = $1 and "projects"."tenant_id" = $2',
    ])
  }))

test("an insert gets its transaction's tenant, unless it names one", async () => {
  const color = sql<string>`'#000000'`
  const rows = await inGlobex((db) =>
    db
      .insertInto('labels')
      .values([{ name: 'Plain' }, { name: 'Coloured', color }])
      .onConflict((conflict) => conflict.columns(['tenant_id', 'id']).doNothing())
      .returning(['tenant_id', 'name', 'color'])
      .execute(),
  )
  assert.deepEqual(tenantsOf(rows), [tenants.globex.id])
  assert.equal(rows[1]?.color, '#000000')
  const toAcme = inGlobex((db) => db.insertInto('labels').values({ tenant_id: 1, name: 'Elsewhere' }).execute())
  await assert.rejects(toAcme, /row-level security/)
})

test('the platform may name another tenant for each table, or move its transaction there', async () => {
  const { acme, globex } = tenants
  await onPlatform(async (db) => {
    const person = db
      .selectFrom('people as own')
      .innerJoin('people as other', (join) => join.on('other.tenant_id', '=', acme.id).on('other.id', '=', people.ann.id))
      .select(['own.tenant_id', 'other.tenant_id as other'])
      .modifyEnd(sql.raw(onPurpose))
    assert.deepEqual(await person.limit(1).execute(), [{ tenant_id: 0, other: acme.id }])
    const alone = await db.selectFrom('people').select('tenant_id').where('tenant_id', '=', acme.id).execute()
    assert.deepEqual(tenantsOf(alone), [acme.id])
    await switchTenant(db, globex.id)
    assert.deepEqual(tenantsOf(await db.selectFrom('people').select('tenant_id').execute()), [globex.id])
  })
})
