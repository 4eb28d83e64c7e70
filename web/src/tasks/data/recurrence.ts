// Tasks that come again after they are done. See docs/decisions/069-work-that-comes-again.md.
import type { QueryClient } from '@tanstack/react-query'
import { api, dayOfMonth, nextDueDate, type Recurrence, type Task } from 'contract'
import { readOf } from '../../api/data.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { offerUndo } from '../../ui/feedback/undo.tsx'
import { formatDate } from '../../ui/text/dates.ts'
import { isTask, type WorkItem } from '../board/work.ts'
import { taskCache } from './cache.ts'

/** The recurrence of a task. Null if it has none, if the next one is there already, and for a subtask. */
export const recurrenceOf = (item: WorkItem) => (isTask(item) && !item.next_task ? item.recurrence : null)

export const pageOf = ({ id }: Pick<Task, 'id'>) => `/project_manager/tasks/${id}`

type Before = Pick<Task, 'recurrence' | 'due_date' | 'next_task'>
type Plan = { recurrence: Recurrence | ''; due_date: string }

/**
 * When the next task is due if this one is done today, as a sentence. Undefined if none follows. In a short month, a due date that is as
 * it was `before` may stand for a later day of the month, which only the server knows.
 */
export function nextDueHint({ recurrence, due_date }: Plan, { today, before }: { today: string; before?: Before | undefined }) {
  if (!recurrence || before?.next_task) return undefined
  if (recurrence === 'monthly' && before?.recurrence === recurrence && before.due_date === due_date && dayOfMonth(due_date) >= 28)
    return undefined
  const next = nextDueDate(recurrence, { due_date: due_date || null, today, day: dayOfMonth(due_date || today) })
  return next === null ? undefined : `The next one is due ${formatDate(next)}.`
}

/** `WEB-51 is next, due 01 Dec 2026.` */
export const nextWords = ({ key, due_date }: { key: string; due_date?: string | null | undefined }) =>
  `${key} is next${due_date ? `, due ${formatDate(due_date)}` : ''}.`

type Answered = {
  before: Task | undefined
  after: Task
  /** Gives the task its earlier status. Absent if another change than of its status has made the next task. */
  reopen?: () => Promise<unknown>
}

/** Shows the task that a change of another one has made, if it did. */
export async function announceNext(client: QueryClient, { before, after, reopen }: Answered) {
  const { key, next_task } = after
  if (!next_task || before?.next_task?.id === next_task.id) return
  // Its event may be late, or not come at all without a live connection.
  const next = await client
    .fetchQuery(readOf(api.tasks.get, { params: { task_id: String(next_task.id) } }))
    .catch(() => undefined)
  if (next) taskCache(client).putTask(next)
  const message = nextWords(next ?? next_task)
  const open = pageOf(next_task)
  if (!reopen) return toast.success(message, { open })
  offerUndo({ message, open, undo: reopen, undone: `${key} is no longer done.`, failed: `Failed to reopen ${key}.` })
}
