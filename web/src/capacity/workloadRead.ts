import { api } from 'contract'
import { useMemo } from 'react'
import { useData, usePending } from '../api/data.ts'
import { type WorkloadChange, withWorkloadChanges } from './workload.ts'

/** The changes of tasks and subtasks that the server has not confirmed. */
export function usePendingWork() {
  const tasks = usePending(api.tasks.update)
  const subtasks = usePending(api.subtasks.update)
  return useMemo(
    () =>
      [
        ...tasks.map(({ params, body }) => ({ id: params.task_id, body })),
        ...subtasks.map(({ params, body }) => ({ id: params.subtask_id, body })),
        // The bodies were built from this type; the contract's input type is wider.
      ].map(({ id, body }) => ({ id: Number(id), change: body as WorkloadChange['change'] })),
    [tasks, subtasks],
  )
}

/** The workload of the manager's people, with the pending changes. */
export function useWorkload(weeks: number) {
  const workload = useData(api.capacity.workload, { query: { weeks: String(weeks) } })
  const pending = usePendingWork()
  return useMemo(() => withWorkloadChanges(workload, pending), [workload, pending])
}
