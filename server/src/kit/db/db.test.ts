import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testApp } from '../../testing/world.ts'
import { duplicateIn, inTenant, pipelined, sql } from './db.ts'

const { pools } = await testApp()

test('inserts of a few rows are prepared once for each number of rows, those of many are not', async () => {
  // The order of the columns is that of no other statement, which an earlier file may have sent on this connection.
  const prepared = await inTenant(pools.workspace, 1, 'read write', async (db) => {
    for (let rows = 1; rows <= 30; rows++) {
      const labels = Array.from({ length: rows }, (_, n) => ({ name: `Label ${rows} ${n}`, tenant_id: 1 }))
      await db.insertInto('labels').values(labels).execute()
    }
    const found = await sql<{ count: number }>`
      select count(*)::int as count from pg_prepared_statements where statement like 'insert into "labels" ("name", "tenant_id")%'`.execute(
      db,
    )
    return found.rows[0]?.count
  })
  assert.equal(prepared, 8)
})

test('the index of a duplicate is known, also from a distributed database, which names it in its message alone', async () => {
  const insert = () =>
    inTenant(pools.workspace, 1, 'read write', (db) => db.insertInto('labels').values({ tenant_id: 1, name: 'Twice' }).execute())
  await insert()
  const error = await insert().catch((thrown: Error) => thrown)
  assert.equal(duplicateIn(error), 'labels_name')
  const ofShard = new Error('duplicate key value violates unique constraint "labels_name_102009"')
  assert.equal(duplicateIn(Object.assign(ofShard, { code: '23505' })), 'labels_name')
})

test('of pipelined statements, the one that failed is reported, not one that failed because of it', async () => {
  const failing = inTenant(pools.workspace, 1, 'read write', async (db) => {
    const sentFirst = sql`do $$ begin raise exception 'A deadlock' using errcode = '40P01'; end $$`.execute(db)
    await pipelined(sql`select 1`.execute(db), sentFirst)
  })
  await assert.rejects(failing, { code: '40P01' })
})
