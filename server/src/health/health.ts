import { type Api, type ProjectHealth, type ProjectStatus, soonDays } from 'contract'
import { daysAfter } from '../capacity/hours.ts'
import type { Viewer } from '../kit/context.ts'
import { Assembled } from '../kit/db/assembled.ts'
import { sql } from '../kit/db/db.ts'
import type { Handlers } from '../kit/http/pipeline.ts'
import { visible } from '../reads/visible.ts'
import { readAttention } from './attention.ts'
import { type DueHours, stateOf } from './state.ts'
import { readUnassigned } from './unassigned.ts'

export const health: Handlers<Api['health']> = {
  async projects(ctx) {
    return new Assembled<ProjectHealth[]>(JSON.stringify(await readHealth(ctx)))
  },

  attention: readAttention,
  unassigned: readUnassigned,
}

/** How the active projects stand that somebody sees, the newest first. */
export async function readHealth(viewer: Viewer): Promise<ProjectHealth[]> {
  const { today } = viewer.tenant
  const { id, role } = viewer.me
  const rows = await readFacts(viewer)
  return rows.map(({ status, end_date, unstarted, due_hours, next_title, next_date, next_task, ...row }) => {
    const facts = { status, end_date, overdue: row.overdue, unstarted, due_hours: JSON.parse(due_hours) as DueHours[] }
    const next_due =
      next_date && next_task && next_title !== null ? { date: next_date, title: next_title, task: next_task } : null
    return { ...row, next_due, ...stateOf(facts, today, { planner: role !== 'developer', id }) }
  })
}

type Row = Omit<ProjectHealth, 'next_due' | 'state' | 'reason'> & {
  status: ProjectStatus
  end_date: string | null
  unstarted: number
  due_hours: string
  next_date: string | null
  next_title: string | null
  next_task: number | null
}

/**
 * One scan of the tasks of each visible active project, and of the subtasks of each task. Each `offset 0` keeps a lateral subquery from
 * becoming a join, which could start with all tasks of the workspace. The next due row is the least array of its date, whether it is a
 * subtask, its id and its task's: an aggregate needs no sort.
 */
async function readFacts(viewer: Viewer) {
  const { db, tenant } = viewer
  const { today } = tenant
  const { rows } = await sql<Row>`
    with seen as materialized (
      select p.id, p.name, p.status, p.end_date, p.created_at, p.changed_at
      from projects p where p.tenant_id = ${tenant.id} and p.is_active and ${visible(viewer)}),
    work as materialized (
      select p.id as project, item.* from seen p
      cross join lateral (
        select t.id as task, null::bigint as subtask, t.status, t.due_date, null::bigint as assigned_to_id,
          null::numeric as hours, greatest(t.created_at, t.changed_at) as active_at
        from tasks t where t.tenant_id = ${tenant.id} and t.project_id = p.id
        union all
        select t.id, s.id, s.status, s.due_date, s.assigned_to_id, s.estimated_hours, null
        from tasks t
        cross join lateral (select * from subtasks s where s.tenant_id = ${tenant.id} and s.task_id = t.id offset 0) s
        where t.tenant_id = ${tenant.id} and t.project_id = p.id
        offset 0) item),
    counts as materialized (
      select project, count(*) filter (where subtask is null) as tasks,
        count(*) filter (where subtask is null and status = 'done') as tasks_done,
        count(subtask) as subtasks, count(subtask) filter (where status = 'done') as subtasks_done,
        count(*) filter (where status <> 'done' and due_date < ${today}::date) as overdue,
        count(subtask) filter (where status <> 'done' and assigned_to_id is null) as unassigned,
        count(*) filter (where status = 'todo' and due_date between ${today}::date and ${daysAfter(today, soonDays)}::date) as unstarted,
        min(array[due_date - date '2000-01-01', (subtask is not null)::int, coalesce(subtask, task), task])
          filter (where status <> 'done' and due_date >= ${today}::date) as next,
        max(active_at) as active_at
      from work group by project),
    due as materialized (
      select project, assigned_to_id as person, due_date, sum(hours) as hours from work
      where status <> 'done' and hours > 0 and assigned_to_id is not null and due_date is not null
      group by project, assigned_to_id, due_date),
    named as materialized (
      select d.person, (select e.full_name from people e where e.tenant_id = ${tenant.id} and e.id = d.person) as full_name
      from (select distinct person from due) d),
    due_in as materialized (
      select due.project, json_agg(json_build_object(
        'person', due.person, 'full_name', n.full_name, 'due_date', due.due_date, 'hours', due.hours)) as list
      from due join named n on n.person = due.person group by due.project)
    select p.id as project, p.name, coalesce(c.tasks, 0) as tasks, coalesce(c.tasks_done, 0) as tasks_done,
      coalesce(c.subtasks, 0) as subtasks, coalesce(c.subtasks_done, 0) as subtasks_done,
      coalesce(c.overdue, 0) as overdue, coalesce(c.unassigned, 0) as unassigned,
      iso(greatest(p.created_at, p.changed_at, c.active_at, (
        select u.created_at from project_updates u
        where u.tenant_id = ${tenant.id} and u.project_id = p.id order by u.id desc limit 1))) as last_activity_at,
      p.status, p.end_date, coalesce(c.unstarted, 0) as unstarted, coalesce(d.list, '[]') as due_hours,
      date '2000-01-01' + c.next[1]::int as next_date, c.next[4] as next_task,
      case c.next[2]
        when 0 then (select t.title from tasks t where t.tenant_id = ${tenant.id} and t.id = c.next[3])
        when 1 then (select s.title from subtasks s where s.tenant_id = ${tenant.id} and s.id = c.next[3])
      end as next_title
    from seen p left join counts c on c.project = p.id left join due_in d on d.project = p.id
    order by p.id desc`.execute(db)
  return rows
}
