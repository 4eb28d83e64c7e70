import { type FocusEvent, type RefObject, useLayoutEffect, useRef } from 'react'

/** Where a row of this list had the focus and is taken away, the row that comes into its place gets it. */
export function useKeepPlace(list: RefObject<HTMLElement | null>) {
  const focused = useRef<{ index: number; row: Element } | undefined>(undefined)
  useLayoutEffect(() => {
    if (!focused.current || focused.current.row.isConnected || document.activeElement !== document.body) return
    const rows = list.current?.children ?? []
    rows[Math.min(focused.current.index, rows.length - 1)]?.querySelector<HTMLElement>('button')?.focus()
  })
  return {
    /** For the row at this place. */
    rowAt: (index: number) => ({
      onFocus: ({ currentTarget }: FocusEvent) => {
        focused.current = { index, row: currentTarget }
      },
    }),
    onBlur: ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget) focused.current = undefined
    },
  }
}
