import { useQueryClient } from '@tanstack/react-query'
import { api, type LeaveRequest } from 'contract'
import { keyOf, useChange } from '../../api/data.ts'
import { messageOf } from '../../api/messages.ts'
import { confirm } from '../../ui/feedback/confirm.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { affectedReads } from '../read.ts'

const argsOf = ({ id }: Pick<LeaveRequest, 'id'>) => ({ params: { leave_id: String(id) } })

/** The decisions about requests, and their cancellation. */
export function useDecisions() {
  const client = useQueryClient()
  const onAnswer = (request: LeaveRequest) => client.setQueryData(keyOf(api.leave.get, argsOf(request)), request)
  const effects = { touches: affectedReads.filter((read) => read !== api.leave.get), shows: [api.leave.get], onAnswer }
  const { mutateAsync: approve } = useChange(api.leave.approve, effects)
  const { mutateAsync: decline } = useChange(api.leave.decline, effects)
  const { mutateAsync: cancel } = useChange(api.leave.cancel, effects)
  const decide = async (request: LeaveRequest, { is_approved, reason }: { is_approved: boolean; reason: string }) => {
    const args = { ...argsOf(request), body: { reason } }
    const { status } = await (is_approved ? approve(args) : decline(args))
    toast.success(outcome(request, { is_approved, isLast: status !== 'pending' }))
  }
  return {
    decide,
    async cancel(request: LeaveRequest) {
      const message =
        request.status === 'approved'
          ? 'Cancel this leave? Its days return to the balance. To take it after all, it has to be requested again.'
          : 'Cancel this request? To take the leave after all, it has to be requested again.'
      if (!(await confirm({ title: 'Cancel leave', message, isDangerous: true }))) return
      try {
        await cancel(argsOf(request))
        toast.success('Leave cancelled.')
      } catch (error) {
        toast.error(messageOf(error, 'The leave could not be cancelled.'))
      }
    },
  }
}

function outcome({ person }: LeaveRequest, { is_approved, isLast }: { is_approved: boolean; isLast: boolean }) {
  if (!is_approved) return `The leave of ${person.full_name} has been declined.`
  return isLast
    ? `The leave of ${person.full_name} has been approved.`
    : `You have approved the leave of ${person.full_name}. HR decides next.`
}
