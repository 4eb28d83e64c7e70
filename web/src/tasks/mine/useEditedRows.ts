import { useEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Moving } from './MoveHandle.tsx'
import { moved, shifted } from './order.ts'

type Options<Row> = {
  rows: readonly Row[]
  set: (rows: readonly Row[]) => void
  blank: () => Row
  /** Announced when a row has been removed. */
  removed: string
}

/**
 * Changes, adds, moves and removes the rows of a form, and keeps the focus in them. A row's element has its key as `data-row`, and
 * the button that adds one has the ref `adder`.
 */
export function useEditedRows<Row extends { key: number }>(options: Options<Row>) {
  const { rows, set, blank, removed } = options
  const list = useRef<HTMLOListElement>(null)
  const adder = useRef<HTMLButtonElement>(null)
  const [news, setNews] = useState('')
  const moving = useMoving({ ...options, tell: setNews })
  const focus = (key: number) => list.current?.querySelector<HTMLElement>(`[data-row="${key}"] input`)?.focus()
  return {
    list,
    adder,
    /** To be announced. */
    news,
    moving,
    change: (key: number, part: Partial<Row>) => set(rows.map((row) => (row.key === key ? { ...row, ...part } : row))),
    add() {
      const row = blank()
      flushSync(() => set([...rows, row]))
      focus(row.key)
    },
    remove(key: number) {
      const index = rows.findIndex((row) => row.key === key)
      const next = rows[index + 1] ?? rows[index - 1]
      flushSync(() => set(rows.filter((row) => row.key !== key)))
      setNews(removed)
      if (next) focus(next.key)
      else adder.current?.focus()
    },
  }
}

type MovingProps<Row> = Pick<Options<Row>, 'rows' | 'set'> & { tell: (news: string) => void }

function useMoving<Row extends { key: number }>(props: MovingProps<Row>): Moving {
  const latest = useRef(props)
  useEffect(() => {
    latest.current = props
  })
  return useMemo(() => {
    const reorder = (order: (keys: readonly number[]) => number[], key: number) => {
      const { rows, set, tell } = latest.current
      const keys = order(rows.map((row) => row.key))
      const focused = document.activeElement
      flushSync(() => set(keys.flatMap((each) => rows.find((row) => row.key === each) ?? [])))
      // A row that moves down in the document loses the focus.
      if (focused instanceof HTMLElement) focused.focus()
      tell(`Moved to place ${keys.indexOf(key) + 1} of ${keys.length}.`)
    }
    return {
      moveBefore: (key, before) => reorder((keys) => moved(keys, key, before), key),
      shift: (key, by) => reorder((keys) => shifted(keys, key, by), key),
    }
  }, [])
}
