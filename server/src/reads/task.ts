// Reads one task in one statement with JSON that the database assembles: for a single row, more statements cost
// more than cheaper columns save.
import { reactions, type Task } from 'contract'
import type { Ctx } from '../kit/context.ts'
import { Assembled } from '../kit/db/assembled.ts'
import { byName, type RawBuilder, sql } from '../kit/db/db.ts'
import { isThere } from './files.ts'
import { visible } from './visible.ts'

const labelJson = sql`json_build_object('id', l.id, 'name', l.name, 'color', l.color)`

// The lateral joins read each nested list by an index, whatever the planner estimates.
const labelsJson = (tenant_id: number, task_id: RawBuilder<unknown>) => sql`
  select coalesce(json_agg(${labelJson} order by ${byName('l.name')}), '[]') as list
  from task_labels tl
  join labels l on l.tenant_id = tl.tenant_id and l.tenant_id = ${tenant_id} and l.id = tl.label_id
  where tl.tenant_id = ${tenant_id} and tl.task_id = ${task_id}`

/** The key as `keyOf` of the contract makes it. */
export const keyJson = (project_key: RawBuilder<unknown>, number: RawBuilder<unknown>) =>
  sql`coalesce(${project_key} || '-' || ${number}, '')`

/** The blockers of the task `t` or of one of its subtasks. Work in the trash blocks nothing. */
const blockersJson = (tenant_id: number, isWaiting: RawBuilder<unknown>) => sql`(
  select coalesce(json_agg(json_build_object('id', d.id, 'key', ${keyJson(sql`t.project_key`, sql`coalesce(bs.number, bt.number)`)},
    'title', coalesce(bs.title, bt.title), 'status', coalesce(bs.status, bt.status), 'task', bt.id, 'subtask', bs.id) order by d.id), '[]')
  from dependencies d
  join tasks bt on bt.tenant_id = d.tenant_id and bt.tenant_id = ${tenant_id} and bt.id = d.blocker_task_id
  left join subtasks bs on bs.tenant_id = d.tenant_id and bs.tenant_id = ${tenant_id} and bs.id = d.blocker_subtask_id
  where d.tenant_id = ${tenant_id} and d.task_id = t.id and ${isWaiting} and (d.blocker_subtask_id is null or bs.id is not null))`

/** The task after the task `t`, if it is still there. */
const nextJson = (tenant_id: number) => sql`case when t.next_task_id is not null then (
  select json_build_object('id', n.id, 'key', ${keyJson(sql`t.project_key`, sql`n.number`)})
  from tasks n where n.tenant_id = ${tenant_id} and n.id = t.next_task_id) end`

const subtaskJson = (tenant_id: number) => sql`json_build_object(
  'id', s.id, 'key', ${keyJson(sql`t.project_key`, sql`s.number`)}, 'title', s.title, 'description', s.description, 'task', s.task_id,
  'parent_task', json_build_object('id', t.id, 'title', t.title),
  'assigned_to', case when a.id is not null then json_build_object('id', a.id, 'full_name', a.full_name) end,
  'status', s.status, 'due_date', s.due_date, 'priority', s.priority, 'estimated_hours', s.estimated_hours, 'spent_minutes', s.spent_minutes,
  'created_at', iso(s.created_at), 'version', t.version, 'blocked_by', ${blockersJson(tenant_id, sql`d.subtask_id = s.id`)}, 'labels', lb.list)`

const taskJson = (tenant_id: number) => sql`json_build_object(
  'id', t.id, 'key', ${keyJson(sql`t.project_key`, sql`t.number`)}, 'title', t.title, 'description', t.description, 'status', t.status, 'priority', t.priority,
  'due_date', t.due_date, 'created_at', iso(t.created_at), 'version', t.version, 'project', t.project_id, 'project_name', t.project_name,
  'project_is_active', t.project_is_active,
  'assigned_to', case when a.id is not null then json_build_object('id', a.id, 'full_name', a.full_name) end,
  'spent_minutes', t.spent_minutes, 'blocked_by', ${blockersJson(tenant_id, sql`d.subtask_id is null`)}, 'recurrence', t.recurrence, 'next_task', ${nextJson(tenant_id)}, 'labels', lb.list, 'subtasks', subs.list, 'comments', said.list, 'files', attached.list)`

/** The reactions to a comment `c`. */
const reactionsJson = (tenant_id: number) => sql`(
  select coalesce(json_agg(json_build_object('reaction', r.reaction, 'people', r.people)
    order by array_position(${[...reactions]}::text[], r.reaction)), '[]')
  from (
    select r.reaction, json_agg(json_build_object('id', a.id, 'full_name', a.full_name) order by r.created_at, a.id) as people
    from comment_reactions r
    join people a on a.tenant_id = r.tenant_id and a.tenant_id = ${tenant_id} and a.id = r.person_id
    where r.tenant_id = ${tenant_id} and r.comment_id = c.id
    group by r.reaction) r)`

/** Reads a task. Returns undefined if this person does not see it. */
export async function readTask(ctx: Ctx, id: number): Promise<Task | undefined> {
  const task = await readTaskJson(ctx, id)
  return task && JSON.parse(task.json)
}

/** Like `readTask`, as unparsed JSON. */
export async function readTaskJson(ctx: Ctx, id: number) {
  const tenant_id = ctx.tenant.id
  const { rows } = await sql<{ json: string }>`
    select ${taskJson(tenant_id)} as json
    from (
      select t.*, p.key as project_key, p.name as project_name, p.is_active as project_is_active
      from tasks t join projects p on p.tenant_id = t.tenant_id and p.tenant_id = ${tenant_id} and p.id = t.project_id
      where t.tenant_id = ${tenant_id} and t.id = ${id} and ${visible(ctx)}) t
    left join people a on a.tenant_id = ${tenant_id} and a.id = t.assigned_to_id
    cross join lateral (${labelsJson(tenant_id, sql`t.id`)}) lb
    cross join lateral (
      select coalesce(json_agg(${subtaskJson(tenant_id)} order by s.id), '[]') as list
      from subtasks s
      left join people a on a.tenant_id = s.tenant_id and a.tenant_id = ${tenant_id} and a.id = s.assigned_to_id
      where s.tenant_id = ${tenant_id} and s.task_id = t.id) subs
    cross join lateral (
      select coalesce(json_agg(json_build_object('id', c.id, 'text', c.text, 'author', c.author_id,
        'author_name', a.full_name, 'created_at', iso(c.created_at), 'edited_at', iso(c.edited_at),
        'reactions', ${reactionsJson(tenant_id)}) order by c.id), '[]') as list
      from comments c
      join people a on a.tenant_id = c.tenant_id and a.tenant_id = ${tenant_id} and a.id = c.author_id
      where c.tenant_id = ${tenant_id} and c.task_id = t.id) said
    cross join lateral (
      select coalesce(json_agg(json_build_object('id', f.id, 'name', f.name, 'size', c.size, 'type', c.type,
        'preview', case when c.width is not null then json_build_object('width', c.width, 'height', c.height) end,
        'uploaded_by', json_build_object('id', a.id, 'full_name', a.full_name), 'comment', f.comment_id, 'created_at', iso(f.created_at)) order by f.id), '[]') as list
      from files f
      join file_contents c on c.tenant_id = f.tenant_id and c.tenant_id = ${tenant_id} and c.id = f.content_id
      join people a on a.tenant_id = f.tenant_id and a.tenant_id = ${tenant_id} and a.id = f.person_id
      where f.tenant_id = ${tenant_id} and f.task_id = t.id and not f.is_draft and ${isThere(tenant_id)}) attached`.execute(
    ctx.db,
  )
  return rows[0] && new Assembled<Task>(rows[0].json)
}
