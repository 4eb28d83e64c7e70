import { type Api, type Change, longFields, type TextChange } from 'contract'
import type { Ctx } from '../kit/context.ts'
import { Assembled } from '../kit/db/assembled.ts'
import { type RawBuilder, sql } from '../kit/db/db.ts'
import { notFound } from '../kit/errors.ts'
import { assembledPage } from '../kit/http/paging.ts'
import type { Handlers } from '../kit/http/pipeline.ts'
import { keyJson } from '../reads/task.ts'
import { visible } from '../reads/visible.ts'

export const history: Handlers<Api['history']> = {
  async ofTask(ctx, { params, query }) {
    const { id } = await found(
      ctx,
      sql`
      select t.id from tasks t join projects p on p.tenant_id = t.tenant_id and p.tenant_id = ${ctx.tenant.id} and p.id = t.project_id
      where t.tenant_id = ${ctx.tenant.id} and t.id = ${params.task_id} and ${visible(ctx)}`,
    )
    const of = sql`h.task_id = ${id} and h.comment_id is null and ${hasItsSubtask(ctx)}`
    return pageOfChanges(ctx, `/api/tasks/${id}/history/`, { of, query })
  },

  async ofProject(ctx, { params, query }) {
    const { id } = await found(
      ctx,
      sql`
      select p.id from projects p where p.tenant_id = ${ctx.tenant.id} and p.id = ${params.project_id} and ${visible(ctx)}`,
    )
    return pageOfChanges(ctx, `/api/projects/${id}/history/`, { of: sql`h.project_id = ${id} and h.task_id is null`, query })
  },

  async ofComment(ctx, { params, query }) {
    const { id } = await found(
      ctx,
      sql`
      select c.id from comments c
      join tasks t on t.tenant_id = c.tenant_id and t.tenant_id = ${ctx.tenant.id} and t.id = c.task_id
      join projects p on p.tenant_id = t.tenant_id and p.tenant_id = ${ctx.tenant.id} and p.id = t.project_id
      where c.tenant_id = ${ctx.tenant.id} and c.id = ${params.comment_id} and ${visible(ctx)}`,
    )
    return pageOfChanges(ctx, `/api/comments/${id}/history/`, { of: sql`h.comment_id = ${id}`, query })
  },

  async text(ctx, { params }) {
    const { id, project_id, field, ...subject } = await findTextChange(ctx, params.change_id)
    const same = sql`e.tenant_id = ${ctx.tenant.id} and e.field = ${field} and ${subjectOf({ project_id, ...subject })}`
    const { rows } = await sql<{ json: string }>`
      select json_build_object('id', h.id, 'at', iso(h.at), 'person', json_build_object('id', a.id, 'full_name', a.full_name),
        'subtask', ${subtaskJson}, 'field', h.field, 'before', h.before, 'after', h.after,
        'earlier', (select max(e.id) from history e where ${same} and e.id < ${id}),
        'later', (select min(e.id) from history e where ${same} and e.id > ${id})) as json
      from history h ${namesOf(ctx)}
      where h.tenant_id = ${ctx.tenant.id} and h.id = ${id}`.execute(ctx.db)
    return new Assembled<TextChange>(rows[0]?.json ?? 'null')
  },
}

type Page = { limit: number; offset: number }

async function pageOfChanges({ db, tenant }: Ctx, path: string, { of, query }: { of: RawBuilder<unknown>; query: Page }) {
  const matching = sql`from history h where h.tenant_id = ${tenant.id} and ${of}`
  const isLong = sql`h.field = any(${longFields})`
  const { rows } = await sql<{ count: number; json: string }>`
    with page as (select h.* ${matching} order by h.id desc limit ${query.limit} offset ${query.offset})
    select (select count(*) ${matching}) as count, coalesce(json_agg(json_build_object(
      'id', h.id, 'at', iso(h.at), 'person', json_build_object('id', a.id, 'full_name', a.full_name), 'subtask', ${subtaskJson},
      'field', h.field, 'before', case when not ${isLong} then h.before end, 'after', case when not ${isLong} then h.after end)
      order by h.id desc), '[]') as json
    from page h ${namesOf({ tenant })}`.execute(db)
  return assembledPage<Change>(path, query, rows[0] ?? { count: 0, json: '[]' })
}

const subtaskJson = sql`case when s.id is not null then
  json_build_object('id', s.id, 'key', ${keyJson(sql`p.key`, sql`s.number`)}, 'title', s.title) end`

const namesOf = ({ tenant }: Pick<Ctx, 'tenant'>) => sql`
  join people a on a.tenant_id = h.tenant_id and a.tenant_id = ${tenant.id} and a.id = h.person_id
  join projects p on p.tenant_id = h.tenant_id and p.tenant_id = ${tenant.id} and p.id = h.project_id
  left join subtasks s on s.tenant_id = h.tenant_id and s.tenant_id = ${tenant.id} and s.id = h.subtask_id`

/** Leaves out the changes of deleted subtasks. A scalar subquery, because a join could start with all subtasks. */
const hasItsSubtask = ({ tenant }: Ctx) =>
  sql`(h.subtask_id is null or (select s.id from subtasks s where s.tenant_id = ${tenant.id} and s.id = h.subtask_id) is not null)`

async function found({ db }: Ctx, select: RawBuilder<unknown>) {
  const { rows } = await sql<{ id: number }>`${select}`.execute(db)
  if (!rows[0]) throw notFound()
  return rows[0]
}

type Subject = { project_id: number; task_id: number | null; subtask_id: number | null; comment_id: number | null }

/** Finds a change of a text of which everything still exists and is visible. */
async function findTextChange(ctx: Ctx, id: number) {
  const { db, tenant } = ctx
  const { rows } = await sql<{ id: number; field: string } & Subject>`
    select h.id, h.field, h.project_id, h.task_id, h.subtask_id, h.comment_id from history h
    join projects p on p.tenant_id = h.tenant_id and p.tenant_id = ${tenant.id} and p.id = h.project_id
    where h.tenant_id = ${tenant.id} and h.id = ${id} and h.field = any(${longFields}) and ${visible(ctx)} and ${hasItsSubtask(ctx)}
      and (h.task_id is null or (select t.id from tasks t where t.tenant_id = ${tenant.id} and t.id = h.task_id) is not null)
      and (h.comment_id is null or (select c.id from comments c where c.tenant_id = ${tenant.id} and c.id = h.comment_id) is not null)`.execute(
    db,
  )
  if (!rows[0]) throw notFound()
  return rows[0]
}

/** The condition under which a change `e` is about the same thing, in the form of the indexes. */
function subjectOf({ project_id, task_id, subtask_id, comment_id }: Subject) {
  if (comment_id !== null) return sql`e.comment_id = ${comment_id}`
  if (task_id === null) return sql`e.project_id = ${project_id} and e.task_id is null`
  const ofSubtask = subtask_id === null ? sql`e.subtask_id is null` : sql`e.subtask_id = ${subtask_id}`
  return sql`e.task_id = ${task_id} and e.comment_id is null and ${ofSubtask}`
}
