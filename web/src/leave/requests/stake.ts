import { api, type LeaveRequest, may } from 'contract'
import { useMe } from '../../session/session.ts'
import { useToday } from '../../session/today.ts'

/** Whether the viewer can do something about work that is due during this leave. */
export function useIsAtStake({ status, to }: LeaveRequest) {
  const { role } = useMe()
  const today = useToday()
  return may(role, api.capacity.endangered) && (status === 'pending' || status === 'approved') && to >= today
}
