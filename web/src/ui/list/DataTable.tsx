import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react'
import type { ComponentProps, Key, ReactNode } from 'react'
import styles from './DataTable.module.css'
import { Pages } from './Pages.tsx'
import type { Sort } from './sort.ts'

export type TableColumn<Row, SortKey extends string = never> = {
  label: string
  cell: (row: Row) => ReactNode
  /** A tooltip for a cell whose text may be cut off. */
  titleOf?: (row: Row) => string | undefined
  /** The sort key that the heading chooses; absent: the table can't be sorted by this column. */
  sortKey?: SortKey
  /** The first click sorts in descending order. */
  startsDescending?: true
  align?: 'end'
  /** A CSS length; absent: an equal share of the rest. */
  width?: string
}

type Props<Row, SortKey extends string> = {
  columns: readonly TableColumn<Row, SortKey>[]
  rows: readonly Row[]
  keyOf: (row: Row) => Key
  isNarrow: boolean
  /** The content of a row's card on a narrow screen. */
  card: (row: Row) => ReactNode
  sort?: Sort<SortKey>
  sortBy?: (sort: Sort<SortKey>) => void
  /** Shown when there are no rows. */
  empty: ReactNode
  pages?: Omit<ComponentProps<typeof Pages>, 'isNarrow'>
  tableClass: string | undefined
  cardsClass: string | undefined
  /** The accessible name. */
  name: { 'aria-label': string } | { 'aria-labelledby': string }
}

/** A sortable table on a wide screen and a list of cards on a narrow one, with pages below. */
export function DataTable<Row, SortKey extends string = never>(props: Props<Row, SortKey>) {
  const { rows, keyOf, isNarrow, card, empty, pages, cardsClass, name } = props
  return (
    <>
      {rows.length === 0 ? (
        empty
      ) : isNarrow ? (
        <ul className={`${styles.cards} ${cardsClass}`} {...name}>
          {rows.map((row) => (
            <li key={keyOf(row)} className={styles.card}>
              {card(row)}
            </li>
          ))}
        </ul>
      ) : (
        <Table {...props} />
      )}
      {pages && <Pages {...pages} isNarrow={isNarrow} />}
    </>
  )
}

function Table<Row, SortKey extends string>({ columns, rows, keyOf, sort, sortBy, tableClass, name }: Props<Row, SortKey>) {
  return (
    <table className={`${styles.table} ${tableClass}`} {...name}>
      <thead>
        <tr>
          {columns.map(({ label, sortKey, startsDescending = false, align, width }) =>
            sortKey && sort && sortBy ? (
              <SortHeading
                key={label}
                label={label}
                width={width}
                order={sort.key === sortKey ? (sort.isDescending ? 'descending' : 'ascending') : 'none'}
                onSort={() =>
                  sortBy({ key: sortKey, isDescending: sort.key === sortKey ? !sort.isDescending : startsDescending })
                }
              />
            ) : (
              <th key={label} scope="col" style={{ width }} data-align={align}>
                {label}
              </th>
            ),
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            {columns.map(({ label, cell, titleOf, align }) => (
              <td key={label} title={titleOf?.(row)} data-align={align}>
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const arrows = { none: IconArrowsSort, ascending: IconArrowUp, descending: IconArrowDown }

type HeadingProps = { label: string; width: string | undefined; order: keyof typeof arrows; onSort: () => void }

function SortHeading({ label, width, order, onSort }: HeadingProps) {
  const Arrow = arrows[order]
  return (
    <th scope="col" aria-sort={order} style={{ width }}>
      <button type="button" className={styles.sort} data-order={order} onClick={onSort}>
        {label}
        <Arrow size={14} aria-hidden />
      </button>
    </th>
  )
}

/** A row's facts for its card: the label and the cell of each column. */
export const Facts = <Row,>({ columns, row }: { columns: readonly TableColumn<Row, string>[]; row: Row }) => (
  <dl>
    {columns.map(({ label, cell }) => (
      <div key={label}>
        <dt className="dimmed">{label}</dt>
        <dd>{cell(row)}</dd>
      </div>
    ))}
  </dl>
)
