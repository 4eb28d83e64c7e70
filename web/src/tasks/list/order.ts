import { priorities, statuses, type Task } from 'contract'
import { compareValues, type Sort } from '../../ui/list/sort.ts'

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

const isDone = ({ status }: { status: string }) => status === 'done'

const sortValueOf: Record<TaskSort, (task: Task) => string | number | undefined> = {
  created: ({ id }) => id,
  title: ({ title }) => title,
  labels: ({ labels }) => labels[0]?.name,
  /** The share that is done. */
  subtasks: ({ subtasks }) => (subtasks.length ? subtasks.filter(isDone).length / subtasks.length : undefined),
  assignees: (task) => assigneesOf(task)[0]?.full_name,
  due_date: ({ due_date }) => due_date ?? undefined,
  priority: ({ priority }) => -priorities.indexOf(priority),
  status: ({ status }) => statuses.indexOf(status),
}

/** Tasks without a value come last in both directions. */
export const sorted = (tasks: readonly Task[], { key, isDescending }: Sort<TaskSort>) =>
  tasks
    .map((task) => ({ task, value: sortValueOf[key](task) }))
    .sort((a, b) => compareValues(a.value, b.value, isDescending) || a.task.id - b.task.id)
    .map(({ task }) => task)

/** The people who work on a task: its own assignee first, then those of its subtasks, each once. */
export function assigneesOf({ assigned_to, subtasks }: Task) {
  const people = new Map<number, { id: number; full_name: string }>()
  for (const person of [assigned_to, ...subtasks.map((subtask) => subtask.assigned_to)]) if (person) people.set(person.id, person)
  return [...people.values()]
}
