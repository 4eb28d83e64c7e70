import { useQueryClient } from '@tanstack/react-query'
import { type Args, api, type LeaveApproval, type LeavePolicy, type LeaveType } from 'contract'
import { keyOf, useChange, usePending } from '../../api/data.ts'
import { messageOf } from '../../api/messages.ts'
import { confirm } from '../../ui/feedback/confirm.tsx'
import { quick, toast } from '../../ui/feedback/toast.tsx'
import { offerUndo } from '../../ui/feedback/undo.tsx'
import { inOrder } from './types.ts'

/** The reads that follow the rules. */
export const ledgers = [api.leave.balancesOf, api.leave.balances, api.leave.ledger, api.leave.preview] as const
const typeList = keyOf(api.leaveTypes.list, {})
const ofType = ({ id }: Pick<LeaveType, 'id'>) => ({ leave_type_id: String(id) })

/** Puts a type into the list, as the server would. */
function useTypeListed() {
  const client = useQueryClient()
  return (type: LeaveType) =>
    client.setQueryData<LeaveType[]>(typeList, (types) => types && inOrder([...types.filter(({ id }) => id !== type.id), type]))
}

export function useTypeChanges() {
  const effects = { touches: ledgers, shows: [api.leaveTypes.list], onAnswer: useTypeListed() }
  const { mutateAsync: create } = useChange(api.leaveTypes.create, effects)
  const { mutateAsync: update } = useChange(api.leaveTypes.update, effects)
  return {
    add: (body: Args<typeof api.leaveTypes.create>['body']) => create({ body }),
    change: (type: LeaveType, body: Args<typeof api.leaveTypes.update>['body']) => update({ params: ofType(type), body }),
  }
}

/** A function that archives a type, and one that restores it. */
export function useArchive() {
  const { change } = useTypeChanges()
  const restore = (type: LeaveType) => change(type, { is_archived: false })
  return {
    async archive(type: LeaveType) {
      // Its row moves below the others, and has other buttons then.
      document.getElementById('leave-types')?.focus({ preventScroll: true })
      try {
        await change(type, { is_archived: true })
      } catch (error) {
        return toast.error(messageOf(error, 'The type could not be archived.'), quick)
      }
      offerUndo({
        message: `${type.name} is archived. It can’t be requested any more.`,
        undo: () => restore(type),
        undone: 'Type restored.',
        failed: 'The type could not be restored.',
      })
    },
    async restore(type: LeaveType) {
      document.getElementById('leave-types')?.focus({ preventScroll: true })
      try {
        await restore(type)
        toast.success('Type restored.', quick)
      } catch (error) {
        toast.error(messageOf(error, 'The type could not be restored.'), quick)
      }
    },
  }
}

export function useRuleChanges(type: LeaveType) {
  const effects = { touches: ledgers, shows: [api.leaveTypes.list], onAnswer: useTypeListed() }
  const { mutateAsync: set } = useChange(api.leaveTypes.setPolicy, effects)
  const { mutateAsync: remove } = useChange(api.leaveTypes.removePolicy, effects)
  const ofYear = (year: number) => ({ ...ofType(type), year: String(year) })
  return {
    set: (year: number, body: LeavePolicy) => set({ params: ofYear(year), body }),
    /** Asks, and then deletes the rules that begin with a year. */
    async remove(year: number) {
      const before = type.policies.findLast((policy) => policy.year < year)
      const then = before
        ? `The rules from ${before.year} then go on.`
        : `Nothing is granted before ${type.policies[1]?.year ?? year} then.`
      const message = `Delete the rules from ${year}? ${then} All balances follow.`
      if (!(await confirm({ title: 'Delete rules', message, isDangerous: true }))) return
      try {
        await remove({ params: ofYear(year) })
        toast.success('Rules deleted.', quick)
      } catch (error) {
        toast.error(messageOf(error, 'The rules could not be deleted.'), quick)
      }
    },
  }
}

/** The setting who decides: the choice that is being saved, and the function that makes one. */
export function useApproval() {
  const client = useQueryClient()
  const { mutateAsync } = useChange(api.leaveTypes.changeSettings, {
    touches: [api.leave.list, api.leave.get],
    shows: [api.leaveTypes.settings],
    onAnswer: (settings) => client.setQueryData(keyOf(api.leaveTypes.settings, {}), settings),
  })
  // The bodies were built from choices; the contract's input type is wider.
  const pending = usePending(api.leaveTypes.changeSettings).at(-1)?.body.approval as LeaveApproval | undefined
  const choose = (approval: LeaveApproval) =>
    mutateAsync({ body: { approval } }).then(
      () => toast.success('Saved.', quick),
      (error: unknown) => toast.error(messageOf(error, 'The choice could not be saved.'), quick),
    )
  return { pending, choose }
}
