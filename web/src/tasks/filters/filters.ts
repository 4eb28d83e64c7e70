import type { Priority, Status, Subtask, Task } from 'contract'
import { matcherOf } from '../../ui/list/search.ts'
import { endOfWeek, type Now } from '../../ui/text/dates.ts'
import { openBlockers } from '../data/blockers.ts'

export const dues = ['overdue', 'week', 'later', 'none'] as const
export type Due = (typeof dues)[number]

/** The value of a person or label filter that matches work without one. */
export const none = 'none'

/** The filters of a project's work, the same in every view. An empty one matches everything. */
export type Filters = {
  search: string
  status: Status | ''
  priority: Priority | ''
  /** A person's id, or `none`. */
  person: string
  /** A label's id, or `none`. */
  label: string
  due: Due | ''
  /** `blocked` matches what waits for other work. */
  blockers: 'blocked' | ''
}

type Dated = { due_date: string | null; status: Status }

/** Which due filter work falls under. What is done is never overdue. */
export function dueOf({ due_date, status }: Dated, { today, first_day }: Now): Due | undefined {
  if (due_date === null) return 'none'
  if (due_date < today) return status === 'done' ? undefined : 'overdue'
  return due_date <= endOfWeek(today, first_day) ? 'week' : 'later'
}

/** The subtasks that match the filters. A search matches words in titles and descriptions. */
export function matchingSubtasks(subtasks: readonly Subtask[], filters: Filters, now: Now) {
  const isFound = searchOf(filters)
  return subtasks.filter(
    (subtask) => isKind(subtask, filters) && isMatch(subtask, filters, now) && (!isFound || isFound(subtask)),
  )
}

/**
 * The tasks that match the filters. A search, a person, a due date and blockers match a task by its subtasks, too; all but the
 * search have to match the same one.
 */
export function matchingTasks(tasks: readonly Task[], filters: Filters, now: Now) {
  const isFound = searchOf(filters)
  return tasks.filter((task) => {
    if (!isKind(task, filters)) return false
    if (isFound && !isFound({ title: task.title, description: [task.description, ...task.subtasks.map(textOf)].join('\n') }))
      return false
    const isItself = (filters.person !== none || task.subtasks.length === 0) && isMatch(task, filters, now)
    const isByPart = (filters.person || filters.due || filters.blockers) && filters.due !== 'none'
    return isItself || (isByPart && task.subtasks.some((part) => isMatch(part, filters, now)))
  })
}

const textOf = ({ title, description }: { title: string; description: string }) => `${title}\n${description}`

function searchOf({ search }: Filters) {
  if (!search.trim()) return undefined
  const matches = matcherOf(search)
  return (item: { title: string; description: string }) => matches(textOf(item))
}

const isKind = (item: Pick<Task, 'status' | 'priority' | 'labels'>, { status, priority, label }: Filters) =>
  (!status || item.status === status) &&
  (!priority || item.priority === priority) &&
  (!label || (label === none ? item.labels.length === 0 : item.labels.some(({ id }) => String(id) === label)))

const isMatch = (item: Task | Subtask, filters: Filters, now: Now) =>
  isWhose(item, filters) && isDue(item, filters, now) && (!filters.blockers || openBlockers(item).length > 0)

const isWhose = ({ assigned_to }: Pick<Task, 'assigned_to'>, { person }: Filters) =>
  !person || (person === none ? assigned_to === null : String(assigned_to?.id) === person)

const isDue = (item: Dated, { due }: Filters, now: Now) => !due || dueOf(item, now) === due
