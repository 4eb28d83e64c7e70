import { api, type Employee } from 'contract'
import { useChange, usePending } from '../api/data.ts'
import { messageOf } from '../api/messages.ts'
import { confirm } from '../ui/confirm.tsx'
import { toast } from '../ui/toast.tsx'
import { touched } from './employees.ts'

const quick = { autoClose: 3000 }
// A reason of the server's may be a long sentence: time to read it, 3 s at least.
const fail = (message: string) => toast.error(message, { autoClose: Math.max(3000, message.length * 60) })

/** What can be done to an employee in place. */
export function useEmployeeActs() {
  const { mutateAsync: send } = useChange(api.employees.resendInvitation, { touches: [] })
  const { mutateAsync: erase } = useChange(api.employees.remove, { touches: touched })
  const resending = usePending(api.employees.resendInvitation).map(({ params }) => Number(params.employee_id))

  return {
    isResending: ({ id }: Employee) => resending.includes(id),

    async resend({ id, email }: Employee) {
      const message = `Send a new invitation to ${email}? The link in the earlier one stops working.`
      if (!(await confirm({ title: 'Resend invitation', message }))) return
      try {
        await send({ params: { employee_id: String(id) } })
        toast.success('Invitation resent successfully.', quick)
      } catch (error) {
        fail(messageOf(error, 'Failed to resend invitation.', ['detail', 'field']))
      }
    },

    async remove({ id, full_name }: Employee) {
      const message = `Delete ${full_name}? They can no longer log in, and their open subtasks become unassigned. What they wrote stays.`
      if (!(await confirm({ title: 'Delete employee', message, isDangerous: true }))) return
      // Their row, which had the focus, is gone at once.
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
