import type { Opening, OpeningStatus } from 'contract'
import { matcherOf } from '../../ui/list/search.ts'
import { compareValues, type Sort } from '../../ui/list/sort.ts'
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
type Value = Parameters<typeof compareValues>[0]

/** Equal ones are in the order of the newest first. Those without a location or a department come last in both directions. */
export function sorted(rows: readonly OpeningRow[], { key, isDescending }: Sort<OpeningSort>, today: string) {
  const valuesOf: Record<OpeningSort, (row: OpeningRow) => (string | number)[]> = {
    state: (row) => [ranks[stateOf(row, today)]],
    title: ({ title }) => [title],
    department: ({ department }) => [department],
    location: ({ place }) => [place],
    applicants: ({ applications, new_applications }) => [applications, new_applications],
    created: ({ created_at }) => [Date.parse(created_at)],
  }
  const [of, compare] = [valuesOf[key], (a: Value, b: Value) => compareValues(a, b, isDescending)]
  return rows.toSorted((a, b) => compare(of(a)[0], of(b)[0]) || compare(of(a)[1], of(b)[1]) || newestFirst(a, b))
}
