import { type FocusEvent, type RefObject, useLayoutEffect, useRef } from 'react'

/** Where a row of this list had the focus and is taken away, the row that comes into its place gets it. */
export function useKeepPlace(list: RefObject<HTMLElement | null>) {
  const place = useRef(-1)
  useLayoutEffect(() => {
    if (place.current < 0 || document.activeElement !== document.body) return
    const rows = list.current?.children ?? []
    rows[Math.min(place.current, rows.length - 1)]?.querySelector<HTMLElement>('button')?.focus()
  })
  return {
    /** For the row at this place. */
    rowAt: (index: number) => ({
      onFocus: () => {
        place.current = index
      },
    }),
    onBlur: ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget) place.current = -1
    },
  }
}
