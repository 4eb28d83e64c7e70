import type { TenantSummary } from 'contract'
import { matcherOf } from '../ui/search.ts'
import type { Sort } from '../ui/sort.ts'

export const sortKeys = ['name', 'subdomain', 'on_trial', 'paid_until', 'is_blocked', 'user_count'] as const
export type SortKey = (typeof sortKeys)[number]

export const shows = ['on_trial', 'is_blocked'] as const
export type Filters = { search: string; show: (typeof shows)[number] | '' }

/** Those in whose name, subdomain or storage key every word occurs, in this state. */
export function matching(tenants: readonly TenantSummary[], { search, show }: Filters) {
  const matches = matcherOf(search)
  return tenants.filter((tenant) => (!show || tenant[show]) && matches(`${tenant.name} ${tenant.subdomain} ${tenant.schema}`))
}

const { compare } = new Intl.Collator(undefined, { sensitivity: 'base', numeric: true })
const byName = (a: TenantSummary, b: TenantSummary) => compare(a.name, b.name) || a.id - b.id

/** Those without a value of this kind stand last, in either order. */
export function sorted(tenants: readonly TenantSummary[], { key, isDescending }: Sort<SortKey>) {
  const sign = isDescending ? -1 : 1
  return tenants.toSorted((a, b) => {
    const [x, y] = [a[key], b[key]]
    if (x === null || y === null) return Number(x === null) - Number(y === null) || byName(a, b)
    const order = typeof x === 'string' ? compare(x, String(y)) : Number(x) - Number(y)
    return sign * order || byName(a, b)
  })
}
