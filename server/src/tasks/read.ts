// Reads lists of tasks with one statement per table and assembles them here: for lists, plain columns are several times
// cheaper than JSON that the database assembles.
import { type Comment, keyOf, type Label, type Priority, type Status, type Subtask, type Task } from 'contract'
import type { Selectable } from 'kysely'
import type { Ctx } from '../kit/context.ts'
import { countAll, pipelined, sql } from '../kit/db/db.ts'
import type { DB } from '../kit/db/schema.gen.ts'
import { containing } from '../kit/http/paging.ts'
import { type AttachedFile, fileOf, filesWhere } from '../reads/files.ts'

const taskColumns = [
  'id',
  'number',
  'title',
  'description',
  'status',
  'priority',
  'due_date',
  'created_at',
  'version',
  'project_id',
  'assigned_to_id',
] as const
const subtaskColumns = [
  'id',
  'number',
  'title',
  'description',
  'task_id',
  'assigned_to_id',
  'status',
  'due_date',
  'priority',
  'estimated_hours',
  'created_at',
] as const

type TaskRow = Pick<Selectable<DB['tasks']>, (typeof taskColumns)[number]>
type SubtaskRow = Pick<Selectable<DB['subtasks']>, (typeof subtaskColumns)[number]>
type CommentRow = { id: number; task_id: number; text: string; author_id: number; created_at: string }
type TaskLabel = { task_id: number; label_id: number }
type ProjectName = { id: number; key: string | null; name: string; is_active: boolean }
type TaskParts = {
  labels: readonly TaskLabel[]
  subtasks: readonly SubtaskRow[]
  comments: readonly CommentRow[]
  files: readonly AttachedFile[]
}
type Names = { labels: Label[]; people: ReadonlyMap<number, string> }

/** `any` of these ids. Sent as text, because the driver would quote each element of an array. */
const among = (ids: readonly number[]) => sql<number>`any(${`{${ids.join()}}`})`

export type Filters = {
  limit: number
  offset: number
  status?: Status | undefined
  priority?: Priority | undefined
  search?: string | undefined
}

/** The condition under which a task `t` of these projects matches the filters. With an equality, the index delivers the order. */
export const matching = (project_ids: readonly number[], { status, priority, search }: Filters) => sql<boolean>`
  t.project_id = ${project_ids.length === 1 ? project_ids[0] : among(project_ids)}
  ${status === undefined ? sql`` : sql`and t.status = ${status}`}
  ${priority === undefined ? sql`` : sql`and t.priority = ${priority}`}
  ${search ? sql`and t.title ilike ${containing(search)}` : sql``}`

/** Reads a page of tasks in projects that the caller has found visible, and counts all that match. */
export async function readTasks(ctx: Ctx, projects: readonly ProjectName[], filters: Filters) {
  const project_ids = projects.map(({ id }) => id)
  const found = ctx.db.selectFrom('tasks as t').where(matching(project_ids, filters))
  const [rows, { count }] = await pipelined(
    found.select(taskColumns).orderBy('id').limit(filters.limit).offset(filters.offset).execute(),
    found.select(countAll).executeTakeFirstOrThrow(),
  )
  if (!rows.length) return { count, tasks: [] }
  const task_ids = rows.map(({ id }) => id)
  const parts = await partsOf(ctx, task_ids)
  return { count, tasks: assembleTasks(rows, projects, parts, await namesOf(ctx, rows, parts)) }
}

/** Reads the subtasks, comments, labels and files of these tasks, in display order. */
async function partsOf({ db, tenant }: Ctx, task_ids: readonly number[]): Promise<TaskParts> {
  const [subtasks, comments, labels, files] = await pipelined(
    db
      .selectFrom('subtasks')
      .select(subtaskColumns)
      .where('task_id', '=', among(task_ids))
      .orderBy('task_id')
      .orderBy('id')
      .execute(),
    db
      .selectFrom('comments')
      .select(['id', 'task_id', 'text', 'author_id', 'created_at'])
      .where('task_id', '=', among(task_ids))
      .orderBy('task_id')
      .orderBy('id')
      .execute(),
    db.selectFrom('task_labels').select(['task_id', 'label_id']).where('task_id', '=', among(task_ids)).execute(),
    filesWhere({ db, tenant }, sql`f.task_id = ${among(task_ids)} and not f.is_draft`),
  )
  return { subtasks, comments, labels, files }
}

/** Reads the labels of these tasks in display order, and the names of their assignees and authors. */
async function namesOf(ctx: Ctx, tasks: readonly TaskRow[], { labels, subtasks, comments }: TaskParts): Promise<Names> {
  const assignees = [...tasks, ...subtasks].flatMap(({ assigned_to_id }) => assigned_to_id ?? [])
  const authors = comments.map(({ author_id }) => author_id)
  const [labelRows, personRows] = await pipelined(
    labelsNamed(ctx, [...new Set(labels.map(({ label_id }) => label_id))]),
    peopleNamed(ctx, [...new Set([...assignees, ...authors])]),
  )
  return { labels: labelRows, people: new Map(personRows.map(({ id, full_name }) => [id, full_name])) }
}

async function labelsNamed({ db }: Ctx, ids: readonly number[]): Promise<Label[]> {
  if (!ids.length) return []
  const labels = db.selectFrom('labels').select(['id', 'name', 'color'])
  return labels.where('id', '=', among(ids)).orderBy(sql`lower(name)`).execute()
}

async function peopleNamed({ db }: Ctx, ids: readonly number[]) {
  if (!ids.length) return []
  const people = db.selectFrom('people').select(['id', 'full_name'])
  return people.where('id', '=', among(ids)).execute()
}

/** Builds the tasks of these rows, which are all in these projects. */
function assembleTasks(
  rows: readonly TaskRow[],
  projects: readonly ProjectName[],
  { labels: taskLabels, subtasks, comments, files }: TaskParts,
  { labels, people }: Names,
): Task[] {
  const projectOf = new Map(projects.map((project) => [project.id, project]))
  const labelsOfTask = new Map<number, Label[]>(rows.map(({ id }) => [id, []]))
  const tasksOfLabel = Map.groupBy(taskLabels, ({ label_id }) => label_id)
  // Iterates in the order of the labels, so that each task gets its own in that order.
  for (const label of labels) for (const { task_id } of tasksOfLabel.get(label.id) ?? []) labelsOfTask.get(task_id)?.push(label)
  const subtasksOf = Map.groupBy(subtasks, ({ task_id }) => task_id)
  const commentsOf = Map.groupBy(comments, ({ task_id }) => task_id)
  const filesOf = Map.groupBy(files, ({ task_id }) => task_id)

  return rows.flatMap((row) => {
    const project = projectOf.get(row.project_id)
    const own = {
      labels: labelsOfTask.get(row.id) ?? [],
      subtasks: subtasksOf.get(row.id) ?? [],
      comments: commentsOf.get(row.id) ?? [],
      files: filesOf.get(row.id) ?? [],
      people,
    }
    return project ? taskOf(row, project, own) : []
  })
}

type Own = Omit<TaskParts, 'labels'> & { labels: Label[]; people: Names['people'] }

const taskOf = (row: TaskRow, project: ProjectName, { labels, subtasks, comments, files, people }: Own): Task => ({
  id: row.id,
  key: keyOf(project.key, row.number),
  title: row.title,
  description: row.description,
  status: row.status,
  priority: row.priority,
  due_date: row.due_date,
  created_at: row.created_at,
  version: row.version,
  project: row.project_id,
  project_name: project.name,
  project_is_active: project.is_active,
  assigned_to: personIn(people, row.assigned_to_id),
  labels,
  subtasks: subtasks.map((subtask) => subtaskOf(subtask, { task: row, project_key: project.key, labels, people })),
  comments: comments.map((comment) => commentOf(comment, people)),
  files: files.map(fileOf),
})

type Parent = { task: TaskRow; project_key: string | null; labels: Label[]; people: Names['people'] }

const subtaskOf = (row: SubtaskRow, { task: { id, title, version }, project_key, labels, people }: Parent): Subtask => ({
  id: row.id,
  key: keyOf(project_key, row.number),
  title: row.title,
  description: row.description,
  task: row.task_id,
  parent_task: { id, title },
  assigned_to: personIn(people, row.assigned_to_id),
  status: row.status,
  due_date: row.due_date,
  priority: row.priority,
  estimated_hours: row.estimated_hours,
  created_at: row.created_at,
  version,
  labels,
})

const commentOf = ({ id, text, author_id, created_at }: CommentRow, people: Names['people']): Comment => ({
  id,
  text,
  author: author_id,
  author_name: people.get(author_id) ?? '',
  created_at,
})

const personIn = (people: Names['people'], id: number | null) => {
  const full_name = id === null ? undefined : people.get(id)
  return id === null || full_name === undefined ? null : { id, full_name }
}
