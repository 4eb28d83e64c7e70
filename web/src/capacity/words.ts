import type { LeavePeriod } from 'contract'
import { dayAndMonth } from '../ui/text/dates.ts'

const weekdays = new Intl.DateTimeFormat('en-GB', { weekday: 'short', timeZone: 'UTC' })
const yearOf = (day: string) => day.slice(0, 4)

const withYear = (words: string, day: string, today: string) =>
  yearOf(day) === yearOf(today) ? words : `${words} ${yearOf(day)}`

/** `Mon 3 Aug`, with the year if it is not this one. */
export const dayInWords = (day: string, today: string) =>
  withYear(`${weekdays.format(Date.parse(day))} ${dayAndMonth(day)}`, day, today)

/** `Mon 3 Aug – Fri 7 Aug`, `Mon 3 Aug (afternoon)`, `Mon 3 Aug (from noon) – Fri 7 Aug`. */
export function periodInWords({ from, starts_at_noon, to, ends_at_noon }: LeavePeriod, today: string) {
  const first = dayInWords(from, today)
  if (from === to) return `${first}${halfOf({ starts_at_noon, ends_at_noon })}`
  return `${first}${starts_at_noon ? ' (from noon)' : ''} – ${dayInWords(to, today)}${ends_at_noon ? ' (until noon)' : ''}`
}

const halfOf = ({ starts_at_noon, ends_at_noon }: Pick<LeavePeriod, 'starts_at_noon' | 'ends_at_noon'>) =>
  starts_at_noon ? ' (afternoon)' : ends_at_noon ? ' (morning)' : ''

/** As it follows “away”: `1–7 Dec`, `28 Nov – 3 Dec`, `on 3 Dec`, `until 30 Nov`, `today`. With the year if it is not this one. */
export function awayInShort(period: LeavePeriod, today: string) {
  const { from, to } = period
  const last = withYear(dayAndMonth(to), to, today)
  if (to === today) return `today${from === to ? halfOf(period) : ''}`
  if (from <= today) return `until ${last}`
  if (from === to) return `on ${last}${halfOf(period)}`
  return from.slice(0, 7) === to.slice(0, 7) ? `${Number(from.slice(8))}–${last}` : `${dayAndMonth(from)} – ${last}`
}
