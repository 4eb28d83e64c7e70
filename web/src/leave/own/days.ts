import type { DayOff, LeaveRequest } from 'contract'
import { daysOfPeriod, shareOf } from '../words.ts'

type Taken = Pick<LeaveRequest, 'from' | 'starts_at_noon' | 'to' | 'ends_at_noon' | 'status'>

/** The days of requests that wait or are approved, in words. */
export function markedDays(requests: readonly Taken[]) {
  const days = new Map<string, string>()
  for (const request of requests) {
    if (request.status !== 'pending' && request.status !== 'approved') continue
    const state = request.status === 'pending' ? 'requested already' : 'leave already'
    for (const day of daysOfPeriod(request)) {
      const share = shareOf(request, day)
      days.set(day, share === 'day' ? state : `${share}: ${state}`)
    }
  }
  return days
}

export const isWeekend = (day: string) => [0, 6].includes(new Date(day).getUTCDay())

export type DayMarks = { holidays: ReadonlyMap<string, Pick<DayOff, 'name' | 'is_half'>>; taken: ReadonlyMap<string, string> }

/** The attributes of a day on the calendar, and its marks in words. */
export function marksOf({ holidays, taken }: DayMarks, day: string) {
  const holiday = holidays.get(day)
  const own = taken.get(day)
  return {
    'data-is-weekend': isWeekend(day) || undefined,
    'data-is-holiday': holiday !== undefined || undefined,
    'data-is-taken': own !== undefined || undefined,
    words: [holiday && (holiday.is_half ? `${holiday.name} (afternoon)` : holiday.name), own].filter(Boolean).join(', '),
  }
}

/** More of them are not shown. */
const mostDaysOff = 4

type OwnRequest = Pick<LeaveRequest, 'from' | 'to' | 'status'>
type Coming<Request extends OwnRequest> = { requests: readonly Request[]; holidays: readonly DayOff[]; today: string }

/** Approved leave that is not over, and public holidays outside of it and of weekends, the earliest first. */
export function nextDaysOff<Request extends OwnRequest>({ requests, holidays, today }: Coming<Request>) {
  const approved = requests.filter(({ status, to }) => status === 'approved' && to >= today)
  const isInLeave = (day: string) => approved.some(({ from, to }) => day >= from && day <= to)
  const others = holidays.filter(({ day }) => day >= today && !isWeekend(day) && !isInLeave(day))
  const firstDayOf = (row: Request | DayOff) => ('from' in row ? row.from : row.day)
  return [...approved, ...others].toSorted((a, b) => firstDayOf(a).localeCompare(firstDayOf(b))).slice(0, mostDaysOff)
}

/** Requests that are not over, the earliest first, and then the others, the latest first. */
export function byTime<Request extends OwnRequest>(requests: readonly Request[], today: string) {
  const isToCome = ({ to, status }: Request) => to >= today && (status === 'pending' || status === 'approved')
  return {
    coming: requests.filter(isToCome).toSorted((a, b) => a.from.localeCompare(b.from)),
    past: requests.filter((request) => !isToCome(request)),
  }
}
