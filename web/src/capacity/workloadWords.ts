import { addDays, type LeavePeriod } from 'contract'
import { dayAndMonth } from '../ui/text/dates.ts'

type Span = { from: string; until: string }

const format = (options: Intl.DateTimeFormatOptions) => {
  const formatter = new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' })
  return (day: string) => formatter.format(Date.parse(day))
}
const weekday = format({ weekday: 'short' })
const isWeekend = (day: string) => [0, 6].includes(new Date(day).getUTCDay())

/** `7–13 Dec`, `30 Nov – 6 Dec`, `7 Dec`. */
export function spanInWords({ from, until }: Span) {
  if (from === until) return dayAndMonth(from)
  const isOneMonth = from.slice(0, 7) === until.slice(0, 7)
  return isOneMonth ? `${Number(from.slice(8))}–${dayAndMonth(until)}` : `${dayAndMonth(from)} – ${dayAndMonth(until)}`
}

/** `This week`, `Next week`, and then the week's days. */
export const weekName = (week: Span, index: number) => ['This week', 'Next week'][index] ?? spanInWords(week)

/** `Fri 11 Dec`. */
export const dueDayInWords = (day: string) => `${weekday(day)} ${dayAndMonth(day)}`

/** Hours as on the screen, without the errors of binary fractions. */
export const roundedHours = (hours: number) => Math.round(hours * 10) / 10

/** The absences of a week in words, such as `Away Tue–Fri` or `Away Mon, Thu (afternoon)`. Undefined for somebody who is there. */
export function awayInWeek(absences: readonly LeavePeriod[], week: Span) {
  const parts = absences.flatMap((absence) => partInWords(absence, week) ?? [])
  if (parts.length === 0) return undefined
  return parts.length === 1 && parts[0] === whole ? 'Away all week' : `Away ${parts.join(', ')}`
}

const whole = 'all week'
/** A week has so many days of work for most people. */
const workdays = 5

function workdaysFrom(first: string, last: string) {
  let count = 0
  for (let day = first; day <= last; day = addDays(day, 1)) if (!isWeekend(day)) count++
  return count
}

function partInWords({ from, starts_at_noon, to, ends_at_noon }: LeavePeriod, week: Span) {
  if (to < week.from || from > week.until) return undefined
  let first = from < week.from ? week.from : from
  let last = to > week.until ? week.until : to
  // Leave that goes on beside the week includes its weekend, which says nothing.
  while (first < last && from < first && isWeekend(first)) first = addDays(first, 1)
  while (first < last && last < to && isWeekend(last)) last = addDays(last, -1)
  const startsAtNoon = starts_at_noon && first === from
  const endsAtNoon = ends_at_noon && last === to
  if (!startsAtNoon && !endsAtNoon && workdaysFrom(first, last) === workdays) return whole
  if (first === last) return `${weekday(first)}${startsAtNoon ? ' (afternoon)' : endsAtNoon ? ' (morning)' : ''}`
  return `${weekday(first)}${startsAtNoon ? ' (from noon)' : ''}–${weekday(last)}${endsAtNoon ? ' (until noon)' : ''}`
}
