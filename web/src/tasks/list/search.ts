import type { Task } from 'contract'
import { matcherOf } from '../../ui/list/search.ts'

/** Which tasks are shown; empty text stands for all. */
export type TaskFilters = { status: string; priority: string; search: string }

/** The tasks of this status and priority that have every word of the search in their titles or descriptions, or their subtasks'. */
export function matchingTasks(tasks: readonly Task[], { status, priority, search }: TaskFilters) {
  const isFound = search.trim() ? matcherOf(search) : undefined
  return tasks.filter(
    (task) =>
      (!status || task.status === status) && (!priority || task.priority === priority) && (!isFound || isFound(textOf(task))),
  )
}

const textOf = ({ title, description, subtasks }: Task) =>
  [title, description, ...subtasks.map((subtask) => `${subtask.title}\n${subtask.description}`)].join('\n')
