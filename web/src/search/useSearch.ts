import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type Args, api } from 'contract'
import { useEffect, useState } from 'react'
import { call } from '../api/call.ts'
import { keyOf } from '../api/data.ts'

type Query = Args<typeof api.search.search>['query']

/** Milliseconds. Longer than the pause between two keys of a quick typist. */
const pause = 90

/** The results of a search, and those of the one before it until they arrive. Nothing is asked for an empty text. */
export function useSearch(query: Query & { q: string }) {
  const args = { query: { ...query, q: query.q.trim() } }
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: keyOf(api.search.search, args),
    queryFn: ({ signal }) => call(api.search.search, args, signal),
    enabled: args.query.q !== '',
    placeholderData: keepPreviousData,
    gcTime: 60_000,
  })
  return { found: args.query.q === '' ? undefined : data, error, isFetching, retry: () => void refetch() }
}

/** The text once it has not changed for a moment; empty text at once. */
export function usePaused(text: string) {
  const [settled, settle] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => settle(text), text === '' ? 0 : pause)
    return () => clearTimeout(timer)
  }, [text])
  return text === '' ? text : settled
}
