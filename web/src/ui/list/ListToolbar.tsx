import { Button, Group, NativeSelect } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './ListToolbar.module.css'
import { SearchField } from './SearchField.tsx'
import sections from './section.module.css'
import type { ListView } from './useListView.ts'

type Option = { value: string; label: string }

type Props = {
  view: ListView
  /** The rows' noun in the singular, such as `employee`; `many` is its plural. */
  one: string
  many: string
  matches: number
  total: number
  /** The list still shows the results of an earlier search. */
  isWaiting?: boolean
  /** The filters; `name` is the query parameter. The first option has an empty value and matches everything. */
  choices: readonly { name: string; label: string; options: readonly Option[] }[]
  /** The sort orders of a list without headings to sort by. */
  orders?: readonly Option[] | false
  /** Beside the section's heading where there is room. */
  isShort?: boolean
  /** Shown at the end of the line. */
  action?: ReactNode
}

/** The controls above a list: search, filters, and how many rows match and are hidden. */
export function ListToolbar({
  view,
  one,
  many,
  matches,
  total,
  isWaiting = false,
  choices,
  orders = false,
  isShort = false,
  action,
}: Props) {
  const { search, chosen, isFiltered } = view
  const hidden = total - matches
  const all = total === 1 ? `1 ${one}` : `${total} ${many}`
  return (
    <>
      <Group gap="var(--space-2) var(--space-3)" className={isShort ? sections.toolbar : undefined}>
        <SearchField className={styles.search} label={`Search ${many}...`} value={search} onSearch={view.searchFor} />
        {choices.map(({ name, label, options }) => (
          <NativeSelect
            key={name}
            className={styles.choice}
            aria-label={label}
            data={options}
            value={chosen[name] ?? ''}
            onChange={(event) => view.choose(name, event.currentTarget.value)}
          />
        ))}
        {orders && (
          <NativeSelect
            className={styles.choice}
            aria-label="Sort by"
            data={orders}
            value={view.order}
            onChange={(event) => view.orderBy(event.currentTarget.value)}
          />
        )}
        {action && <div className={styles.action}>{action}</div>}
      </Group>
      <div className={styles.state} data-is-short={isShort || undefined}>
        <span role="status">
          {isWaiting ? 'Searching...' : isFiltered ? `${matches} of ${all}` : all}
          {!isWaiting && hidden > 0 && ` · ${hidden} hidden by filters`}
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
