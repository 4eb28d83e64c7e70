// Tasks that come again after they are done: docs/decisions/069-work-that-comes-again.md
import { dayOfMonth, daysBetween, nextDueDate, type Recurrence, type Status } from 'contract'
import type { Ctx } from '../kit/context.ts'
import { pipelined } from '../kit/db/db.ts'
import { copyTask } from './copy.ts'
import { removeTask } from './removal.ts'
import { findTask, orNotFound } from './rules.ts'
import { contentOfTask } from './trash.ts'
import { workWaitingForAnyIn } from './waiting.ts'

type Fields = { status: Status; due_date: string | null; recurrence: Recurrence | null }
type Recurring = Fields & {
  id: number
  project_id: number
  project: { key: string | null; name: string }
  recurrence_day: number | null
  next_task_id: number | null
}
type Change = { [Field in keyof Fields]?: Fields[Field] | undefined }

/** A new task is published once, so it has this version until somebody changes something in it. */
const untouchedVersion = 2

const afterChange = <Task extends Recurring>(task: Task, { status, due_date, recurrence }: Change): Task => ({
  ...task,
  ...(status !== undefined && { status }),
  ...(due_date !== undefined && { due_date }),
  ...(recurrence !== undefined && { recurrence }),
})

/** A monthly task keeps to the day of the month of the due date that somebody has chosen. */
export const dayToKeep = ({ due_date, recurrence }: Omit<Fields, 'status'>) =>
  recurrence && due_date ? dayOfMonth(due_date) : null

export function dayAfterChange(before: Recurring, change: Change) {
  const after = afterChange(before, change)
  const isKept = after.due_date === before.due_date && after.recurrence === before.recurrence
  return isKept ? {} : { recurrence_day: dayToKeep(after) }
}

/**
 * The way in which a change of a task concerns the one after it: that one appears when the task is done, and goes when the task is
 * reopened. Undefined if it does neither.
 */
export function effectOnNext(before: Recurring, change: Change) {
  const { status, recurrence, next_task_id } = afterChange(before, change)
  if (status === 'done') return recurrence && next_task_id === null ? 'appears' : undefined
  return before.status === 'done' && next_task_id !== null ? 'goes' : undefined
}

/** Call it after the change is stored, and after all locks of tasks are taken: numbers of new work are taken after these. */
export async function changeNext(ctx: Ctx, effect: 'appears' | 'goes', before: Recurring, change: Change) {
  const next_task_id = effect === 'appears' ? await addNext(ctx, afterChange(before, change)) : await removeNext(ctx, before)
  if (next_task_id === undefined) return
  await ctx.db.updateTable('tasks').set({ next_task_id }).where('id', '=', before.id).execute()
}

async function addNext(ctx: Ctx, task: Recurring) {
  const { due_date, recurrence } = task
  if (!recurrence) return
  const { today } = ctx.tenant
  const recurrence_day = task.recurrence_day ?? dayOfMonth(due_date ?? today)
  const next = nextDueDate(recurrence, { due_date, today, day: recurrence_day })
  // The calendar has ended, and the recurrence with it.
  if (next === null) return
  const days = daysBetween(due_date ?? today, next)
  const { id } = await copyTask(ctx, task, { due_date: next, days, recurrence: { recurrence, recurrence_day } })
  return id
}

/** Removes the next task and returns null, unless somebody has worked on it: then it stays. */
async function removeNext(ctx: Ctx, { next_task_id }: Recurring) {
  const next = await ctx.db
    .selectFrom('tasks')
    .select('id')
    .where('id', '=', next_task_id)
    .where('version', '=', untouchedVersion)
    .where('status', '=', 'todo')
    .forUpdate()
    .executeTakeFirst()
  if (!next) return
  const [task, content, waiting] = await pipelined(
    findTask(ctx, next.id, 'delete'),
    contentOfTask(ctx, next.id).then(orNotFound),
    workWaitingForAnyIn(ctx, next.id),
  )
  await removeTask(ctx, task, { content, waiting })
  return null
}
