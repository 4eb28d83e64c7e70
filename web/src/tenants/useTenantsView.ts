import { useAddress } from '../ui/address.ts'
import { type Filters, type Sort, shows, sortKeys } from './tenants.ts'

export type TenantsView = ReturnType<typeof useTenantsView>

/** What of the list is shown, and in which order: kept in the address. */
export function useTenantsView() {
  const [params, put] = useAddress()
  const filters: Filters = { search: params.get('search') ?? '', show: shows.find((show) => show === params.get('show')) ?? '' }
  return {
    filters,
    sort: sortOf(params.get('sort') ?? ''),
    page: Math.max(1, Number.parseInt(params.get('page') ?? '', 10) || 1),
    isFiltered: filters.search.trim() !== '' || filters.show !== '',
    search: (search: string) => put({ search, page: '' }),
    show: (show: string) => put({ show, page: '' }),
    sortBy: (sort: Sort) => put({ sort: textOf(sort) === 'name' ? '' : textOf(sort), page: '' }),
    goTo: (page: number) => put({ page: page === 1 ? '' : String(page) }),
    clear: () => put({ search: '', show: '', page: '' }),
  }
}

/** `-user_count` is by the number of users, the most first. */
export const sortOf = (text: string): Sort => ({
  key: sortKeys.find((key) => key === text.replace(/^-/, '')) ?? 'name',
  isDescending: text.startsWith('-'),
})
export const textOf = ({ key, isDescending }: Sort) => `${isDescending ? '-' : ''}${key}`
