// Periods of leave: their rules, how two of them meet, and their words.
import { daysBetween, type Employment, type LeavePeriod, leaveProblems, longestLeave } from 'contract'
import type { Problems } from '../kit/errors.ts'
import { dayInWords } from '../tenants/dates.ts'

/** The last day of next year, until which leave can be asked for. */
export const lastLeaveDay = (today: string) => `${Number(today.slice(0, 4)) + 1}-12-31`

/** The problems of a period by itself. `today` is the workspace's. */
export function periodProblems(
  period: LeavePeriod,
  { allows_half_days, today }: { allows_half_days: boolean; today: string },
): Problems {
  const { from, to, starts_at_noon, ends_at_noon } = period
  const year = Number(today.slice(0, 4))
  if (to < from) return { to: [leaveProblems.endsTooEarly] }
  if (from === to && starts_at_noon && ends_at_noon) return { to: [leaveProblems.noTime] }
  if (from < `${year - 1}-01-01`) return { from: [leaveProblems.tooFar] }
  if (to > lastLeaveDay(today)) return { to: [leaveProblems.tooFar] }
  if (daysBetween(from, to) >= longestLeave) return { to: [leaveProblems.tooLong] }
  if (allows_half_days || !(starts_at_noon || ends_at_noon)) return {}
  return { [starts_at_noon ? 'starts_at_noon' : 'ends_at_noon']: [leaveProblems.wholeDays] }
}

/** The problems of a period that begins before the first day of work, or ends after the last one. */
export const employmentProblems = ({ from, to }: LeavePeriod, { starts_on, ends_on }: Employment): Problems => ({
  ...(starts_on !== null && from < starts_on && { from: [leaveProblems.beforeFirstDay(dayInWords(starts_on))] }),
  ...(ends_on !== null && to > ends_on && { to: [leaveProblems.afterLastDay(dayInWords(ends_on))] }),
})

/** The part of a period within the time of employment, or null. */
export function whileEmployed(period: LeavePeriod, { starts_on, ends_on }: Employment): LeavePeriod | null {
  const { from, to } = period
  const startsLater = starts_on !== null && from < starts_on
  const endsEarlier = ends_on !== null && ends_on < to
  const part = {
    ...{ from: startsLater ? starts_on : from, starts_at_noon: period.starts_at_noon && !startsLater },
    ...{ to: endsEarlier ? ends_on : to, ends_at_noon: period.ends_at_noon && !endsEarlier },
  }
  return part.from <= part.to ? part : null
}

/** The first and the last half day of a period, counted from 1970. */
const halvesOf = ({ from, starts_at_noon, to, ends_at_noon }: LeavePeriod) =>
  [
    2 * daysBetween('1970-01-01', from) + Number(starts_at_noon),
    2 * daysBetween('1970-01-01', to) + Number(!ends_at_noon),
  ] as const

export function overlaps(a: LeavePeriod, b: LeavePeriod) {
  const [[firstOfA, lastOfA], [firstOfB, lastOfB]] = [halvesOf(a), halvesOf(b)]
  return firstOfA <= lastOfB && firstOfB <= lastOfA
}

/** A period in words, such as `3 March 2027 (afternoon) to 5 March 2027`. */
export function periodInWords({ from, starts_at_noon, to, ends_at_noon }: LeavePeriod) {
  const first = dayInWords(from) + (starts_at_noon ? ' (afternoon)' : '')
  const last = dayInWords(to) + (ends_at_noon ? ' (morning)' : '')
  if (from === to) return starts_at_noon ? first : last
  return `${first} to ${last}`
}

/** Half days in words, such as `12.5 days`. */
export const inDays = (halves: number) => `${halves / 2} ${halves === 2 ? 'day' : 'days'}`

/** The period of a row of requests. */
export const periodOf = ({
  from_day,
  to_day,
  starts_at_noon,
  ends_at_noon,
}: {
  from_day: string
  to_day: string
  starts_at_noon: boolean
  ends_at_noon: boolean
}): LeavePeriod => ({ from: from_day, starts_at_noon, to: to_day, ends_at_noon })
