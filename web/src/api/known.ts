import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Args, Endpoint, Result } from 'contract'
import { useState } from 'react'
import { Refused } from './call.ts'
import { keyOf, readOf } from './data.ts'

/** An answer as it was last read, without a request. */
export const useKnownData = <E extends Endpoint>(endpoint: E, args: Args<E>): Result<E> | undefined =>
  useQuery<Result<E>>({ ...readOf(endpoint, args), enabled: false }).data

type Options<E extends Endpoint> = { args: Args<E>; id: string; list: Endpoint }

/**
 * A row as it was last read, by itself or in a list, without a request. `isMissing` once the server has answered 404 or has
 * reported its removal.
 */
export function useKnown<E extends Endpoint>(endpoint: E, { args, id, list }: Options<E>) {
  const client = useQueryClient()
  const queryKey = keyOf(endpoint, args)
  useState(() => {
    if (client.getQueryData(queryKey)) return
    type Page = { results: readonly (Result<E> & { id: number })[] }
    for (const [key, page] of client.getQueriesData<Page>({ queryKey: [list.route] })) {
      const row = page?.results.find((listed) => String(listed.id) === id)
      // As old as the list, so that it is fetched again.
      if (row) client.setQueryData(queryKey, row, { updatedAt: client.getQueryState(key)?.dataUpdatedAt ?? 0 })
    }
  })
  const { data, error } = useQuery<Result<E>>({ ...readOf(endpoint, args), enabled: false })
  return { row: data, isMissing: error instanceof Refused && error.status === 404 }
}
