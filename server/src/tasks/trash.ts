import { undoSeconds } from 'contract'
import type { RawBuilder } from 'kysely'
import { type Db, inTenant, sql } from '../kit/db.ts'
import { notFound } from '../kit/errors.ts'
import type { Ctx, Pools } from '../kit/serve.ts'

const kept = sql`interval '1 hour'`

type Kind = 'task' | 'subtask' | 'comment' | 'label'
/** A row as the database wrote it into JSON. Only what is looked at is named. */
type Row<Named = unknown> = Named & Record<string, unknown>
export type Work = { title: string; assigned_to_id: number | null; status: string }

export type TaskInTrash = {
  task: Row<Work & { project_id: number }>
  label_ids: number[]
  subtasks: Row<Work>[]
  comments: Row[]
}
export type SubtaskInTrash = Row<Work & { task_id: number }>
export type CommentInTrash = Row<{ id: number; task_id: number; author_id: number; text: string }>
export type LabelInTrash = { label: Row; task_ids: number[] }

const list = (rows: RawBuilder<unknown>) => sql`(select coalesce(json_agg(${rows}), '[]') from ${rows})`

/** Deletes the task, which the caller holds, with all that is in it: its subtasks are answered. One statement, so that it keeps just what it deletes. */
export async function discardTask({ db, tenant, me }: Ctx, id: number): Promise<Work[]> {
  const { rows } = await sql<{ subtasks: string }>`
  with subtask as (delete from subtasks s where s.tenant_id = ${tenant.id} and s.task_id = ${id} returning s.*),
  comment as (delete from comments c where c.tenant_id = ${tenant.id} and c.task_id = ${id} returning c.*),
  label_id as (delete from task_labels u where u.tenant_id = ${tenant.id} and u.task_id = ${id} returning u.label_id),
  gone as (delete from tasks t where t.tenant_id = ${tenant.id} and t.id = ${id} returning t.*)
  insert into trash (tenant_id, kind, row_id, deleted_by, content)
  select ${tenant.id}, 'task', gone.id, ${me.id}, json_build_object('task', gone,
    'label_ids', (select coalesce(json_agg(label_id.label_id), '[]') from label_id),
    'subtasks', ${list(sql`subtask`)}, 'comments', ${list(sql`comment`)})
  from gone returning content -> 'subtasks' as subtasks`.execute(db)
  return JSON.parse(rows[0]?.subtasks ?? '[]')
}

/** Deletes the label, which the caller holds, and takes it off its tasks. */
export const discardLabel = ({ db, tenant, me }: Ctx, id: number) =>
  sql`
  with task_id as (delete from task_labels u where u.tenant_id = ${tenant.id} and u.label_id = ${id} returning u.task_id),
  gone as (delete from labels l where l.tenant_id = ${tenant.id} and l.id = ${id} returning l.*)
  insert into trash (tenant_id, kind, row_id, deleted_by, content)
  select ${tenant.id}, 'label', gone.id, ${me.id}, json_build_object('label', gone,
    'task_ids', (select coalesce(json_agg(task_id.task_id), '[]') from task_id))
  from gone`.execute(db)

/** Deletes a row that nothing hangs on. */
export const discard = ({ db, tenant, me }: Ctx, kind: 'subtask' | 'comment', id: number) =>
  sql`
  with gone as (delete from ${sql.table(`${kind}s`)} where tenant_id = ${tenant.id} and id = ${id} returning *)
  insert into trash (tenant_id, kind, row_id, deleted_by, content)
  select ${tenant.id}, ${kind}, gone.id, ${me.id}, to_json(gone) from gone`.execute(db)

/** Takes out of the trash what this person put there within the last `undoSeconds`; once, as the second finds nothing. */
export async function takeBack<Content>({ db, tenant, me }: Ctx, kind: Kind, id: number): Promise<Content> {
  const row = await db
    .deleteFrom('trash')
    .where('tenant_id', '=', tenant.id)
    .where('kind', '=', kind)
    .where('row_id', '=', id)
    .where('deleted_by', '=', me.id)
    .where('deleted_at', '>', sql<string>`now() - ${undoSeconds} * interval '1 second'`)
    .returning('content')
    .executeTakeFirst()
  if (!row) throw notFound()
  return JSON.parse(row.content)
}

/** Puts rows back as they were, under their own ids. The versions before were the deletion's and the last that was seen. */
export async function putBack(
  db: Db,
  table: 'tasks' | 'subtasks' | 'comments' | 'labels',
  rows: readonly Row<{ version?: number }>[],
) {
  if (!rows.length) return
  const name = sql.table(table)
  await sql`
    insert into ${name}
    select back.* from json_populate_recordset(null::${name}, ${JSON.stringify(rows.map((row) => ({ ...row, version: (row.version ?? 1) + 2 })))}::json) back`.execute(
    db,
  )
}

/** Empties the trash, of every workspace, of what nobody can take back any more. */
export const sweepTrash = (pools: Pools) =>
  inTenant(pools.platform, 0, 'read write', (db) =>
    sql`delete from trash where deleted_at < now() - ${kept} /* across tenants */`.execute(db),
  )
