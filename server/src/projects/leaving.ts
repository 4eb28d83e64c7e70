import type { Ctx } from '../kit/context.ts'
import { pipelined, sql } from '../kit/db/db.ts'

/** Unassigns the open work of a person who leaves a project; they stay the assignee of what is done. Returns whether there was any. */
export async function unassignOpenWorkIn(
  { db, tenant }: Ctx,
  { project_id, person_id }: { project_id: number; person_id: number },
) {
  const updates = await pipelined(
    sql`
      update tasks t set assigned_to_id = null, version = t.version + 1
      where t.tenant_id = ${tenant.id} and t.project_id = ${project_id} and t.assigned_to_id = ${person_id} and t.status <> 'done'`.execute(
      db,
    ),
    sql`
      update subtasks s set assigned_to_id = null, version = s.version + 1
      where s.tenant_id = ${tenant.id} and s.assigned_to_id = ${person_id} and s.status <> 'done'
        and ${projectOfSubtask(tenant.id)} = ${project_id}`.execute(db),
  )
  return updates.some(({ numAffectedRows = 0n }) => numAffectedRows > 0n)
}

/** The project of a subtask `s`. A scalar subquery, because a join could start with all tasks of the project. */
export const projectOfSubtask = (tenant_id: number) =>
  sql<number>`(select t.project_id from tasks t where t.tenant_id = ${tenant_id} and t.id = s.task_id)`
