import type { Task } from 'contract'
import { matcherOf } from '../../ui/list/search.ts'

/** The filters of the task list; an empty one matches every task. */
export type TaskFilters = { status: string; priority: string; search: string }

/** The tasks that match the filters. A search matches words in titles and descriptions, of subtasks too. */
export function matchingTasks(tasks: readonly Task[], { status, priority, search }: TaskFilters) {
  const matches = search.trim() ? matcherOf(search) : undefined
  return tasks.filter(
    (task) =>
      (!status || task.status === status) && (!priority || task.priority === priority) && (!matches || matches(textOf(task))),
  )
}

const textOf = ({ title, description, subtasks }: Task) =>
  [title, description, ...subtasks.map((subtask) => `${subtask.title}\n${subtask.description}`)].join('\n')
