import { type EmployeeRole, employeeRoles } from 'contract'
import { useSearchParams } from 'react-router'
import { type Filters, type Sort, sortKeys } from './employees.ts'

export type ListView = ReturnType<typeof useListView>

/** What of the list is shown, and in which order: kept in the address. */
export function useListView() {
  const [params, setParams] = useSearchParams()
  const set = (changes: Record<string, string>) =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before)
        for (const [name, value] of Object.entries(changes)) {
          if (value) after.set(name, value)
          else after.delete(name)
        }
        return after
      },
      { replace: true, preventScrollReset: true },
    )
  const filters: Filters = { search: params.get('search') ?? '', role: oneOf(employeeRoles, params.get('role')) ?? '' }
  return {
    filters,
    sort: sortOf(params.get('sort') ?? ''),
    page: Math.max(1, Number.parseInt(params.get('page') ?? '', 10) || 1),
    isFiltered: filters.search.trim() !== '' || filters.role !== '',
    search: (search: string) => set({ search, page: '' }),
    filterByRole: (role: EmployeeRole | '') => set({ role, page: '' }),
    sortBy: (sort: Sort) => set({ sort: textOf(sort) === 'name' ? '' : textOf(sort), page: '' }),
    goTo: (page: number) => set({ page: page === 1 ? '' : String(page) }),
    clear: () => set({ search: '', role: '', page: '' }),
  }
}

const oneOf = <T extends string>(values: readonly T[], value: string | null) => values.find((v) => v === value)

/** `-email` is by e-mail, last first. */
export const sortOf = (text: string): Sort => ({
  key: oneOf(sortKeys, text.replace(/^-/, '')) ?? 'name',
  isDescending: text.startsWith('-'),
})
export const textOf = ({ key, isDescending }: Sort) => `${isDescending ? '-' : ''}${key}`
