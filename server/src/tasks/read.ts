// Tasks and subtasks as JSON that the database assembles.

import type { Subtask, Task } from 'contract'
import type { Insertable, RawBuilder } from 'kysely'
import { Assembled, type Db, sql } from '../kit/db.ts'
import type { DB } from '../kit/schema.gen.ts'
import type { Ctx } from '../kit/serve.ts'
import { visible } from '../projects/visible.ts'

type Condition = RawBuilder<boolean>

const labelJson = sql`json_build_object('id', l.id, 'name', l.name, 'color', l.color)`

// Each nested list hangs on its row by an index, whatever the planner believes of the tables' sizes: grouped joins are
// quicker while its statistics are fresh, and take seconds while they are not, as in a workspace filled a minute ago.
const labelsOf = (tenant_id: number, task_id: RawBuilder<unknown>) => sql`
  select coalesce(json_agg(${labelJson} order by lower(l.name)), '[]') as list
  from task_labels tl
  join labels l on l.tenant_id = tl.tenant_id and l.tenant_id = ${tenant_id} and l.id = tl.label_id
  where tl.tenant_id = ${tenant_id} and tl.task_id = ${task_id}`

const subtaskJson = sql`json_build_object(
  'id', s.id, 'title', s.title, 'description', s.description, 'task', s.task_id,
  'parent_task', json_build_object('id', t.id, 'title', t.title),
  'assigned_to', case when a.id is not null then json_build_object('id', a.id, 'full_name', a.full_name) end,
  'status', s.status, 'due_date', s.due_date, 'priority', s.priority, 'estimated_hours', s.estimated_hours,
  'created_at', iso(s.created_at), 'version', s.version, 'labels', lb.list)`

const taskJson = sql`json_build_object(
  'id', t.id, 'title', t.title, 'description', t.description, 'status', t.status, 'priority', t.priority,
  'due_date', t.due_date, 'created_at', iso(t.created_at), 'version', t.version, 'project', t.project_id, 'project_name', t.project_name,
  'project_is_active', t.project_is_active,
  'assigned_to', case when a.id is not null then json_build_object('id', a.id, 'full_name', a.full_name) end,
  'labels', lb.list, 'subtasks', subs.list, 'comments', said.list)`

/** The tasks that this person sees and `where` is true of (`t` the task, `p` its project), as one JSON array, with their number before paging. */
async function assembled(ctx: Ctx, where: Condition, paging = sql``) {
  const tenant_id = ctx.tenant.id
  const { rows } = await sql<{ count: number; json: string }>`
    with found as (
      select t.*, p.name as project_name, p.is_active as project_is_active
      from tasks t join projects p on p.tenant_id = t.tenant_id and p.tenant_id = ${tenant_id} and p.id = t.project_id
      where t.tenant_id = ${tenant_id} and ${visible(ctx)} and ${where}),
    page as (select * from found order by id ${paging})
    select (select count(*) from found) as count, coalesce(json_agg(${taskJson} order by t.id), '[]') as json
    from page t
    left join people a on a.tenant_id = ${tenant_id} and a.id = t.assigned_to_id
    cross join lateral (${labelsOf(tenant_id, sql`t.id`)}) lb
    cross join lateral (
      select coalesce(json_agg(${subtaskJson} order by s.id), '[]') as list
      from subtasks s
      left join people a on a.tenant_id = s.tenant_id and a.tenant_id = ${tenant_id} and a.id = s.assigned_to_id
      where s.tenant_id = ${tenant_id} and s.task_id = t.id) subs
    cross join lateral (
      select coalesce(json_agg(json_build_object('id', c.id, 'text', c.text, 'author', c.author_id,
        'author_name', a.full_name, 'created_at', iso(c.created_at)) order by c.id), '[]') as list
      from comments c
      join people a on a.tenant_id = c.tenant_id and a.tenant_id = ${tenant_id} and a.id = c.author_id
      where c.tenant_id = ${tenant_id} and c.task_id = t.id) said`.execute(ctx.db)
  return rows[0] ?? { count: 0, json: '[]' }
}

export const tasksWhere = (ctx: Ctx, where: Condition, page: { limit: number; offset: number }) =>
  assembled(ctx, where, sql`limit ${page.limit} offset ${page.offset}`)

export async function tasksOfProject(ctx: Ctx, project_id: number) {
  const { json } = await assembled(ctx, sql`t.project_id = ${project_id}`)
  return new Assembled<Task[]>(json)
}

/** The task, or undefined where this person does not see it. */
export async function oneTask(ctx: Ctx, id: number) {
  const { count, json } = await assembled(ctx, sql`t.id = ${id}`)
  return count ? new Assembled<Task>(json.slice(1, -1)) : undefined
}

const aroundSubtask = (tenant_id: number) => sql`
  join tasks t on t.tenant_id = s.tenant_id and t.tenant_id = ${tenant_id} and t.id = s.task_id
  left join people a on a.tenant_id = s.tenant_id and a.tenant_id = ${tenant_id} and a.id = s.assigned_to_id
  cross join lateral (${labelsOf(tenant_id, sql`s.task_id`)}) lb`

export async function oneSubtask({ db, tenant }: { db: Db; tenant: { id: number } }, id: number) {
  const { rows } = await sql<{ json: string }>`
    select ${subtaskJson} as json from subtasks s ${aroundSubtask(tenant.id)}
    where s.tenant_id = ${tenant.id} and s.id = ${id}`.execute(db)
  return rows[0] && new Assembled<Subtask>(rows[0].json)
}

type NewTask = Insertable<DB['tasks']> & { project_id: number }

/** Adds a task with these labels, all of which the caller holds, and answers it: one statement, as what it adds it does not see yet. */
export async function addTask({ db, tenant }: Ctx, task: NewTask, label_ids: number[]) {
  const { rows } = await sql<{ json: string }>`
    with made as (${db.insertInto('tasks').values(task).returningAll()}),
    labelled as (
      insert into task_labels (tenant_id, task_id, label_id)
      select ${tenant.id}, made.id, label_id from made, unnest(${label_ids}::bigint[]) as label_id)
    select ${taskJson} as json
    from (
      select made.*, p.name as project_name, p.is_active as project_is_active
      from made join projects p on p.tenant_id = ${tenant.id} and p.id = ${task.project_id}) t
    left join people a on a.tenant_id = ${tenant.id} and a.id = t.assigned_to_id
    cross join lateral (
      select coalesce(json_agg(${labelJson} order by lower(l.name)), '[]') as list
      from labels l where l.tenant_id = ${tenant.id} and l.id = any(${label_ids}::bigint[])) lb
    cross join (select '[]'::json as list) subs
    cross join (select '[]'::json as list) said`.execute(db)
  return new Assembled<Task>(rows[0]?.json ?? '')
}

/** Adds a subtask and answers it, likewise. */
export async function addSubtask({ db, tenant }: Ctx, subtask: Insertable<DB['subtasks']>) {
  const { rows } = await sql<{ json: string }>`
    with made as (${db.insertInto('subtasks').values(subtask).returningAll()})
    select ${subtaskJson} as json from made s ${aroundSubtask(tenant.id)}`.execute(db)
  return new Assembled<Subtask>(rows[0]?.json ?? '')
}
