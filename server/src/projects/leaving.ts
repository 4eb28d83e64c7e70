import { sql } from '../kit/db.ts'
import type { Ctx } from '../kit/serve.ts'

/** Whoever is no member of a project any more keeps what they have done there, and nothing that is open. */
export async function leaveOpenWork({ db, tenant }: Ctx, { project_id, person_id }: { project_id: number; person_id: number }) {
  await sql`
    update tasks t set assigned_to_id = null
    where t.tenant_id = ${tenant.id} and t.project_id = ${project_id} and t.assigned_to_id = ${person_id} and t.status <> 'done'`.execute(
    db,
  )
  await sql`
    update subtasks s set assigned_to_id = null from tasks t
    where s.tenant_id = ${tenant.id} and s.assigned_to_id = ${person_id} and s.status <> 'done'
      and t.tenant_id = ${tenant.id} and t.id = s.task_id and t.project_id = ${project_id}`.execute(db)
}
