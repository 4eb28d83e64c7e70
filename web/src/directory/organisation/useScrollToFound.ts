import { type RefObject, useEffect } from 'react'

/** Brings the first person whom a search has found into view. */
export function useScrollToFound(chart: RefObject<HTMLElement | null>, search: string, found: ReadonlySet<number>) {
  const isAny = search.trim() !== '' && found.size > 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each search, not whenever people change
  useEffect(() => {
    if (isAny) chart.current?.querySelector('[data-is-found]')?.scrollIntoView({ block: 'center' })
  }, [search, isAny])
}
