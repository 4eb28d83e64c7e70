import { api, type tenantSorts, type tenantStates } from 'contract'
import { useDeferredValue } from 'react'
import { useData } from '../api/data.ts'
import type { Sort } from '../ui/list/sort.ts'

export type TenantSort = (typeof tenantSorts)[number]

export type TenantQuery = {
  search: string
  show: (typeof tenantStates)[number] | ''
  sort: Sort<TenantSort>
  /** Counts from 1. */
  page: number
  perPage: number
}

/** The query parameters of `GET /api/tenants/`. */
export const queryOf = ({ search, show, sort, page, perPage }: TenantQuery) => ({
  limit: String(perPage),
  offset: String((page - 1) * perPage),
  sort: sort.key,
  order: sort.isDescending ? ('desc' as const) : ('asc' as const),
  ...(search.trim() && { search: search.trim() }),
  ...(show && { state: show }),
})

/**
 * The wanted page of the tenants that match, or the last page. `matches` counts them, `total` counts all tenants. The previous
 * page stays while the server searches.
 */
export function useTenants(wanted: TenantQuery) {
  const wantedText = JSON.stringify(wanted)
  const shownText = useDeferredValue(wantedText)
  const shown = JSON.parse(shownText) as TenantQuery
  const { count: matches } = useData(api.tenants.page, { query: queryOf(shown) })
  const page = Math.min(shown.page, Math.max(1, Math.ceil(matches / shown.perPage)))
  const query = queryOf({ ...shown, page })
  const { results } = useData(api.tenants.page, { query })
  const isFiltered = shown.search.trim() !== '' || shown.show !== ''
  const { count: total } = useData(api.tenants.page, { query: isFiltered ? { limit: '1' } : query })
  return { tenants: results, page, matches, total, isWaiting: shownText !== wantedText }
}
