import { api } from 'contract'
import { useMemo } from 'react'
import { useData, usePending } from '../api/data.ts'
import { type WorkloadChange, withWorkloadChanges } from './workload.ts'

/** The workload of the manager's people, with the pending changes. */
export function useWorkload(weeks: number) {
  const workload = useData(api.capacity.workload, { query: { weeks: String(weeks) } })
  const pending = usePending(api.subtasks.update)
  return useMemo(() => {
    // The bodies were built from this type; the contract's input type is wider.
    const changes = pending.map(({ params, body }) => ({
      id: Number(params.subtask_id),
      change: body as WorkloadChange['change'],
    }))
    return withWorkloadChanges(workload, changes)
  }, [workload, pending])
}
