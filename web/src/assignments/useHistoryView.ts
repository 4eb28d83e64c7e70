import { lastDayTooEarly } from 'contract'
import { useAddress } from '../ui/hooks/address.ts'
import { dateIn } from '../ui/text/dates.ts'

export type HistoryFilters = {
  /** An id, or empty for all. */
  developer: string
  /** `YYYY-MM-DD`, inclusive, as is `to_date`; empty for no limit. */
  from_date: string
  to_date: string
}

/** The filters and page of the history, kept in the address. The page's other lists use other parameter names. */
export function useHistoryView() {
  const [params, put] = useAddress()
  const idIn = (name: string) => /^[1-9]\d{0,15}$/.exec(params.get(name) ?? '')?.[0] ?? ''
  const filters: HistoryFilters = {
    developer: idIn('log_developer'),
    from_date: dateIn(params.get('log_from')),
    to_date: dateIn(params.get('log_to')),
  }
  return {
    filters,
    offset: idIn('log_offset'),
    isFiltered: Object.values(filters).some(Boolean),
    filterByDeveloper: (id: string) => put({ log_developer: id, log_offset: '' }),
    filterFrom: (date: string) => put({ log_from: date, log_offset: '' }),
    filterTo: (date: string) => put({ log_to: date, log_offset: '' }),
    goTo: (offset: string) => put({ log_offset: offset }),
    clear: () => put({ log_developer: '', log_from: '', log_to: '', log_offset: '' }),
  }
}

export type HistoryView = ReturnType<typeof useHistoryView>

/** The offset in the answer's `next` or `previous`; empty for the first page. */
export function offsetIn(path: string) {
  const offset = new URL(path, window.location.origin).searchParams.get('offset') ?? '0'
  return offset === '0' ? '' : offset
}

/** Why the chosen days are invalid; undefined when they are valid. */
export const daysProblem = ({ from_date, to_date }: HistoryFilters) =>
  from_date && to_date && to_date < from_date ? lastDayTooEarly : undefined
