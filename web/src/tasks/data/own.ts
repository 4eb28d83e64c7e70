import type { Me, Subtask, Task } from 'contract'

type Person = Pick<Me, 'id' | 'role'>

/** Developers change the status of their own tasks and subtasks. */
export const isOwn = (me: Person, { assigned_to }: Pick<Task | Subtask, 'assigned_to'>) =>
  me.role === 'developer' && assigned_to?.id === me.id

/** Developers ask the manager for what nobody has. */
export const mayAskFor = (me: Person, { assigned_to, status }: Subtask) =>
  me.role === 'developer' && assigned_to === null && status !== 'done'

/** Developers propose subtasks of what they work on: their own tasks, and those in which they have a subtask. */
export const worksOn = (me: Person, task: Task) => [task, ...task.subtasks].some((work) => isOwn(me, work))
