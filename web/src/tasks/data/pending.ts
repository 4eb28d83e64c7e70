import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api, type Label, type Result, type Status, type Subtask, type Task } from 'contract'
import { useMemo, useState } from 'react'
import { call, Refused } from '../../api/call.ts'
import { keyOf, useData, usePending } from '../../api/data.ts'

type Fields = 'title' | 'description' | 'status' | 'priority' | 'due_date'
export type TaskChange = Partial<Pick<Task, Fields>> & { label_ids?: number[] }
export type SubtaskChange = Partial<Pick<Subtask, Fields | 'estimated_hours'>> & { assigned_to_id?: number | null }

export type Pending = {
  tasks: readonly { id: number; change: TaskChange }[]
  subtasks: readonly { id: number; change: SubtaskChange }[]
  goneTasks: readonly number[]
  goneSubtasks: readonly number[]
}

/** What a change names by id only. */
export type Names = { people: ReadonlyMap<number, string>; labels: readonly Label[] }

const nobody: Names = { people: new Map(), labels: [] }

/** The tasks with the changes drawn over them that are still under way. What is not touched stays the same object. */
export function drawn(tasks: readonly Task[], pending: Pending, names: Names = nobody): readonly Task[] {
  if (Object.values(pending).every(({ length }) => length === 0)) return tasks
  const subtaskChanges = byId(pending.subtasks)
  const taskChanges = byId(pending.tasks)
  const isOurs = ({ id }: Subtask) => subtaskChanges.has(id) || pending.goneSubtasks.includes(id)
  return tasks
    .filter(({ id }) => !pending.goneTasks.includes(id))
    .map((task) => {
      const changes = taskChanges.get(task.id)
      const subtasks = task.subtasks.some(isOurs)
        ? task.subtasks
            .filter(({ id }) => !pending.goneSubtasks.includes(id))
            .map((subtask) => (subtaskChanges.get(subtask.id) ?? []).reduce((now, c) => changedSubtask(now, c, names), subtask))
        : task.subtasks
      if (!changes && subtasks === task.subtasks) return task
      return (changes ?? []).reduce<Task>((now, change) => changedTask(now, change, names), { ...task, subtasks })
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

function byId<C>(changes: readonly { id: number; change: C }[]) {
  const found = new Map<number, C[]>()
  for (const { id, change } of changes) found.set(id, [...(found.get(id) ?? []), change])
  return found
}

function useChangesUnderWay(): Pending {
  const taskChanges = usePending(api.tasks.update)
  const subtaskChanges = usePending(api.subtasks.update)
  const taskRemovals = usePending(api.tasks.remove)
  const subtaskRemovals = usePending(api.subtasks.remove)
  return useMemo(
    () => ({
      // The bodies were made of these types; the contract's input types are wider.
      tasks: taskChanges.map(({ params, body }) => ({ id: Number(params.task_id), change: body as TaskChange })),
      subtasks: subtaskChanges.map(({ params, body }) => ({ id: Number(params.subtask_id), change: body as SubtaskChange })),
      goneTasks: taskRemovals.map(({ params }) => Number(params.task_id)),
      goneSubtasks: subtaskRemovals.map(({ params }) => Number(params.subtask_id)),
    }),
    [taskChanges, subtaskChanges, taskRemovals, subtaskRemovals],
  )
}

/** The tasks of a project, ahead of the server by what is under way. `total` counts those beyond the thousand listed, too. */
export function useTasks(project_id: number, people: ReadonlyMap<number, string>) {
  const { count, results } = useData(api.tasks.list, { query: { project: String(project_id), limit: '1000' } })
  const pending = useChangesUnderWay()
  const tasks = useMemo(() => drawn(results, pending, { people, labels: [] }), [results, pending, people])
  return { tasks, total: count }
}

/** One task, ahead of the server by what is under way. */
export function useTask(task_id: string, labels: readonly Label[]) {
  const task = useData(api.tasks.get, { params: { task_id } })
  const { goneTasks: _, ...pending } = useChangesUnderWay()
  return drawn([task], { ...pending, goneTasks: [] }, { people: new Map(), labels })[0] ?? task
}

/** The status that each of these subtasks is being given. */
export function usePendingStatuses(): ReadonlyMap<number, Status> {
  const { subtasks } = useChangesUnderWay()
  return useMemo(() => new Map(subtasks.flatMap(({ id, change }) => (change.status ? [[id, change.status]] : []))), [subtasks])
}

/** The task as far as it is known without asking: as it was last read by itself, else as a list had it. `isMissing` also once it was taken away. */
export function useKnownTask(task_id: string) {
  const client = useQueryClient()
  const args = { params: { task_id } }
  const queryKey = keyOf(api.tasks.get, args)
  useState(() => {
    if (client.getQueryData(queryKey)) return
    for (const [key, list] of client.getQueriesData<Result<typeof api.tasks.list>>({ queryKey: [api.tasks.list.route] })) {
      const task = list?.results.find(({ id }) => String(id) === task_id)
      // As old as the list, so that it is asked for again.
      if (task) client.setQueryData(queryKey, task, { updatedAt: client.getQueryState(key)?.dataUpdatedAt ?? 0 })
    }
  })
  const { data, error } = useQuery({ queryKey, queryFn: ({ signal }) => call(api.tasks.get, args, signal), enabled: false })
  return { task: data, isMissing: error instanceof Refused && error.status === 404 }
}
