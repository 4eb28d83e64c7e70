import { useSuspenseQueries } from '@tanstack/react-query'
import { api, type DayOff, type LeaveType } from 'contract'
import { useMemo } from 'react'
import { readOf, suspending, useData } from '../api/data.ts'

/** The reads that change with a request or a decision. */
export const affectedReads = [
  ...[api.leave.list, api.leave.get, api.leave.preview, api.leave.balancesOf, api.leave.balances, api.leave.ledger],
  ...[api.absences.list, api.directory.list, api.directory.get],
] as const

/** The types by their ids, archived ones as well. */
export function useLeaveTypes(): ReadonlyMap<number, LeaveType> {
  const types = useData(api.leaveTypes.list, {})
  return useMemo(() => new Map(types.map((type) => [type.id, type])), [types])
}

/** The public holidays of these years where a person works, by day. */
export function useHolidaysOf(person_id: number, years: readonly number[]): ReadonlyMap<string, DayOff> {
  const { person } = useData(api.directory.get, { params: { person_id: String(person_id) } })
  const location_id = person.location === null ? undefined : String(person.location)
  const answers = useSuspenseQueries({
    queries:
      location_id === undefined
        ? []
        : years.map((year) =>
            suspending(readOf(api.locations.holidays, { params: { location_id }, query: { year: String(year) } })),
          ),
  })
  const holidays = answers.flatMap(({ data }) => data)
  return new Map(holidays.map((holiday) => [holiday.day, holiday]))
}
