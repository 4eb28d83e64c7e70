import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react'
import styles from './SortHeading.module.css'
import type { Sort } from './sort.ts'

type Order = 'none' | 'ascending' | 'descending'
const arrows = { none: IconArrowsSort, ascending: IconArrowUp, descending: IconArrowDown }

type Props<Key extends string> = {
  /** `startsDescending`: what stands out is wanted first, at the first click. */
  columns: readonly { key: Key; label: string; startsDescending?: true }[]
  sort: Sort<Key>
  sortBy: (sort: Sort<Key>) => void
}

/** The headings of the columns by which a table can be sorted. */
export const SortHeadings = <Key extends string>({ columns, sort, sortBy }: Props<Key>) =>
  columns.map(({ key, label, startsDescending = false }) => (
    <SortHeading
      key={key}
      label={label}
      order={sort.key === key ? (sort.isDescending ? 'descending' : 'ascending') : 'none'}
      onSort={() => sortBy({ key, isDescending: sort.key === key ? !sort.isDescending : startsDescending })}
    />
  ))

function SortHeading({ label, order, onSort }: { label: string; order: Order; onSort: () => void }) {
  const Arrow = arrows[order]
  return (
    <th scope="col" aria-sort={order}>
      <button type="button" className={styles.sort} data-order={order} onClick={onSort}>
        {label}
        <Arrow size={14} aria-hidden />
      </button>
    </th>
  )
}
