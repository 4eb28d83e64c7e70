// Builds tasks of the API from the rows of their tables.
import { reactions as allReactions, type Blocker, type Comment, keyOf, type Label, type Subtask, type Task } from 'contract'
import type { Selectable } from 'kysely'
import type { DB } from '../kit/db/schema.gen.ts'
import { type AttachedFile, fileOf } from '../reads/files.ts'

export const taskColumns = [
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
  'recurrence',
  'next_task_id',
  'spent_minutes',
] as const
export const subtaskColumns = [
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
  'spent_minutes',
  'created_at',
] as const

/** `next_number` is that of the task with `next_task_id`, if it is still there. */
export type TaskRow = Pick<Selectable<DB['tasks']>, (typeof taskColumns)[number]> & { next_number: number | null }
type SubtaskRow = Pick<Selectable<DB['subtasks']>, (typeof subtaskColumns)[number]>
type CommentRow = Pick<Selectable<DB['comments']>, 'id' | 'task_id' | 'text' | 'author_id' | 'created_at' | 'edited_at'>
type ReactionRow = Pick<Selectable<DB['comment_reactions']>, 'comment_id' | 'person_id' | 'reaction'>
export type BlockerRow = Omit<Blocker, 'key'> & { number: number | null; task_id: number; subtask_id: number | null }
type TaskLabel = { task_id: number; label_id: number }
export type ProjectName = { id: number; key: string | null; name: string; is_active: boolean }
export type TaskParts = {
  labels: readonly TaskLabel[]
  subtasks: readonly SubtaskRow[]
  comments: readonly CommentRow[]
  reactions: readonly ReactionRow[]
  files: readonly AttachedFile[]
  blockers: readonly BlockerRow[]
}
export type Names = { labels: Label[]; people: ReadonlyMap<number, string> }

/** Builds the tasks of these rows, which are all in these projects. */
export function assembleTasks(
  rows: readonly TaskRow[],
  projects: readonly ProjectName[],
  { labels: taskLabels, subtasks, comments, reactions, files, blockers }: TaskParts,
  { labels, people }: Names,
): Task[] {
  const projectOf = new Map(projects.map((project) => [project.id, project]))
  const labelsOfTask = new Map<number, Label[]>(rows.map(({ id }) => [id, []]))
  const tasksOfLabel = Map.groupBy(taskLabels, ({ label_id }) => label_id)
  // Iterates in the order of the labels, so that each task gets its own in that order.
  for (const label of labels) for (const { task_id } of tasksOfLabel.get(label.id) ?? []) labelsOfTask.get(task_id)?.push(label)
  const subtasksOf = Map.groupBy(subtasks, ({ task_id }) => task_id)
  const commentsOf = Map.groupBy(comments, ({ task_id }) => task_id)
  const reactionsOf = Map.groupBy(reactions, ({ comment_id }) => comment_id)
  const blockersOfTask = Map.groupBy(blockers, ({ task_id }) => task_id)
  const filesOf = Map.groupBy(files, ({ task_id }) => task_id)

  return rows.flatMap((row) => {
    const project = projectOf.get(row.project_id)
    const own = {
      labels: labelsOfTask.get(row.id) ?? [],
      subtasks: subtasksOf.get(row.id) ?? [],
      comments: commentsOf.get(row.id) ?? [],
      files: filesOf.get(row.id) ?? [],
      blockers: blockersOfTask.get(row.id) ?? [],
      reactionsOf,
      people,
    }
    return project ? taskOf(row, project, own) : []
  })
}

type ReactionsOf = ReadonlyMap<number, readonly ReactionRow[]>
type Own = Omit<TaskParts, 'labels' | 'reactions'> & { labels: Label[]; reactionsOf: ReactionsOf; people: Names['people'] }

const taskOf = (
  row: TaskRow,
  project: ProjectName,
  { labels, subtasks, comments, files, blockers, reactionsOf, people }: Own,
): Task => ({
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
  spent_minutes: row.spent_minutes,
  blocked_by: shownBlockers(blockers, { project_key: project.key, subtask_id: null }),
  recurrence: row.recurrence,
  next_task:
    row.next_task_id !== null && row.next_number !== null
      ? { id: row.next_task_id, key: keyOf(project.key, row.next_number) }
      : null,
  labels,
  subtasks: subtasks.map((subtask) => subtaskOf(subtask, { task: row, project_key: project.key, labels, blockers, people })),
  comments: comments.map((comment) => commentOf(comment, { reactions: reactionsOf.get(comment.id) ?? [], people })),
  files: files.map(fileOf),
})

type Parent = {
  task: TaskRow
  project_key: string | null
  labels: Label[]
  blockers: readonly BlockerRow[]
  people: Names['people']
}

const subtaskOf = (
  row: SubtaskRow,
  { task: { id, title, version }, project_key, labels, blockers, people }: Parent,
): Subtask => ({
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
  spent_minutes: row.spent_minutes,
  created_at: row.created_at,
  version,
  blocked_by: shownBlockers(blockers, { project_key, subtask_id: row.id }),
  labels,
})

/** The blockers of the subtask, or without one of the task itself. */
const shownBlockers = (
  blockers: readonly BlockerRow[],
  { project_key, subtask_id }: { project_key: string | null; subtask_id: number | null },
): Blocker[] =>
  blockers.length === 0
    ? []
    : blockers
        .filter((row) => row.subtask_id === subtask_id)
        .map(({ id, number, title, status, task, subtask }) => ({
          id,
          key: keyOf(project_key, number),
          title,
          status,
          task,
          subtask,
        }))

type Said = { reactions: readonly ReactionRow[]; people: Names['people'] }

const commentOf = ({ id, text, author_id, created_at, edited_at }: CommentRow, said: Said): Comment => ({
  id,
  text,
  author: author_id,
  author_name: said.people.get(author_id) ?? '',
  created_at,
  edited_at,
  reactions: shownReactions(said),
})

/** In the order of the contract. */
const shownReactions = ({ reactions, people }: Said) =>
  reactions.length === 0
    ? []
    : allReactions.flatMap((reaction) => {
        const own = reactions
          .filter((row) => row.reaction === reaction)
          .flatMap(({ person_id }) => personIn(people, person_id) ?? [])
        return own.length ? [{ reaction, people: own }] : []
      })

const personIn = (people: Names['people'], id: number | null) => {
  const full_name = id === null ? undefined : people.get(id)
  return id === null || full_name === undefined ? null : { id, full_name }
}
