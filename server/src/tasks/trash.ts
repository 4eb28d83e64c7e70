import { undoSeconds } from 'contract'
import type { RawBuilder } from 'kysely'
import type { Ctx, Pools } from '../kit/context.ts'
import { type Db, inTenant, pipelined, sql } from '../kit/db/db.ts'
import { notFound } from '../kit/errors.ts'

const kept = sql`interval '1 hour'`

type Kind = 'task' | 'subtask' | 'comment' | 'label' | 'import'
/** A row as JSON from the database. `Named` are the columns that the code reads. */
type Row<Named = unknown> = Named & { id: number } & Record<string, unknown>
export type Work = { number: number | null; title: string; assigned_to_id: number | null; status: string }

export type TaskInTrash = {
  task: Row<Work & { project_id: number; version: number; changed_at: string | null }>
  label_ids: number[]
  subtasks: SubtaskInTrash[]
  comments: CommentInTrash[]
}
export type SubtaskInTrash = Row<Work & { task_id: number }>
export type CommentInTrash = Row<{ task_id: number; author_id: number; text: string }>
type Labelled = { task_id: number; project_id: number }
export type LabelInTrash = { label: Row<{ name: string }>; labelled: Labelled[] }

type Table = 'tasks' | 'subtasks' | 'comments' | 'labels'

/** Reads rows as JSON, which keeps the exact value of every column. The database computes `search` again when a row is restored. */
async function rowsOf<Kept extends Row>({ db }: Ctx, table: Table, where: RawBuilder<unknown>): Promise<Kept[]> {
  const { rows } = await sql<{
    row: string
  }>`select (to_jsonb(r) - 'search')::json as row from ${sql.table(table)} r where ${where}`.execute(db)
  return rows.map(({ row }) => JSON.parse(row))
}

/**
 * Reads the task with everything that is deleted with it. The caller locks the task before this, in the same round trip, so
 * that nobody adds to it or deletes a comment. The subtasks are locked here, because others may be changing them.
 */
export const contentOfTask = async (ctx: Ctx, id: number): Promise<TaskInTrash | undefined> =>
  (await contentOfTasks(ctx, [id]))[0]

export async function contentOfTasks(ctx: Ctx, ids: readonly number[]): Promise<TaskInTrash[]> {
  const { db, tenant } = ctx
  const [tasks, subtasks, comments, links, formerLinks] = await pipelined(
    rowsOf<TaskInTrash['task']>(ctx, 'tasks', sql`r.tenant_id = ${tenant.id} and r.id = any(${ids}) order by r.id`),
    rowsOf<SubtaskInTrash>(ctx, 'subtasks', sql`r.tenant_id = ${tenant.id} and r.task_id = any(${ids}) order by r.id for update`),
    rowsOf<CommentInTrash>(ctx, 'comments', sql`r.tenant_id = ${tenant.id} and r.task_id = any(${ids}) order by r.id`),
    db.selectFrom('task_labels').select(['task_id', 'label_id']).where('task_id', '=', sql<number>`any(${ids})`).execute(),
    linksToLabelsInTrash(ctx, ids),
  )
  const byTask = <Of extends { task_id: number }>(rows: readonly Of[]) => Map.groupBy(rows, ({ task_id }) => task_id)
  const [subtasksOf, commentsOf, linksOf] = [byTask(subtasks), byTask(comments), byTask([...links, ...formerLinks])]
  return tasks.map((task) => ({
    task,
    subtasks: subtasksOf.get(task.id) ?? [],
    comments: commentsOf.get(task.id) ?? [],
    label_ids: (linksOf.get(task.id) ?? []).map(({ label_id }) => label_id),
  }))
}

const isUndoable = sql`x.deleted_at > now() - ${undoSeconds} * interval '1 second'`

/** What a task and a label in the trash know of each other, so that they come back together, whichever comes first. */
async function linksToLabelsInTrash({ db, tenant }: Ctx, task_ids: readonly number[]) {
  const { rows } = await sql<{ task_id: number; label_id: number }>`
    select (l ->> 'task_id')::bigint as task_id, x.row_id as label_id
    from trash x, json_array_elements(x.content -> 'labelled') l
    where x.tenant_id = ${tenant.id} and x.kind = 'label' and ${isUndoable} and (l ->> 'task_id')::bigint = any(${task_ids})`.execute(
    db,
  )
  return rows
}

async function labelledInTrash({ db, tenant }: Ctx, label_id: number) {
  const { rows } = await sql<Labelled>`
    with deleted as (
      select x.content as task from trash x where x.tenant_id = ${tenant.id} and x.kind = 'task' and ${isUndoable}
      union all
      select t from trash x, json_array_elements(x.content -> 'tasks') t
      where x.tenant_id = ${tenant.id} and x.kind = 'import' and ${isUndoable})
    select (task -> 'task' ->> 'id')::bigint as task_id, (task -> 'task' ->> 'project_id')::bigint as project_id from deleted
    where ${label_id} in (select l::bigint from json_array_elements_text(task -> 'label_ids') l)`.execute(db)
  return rows
}

/** Moves the task to the trash. The foreign keys delete its subtasks, comments and labels. */
export const moveTaskToTrash = (ctx: Ctx, content: TaskInTrash) =>
  pipelined(deleteRow(ctx, 'tasks', content.task.id), putInTrash(ctx, 'task', { id: content.task.id, content }))

/** Reads and locks the label. */
export const labelToDelete = (ctx: Ctx, id: number) =>
  rowsOf<LabelInTrash['label']>(ctx, 'labels', sql`r.tenant_id = ${ctx.tenant.id} and r.id = ${id} for update`)

/** Moves the label, which the caller has locked, to the trash and removes it from its tasks. Returns these. */
export async function moveLabelToTrash(ctx: Ctx, label: LabelInTrash['label']) {
  const { db } = ctx
  const links = await db.deleteFrom('task_labels').where('label_id', '=', label.id).returning('task_id').execute()
  const ids = links.map(({ task_id }) => task_id)
  const [there, deleted] = await pipelined(
    db.selectFrom('tasks').select(['id as task_id', 'project_id']).where('id', '=', sql<number>`any(${ids})`).execute(),
    labelledInTrash(ctx, label.id),
  )
  const content: LabelInTrash = { label, labelled: [...there, ...deleted] }
  await pipelined(deleteRow(ctx, 'labels', label.id), putInTrash(ctx, 'label', { id: label.id, content }))
  return content.labelled
}

/** Reads the subtasks' rows. The caller locks them or their tasks before this, in the same round trip. */
export const contentOfSubtasks = (ctx: Ctx, ids: readonly number[]) =>
  rowsOf<SubtaskInTrash>(ctx, 'subtasks', sql`r.tenant_id = ${ctx.tenant.id} and r.id = any(${ids}) order by r.id`)

/** Reads the comments' rows. The caller locks their tasks before this, in the same round trip: a comment changes under that lock. */
export const contentOfComments = (ctx: Ctx, ids: readonly number[]) =>
  rowsOf<CommentInTrash>(ctx, 'comments', sql`r.tenant_id = ${ctx.tenant.id} and r.id = any(${ids}) order by r.id`)

/** Moves a row without dependents to the trash, unless it was deleted concurrently. */
export async function moveToTrash(ctx: Ctx, kind: 'subtask' | 'comment', [row]: Row[]) {
  if (row) await pipelined(deleteRow(ctx, `${kind}s`, row.id), putInTrash(ctx, kind, { id: row.id, content: row }))
}

const deleteRow = ({ db }: Ctx, table: Table, id: number) => db.deleteFrom(table).where('id', '=', id).execute()

/** If two people delete a comment concurrently, the first one's entry stays. */
export const putInTrash = ({ db, me }: Ctx, kind: Kind, { id, content }: { id: number; content: object }) =>
  db
    .insertInto('trash')
    .values({ kind, row_id: id, deleted_by: me.id, content: JSON.stringify(content) })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'kind', 'row_id']).doNothing())
    .execute()

/** Takes an entry out of the trash that this person put there within the last `undoSeconds`. Throws `notFound` if there is none. */
export async function takeFromTrash<Content>({ db, me }: Ctx, kind: Kind, id: number): Promise<Content> {
  const row = await db
    .deleteFrom('trash')
    .where('kind', '=', kind)
    .where('row_id', '=', id)
    .where('deleted_by', '=', me.id)
    .where('deleted_at', '>', sql<string>`now() - ${undoSeconds} * interval '1 second'`)
    .returning('content')
    .executeTakeFirst()
  if (!row) throw notFound()
  return JSON.parse(row.content)
}

/** Inserts rows again under their own ids. Each has its own statement, so that one prepared text serves any number; all share a round trip. */
export async function restoreRows(db: Db, table: Table, rows: readonly Row[]) {
  const name = sql.table(table)
  await pipelined(
    ...rows.map((row) => {
      const columns = Object.keys(row).map((column) => sql.id(column))
      return sql`insert into ${name} (${sql.join(columns)}) values (${sql.join(Object.values(row))})`.execute(db)
    }),
  )
}

/** Deletes expired entries from the trash of every workspace. */
export const sweepTrash = (pools: Pools) =>
  inTenant(pools.platform, 0, 'read write', (db) =>
    sql`delete from trash where deleted_at < now() - ${kept} /* across tenants */`.execute(db),
  )
