import { type RefObject, startTransition, useCallback, useEffect, useState } from 'react'

const margin = 600

/**
 * Whether a column is in its board's view, or less than 600 pixels from it, and how high its list was when it last was, in
 * pixels. Only columns of `isLong` boards ever are not.
 */
export function useNear(
  column: RefObject<HTMLElement | null>,
  list: RefObject<HTMLElement | null>,
  { isLong, isFirst }: { isLong: boolean; isFirst: boolean },
) {
  const [seen, setSeen] = useState({ isNear: isFirst, height: 0 })
  useEffect(() => {
    const element = column.current
    if (!element || !isLong) return
    const observer = new IntersectionObserver(
      (entries) => {
        const isNear = entries.at(-1)?.isIntersecting ?? true
        const height = list.current?.offsetHeight ?? 0
        // Its cards are made piece by piece while the board goes on scrolling.
        startTransition(() => {
          setSeen((now) => (now.isNear === isNear ? now : { isNear, height: isNear ? now.height : height }))
        })
      },
      { root: element.parentElement, rootMargin: `0px ${margin}px` },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [column, list, isLong])
  const approach = useCallback(() => setSeen((now) => ({ ...now, isNear: true })), [])
  return { isNear: !isLong || seen.isNear, height: seen.height, approach }
}
