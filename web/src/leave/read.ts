import { api, type LeaveType } from 'contract'
import { useMemo } from 'react'
import { useData } from '../api/data.ts'

/** The types by their ids, archived ones as well. */
export function useLeaveTypes(): ReadonlyMap<number, LeaveType> {
  const types = useData(api.leaveTypes.list, {})
  return useMemo(() => new Map(types.map((type) => [type.id, type])), [types])
}
