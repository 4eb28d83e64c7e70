import { type Administrator, api } from 'contract'
import { useChange } from '../api/data.ts'
import { messageOf } from '../api/messages.ts'
import { copyInvitation, fail, resendInvitation } from '../people/invitation.ts'
import { affectedReads } from '../people/read.ts'
import { confirm } from '../ui/feedback/confirm.tsx'
import { quick, toast } from '../ui/feedback/toast.tsx'

/** The reads that show who is an administrator or an employee. */
export const administratorReads = [api.administrators.list, ...affectedReads] as const

export const about = ({ id }: Administrator) => ({ administrator_id: String(id) })

/** What an administrator's menu does at once. */
export function useAdministratorActions() {
  const { mutateAsync: erase } = useChange(api.administrators.remove, { touches: administratorReads })
  const { mutateAsync: send } = useChange(api.administrators.resendInvitation, { touches: [api.administrators.list] })
  const { mutateAsync: link } = useChange(api.administrators.invitationLink, { touches: [api.administrators.list] })
  const { mutateAsync: correct } = useChange(api.administrators.correctEmail, { touches: administratorReads })
  return {
    correctEmail: (person: Administrator, body: { email: string }) => correct({ params: about(person), body }),
    copyLink: (person: Administrator) => copyInvitation(person, () => link({ params: about(person) })),
    resend: (person: Administrator) => resendInvitation(person, () => send({ params: about(person) })),

    async remove(person: Administrator) {
      const message = `Delete ${person.full_name}? They can no longer log in. What they wrote stays.`
      if (!(await confirm({ title: 'Delete administrator', message, isDangerous: true }))) return
      // The row with the focus disappears.
      document.getElementById(addButton)?.focus({ preventScroll: true })
      try {
        await erase({ params: about(person) })
        toast.success(`${person.full_name} has been deleted.`, quick)
      } catch (error) {
        fail(messageOf(error, 'Failed to delete administrator.', ['detail', 'field']))
      }
    },
  }
}

export const addButton = 'add-administrator'
