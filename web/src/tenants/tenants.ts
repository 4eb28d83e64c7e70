import { api, type tenantSorts, type tenantStates } from 'contract'
import { useDeferredValue } from 'react'
import { useData } from '../api/data.ts'
import type { Sort } from '../ui/list/sort.ts'

export type SortKey = (typeof tenantSorts)[number]

export type Wanted = {
  search: string
  show: (typeof tenantStates)[number] | ''
  sort: Sort<SortKey>
  /** From 1. */
  page: number
  perPage: number
}

/** What the server is asked for. */
export const queryOf = ({ search, show, sort, page, perPage }: Wanted) => ({
  limit: String(perPage),
  offset: String((page - 1) * perPage),
  sort: sort.key,
  order: sort.isDescending ? ('desc' as const) : ('asc' as const),
  ...(search.trim() && { search: search.trim() }),
  ...(show && { state: show }),
})

/**
 * One page of the tenants that match, or the last one where there are not so many. `matches` counts them, `total` counts all
 * tenants. While the server looks for them, the former page stays.
 */
export function useTenants(view: Wanted) {
  const wanted = JSON.stringify(view)
  const asked = useDeferredValue(wanted)
  const shown = JSON.parse(asked) as Wanted
  const { count: matches } = useData(api.tenants.page, { query: queryOf(shown) })
  const page = Math.min(shown.page, Math.max(1, Math.ceil(matches / shown.perPage)))
  const query = queryOf({ ...shown, page })
  const { results } = useData(api.tenants.page, { query })
  const isFiltered = shown.search.trim() !== '' || shown.show !== ''
  const { count: total } = useData(api.tenants.page, { query: isFiltered ? { limit: '1' } : query })
  return { tenants: results, page, matches, total, isWaiting: asked !== wanted }
}
