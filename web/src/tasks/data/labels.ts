import { useQuery } from '@tanstack/react-query'
import { api, type Label } from 'contract'
import { useEffect } from 'react'
import { call } from '../../api/call.ts'
import { keyOf } from '../../api/data.ts'
import { useKnownData } from '../../api/known.ts'

const args = { query: { limit: '1000' } }
const none: readonly Label[] = []

/** The workspace's labels as they were last read, without a request. */
export const useKnownLabels = (): readonly Label[] => useKnownData(api.labels.list, args)?.results ?? none

/** The workspace's labels. A failure is only logged and gives none, because tasks work without labels. */
export function useLabels(): readonly Label[] {
  const { data, error } = useQuery({
    queryKey: keyOf(api.labels.list, args),
    queryFn: ({ signal }) => call(api.labels.list, args, signal),
  })
  useEffect(() => {
    // biome-ignore lint/suspicious/noConsole: a failure is logged and nothing else
    if (error) console.error('Labels could not be loaded', error)
  }, [error])
  return data?.results ?? none
}
