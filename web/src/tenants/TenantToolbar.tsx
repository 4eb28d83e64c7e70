import { Button, NativeSelect } from '@mantine/core'
import { SearchField } from '../ui/SearchField.tsx'
import styles from './TenantOverview.module.css'
import { sortOf, type TenantsView, textOf } from './useTenantsView.ts'

type Props = { view: TenantsView; matches: number; total: number; isNarrow: boolean }

const showOptions = [
  { value: '', label: 'All tenants' },
  { value: 'on_trial', label: 'On trial' },
  { value: 'is_blocked', label: 'Blocked' },
]
const sortOptions = [
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

export function TenantToolbar({ view, matches, total, isNarrow }: Props) {
  const { filters, sort, isFiltered } = view
  const hidden = total - matches
  return (
    <>
      <div className={styles.toolbar}>
        <SearchField className={styles.search} label="Search tenants..." value={filters.search} onSearch={view.search} />
        <NativeSelect
          className={styles.choice}
          aria-label="Filter by state"
          data={showOptions}
          value={filters.show}
          onChange={(event) => view.show(event.currentTarget.value)}
        />
        {isNarrow && (
          <NativeSelect
            className={styles.choice}
            aria-label="Sort by"
            data={sortOptions}
            value={textOf(sort)}
            onChange={(event) => view.sortBy(sortOf(event.currentTarget.value))}
          />
        )}
      </div>
      <div className={styles.count}>
        <span role="status">
          {isFiltered ? `${matches} of ${total} tenants` : total === 1 ? '1 tenant' : `${total} tenants`}
          {hidden > 0 && ` · ${hidden} hidden by filters`}
        </span>
        {isFiltered && matches > 0 && (
          <Button variant="subtle" size="compact-xs" onClick={view.clear}>
            Clear Filters
          </Button>
        )}
      </div>
    </>
  )
}
