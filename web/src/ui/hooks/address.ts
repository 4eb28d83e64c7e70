import { useCallback, useState } from 'react'
import { useSearchParams } from 'react-router'

/** The address's query parameters and a function that changes some; empty text removes one. Adds no entry to the history. */
export function useAddress() {
  const [params, setParams] = useSearchParams()
  // The router applies the change in a transition; the person's choice shows at once.
  const [ahead, setAhead] = useState<{ of: URLSearchParams; params: URLSearchParams } | null>(null)
  const put = useCallback(
    (changes: Record<string, string>) => {
      const next = new URLSearchParams(window.location.search)
      for (const [name, value] of Object.entries(changes)) {
        if (value) next.set(name, value)
        else next.delete(name)
      }
      setAhead({ of: params, params: next })
      setParams(next, { replace: true, preventScrollReset: true })
    },
    [params, setParams],
  )
  return [ahead?.of === params ? ahead.params : params, put] as const
}

/** The value, if it is one of these. */
export const oneOf = <const T extends string>(values: readonly T[], value: string | null) => values.find((v) => v === value)
