import { useQueryClient } from '@tanstack/react-query'
import { api, type LeaveType } from 'contract'
import { keyOf, useChange } from '../../api/data.ts'
import { messageOf } from '../../api/messages.ts'
import { quick, toast } from '../../ui/feedback/toast.tsx'

/** Adds the types that most begin with. `setUp` resolves to whether that succeeded. */
export function useSetUp() {
  const client = useQueryClient()
  const { mutateAsync, isPending } = useChange(api.leaveTypes.setUp, {
    touches: [api.leave.balances, api.leave.balancesOf, api.leave.ledger],
    shows: [api.leaveTypes.list],
    onAnswer: (types) => client.setQueryData<LeaveType[]>(keyOf(api.leaveTypes.list, {}), types),
  })
  const setUp = async () => {
    try {
      const { length } = await mutateAsync({})
      toast.success(`${length} types of leave added.`, quick)
      return true
    } catch (error) {
      toast.error(messageOf(error, 'Leave could not be set up.'), quick)
      return false
    }
  }
  return { setUp, isPending }
}
