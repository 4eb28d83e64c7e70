import { useCallback } from 'react'
import { useSearchParams } from 'react-router'

/** The address's query, and how to change some of it; empty text takes a name away. Back then leaves the page. */
export function useAddress() {
  const [params, setParams] = useSearchParams()
  const put = useCallback(
    (changes: Record<string, string>) =>
      setParams(
        (now) => {
          const next = new URLSearchParams(now)
          for (const [name, value] of Object.entries(changes)) value ? next.set(name, value) : next.delete(name)
          return next
        },
        { replace: true, preventScrollReset: true },
      ),
    [setParams],
  )
  return [params, put] as const
}
