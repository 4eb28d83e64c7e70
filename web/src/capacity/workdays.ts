import { useQueries } from '@tanstack/react-query'
import { api, defaultSchedule, type Holiday, type PersonRecord } from 'contract'
import { readOf } from '../api/data.ts'

type Known = { record: Pick<PersonRecord, 'job'> | undefined; holidays: readonly Pick<Holiday, 'day' | 'is_half'>[] }

/** From 0 for Monday. */
const weekdayOf = (day: string) => (new Date(day).getUTCDay() + 6) % 7

/** Whether somebody works on that day, apart from leave. Without a known schedule, from Monday to Friday. */
export function isWorkdayOf({ record, holidays }: Known, day: string) {
  if (holidays.some((holiday) => holiday.day === day && !holiday.is_half)) return false
  const schedule = record?.job?.schedules.findLast(({ from }) => from <= day)
  return ((schedule?.minutes ?? defaultSchedule)[weekdayOf(day)] ?? 0) > 0
}

/** Events tell when there are others. */
const staleTime = Number.POSITIVE_INFINITY

/** Whether all of these people work on a day. Undefined until their schedules and holidays are read; what can't be read is left out. */
export function useWorkdays(people: readonly number[], years: readonly string[]) {
  const records = useQueries({
    queries: people.map((id) => ({
      ...readOf(api.directory.get, { params: { person_id: String(id) } }),
      staleTime,
      retry: false,
    })),
  })
  const locations = records.map(({ data }) => data?.person.location ?? null)
  const wanted = [...new Set(locations)].flatMap((location) =>
    location === null ? [] : years.map((year) => ({ location, year })),
  )
  const holidays = useQueries({
    queries: wanted.map(({ location, year }) => ({
      ...readOf(api.locations.holidays, { params: { location_id: String(location) }, query: { year } }),
      staleTime,
      retry: false,
    })),
  })
  if ([...records, ...holidays].some(({ isPending }) => isPending)) return undefined
  const known = records.map(({ data }, index): Known => {
    const own = wanted.flatMap(({ location }, nth) => (location === locations[index] ? (holidays[nth]?.data ?? []) : []))
    return { record: data, holidays: own }
  })
  return (day: string) => known.every((each) => isWorkdayOf(each, day))
}
