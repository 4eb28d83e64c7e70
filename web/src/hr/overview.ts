import { type Absence, addDays, type HrOverview, type LeaveRequest, leaveMonths } from 'contract'

/** The absences of today, and those that begin later this week. `end` is the last day of the week. */
export function awayIn(absences: readonly Absence[], { today, end }: { today: string; end: string }) {
  const now = absences.filter(({ from, to }) => from <= today && to >= today)
  const later = absences.filter(({ from }) => from > today && from <= end)
  const byStart = (a: Absence, b: Absence) => a.from.localeCompare(b.from) || a.to.localeCompare(b.to)
  return { now: now.toSorted((a, b) => a.to.localeCompare(b.to)), later: later.toSorted(byStart) }
}

/** The requests that have waited longest first. */
export const byWait = (requests: readonly LeaveRequest[]) => requests.toSorted((a, b) => a.created_at.localeCompare(b.created_at))

/** Whole days since a moment, as the calendar of the viewer counts them. */
export function waitedFor(timestamp: string, now: number) {
  const day = (moment: number) => new Date(moment).setHours(12, 0, 0, 0)
  const days = Math.round((day(now) - day(Date.parse(timestamp))) / 86_400_000)
  return days <= 0 ? 'since today' : days === 1 ? 'for a day' : `for ${days} days`
}

/** The last months up to this one, as `YYYY-MM`. */
export function monthsUntil(today: string) {
  const months = [today.slice(0, 7)]
  while (months.length < leaveMonths) months.unshift(addDays(`${months[0]}-01`, -1).slice(0, 7))
  return months
}

/** The days of leave in each month by type, also in months without any. */
export function leaveByMonth(leave: HrOverview['leave'], months: readonly string[]) {
  const halves = new Map(leave.map(({ month, type, half_days }) => [`${month} ${type}`, half_days]))
  const types = [...new Set(leave.map(({ type }) => type))]
  const rows = months.map((month) => ({
    month,
    days: new Map(types.map((type) => [type, (halves.get(`${month} ${type}`) ?? 0) / 2])),
  }))
  return { types, rows }
}
