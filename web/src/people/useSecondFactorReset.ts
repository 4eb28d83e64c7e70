import { api } from 'contract'
import { useChange } from '../api/data.ts'
import { messageOf } from '../api/messages.ts'
import { confirm } from '../ui/feedback/confirm.tsx'
import { toast } from '../ui/feedback/toast.tsx'
import { fail } from './invitation.ts'

/** The function that removes the second factor of somebody who has lost it, once the administrator is sure that it is them. */
export function useSecondFactorReset() {
  const { mutateAsync: reset } = useChange(api.secondFactor.reset, { touches: [api.employees.list, api.administrators.list] })
  return async ({ id, full_name }: { id: number; full_name: string }) => {
    const message = `${full_name} is logged out everywhere, and logs in with the password alone until they add another second factor. Do it only if you are sure that they asked for it themselves.`
    if (!(await confirm({ title: 'Reset second factor', message, isDangerous: true }))) return
    try {
      const { detail } = await reset({ params: { person_id: String(id) } })
      toast.success(detail)
    } catch (error) {
      fail(messageOf(error, 'The second factor could not be reset.'))
    }
  }
}
