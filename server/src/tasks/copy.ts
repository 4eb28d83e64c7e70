// Copies of tasks with their subtasks: docs/decisions/069-work-that-comes-again.md
import { addDays, type Recurrence, type Subtask, type Task } from 'contract'
import { withoutTicks } from 'contract/markdown'
import { creation, record } from '../history/record.ts'
import type { Ctx } from '../kit/context.ts'
import { pipelined } from '../kit/db/db.ts'
import { workAssigned } from '../notifications/messages.ts'
import { readTask } from '../reads/task.ts'
import { changed } from '../realtime/changed.ts'
import { notifyAssignees, withMembersOnly } from './assignee.ts'
import { insertWork, type PlannedWork } from './insert.ts'
import { orNotFound } from './rules.ts'

type Copy = {
  title?: string
  due_date: string | null
  /** The days by which the due dates of subtasks move. Null if they get none. */
  days: number | null
  recurrence?: { recurrence: Recurrence; recurrence_day: number }
}
type Source = { id: number; project_id: number; project: { key: string | null; name: string } }

/**
 * Adds a copy of a task of the caller's that is locked: its content, labels, assignees, subtasks, and what blocks what in it. Comments,
 * files and progress stay behind. Returns the copy.
 */
export async function copyTask(ctx: Ctx, { id, project_id, project }: Source, copy: Copy): Promise<Task> {
  const task = await readTask(ctx, id).then(orNotFound)
  const planned = [taskIn(task, copy), ...task.subtasks.map((subtask) => subtaskIn(task, subtask, copy, ctx.tenant.today))]
  const work = planned.map((item) => ({ ...item, status: 'todo', number: null }))
  const added = await insertWork(ctx, project_id, await withMembersOnly(ctx, project_id, work))
  const [copied, ...subtasks] = added
  const task_id = orNotFound(copied).id
  const [made] = await pipelined(
    changed(ctx, { task: task_id }),
    record(ctx, { project_id, task_id }, creation),
    notifyAssignees(ctx, { tasks: added.slice(0, 1), subtasks }, project, workAssigned),
  )
  return made
}

const taskIn = (task: Task, { title = task.title, due_date, recurrence }: Copy): PlannedWork => ({
  ...workIn(task, task),
  parent: null,
  title,
  due_date,
  estimated_hours: null,
  recurrence: null,
  recurrence_day: null,
  ...recurrence,
  label_ids: task.labels.map(({ id }) => id),
})

const subtaskIn = (task: Task, subtask: Subtask, { days }: Copy, today: string): PlannedWork => ({
  ...workIn(task, subtask),
  parent: refIn(task, { task: task.id, subtask: null }),
  title: subtask.title,
  due_date: subtask.due_date && days !== null ? notBefore(today, addDays(subtask.due_date, days)) : null,
  estimated_hours: subtask.estimated_hours,
  recurrence: null,
  recurrence_day: null,
  label_ids: [],
})

/** Work of a task by its place, because the task may have the id of one of its subtasks. Negative for work of other tasks. */
const refIn = ({ id, subtasks }: Task, { task, subtask }: { task: number; subtask: number | null }) =>
  subtask === null ? (task === id ? subtasks.length : -1) : subtasks.findIndex((other) => other.id === subtask)

const workIn = (task: Task, work: Task | Subtask) => {
  const { description, priority, assigned_to, blocked_by } = work
  return {
    ref: refIn(task, 'task' in work ? { task: work.task, subtask: work.id } : { task: work.id, subtask: null }),
    description: withoutTicks(description),
    priority,
    assigned_to_id: assigned_to?.id ?? null,
    blockers: blocked_by.map((blocker) => refIn(task, blocker)),
  }
}

/** New work is not due before today. */
export const notBefore = (today: string, date: string) => (date < today ? today : date)
