import { priorities, statuses } from 'contract'
import { useMemo } from 'react'
import { oneOf, useAddress } from '../../ui/hooks/address.ts'
import { dues, type Filters } from './filters.ts'

export const unfiltered: Filters = { search: '', status: '', priority: '', person: '', label: '', due: '', blockers: '' }

/** The filters in the address, which every view of a project shares. */
export function useFilters() {
  const [params, put] = useAddress()
  const [search, person, label] = ['search', 'person', 'label'].map((name) => params.get(name) ?? '') as [string, string, string]
  const status = oneOf(statuses, params.get('status')) ?? ''
  const priority = oneOf(priorities, params.get('priority')) ?? ''
  const due = oneOf(dues, params.get('due')) ?? ''
  const blockers = oneOf(['blocked'], params.get('blockers')) ?? ''
  const filters = useMemo<Filters>(
    () => ({ search, status, priority, person, label, due, blockers }),
    [search, status, priority, person, label, due, blockers],
  )
  return {
    filters,
    isFiltered: Object.values(filters).some(Boolean),
    put,
    clear: () => put(unfiltered),
  }
}
