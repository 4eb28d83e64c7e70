import type { Subtask, Task } from 'contract'

/** An item of a board: a task or a subtask. Their ids never clash. */
export type WorkItem = Task | Subtask

export const isTask = (item: WorkItem): item is Task => 'subtasks' in item
const isSubtask = (item: WorkItem): item is Subtask => !isTask(item)

export const tasksIn = (items: readonly WorkItem[]) => items.filter(isTask)
export const subtasksIn = (items: readonly WorkItem[]) => items.filter(isSubtask)

/** The task that an item is, or is a part of. */
export const taskIdOf = (item: WorkItem) => (isTask(item) ? item.id : item.parent_task.id)

export const nounOf = (item: WorkItem | undefined) => (item && isTask(item) ? 'task' : 'subtask')

/** The plural for these items: `tasks`, `subtasks`, or `items` if they are both. */
export const nounsOf = (items: readonly WorkItem[]) =>
  items.every(isTask) ? 'tasks' : items.every(isSubtask) ? 'subtasks' : 'items'

/** `1 subtask`, `3 tasks`: a number of these items. */
export const counted = (items: readonly WorkItem[], count = items.length) =>
  `${count} ${count === 1 ? nounsOf(items).slice(0, -1) : nounsOf(items)}`
