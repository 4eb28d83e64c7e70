import { isAssignable, type Member, type Status, type Subtask, statuses, type Task } from 'contract'
import { compareNames } from '../../ui/list/sort.ts'
import type { Now } from '../../ui/text/dates.ts'
import { type Filters, matchingSubtasks, matchingTasks } from '../filters/filters.ts'
import { subtasksIn, tasksIn, type WorkItem } from './work.ts'

export const sorts = ['status', 'created', 'due_date', 'title'] as const
export type BoardSort = (typeof sorts)[number]

/** Whether a board shows what is done, and in what order. */
export type BoardView = { sort: BoardSort; showsCompleted: boolean }

export const unassigned = 0

export type AssigneeColumn = {
  /** The assignee's id; 0 for the column of unassigned subtasks. */
  id: number
  name: string
  isMember: boolean
  items: WorkItem[]
}

export const subtasksOf = (tasks: readonly Task[]) => tasks.flatMap(({ subtasks }) => subtasks)

/** The items that match the filters, in order. What is done is shown on demand, or when the filter asks for it. */
export function shownOnBoard<T extends WorkItem>(
  items: readonly T[],
  filters: Filters,
  { sort, showsCompleted, now }: BoardView & { now: Now },
) {
  const matching = new Set<WorkItem>([
    ...matchingTasks(tasksIn(items), filters, now),
    ...matchingSubtasks(subtasksIn(items), filters, now),
  ])
  const isShown = (item: T) => matching.has(item) && (showsCompleted || item.status !== 'done' || filters.status === 'done')
  return items.filter(isShown).sort((a, b) => orders[sort](a, b) || a.id - b.id)
}

// Sorts after every date.
const never = '9999-99-99'
const rank = (status: Status) => statuses.indexOf(status)
const orders: Record<BoardSort, (a: WorkItem, b: WorkItem) => number> = {
  status: (a, b) => rank(a.status) - rank(b.status),
  created: (a, b) => b.created_at.localeCompare(a.created_at),
  // Items without a due date come last.
  due_date: (a, b) => (a.due_date ?? never).localeCompare(b.due_date ?? never),
  title: (a, b) => compareNames(a.title, b.title),
}

/** A column for what is unassigned, one for each assignable member with the manager last, and one for each other assignee. */
export function columnsOf(items: readonly WorkItem[], members: readonly Member[]): AssigneeColumn[] {
  const people = members
    .filter(isAssignable)
    .map(({ role, employee: { id, full_name } }) => ({ id, name: full_name, isManager: role === 'project_manager' }))
    .sort((a, b) => Number(a.isManager) - Number(b.isManager) || compareNames(a.name, b.name))
  const columns = new Map<number, AssigneeColumn>([
    [unassigned, { id: unassigned, name: 'Unassigned', isMember: true, items: [] }],
  ])
  for (const { id, name } of people) columns.set(id, { id, name, isMember: true, items: [] })
  for (const item of items) {
    const { id, full_name } = item.assigned_to ?? { id: unassigned, full_name: '' }
    const column = columns.get(id) ?? {
      id,
      name: full_name,
      isMember: false,
      items: [],
    }
    columns.set(id, column)
    column.items.push(item)
  }
  return [...columns.values()]
}

export function countAssignments(subtasks: readonly Subtask[]) {
  const assigned = subtasks.filter(({ assigned_to }) => assigned_to).length
  return {
    assigned,
    unassigned: subtasks.length - assigned,
    /** Percent. */
    rate: subtasks.length ? Math.round((assigned / subtasks.length) * 100) : 0,
  }
}

/** The minutes spent on the subtasks. */
export const spentMinutes = (items: readonly WorkItem[]) => subtasksIn(items).reduce((sum, s) => sum + s.spent_minutes, 0)

/** The estimated hours of the subtasks that are not done, to one decimal. */
export const plannedHours = (items: readonly WorkItem[]) =>
  Math.round(subtasksIn(items).reduce((sum, s) => sum + (s.status === 'done' ? 0 : (s.estimated_hours ?? 0)), 0) * 10) / 10

/** How many open subtasks have no estimate. */
export const withoutEstimate = (items: readonly WorkItem[]) =>
  subtasksIn(items).filter(({ status, estimated_hours }) => status !== 'done' && estimated_hours === null).length
