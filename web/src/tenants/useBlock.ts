import { api, type TenantSummary } from 'contract'
import { useChange, usePending } from '../api/data.ts'
import { confirm } from '../ui/feedback/confirm.tsx'
import { toast } from '../ui/feedback/toast.tsx'

/** Blocks or unblocks a tenant once the person has confirmed it. */
export function useBlock() {
  const { mutateAsync } = useChange(api.tenants.toggleBlock, { touches: [api.tenants.page] })
  const pending = usePending(api.tenants.toggleBlock).map(({ params }) => Number(params.tenant_id))

  return {
    isPending: ({ id }: TenantSummary) => pending.includes(id),

    async toggleBlock({ id, name, is_blocked }: TenantSummary) {
      if (!(await confirm({ ...questionOf(name, is_blocked), isDangerous: !is_blocked }))) return
      try {
        const tenant = await mutateAsync({ params: { tenant_id: String(id) }, body: { is_blocked: !is_blocked } })
        toast.success(`${name} is ${tenant.is_blocked ? 'blocked' : 'unblocked'}.`)
      } catch {
        toast.error('Error updating block status.', { autoClose: 8000 })
      }
    },
  }
}

const questionOf = (name: string, is_blocked: boolean) =>
  is_blocked
    ? { title: 'Unblock workspace', message: `Unblock ${name}? Its people can log in again.` }
    : {
        title: 'Block workspace',
        message: `Block ${name}? Its people are logged out at once and cannot log in until you unblock it. Nothing is deleted.`,
      }
