import { priorities, statuses, type Task } from 'contract'
import { compareNames, type Sort } from '../../ui/list/sort.ts'

export const sorts = ['created', 'title', 'labels', 'subtasks', 'assignees', 'due_date', 'priority', 'status'] as const
export type TaskSort = (typeof sorts)[number]

export const sortNames: Record<TaskSort, string> = {
  created: 'Created',
  title: 'Title',
  labels: 'Labels',
  subtasks: 'Subtasks',
  assignees: 'Assignees',
  due_date: 'Due',
  priority: 'Priority',
  status: 'Status',
}

// Sorts after every date and name.
const last = '\uffff'
const isDone = ({ status }: { status: string }) => status === 'done'

/** The share of a task's subtasks that are done; tasks without any come last. */
const share = ({ subtasks }: Task) => (subtasks.length ? subtasks.filter(isDone).length / subtasks.length : 2)
const firstName = (people: readonly { full_name: string }[]) => people[0]?.full_name ?? last

const orders: Record<TaskSort, (a: Task, b: Task) => number> = {
  created: (a, b) => a.id - b.id,
  title: (a, b) => compareNames(a.title, b.title),
  labels: (a, b) => compareNames(a.labels[0]?.name ?? last, b.labels[0]?.name ?? last),
  subtasks: (a, b) => share(a) - share(b),
  assignees: (a, b) => compareNames(firstName(assigneesOf(a)), firstName(assigneesOf(b))),
  due_date: (a, b) => (a.due_date ?? last).localeCompare(b.due_date ?? last),
  priority: (a, b) => priorities.indexOf(b.priority) - priorities.indexOf(a.priority),
  status: (a, b) => statuses.indexOf(a.status) - statuses.indexOf(b.status),
}

export function sorted(tasks: readonly Task[], { key, isDescending }: Sort<TaskSort>) {
  const order = orders[key]
  return [...tasks].sort((a, b) => (isDescending ? order(b, a) : order(a, b)) || a.id - b.id)
}

/** The people who work on a task: its own assignee first, then those of its subtasks, each once. */
export function assigneesOf({ assigned_to, subtasks }: Task) {
  const people = new Map<number, { id: number; full_name: string }>()
  for (const person of [assigned_to, ...subtasks.map((subtask) => subtask.assigned_to)]) if (person) people.set(person.id, person)
  return [...people.values()]
}
