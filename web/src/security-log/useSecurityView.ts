import { lastDayTooEarly, type SecurityEventKind, securityEvents } from 'contract'
import { useAddress } from '../ui/hooks/address.ts'
import { useListView } from '../ui/list/useListView.ts'
import { dateIn } from '../ui/text/dates.ts'

const kinds = Object.keys(securityEvents) as SecurityEventKind[]
const sortKeys = ['time'] as const

/** The filters and page of the security log, kept in the address. */
export function useSecurityView() {
  const view = useListView({ sortKeys, choices: { event: kinds } })
  const [params, put] = useAddress()
  const from = dateIn(params.get('from'))
  const to = dateIn(params.get('to'))
  return {
    ...view,
    from,
    to,
    /** Why the chosen days are invalid; undefined when they are valid. */
    problem: from && to && to < from ? lastDayTooEarly : undefined,
    isFiltered: view.isFiltered || from !== '' || to !== '',
    filterFrom: (date: string) => put({ from: date, page: '' }),
    filterTo: (date: string) => put({ to: date, page: '' }),
    clear: () => put({ search: '', event: '', from: '', to: '', page: '' }),
  }
}
export type SecurityView = ReturnType<typeof useSecurityView>

/** The query parameters of the chosen filters. */
export const filtersOf = ({ search, chosen, from, to }: SecurityView) => ({
  ...(chosen.event && { kind: chosen.event }),
  ...(search.trim() && { search: search.trim() }),
  ...(from && { from }),
  ...(to && { to }),
})
