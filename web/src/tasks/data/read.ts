import { api, type Label, type Status, type Subtask, type Task } from 'contract'
import { useMemo } from 'react'
import { useData, usePending } from '../../api/data.ts'
import { useKnown } from '../../api/known.ts'
import '../live.ts'

type Fields = 'title' | 'description' | 'status' | 'priority' | 'due_date'
export type TaskChange = Partial<Pick<Task, Fields>> & { label_ids?: number[] }
export type SubtaskChange = Partial<Pick<Subtask, Fields | 'estimated_hours'>> & { assigned_to_id?: number | null }

export type PendingChanges = {
  tasks: readonly { id: number; change: TaskChange }[]
  subtasks: readonly { id: number; change: SubtaskChange }[]
  removedTasks: readonly number[]
  removedSubtasks: readonly number[]
}

/** The people and labels that a change refers to by id. */
export type Names = { people: ReadonlyMap<number, string>; labels: readonly Label[] }

const noNames: Names = { people: new Map(), labels: [] }

/** The tasks with the pending changes applied. What no change concerns stays the same object. */
export function withPending(tasks: readonly Task[], pending: PendingChanges, names: Names = noNames): readonly Task[] {
  if (Object.values(pending).every(({ length }) => length === 0)) return tasks
  const subtaskChanges = byId(pending.subtasks)
  const taskChanges = byId(pending.tasks)
  const isChanged = ({ id }: Subtask) => subtaskChanges.has(id) || pending.removedSubtasks.includes(id)
  const withChanges = (subtask: Subtask) =>
    (subtaskChanges.get(subtask.id) ?? []).reduce((latest, change) => changedSubtask(latest, change, names), subtask)
  return tasks
    .filter(({ id }) => !pending.removedTasks.includes(id))
    .map((task) => {
      const changes = taskChanges.get(task.id)
      const subtasks = task.subtasks.some(isChanged)
        ? task.subtasks.filter(({ id }) => !pending.removedSubtasks.includes(id)).map(withChanges)
        : task.subtasks
      if (!changes && subtasks === task.subtasks) return task
      return (changes ?? []).reduce<Task>((latest, change) => changedTask(latest, change, names), { ...task, subtasks })
    })
}

function changedTask(task: Task, { label_ids, ...fields }: TaskChange, { labels }: Names): Task {
  const known = [...labels, ...task.labels]
  const chosen = label_ids?.flatMap((id) => known.find((label) => label.id === id) ?? [])
  return { ...task, ...fields, ...(chosen && { labels: chosen }) }
}

function changedSubtask(subtask: Subtask, { assigned_to_id, ...fields }: SubtaskChange, { people }: Names): Subtask {
  const next = { ...subtask, ...fields }
  if (assigned_to_id === null) return { ...next, assigned_to: null }
  const full_name = assigned_to_id === undefined ? undefined : people.get(assigned_to_id)
  return assigned_to_id !== undefined && full_name !== undefined
    ? { ...next, assigned_to: { id: assigned_to_id, full_name } }
    : next
}

function byId<Change>(changes: readonly { id: number; change: Change }[]) {
  const changesById = new Map<number, Change[]>()
  for (const { id, change } of changes) changesById.set(id, [...(changesById.get(id) ?? []), change])
  return changesById
}

function usePendingChanges(): PendingChanges {
  const taskChanges = usePending(api.tasks.update)
  const subtaskChanges = usePending(api.subtasks.update)
  const taskRemovals = usePending(api.tasks.remove)
  const subtaskRemovals = usePending(api.subtasks.remove)
  return useMemo(
    () => ({
      // The bodies were built from these types; the contract's input types are wider.
      tasks: taskChanges.map(({ params, body }) => ({ id: Number(params.task_id), change: body as TaskChange })),
      subtasks: subtaskChanges.map(({ params, body }) => ({ id: Number(params.subtask_id), change: body as SubtaskChange })),
      removedTasks: taskRemovals.map(({ params }) => Number(params.task_id)),
      removedSubtasks: subtaskRemovals.map(({ params }) => Number(params.subtask_id)),
    }),
    [taskChanges, subtaskChanges, taskRemovals, subtaskRemovals],
  )
}

/** The tasks of a project with the pending changes. At most 1,000 are listed; `total` counts all. */
export function useTasks(project_id: number, people: ReadonlyMap<number, string>) {
  const { count, results } = useData(api.tasks.list, { query: { project: String(project_id), limit: '1000' } })
  const pending = usePendingChanges()
  const tasks = useMemo(() => withPending(results, pending, { people, labels: [] }), [results, pending, people])
  return { tasks, total: count }
}

/** One task with the pending changes. */
export function useTask(task_id: string, labels: readonly Label[]) {
  const task = useData(api.tasks.get, { params: { task_id } })
  const { removedTasks: _, ...pending } = usePendingChanges()
  return withPending([task], { ...pending, removedTasks: [] }, { people: new Map(), labels })[0] ?? task
}

/** The pending statuses of subtasks, by id. */
export function usePendingStatuses(): ReadonlyMap<number, Status> {
  const { subtasks } = usePendingChanges()
  return useMemo(() => new Map(subtasks.flatMap(({ id, change }) => (change.status ? [[id, change.status]] : []))), [subtasks])
}

/** The task as it was last read, without a request. */
export const useKnownTask = (task_id: string) =>
  useKnown(api.tasks.get, { args: { params: { task_id } }, id: task_id, list: api.tasks.list })
