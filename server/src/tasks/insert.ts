// Adds many tasks and subtasks at once.
import type { Priority, Recurrence } from 'contract'
import type { Ctx } from '../kit/context.ts'
import { pipelined, sql } from '../kit/db/db.ts'
import { insertMany, type NewRow } from '../kit/db/insert-many.ts'
import { takeNumbers } from '../projects/keys.ts'
import { lockLabels } from './rules.ts'

/** In the order of their foreign keys. */
const tables = ['tasks', 'subtasks', 'comments', 'task_labels', 'dependencies', 'imported_rows'] as const
type Table = (typeof tables)[number]
export type Rows = { [T in Table]?: NewRow<T>[] }

/** Inserts the rows in one round trip. */
export const insertRows = ({ db }: Ctx, rows: Rows) =>
  pipelined(...tables.map((table) => insertMany(db, table, rows[table] ?? [])))

export async function newIds({ db }: Ctx, count: number) {
  const { rows } = await sql<{ id: number }>`select next_id() as id from generate_series(1, ${count}::int)`.execute(db)
  return rows.map(({ id }) => id)
}

/** A task or subtask to add, in the status to do. `ref` names it among the others. */
export type PlannedWork = {
  ref: number
  /** The task's `ref`; null for a task itself. */
  parent: number | null
  title: string
  description: string
  priority: Priority
  due_date: string | null
  assigned_to_id: number | null
  estimated_hours: number | null
  recurrence: Recurrence | null
  recurrence_day: number | null
  label_ids: readonly number[]
  /** The `ref` of each; one that is not added, too, does not count. */
  blockers: readonly number[]
}

/** Adds the work to a project that the caller has locked, and returns its rows with their `ref`. */
export async function insertWork(ctx: Ctx, project_id: number, planned: readonly PlannedWork[]) {
  const [ids, labels] = await pipelined(
    newIds(ctx, planned.length),
    lockLabels(ctx, [...new Set(planned.flatMap(({ label_ids }) => label_ids))]),
  )
  const first = await takeNumbers(ctx.db, project_id, planned.length)
  const idOf = new Map(planned.map(({ ref }, nth) => [ref, ids[nth] ?? 0]))
  const nodeOf = new Map(planned.map((work) => [work.ref, nodeIn(idOf, work)]))
  const isLabel = new Set(labels.map(({ id }) => id))
  const added = planned.map((work, nth) => ({
    ...work,
    id: idOf.get(work.ref) ?? 0,
    number: first + nth,
    status: 'todo' as const,
  }))
  await insertRows(ctx, {
    tasks: added.filter(({ parent }) => parent === null).map((work) => taskRow(project_id, work)),
    subtasks: added.filter(({ parent }) => parent !== null).map((work) => subtaskRow(idOf.get(work.parent ?? 0) ?? 0, work)),
    task_labels: added.flatMap(({ id, label_ids }) =>
      label_ids.filter((label_id) => isLabel.has(label_id)).map((label_id) => ({ task_id: id, label_id })),
    ),
    dependencies: added.flatMap(({ ref, blockers }) =>
      blockers.flatMap((blocker) => {
        const [waiting, other] = [nodeOf.get(ref), nodeOf.get(blocker)]
        return waiting && other
          ? { project_id, ...waiting, blocker_task_id: other.task_id, blocker_subtask_id: other.subtask_id }
          : []
      }),
    ),
  })
  return added
}

const nodeIn = (idOf: ReadonlyMap<number, number>, { ref, parent }: PlannedWork) => {
  const id = idOf.get(ref) ?? 0
  return parent === null ? { task_id: id, subtask_id: null } : { task_id: idOf.get(parent) ?? 0, subtask_id: id }
}

type Added = PlannedWork & { id: number; number: number; status: 'todo' }

const taskRow = (project_id: number, { id, number, title, description, priority, due_date, assigned_to_id, ...work }: Added) => {
  const { recurrence, recurrence_day, status } = work
  return { id, number, project_id, title, description, status, priority, due_date, assigned_to_id, recurrence, recurrence_day }
}

const subtaskRow = (task_id: number, { id, number, title, description, priority, due_date, assigned_to_id, ...work }: Added) => {
  const { estimated_hours, status } = work
  return { id, number, task_id, title, description, status, priority, due_date, assigned_to_id, estimated_hours }
}
