import { ListToolbar } from '../ui/list/ListToolbar.tsx'
import type { TenantsView } from './useTenantsView.ts'

type Props = { view: TenantsView; matches: number; total: number; isWaiting: boolean; isNarrow: boolean }

const choices = [
  {
    name: 'show',
    label: 'Filter by state',
    options: [
      { value: '', label: 'All tenants' },
      { value: 'on_trial', label: 'On trial' },
      { value: 'is_blocked', label: 'Blocked' },
    ],
  },
]
const orders = [
  { value: 'name', label: 'Name A–Z' },
  { value: '-name', label: 'Name Z–A' },
  { value: 'subdomain', label: 'Subdomain A–Z' },
  { value: '-subdomain', label: 'Subdomain Z–A' },
  { value: '-on_trial', label: 'On trial first' },
  { value: 'on_trial', label: 'On trial last' },
  { value: 'paid_until', label: 'Paid until, earliest first' },
  { value: '-paid_until', label: 'Paid until, latest first' },
  { value: '-is_blocked', label: 'Blocked first' },
  { value: 'is_blocked', label: 'Blocked last' },
  { value: '-user_count', label: 'Most users first' },
  { value: 'user_count', label: 'Fewest users first' },
]

export const TenantToolbar = ({ view, matches, total, isWaiting, isNarrow }: Props) => (
  <ListToolbar
    view={view}
    one="tenant"
    many="tenants"
    matches={matches}
    total={total}
    isWaiting={isWaiting}
    choices={choices}
    orders={isNarrow && orders}
  />
)
