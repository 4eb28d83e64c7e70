import { Button, NativeSelect } from '@mantine/core'
import type { EmployeeRole } from 'contract'
import type { ReactNode } from 'react'
import { SearchField } from '../ui/SearchField.tsx'
import styles from './AllEmployees.module.css'
import { roleOptions } from './employees.ts'
import { type ListView, sortOf, textOf } from './useListView.ts'

type Props = { view: ListView; matches: number; total: number; isNarrow: boolean; add: ReactNode }

const sortOptions = [
  { value: 'name', label: 'Name A–Z' },
  { value: '-name', label: 'Name Z–A' },
  { value: 'email', label: 'Email A–Z' },
  { value: '-email', label: 'Email Z–A' },
  { value: 'role', label: 'Role A–Z' },
  { value: '-role', label: 'Role Z–A' },
]

export function EmployeeToolbar({ view, matches, total, isNarrow, add }: Props) {
  const { filters, sort, isFiltered } = view
  const hidden = total - matches
  return (
    <>
      <div className={styles.toolbar}>
        <SearchField className={styles.search} label="Search employees..." value={filters.search} onSearch={view.search} />
        <NativeSelect
          className={styles.choice}
          aria-label="Filter by role"
          data={[{ value: '', label: 'All roles' }, ...roleOptions]}
          value={filters.role}
          onChange={(event) => view.filterByRole(event.currentTarget.value as EmployeeRole | '')}
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
        <div className={styles.add}>{add}</div>
      </div>
      <div className={styles.state}>
        <span role="status">
          {isFiltered ? `${matches} of ${total} employees` : total === 1 ? '1 employee' : `${total} employees`}
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
