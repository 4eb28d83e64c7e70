// Forgets once a night what refers to work and comments that are gone for good: docs/decisions/067-history.md
import type { Pools } from '../kit/context.ts'
import { type Db, inTenant, type RawBuilder, sql } from '../kit/db/db.ts'

/** Tables that refer to work without foreign keys, because it may come back from the trash, by the columns with its ids. */
const referring = {
  history: ['task_id', 'subtask_id', 'comment_id'],
  comment_reactions: ['task_id', 'comment_id'],
  dependencies: ['task_id', 'subtask_id', 'blocker_task_id', 'blocker_subtask_id'],
} as const

/** Returns the number of deleted rows. In each workspace's context: the platform's role may delete, and sees ids alone. */
export async function sweepGoneWork({ platform }: Pools) {
  const { rows: tenants } = await inTenant(platform, 0, 'read only', (db) =>
    sql<{ id: number }>`select id from tenants where id > 0 order by id`.execute(db),
  )
  let deleted = 0
  for (const { id } of tenants) deleted += await inTenant(platform, id, 'read write', (db) => sweepTenant(db, id))
  return deleted
}

async function sweepTenant(db: Db, tenant_id: number) {
  let deleted = 0
  for (const [table, columns] of Object.entries(referring))
    for (const column of columns) {
      const { numAffectedRows } = await sql`
        delete from ${sql.table(table)} r where r.tenant_id = ${tenant_id} and ${isGone(tenant_id, column)}`.execute(db)
      deleted += Number(numAffectedRows ?? 0)
    }
  return deleted
}

/**
 * Whether what a column of a row `r` names is neither there nor in the trash. The parts of a task that is in the trash are there with it.
 * Scalar subqueries, because the planner would choose between joins by its estimates, which vary.
 */
function isGone(tenant_id: number, column: string): RawBuilder<unknown> {
  const [kind = ''] = /(?:sub)?task|comment/.exec(column) ?? []
  const id = sql.ref(`r.${column}`)
  const gone = sql`${id} is not null
    and (select x.id from ${sql.table(`${kind}s`)} x where x.tenant_id = ${tenant_id} and x.id = ${id}) is null
    and (select d.row_id from trash d where d.tenant_id = ${tenant_id} and d.kind = ${kind} and d.row_id = ${id}) is null`
  if (kind === 'task') return gone
  const task_id = sql.ref(`r.${column.replace(kind, 'task')}`)
  return sql`${gone} and (select t.id from tasks t where t.tenant_id = ${tenant_id} and t.id = ${task_id}) is not null`
}
