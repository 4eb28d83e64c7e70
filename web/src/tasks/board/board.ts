import { type Member, type Status, type Subtask, statuses, type Task } from 'contract'
import { matcherOf } from '../../ui/list/search.ts'

export const sorts = ['status', 'created', 'due_date', 'title'] as const
export type BoardSort = (typeof sorts)[number]

/** Which subtasks the board shows and in what order. */
export type BoardView = { sort: BoardSort; search: string; showsCompleted: boolean }

export const unassigned = 0

export type AssigneeColumn = {
  /** The assignee's id; 0 for the column of unassigned subtasks. */
  id: number
  name: string
  isMember: boolean
  subtasks: Subtask[]
}

export const subtasksOf = (tasks: readonly Task[]) => tasks.flatMap(({ subtasks }) => subtasks)

export function shownOnBoard(subtasks: readonly Subtask[], { sort, search, showsCompleted }: BoardView) {
  const matches = search.trim() ? matcherOf(search) : undefined
  return subtasks
    .filter(
      ({ title, description, status }) =>
        (showsCompleted || status !== 'done') && (!matches || matches(`${title}\n${description}`)),
    )
    .sort((a, b) => orders[sort](a, b) || a.id - b.id)
}

// Sorts after every date.
const never = '9999-99-99'
const rank = (status: Status) => statuses.indexOf(status)
const names = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })
const orders: Record<BoardSort, (a: Subtask, b: Subtask) => number> = {
  status: (a, b) => rank(a.status) - rank(b.status),
  created: (a, b) => b.created_at.localeCompare(a.created_at),
  // Subtasks without a due date come last.
  due_date: (a, b) => (a.due_date ?? never).localeCompare(b.due_date ?? never),
  title: (a, b) => names.compare(a.title, b.title),
}

/** A column for unassigned subtasks, one for each developer of the project, and one for each other assignee. */
export function columnsOf(subtasks: readonly Subtask[], members: readonly Member[]): AssigneeColumn[] {
  const developers = members
    .filter(({ role }) => role === 'developer')
    .map(({ employee: { id, full_name } }) => ({ id, name: full_name }))
    .sort((a, b) => names.compare(a.name, b.name))
  const columns = new Map<number, AssigneeColumn>([
    [unassigned, { id: unassigned, name: 'Unassigned', isMember: true, subtasks: [] }],
  ])
  for (const developer of developers) columns.set(developer.id, { ...developer, isMember: true, subtasks: [] })
  for (const subtask of subtasks) {
    const { id, full_name } = subtask.assigned_to ?? { id: unassigned, full_name: '' }
    const column = columns.get(id) ?? {
      id,
      name: full_name,
      isMember: members.some(({ employee }) => employee.id === id),
      subtasks: [],
    }
    columns.set(id, column)
    column.subtasks.push(subtask)
  }
  return [...columns.values()]
}

/** Whether two columns would render the same. */
export const isSameColumn = (a: AssigneeColumn, b: AssigneeColumn) =>
  a.name === b.name &&
  a.isMember === b.isMember &&
  a.subtasks.length === b.subtasks.length &&
  a.subtasks.every((subtask, index) => subtask === b.subtasks[index])

export function countAssignments(subtasks: readonly Subtask[]) {
  const assigned = subtasks.filter(({ assigned_to }) => assigned_to).length
  return {
    assigned,
    unassigned: subtasks.length - assigned,
    /** Percent. */
    rate: subtasks.length ? Math.round((assigned / subtasks.length) * 100) : 0,
  }
}

/** The estimated hours of the subtasks that are not done, to one decimal. */
export const plannedHours = (subtasks: readonly Subtask[]) =>
  Math.round(subtasks.reduce((sum, s) => sum + (s.status === 'done' ? 0 : (s.estimated_hours ?? 0)), 0) * 10) / 10
