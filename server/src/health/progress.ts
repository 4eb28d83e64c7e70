import { type Api, progressWeeks, type WeekOfWork } from 'contract'
import { daysAfter, startOfWeek } from '../capacity/hours.ts'
import type { Viewer } from '../kit/context.ts'
import { type RawBuilder, sql } from '../kit/db/db.ts'
import type { Handlers } from '../kit/http/pipeline.ts'
import { findProject } from '../projects/rules.ts'
import { visible } from '../reads/visible.ts'

export const progress: Handlers<Api['progress']> = {
  async project(ctx, { params }) {
    const { id } = await findProject(ctx, params.project_id)
    return readWeeks(ctx, sql`p.id = ${id}`)
  },

  all: readAllWeeks,
}

/** The weeks of all active projects that somebody sees. */
export function readAllWeeks(viewer: Viewer) {
  return readWeeks(viewer, sql`p.is_active and ${visible(viewer)}`)
}

/**
 * The last weeks of the projects `p`, the current one last. Work that was imported as done without a date is done from the day on which it
 * came, and finished in no week. The bounds of the weeks are computed once, not for each pair of a week and an item. Each `offset 0` keeps a lateral subquery from becoming a join, which could
 * start with all tasks of the workspace.
 */
async function readWeeks({ db, tenant }: Viewer, isWanted: RawBuilder<unknown>): Promise<WeekOfWork[]> {
  const current = startOfWeek(tenant.today, tenant.first_day)
  const first = daysAfter(current, -7 * (progressWeeks - 1))
  const startOf = (day: RawBuilder<unknown>) => sql`((${day})::timestamp at time zone ${tenant.timezone})`
  const { rows } = await sql<WeekOfWork>`
    with seen as materialized (select p.id from projects p where p.tenant_id = ${tenant.id} and ${isWanted}),
    item as materialized (
      select each.created_at, each.done_at, each.is_undated from seen
      cross join lateral (
        select coalesce(s.created_at, t.created_at) as created_at, case when s.id is null then t.done_at else s.done_at end as done_at,
          coalesce(s.status, t.status) = 'done' and case when s.id is null then t.done_at else s.done_at end is null as is_undated
        from tasks t
        left join lateral (select * from subtasks s where s.tenant_id = ${tenant.id} and s.task_id = t.id offset 0) s on true
        where t.tenant_id = ${tenant.id} and t.project_id = seen.id
        offset 0) each),
    week as materialized (select day::date as week, ${startOf(sql`day`)} as start, ${startOf(sql`day + interval '7 days'`)} as until
      from generate_series(${first}::date, ${current}::date, interval '7 days') day)
    select week.week, count(*) filter (where created_at < until)::int as scope,
      count(*) filter (where done_at < until or (is_undated and created_at < until))::int as done,
      count(*) filter (where done_at >= start and done_at < until)::int as finished
    from week left join item on true group by week.week order by week.week`.execute(db)
  return rows
}
