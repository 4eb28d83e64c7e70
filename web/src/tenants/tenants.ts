import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { api, type TenantSummary } from 'contract'
import { keyOf, useChange, usePending } from '../api/data.ts'
import { confirm } from '../ui/confirm.tsx'
import { matcherOf } from '../ui/search.ts'
import { toast } from '../ui/toast.tsx'

export const sortKeys = ['name', 'subdomain', 'on_trial', 'paid_until', 'is_blocked', 'user_count'] as const
export type SortKey = (typeof sortKeys)[number]
export type Sort = { key: SortKey; isDescending: boolean }

export const shows = ['', 'on_trial', 'is_blocked'] as const
export type Filters = { search: string; show: (typeof shows)[number] }

/** Those in whose name, subdomain or storage key every word occurs, in this state. */
export function matching(tenants: readonly TenantSummary[], { search, show }: Filters) {
  const matches = matcherOf(search)
  return tenants.filter((tenant) => (!show || tenant[show]) && matches(`${tenant.name} ${tenant.subdomain} ${tenant.schema}`))
}

const { compare } = new Intl.Collator(undefined, { sensitivity: 'base', numeric: true })
const byName = (a: TenantSummary, b: TenantSummary) => compare(a.name, b.name) || a.id - b.id

/** Those without a value of this kind stand last, in either order. */
export function sorted(tenants: readonly TenantSummary[], { key, isDescending }: Sort) {
  const sign = isDescending ? -1 : 1
  return tenants.toSorted((a, b) => {
    const [x, y] = [a[key], b[key]]
    if (x === null || y === null) return Number(x === null) - Number(y === null) || byName(a, b)
    const order = typeof x === 'string' ? compare(x, String(y)) : Number(x) - Number(y)
    return sign * order || byName(a, b)
  })
}

/** Blocks and unblocks, each after asking. */
export function useBlock() {
  const client = useQueryClient()
  const { mutateAsync: toggle } = useChange(api.tenants.toggleBlock, { touches: [], onAnswer: (tenant) => put(client, tenant) })
  const pending = usePending(api.tenants.toggleBlock).map(({ params }) => Number(params.tenant_id))

  return {
    isPending: ({ id }: TenantSummary) => pending.includes(id),

    async turn({ id, name, is_blocked }: TenantSummary) {
      if (!(await confirm({ ...questionOf(name, is_blocked), isDangerous: !is_blocked }))) return
      try {
        const tenant = await toggle({ params: { tenant_id: String(id) }, body: { is_blocked: !is_blocked } })
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

/** Takes the server's word for one tenant, rather than fetching all of them again. */
async function put(client: QueryClient, tenant: TenantSummary) {
  const queryKey = keyOf(api.tenants.list, {})
  // One under way may have been answered before the change.
  await client.cancelQueries({ queryKey })
  client.setQueryData<TenantSummary[]>(queryKey, (tenants) => tenants?.map((known) => (known.id === tenant.id ? tenant : known)))
}
