import { type RefObject, startTransition, useCallback, useEffect, useState } from 'react'

const margin = 600

/**
 * Whether a column is in its board's view or less than 600 pixels from it, and how high its list was when it last was, in
 * pixels. On a board that is not `isLong` every column counts as near.
 */
export function useNearView(
  column: RefObject<HTMLElement | null>,
  list: RefObject<HTMLElement | null>,
  { isLong, isFirst }: { isLong: boolean; isFirst: boolean },
) {
  const [state, setState] = useState({ isNear: isFirst, height: 0 })
  useEffect(() => {
    const element = column.current
    if (!element || !isLong) return
    const observer = new IntersectionObserver(
      (entries) => {
        const isNear = entries.at(-1)?.isIntersecting ?? true
        const height = list.current?.offsetHeight ?? 0
        // A transition renders the cards without blocking the scrolling.
        startTransition(() => {
          setState((last) => (last.isNear === isNear ? last : { isNear, height: isNear ? last.height : height }))
        })
      },
      { root: element.parentElement, rootMargin: `0px ${margin}px` },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [column, list, isLong])
  const approach = useCallback(() => setState((last) => ({ ...last, isNear: true })), [])
  return { isNear: !isLong || state.isNear, height: state.height, approach }
}
