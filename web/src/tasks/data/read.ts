import { useQuery } from '@tanstack/react-query'
import { api, type Label, type Status, type Subtask, type Task } from 'contract'
import type { CheckBoxChange } from 'contract/markdown'
import { useMemo } from 'react'
import { suspending, useData, usePending } from '../../api/data.ts'
import { useKnown } from '../../api/known.ts'
import { wholeOf } from '../../api/pages.ts'
import { withPending, withTick } from '../../api/pending.ts'
import '../live.ts'
import { useKnownLabels } from './labels.ts'

type Fields = 'title' | 'description' | 'status' | 'priority' | 'due_date'
/** `edited_from` has the texts that the person began with. */
type Others = {
  assigned_to_id?: number | null
  check_box?: CheckBoxChange
  edited_from?: { title?: string; description?: string }
}
export type TaskChange = Partial<Pick<Task, Fields | 'recurrence'>> & Others & { label_ids?: number[] }
export type SubtaskChange = Partial<Pick<Subtask, Fields | 'estimated_hours'>> & Others

export type PendingChanges = {
  tasks: readonly { id: number; change: TaskChange }[]
  subtasks: readonly { id: number; change: SubtaskChange }[]
  removedTasks: readonly number[]
  removedSubtasks: readonly number[]
}

/** The people and labels that a change refers to by id. */
export type Names = { people: ReadonlyMap<number, string>; labels: readonly Label[] }

const noNames: Names = { people: new Map(), labels: [] }

/** The tasks with the pending changes of them and their subtasks. What no change concerns stays the same object. */
export function withPendingWork(tasks: readonly Task[], pending: PendingChanges, names: Names = noNames): readonly Task[] {
  const isNothing = pending.subtasks.length + pending.removedSubtasks.length === 0
  const ofSubtasks = { changes: pending.subtasks, removed: pending.removedSubtasks, show: changedSubtask(names) }
  const withSubtasks = (task: Task) => {
    const subtasks = withPending(task.subtasks, ofSubtasks)
    return subtasks === task.subtasks ? task : { ...task, subtasks: [...subtasks] }
  }
  const ofTasks = { changes: pending.tasks, removed: pending.removedTasks, show: changedTask(names) }
  return withPending(isNothing ? tasks : tasks.map(withSubtasks), ofTasks)
}

const changedTask =
  (names: Names) =>
  (task: Task, { label_ids, assigned_to_id, check_box, edited_from: _, ...fields }: TaskChange): Task => {
    const known = [...names.labels, ...task.labels]
    const chosen = label_ids?.flatMap((id) => known.find((label) => label.id === id) ?? [])
    return {
      ...withTick(task, check_box),
      ...fields,
      ...assigneeOf(names, assigned_to_id),
      ...(chosen && { labels: chosen }),
    }
  }

const changedSubtask =
  (names: Names) =>
  (subtask: Subtask, { assigned_to_id, check_box, edited_from: _, ...fields }: SubtaskChange): Subtask => ({
    ...withTick(subtask, check_box),
    ...fields,
    ...assigneeOf(names, assigned_to_id),
  })

/** The assignee after a change. Nothing if it does not change, or if the person's name is not known here. */
function assigneeOf({ people }: Names, id: number | null | undefined) {
  if (id == null) return id === null ? { assigned_to: null } : {}
  const full_name = people.get(id)
  return full_name === undefined ? {} : { assigned_to: { id, full_name } }
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

/** How much of a project's tasks is there. `rest` counts those that are not. */
export type Extent = { state: 'whole' | 'reading' | 'failed' | 'bounded'; rest: number; retry: () => void }

/** The tasks of a project with the pending changes; undefined until the first have been read. */
export function useTasks(project_id: number, people: ReadonlyMap<number, string>) {
  const { data, isFetching, refetch } = useQuery({
    ...suspending(wholeOf(api.tasks.list, { query: { project: String(project_id) } })),
    throwOnError: (_, { state }) => state.data === undefined,
  })
  const pending = usePendingChanges()
  const labels = useKnownLabels()
  return useMemo(() => {
    if (!data) return undefined
    const { count, next, previous, results } = data
    const state = next === null ? (previous === null ? 'whole' : 'bounded') : isFetching ? 'reading' : 'failed'
    const extent: Extent = { state, rest: count - results.length, retry: () => void refetch() }
    return { tasks: withPendingWork(results, pending, { people, labels }), extent }
  }, [data, isFetching, refetch, pending, people, labels])
}

/** One task with the pending changes. */
export function useTask(task_id: string) {
  const task = useData(api.tasks.get, { params: { task_id } })
  const { removedTasks: _, ...pending } = usePendingChanges()
  const labels = useKnownLabels()
  return withPendingWork([task], { ...pending, removedTasks: [] }, { people: new Map(), labels })[0] ?? task
}

export function usePendingStatuses() {
  const { tasks, subtasks } = usePendingChanges()
  return useMemo(() => ({ tasks: statusesIn(tasks), subtasks: statusesIn(subtasks) }), [tasks, subtasks])
}

const statusesIn = (changes: readonly { id: number; change: { status?: Status } }[]) =>
  new Map(changes.flatMap(({ id, change }) => (change.status ? [[id, change.status]] : [])))

/** The task as it was last read, without a request. */
export const useKnownTask = (task_id: string) =>
  useKnown(api.tasks.get, { args: { params: { task_id } }, id: task_id, list: api.tasks.list })
