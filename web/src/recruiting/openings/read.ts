import type { Opening, OpeningStatus } from 'contract'
import { matcherOf } from '../../ui/list/search.ts'
import type { Sort } from '../../ui/list/sort.ts'
import { stateOf } from './states.ts'

export const sortKeys = ['state', 'title', 'department', 'location', 'applicants', 'created'] as const
export type OpeningSort = (typeof sortKeys)[number]

/** An opening with the name of its location. */
export type OpeningRow = Opening & { place: string }

type Filters = { search: string; state: OpeningStatus | ''; today: string }

/** Those with the words in their titles. Openings whose closing date has passed count as closed. */
export function matching(rows: readonly OpeningRow[], { search, state, today }: Filters) {
  const matches = matcherOf(search)
  return rows.filter((row) => matches(row.title) && (state === '' || shownStatus(row, today) === state))
}

const shownStatus = (row: Opening, today: string) => {
  const state = stateOf(row, today)
  return state === 'over' ? 'closed' : state
}

const ranks = { published: 0, draft: 1, over: 2, closed: 3 }
const newestFirst = (a: Opening, b: Opening) => b.created_at.localeCompare(a.created_at) || b.id - a.id
const byText = (a: string, b: string) => a.localeCompare(b, undefined, { sensitivity: 'base', numeric: true })

/** Equal ones are in the order of the newest first. Those without a location come last. */
export function sorted(rows: readonly OpeningRow[], { key, isDescending }: Sort<OpeningSort>, today: string) {
  const compare: Record<OpeningSort, (a: OpeningRow, b: OpeningRow) => number> = {
    state: (a, b) => ranks[stateOf(a, today)] - ranks[stateOf(b, today)],
    title: (a, b) => byText(a.title, b.title),
    department: (a, b) => byText(a.department, b.department),
    location: (a, b) => Number(a.place === '') - Number(b.place === '') || byText(a.place, b.place),
    applicants: (a, b) => a.applications - b.applications || a.new_applications - b.new_applications,
    created: (a, b) => a.created_at.localeCompare(b.created_at),
  }
  const sign = isDescending ? -1 : 1
  return rows.toSorted((a, b) => sign * compare[key](a, b) || newestFirst(a, b))
}
