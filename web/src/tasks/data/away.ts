// Asks before work is due while its assignee is away. See docs/decisions/074-capacity.md.
import type { QueryClient } from '@tanstack/react-query'
import type { Status } from 'contract'
import { type AwayAnswer, askIfAway } from '../../capacity/away.ts'
import { isTask, type WorkItem } from '../board/work.ts'
import { cachedTasks } from './cache.ts'

/** What a change resolves to if its author has taken it back when asked. */
export const cancelled = Symbol('cancelled')

/** What a change says about an assignee and a date. */
export type Dated = {
  due_date?: string | null | undefined
  assigned_to_id?: number | null | undefined
  status?: Status | undefined
}

/** Work as it is before the change. */
type WorkBefore = Pick<WorkItem, 'title' | 'status' | 'due_date' | 'assigned_to'> & { project: number }

/** New work, before its own assignee and date are set. */
export const asNew = (title: string, project: number): WorkBefore => ({
  ...{ title, project, status: 'todo', due_date: null, assigned_to: null },
})

/** A task or subtask as it was last read. */
export function knownWork(client: QueryClient, id: number): WorkBefore | undefined {
  for (const task of cachedTasks(client)) {
    if (task.id === id) return task
    const subtask = task.subtasks.find((each) => each.id === id)
    if (subtask) return { ...subtask, project: task.project }
  }
  return undefined
}

/** The assignee and the date after the change, if it concerns them and the work is open. */
function foreseen(before: WorkBefore, change: Dated) {
  const person = change.assigned_to_id === undefined ? before.assigned_to?.id : change.assigned_to_id
  const due_date = change.due_date === undefined ? before.due_date : change.due_date
  const isSame = person === before.assigned_to?.id && due_date === before.due_date
  if (isSame || !person || !due_date || (change.status ?? before.status) === 'done') return undefined
  return { title: before.title, person, due_date }
}

/** The change with the answer. */
function changedBy<Change extends Dated>(change: Change, answer: AwayAnswer): Change {
  if (answer.kind === 'assign') return { ...change, assigned_to_id: answer.person.id }
  return answer.kind === 'date' ? { ...change, due_date: answer.due_date } : change
}

type Wanted<Change> = { before: WorkBefore | undefined; change: Change }

/**
 * Makes a change, after a question if it makes work due while its assignee is away. Without a question it is made at once, so that the page
 * shows it in the same frame.
 */
export function askFirst<Change extends Dated, Answer>(
  client: QueryClient,
  { before, change }: Wanted<Change>,
  make: (change: Change) => Promise<Answer>,
): Promise<Answer | typeof cancelled> {
  const work = before && foreseen(before, change)
  const question = work && askAbout(client, [work], { project_id: before.project, change })
  if (!question) return make(change)
  return question.answer.then<Answer | typeof cancelled>((answer) => (answer ? make(changedBy(change, answer)) : cancelled))
}

/** The same for one change of many items: asks once. Undefined without a question; otherwise the change of each item, or `cancelled`. */
export function askOnce<Change extends Dated>(
  client: QueryClient,
  items: readonly WorkItem[],
  change: Change,
): Promise<((item: WorkItem) => Change) | typeof cancelled> | undefined {
  const works = items.flatMap((item) => {
    const before = isTask(item) ? item : { ...item, project: projectOf(client, item.task) }
    const work = foreseen(before, change)
    return work ? [{ ...work, item, project: before.project }] : []
  })
  const question = askAbout(client, works, { project_id: works[0]?.project ?? 0, change })
  return question?.answer.then((answer) => {
    if (!answer) return cancelled
    const concerned = new Set(question.concerned.map(({ item }) => item))
    return (item: WorkItem) => (concerned.has(item) ? changedBy(change, answer) : change)
  })
}

const projectOf = (client: QueryClient, task_id: number) => cachedTasks(client).find(({ id }) => id === task_id)?.project ?? 0

type Work = { title: string; person: number; due_date: string }

const askAbout = <W extends Work>(client: QueryClient, work: readonly W[], of: { project_id: number; change: Dated }) =>
  work.length > 0
    ? askIfAway({ client, work, project_id: of.project_id, isAssignment: of.change.assigned_to_id !== undefined })
    : undefined
