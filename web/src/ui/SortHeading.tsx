import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react'
import styles from './SortHeading.module.css'

export type Order = 'none' | 'ascending' | 'descending'
const arrows = { none: IconArrowsSort, ascending: IconArrowUp, descending: IconArrowDown }

/** The heading of a column by which a table can be sorted. */
export function SortHeading({ label, order, onSort }: { label: string; order: Order; onSort: () => void }) {
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
