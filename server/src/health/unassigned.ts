import { type Api, mostListed, type OpenItem } from 'contract'
import type { Ctx } from '../kit/context.ts'
import { sql } from '../kit/db/db.ts'
import type { Handlers } from '../kit/http/pipeline.ts'
import { isRunning } from '../reads/projects.ts'
import { visible } from '../reads/visible.ts'
import { itemsJson } from './attention.ts'

/** One scan of the tasks of each project, and of the subtasks of each task, as for what needs attention. */
export const readUnassigned: Handlers<Api['health']>['unassigned'] = async (ctx: Ctx) => {
  const { db, tenant } = ctx
  const { rows } = await sql<{ count: number; results: string }>`
    with seen as materialized (
      select p.id, p.key, p.name from projects p where p.tenant_id = ${tenant.id} and ${isRunning} and ${visible(ctx)}),
    open as materialized (
      select p.id as project, p.key, p.name, item.* from seen p
      cross join lateral (
        select 'subtask' as type, s.id, s.number, s.task_id as task, s.due_date, s.assigned_to_id
        from tasks t
        cross join lateral (
          select * from subtasks s where s.tenant_id = ${tenant.id} and s.task_id = t.id
            and s.status <> 'done' and s.assigned_to_id is null offset 0) s
        where t.tenant_id = ${tenant.id} and t.project_id = p.id
        offset 0) item),
    first as materialized (select * from open order by due_date nulls last, id limit ${mostListed})
    select (select count(*) from open) as count, (select ${itemsJson(ctx, sql`i.due_date nulls last, i.id`)} from first i) as results`.execute(
    db,
  )
  const { count, results } = rows[0] ?? { count: 0, results: '[]' }
  return { count, results: JSON.parse(results) as OpenItem[] }
}
