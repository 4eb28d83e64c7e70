import { Group, Pagination } from '@mantine/core'
import type { RefObject } from 'react'

type Props = {
  /** Counts from 1. */
  page: number
  perPage: number
  /** Rows on all pages. */
  total: number
  isNarrow: boolean
  goTo: (page: number) => void
  /** The top of the list, which a new page scrolls to. */
  top: RefObject<HTMLElement | null>
}

/** The rows of a page, or of the last page if there are fewer pages. */
export function rowsOf<Row>(rows: readonly Row[], { page: wanted, perPage }: Pick<Props, 'page' | 'perPage'>) {
  const page = Math.min(wanted, Math.max(1, Math.ceil(rows.length / perPage)))
  return { page, rows: rows.slice((page - 1) * perPage, page * perPage) }
}

/** The page controls under a list; nothing if one page holds all rows. */
export function Pages({ page, perPage, total, isNarrow, goTo, top }: Props) {
  if (total <= perPage) return null
  const start = (page - 1) * perPage
  return (
    <Group justify="space-between" gap="sm" mt="sm" c="dimmed">
      <span className="tabular">
        {start + 1}–{Math.min(start + perPage, total)} of {total}
      </span>
      <Pagination
        total={Math.ceil(total / perPage)}
        value={page}
        siblings={isNarrow ? 0 : 1}
        onChange={(wanted) => {
          goTo(wanted)
          top.current?.scrollIntoView({ block: 'start' })
        }}
        getControlProps={(control) => ({ 'aria-label': `${control} page` })}
        getItemProps={(item) => ({ 'aria-label': `Page ${item}` })}
      />
    </Group>
  )
}
