import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { api, type Employee, type Result } from 'contract'
import { useChange, usePending } from '../api/data.ts'
import { messageOf } from '../api/messages.ts'
import { confirm } from '../ui/feedback/confirm.tsx'
import { quick, toast } from '../ui/feedback/toast.tsx'
import { copyInvitation, fail, resendInvitation } from './invitation.ts'
import { affectedReads } from './read.ts'

/** The actions on an employee's row. */
export function useEmployeeActions() {
  const { mutateAsync: send } = useChange(api.employees.resendInvitation, { touches: [api.employees.list] })
  const client = useQueryClient()
  const { mutateAsync: link } = useChange(api.employees.invitationLink, { touches: [] })
  const { mutateAsync: erase } = useChange(api.employees.remove, { touches: affectedReads })
  const { mutateAsync: correct } = useChange(api.employees.correctEmail, { touches: affectedReads })
  const resending = usePending(api.employees.resendInvitation)
  const copying = usePending(api.employees.invitationLink)

  return {
    isResending: (employee: Employee) => isAmong(resending, employee),
    isCopying: (employee: Employee) => isAmong(copying, employee),

    async copyLink(employee: Employee) {
      if (isAmong(copying, employee)) return
      await copyInvitation(employee, async () => {
        const answer = await link({ params: { employee_id: String(employee.id) } })
        putExpiry(client, employee.id, answer.expires_at)
        return answer
      })
    },

    async resend(employee: Employee) {
      if (isAmong(resending, employee)) return
      await resendInvitation(employee, () => send({ params: { employee_id: String(employee.id) } }))
    },

    correctEmail: ({ id }: Employee, body: { email: string }) => correct({ params: { employee_id: String(id) }, body }),

    async remove({ id, full_name }: Employee) {
      const message = `Delete ${full_name}? They can no longer log in, and their open subtasks become unassigned. What they wrote stays.`
      if (!(await confirm({ title: 'Delete employee', message, isDangerous: true }))) return
      // The row with the focus disappears at once.
      document.getElementById('all-employees')?.focus({ preventScroll: true })
      try {
        await erase({ params: { employee_id: String(id) } })
        toast.success('Employee deleted successfully.', quick)
      } catch (error) {
        fail(messageOf(error, 'Failed to delete employee.', ['non_field_errors', 'detail', 'field']))
      }
    },
  }
}

const isAmong = (pending: readonly { params: { employee_id: string } }[], { id }: Employee) =>
  pending.some(({ params }) => params.employee_id === String(id))

/** Updates a renewed invitation's expiry without a refetch: the browser only allows copying soon after the click. */
const putExpiry = (client: QueryClient, id: number, invitation_expires_at: string) =>
  client.setQueriesData<Result<typeof api.employees.list>>(
    { queryKey: [api.employees.list.route] },
    (list) =>
      list && {
        ...list,
        results: list.results.map((person) => (person.id === id ? { ...person, invitation_expires_at } : person)),
      },
  )
