// Reads lists of tasks with one statement per table and assembles them here: for lists, plain columns are several times
// cheaper than JSON that the database assembles.
import type { Label, Priority, Status } from 'contract'
import type { Ctx } from '../kit/context.ts'
import { byName, countAll, pipelined, sql } from '../kit/db/db.ts'
import { wordPatterns } from '../kit/http/paging.ts'
import { idFrom } from '../projects/rules.ts'
import { filesWhere } from '../reads/files.ts'
import {
  assembleTasks,
  type BlockerRow,
  type Names,
  type ProjectName,
  subtaskColumns,
  type TaskParts,
  type TaskRow,
  taskColumns,
} from './assemble.ts'

/** `any` of these ids. Sent as text, because the driver would quote each element of an array. */
const among = (ids: readonly number[]) => sql<number>`any(${`{${ids.join()}}`})`

export type Filters = {
  limit: number
  offset: number
  status?: Status | undefined
  priority?: Priority | undefined
  search?: string | undefined
  after?: string | undefined
}

/** The condition under which a task `t` of these projects matches the filters. With an equality, the index delivers the order. */
export const matching = (project_ids: readonly number[], { status, priority, search, after }: Filters) => sql<boolean>`
  t.project_id = ${project_ids.length === 1 ? project_ids[0] : among(project_ids)}
  ${status === undefined ? sql`` : sql`and t.status = ${status}`}
  ${priority === undefined ? sql`` : sql`and t.priority = ${priority}`}
  ${after === undefined ? sql`` : sql`and t.id > ${idFrom(after)}`}
  ${search ? sql`and folded(t.title) like all (${wordPatterns(search)})` : sql``}`

/** Looked up only where there is one: without statistics, PostgreSQL may search all tasks of the workspace for each row. */
const nextNumber = ({ tenant }: Ctx) =>
  sql<number | null>`case when t.next_task_id is not null then (
    select n.number from tasks n where n.tenant_id = ${tenant.id} and n.id = t.next_task_id) end`.as('next_number')

/** Reads a page of tasks in projects that the caller has found visible, and counts all that match. */
export async function readTasks(ctx: Ctx, projects: readonly ProjectName[], filters: Filters) {
  const project_ids = projects.map(({ id }) => id)
  const found = ctx.db.selectFrom('tasks as t').where(matching(project_ids, filters))
  const [rows, { count }] = await pipelined(
    found.select(taskColumns).select(nextNumber(ctx)).orderBy('id').limit(filters.limit).offset(filters.offset).execute(),
    found.select(countAll).executeTakeFirstOrThrow(),
  )
  if (!rows.length) return { count, tasks: [] }
  const task_ids = rows.map(({ id }) => id)
  const parts = await partsOf(ctx, task_ids)
  return { count, tasks: assembleTasks(rows, projects, parts, await namesOf(ctx, rows, parts)) }
}

/** Reads the subtasks, comments, labels and files of these tasks, in display order. */
async function partsOf({ db, tenant }: Ctx, task_ids: readonly number[]): Promise<TaskParts> {
  const [subtasks, comments, reactions, labels, files, blockers] = await pipelined(
    db
      .selectFrom('subtasks')
      .select(subtaskColumns)
      .where('task_id', '=', among(task_ids))
      .orderBy('task_id')
      .orderBy('id')
      .execute(),
    db
      .selectFrom('comments')
      .select(['id', 'task_id', 'text', 'author_id', 'created_at', 'edited_at'])
      .where('task_id', '=', among(task_ids))
      .orderBy('task_id')
      .orderBy('id')
      .execute(),
    db
      .selectFrom('comment_reactions')
      .select(['comment_id', 'person_id', 'reaction'])
      .where('task_id', '=', among(task_ids))
      .orderBy('created_at')
      .orderBy('person_id')
      .execute(),
    db.selectFrom('task_labels').select(['task_id', 'label_id']).where('task_id', '=', among(task_ids)).execute(),
    filesWhere({ db, tenant }, sql`f.task_id = ${among(task_ids)} and not f.is_draft`),
    blockersOf({ db, tenant }, task_ids),
  )
  return { subtasks, comments, reactions, labels, files, blockers }
}

/** The blockers of these tasks and their subtasks. Work in the trash blocks nothing. */
async function blockersOf({ db, tenant }: Pick<Ctx, 'db' | 'tenant'>, task_ids: readonly number[]) {
  const { rows } = await sql<BlockerRow>`
    select d.id, d.task_id, d.subtask_id, coalesce(bs.number, bt.number) as number, coalesce(bs.title, bt.title) as title,
      coalesce(bs.status, bt.status) as status, bt.id as task, bs.id as subtask
    from dependencies d
    join tasks bt on bt.tenant_id = d.tenant_id and bt.tenant_id = ${tenant.id} and bt.id = d.blocker_task_id
    left join subtasks bs on bs.tenant_id = d.tenant_id and bs.tenant_id = ${tenant.id} and bs.id = d.blocker_subtask_id
    where d.tenant_id = ${tenant.id} and d.task_id = ${among(task_ids)} and (d.blocker_subtask_id is null or bs.id is not null)
    order by d.id`.execute(db)
  return rows
}

/** Reads the labels of these tasks in display order, and the names of their assignees and authors. */
async function namesOf(
  ctx: Ctx,
  tasks: readonly TaskRow[],
  { labels, subtasks, comments, reactions }: TaskParts,
): Promise<Names> {
  const assignees = [...tasks, ...subtasks].flatMap(({ assigned_to_id }) => assigned_to_id ?? [])
  const authors = [...comments.map(({ author_id }) => author_id), ...reactions.map(({ person_id }) => person_id)]
  const [labelRows, personRows] = await pipelined(
    labelsNamed(ctx, [...new Set(labels.map(({ label_id }) => label_id))]),
    peopleNamed(ctx, [...new Set([...assignees, ...authors])]),
  )
  return { labels: labelRows, people: new Map(personRows.map(({ id, full_name }) => [id, full_name])) }
}

async function labelsNamed({ db }: Ctx, ids: readonly number[]): Promise<Label[]> {
  if (!ids.length) return []
  const labels = db.selectFrom('labels').select(['id', 'name', 'color'])
  return labels.where('id', '=', among(ids)).orderBy(byName('name')).execute()
}

async function peopleNamed({ db }: Ctx, ids: readonly number[]) {
  if (!ids.length) return []
  const people = db.selectFrom('people').select(['id', 'full_name'])
  return people.where('id', '=', among(ids)).execute()
}
