// Frees what nothing refers to any more, once a night: first objects of the store, then rows. docs/decisions/065-files.md
import type { Pools } from '../kit/context.ts'
import { type Db, inTenant, sql } from '../kit/db/db.ts'
import type { FileStore, StoredObject } from '../kit/files/store.ts'
import { isUnused } from './content.ts'

const hour = 3_600_000
/** An object is written before its row, and a backup reads the objects of the rows that it has seen. */
const youngest = 24 * hour
/**
 * The objects of a workspace that this database does not have: deleting one removes them at once. They are spared for long because the
 * store may have got the wrong database by mistake.
 */
const youngestOfOthers = 30 * 24 * hour

/** Keys that this program makes. A bucket may hold other things. */
const ownKey = /^(\d+)\/(?:([0-9a-f-]{36})(?:\.small|\.large)?|part-(\d+)-\d+)(?:\.[0-9a-f-]{36}\.partial)?$/

type Swept = { objects: number; rows: number }

/** Returns how much it has deleted. Objects go before the rows of the same night, so they outlive theirs by a day. */
export async function sweepFiles(pools: Pools, store: FileStore, now = Date.now()): Promise<Swept> {
  const objects = await sweepObjects({ pools, store, now })
  const { rows: tenants } = await inTenant(pools.platform, 0, 'read only', (db) =>
    sql<{ tenant_id: number }>`
      select tenant_id from file_contents union select tenant_id from uploads /* across tenants */`.execute(db),
  )
  let rows = 0
  for (const { tenant_id } of tenants)
    rows += await inTenant(pools.workspace, tenant_id, 'read write', (db) => sweepRows(db, tenant_id))
  return { objects, rows }
}

async function sweepRows(db: Db, tenant_id: number) {
  let deleted = 0
  // Scalar subqueries, because the planner would choose between joins by its estimates, which vary.
  for (const sweep of [
    sql`delete from uploads where tenant_id = ${tenant_id} and touched_at < now() - interval '1 day'`,
    sql`delete from files where tenant_id = ${tenant_id} and trashed_at < now() - interval '1 hour'`,
    sql`delete from documents where tenant_id = ${tenant_id} and trashed_at < now() - interval '1 hour'`,
    sql`delete from documents where tenant_id = ${tenant_id} and is_draft and created_at < now() - interval '1 day'`,
    sql`delete from files f where f.tenant_id = ${tenant_id} and f.task_id is not null
      and (select t.id from tasks t where t.tenant_id = ${tenant_id} and t.id = f.task_id) is null
      and (select d.row_id from trash d where d.tenant_id = ${tenant_id} and d.kind = 'task' and d.row_id = f.task_id) is null`,
    sql`delete from files where tenant_id = ${tenant_id} and is_draft and created_at < now() - interval '1 day'`,
    // The comments of a deleted task are kept with it.
    sql`delete from files f where f.tenant_id = ${tenant_id} and f.comment_id is not null
      and (select k.id from comments k where k.tenant_id = ${tenant_id} and k.id = f.comment_id) is null
      and (select t.id from tasks t where t.tenant_id = ${tenant_id} and t.id = f.task_id) is not null
      and (select d.row_id from trash d where d.tenant_id = ${tenant_id} and d.kind = 'comment' and d.row_id = f.comment_id) is null`,
    sql`delete from file_contents c where c.tenant_id = ${tenant_id} and c.used_at < now() - interval '1 day' and ${isUnused(tenant_id)}`,
  ])
    deleted += Number((await sweep.execute(db)).numAffectedRows ?? 0)
  return deleted
}

type Sweep = { pools: Pools; store: FileStore; now: number }

/** Reads the store's list by workspace, so that it never holds more than the objects of one. */
async function sweepObjects(sweep: Sweep) {
  let removed = 0
  let [owner, objects] = ['', [] as StoredObject[]]
  const finish = async () => {
    if (objects.length) removed += await removeUnknown(sweep, Number(owner), objects)
    objects = []
  }
  for await (const object of sweep.store.list('')) {
    const [, tenant_id] = ownKey.exec(object.key) ?? []
    if (tenant_id === undefined || ageOf(object, sweep) < youngest) continue
    if (tenant_id !== owner) await finish()
    owner = tenant_id
    objects.push(object)
  }
  await finish()
  return removed
}

const ageOf = ({ written_at }: StoredObject, { now }: Sweep) => now - written_at.getTime()

/** Removes those objects of a workspace to which no row refers. */
async function removeUnknown(sweep: Sweep, tenant_id: number, objects: readonly StoredObject[]) {
  const known = await inTenant(sweep.pools.workspace, tenant_id, 'read only', async (db) => {
    const { rows } = await sql<{ name: string }>`
      select c.object as name from file_contents c where c.tenant_id = ${tenant_id}
      union all select u.id::text from uploads u where u.tenant_id = ${tenant_id}`.execute(db)
    const { rows: tenants } = await sql`select from tenants where id = ${tenant_id}`.execute(db)
    return { names: new Set(rows.map(({ name }) => name)), isTenant: tenants.length > 0 }
  })
  const keys = objects
    .filter((object) => known.isTenant || ageOf(object, sweep) >= youngestOfOthers)
    .map(({ key }) => key)
    .filter((key) => !known.names.has(nameIn(key)))
  await sweep.store.remove(keys)
  return keys.length
}

/** The object's name, or the upload's id of a part. What an interrupted write has left has none that a row knows. */
function nameIn(key: string) {
  const [, , object, upload_id] = ownKey.exec(key) ?? []
  return key.endsWith('.partial') ? '' : (object ?? upload_id ?? '')
}
