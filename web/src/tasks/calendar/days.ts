import { addDays, daysFromTo, type FirstDay, lastDayOf } from 'contract'
import { endOfWeek, startOfWeek } from '../../ui/text/dates.ts'

// Dates are YYYY-MM-DD texts throughout. Their words come from UTC, in which they were read: no time zone shifts them.

export const spans = ['month', 'week'] as const
export type Span = (typeof spans)[number]

const startOfMonth = (date: string) => `${date.slice(0, 7)}-01`
const endOfMonth = (date: string) => lastDayOf(date.slice(0, 7))

/** The days of the week or month around a date. With `isWhole` a month consists of whole weeks. */
export function daysOf(date: string, span: Span, { isWhole, first_day }: { isWhole: boolean; first_day: FirstDay }) {
  const isMonth = span === 'month' && !isWhole
  const first =
    span === 'week' ? startOfWeek(date, first_day) : isMonth ? startOfMonth(date) : startOfWeek(startOfMonth(date), first_day)
  const last = span === 'week' ? endOfWeek(date, first_day) : isMonth ? endOfMonth(date) : endOfWeek(endOfMonth(date), first_day)
  return daysFromTo(first, last)
}

/** A date in the week or month after this one (`steps` is 1) or before it (-1). */
export function inNext(date: string, span: Span, steps: 1 | -1) {
  if (span === 'week') return addDays(date, steps * 7)
  return startOfMonth(steps === 1 ? addDays(endOfMonth(date), 1) : addDays(startOfMonth(date), -1))
}

const words = (options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', ...options })
  return (date: string) => format.format(Date.parse(date))
}
const monthAndYear = words({ month: 'long', year: 'numeric' })
const dayMonthAndYear = words({ day: 'numeric', month: 'short', year: 'numeric' })
const dayAndMonth = words({ day: 'numeric', month: 'short' })
const everything = words({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })

/** `Wednesday 25 November 2026`. */
export const nameOf = (date: string) => everything(date).replace(',', '')
export const weekdayOf = words({ weekday: 'short' })
/** `25 Nov`. */
export const shortName = dayAndMonth
export const dayOf = (date: string) => String(Number(date.slice(8)))

/** `November 2026`; `23 – 29 Nov 2026`, `30 Nov – 6 Dec 2026`. */
export function headingOf(date: string, span: Span, first_day: FirstDay) {
  if (span === 'month') return monthAndYear(date)
  const [first, last] = [startOfWeek(date, first_day), endOfWeek(date, first_day)]
  const isOneMonth = first.slice(0, 7) === last.slice(0, 7)
  const isOneYear = first.slice(0, 4) === last.slice(0, 4)
  const from = isOneMonth ? dayOf(first) : isOneYear ? dayAndMonth(first) : dayMonthAndYear(first)
  return `${from} – ${dayMonthAndYear(last)}`
}

export const undated = 'none'

type Dated = { due_date: string | null }

/** The items of each day, and at the end those without a date. Other days' items are left out. */
export function byDay<T extends Dated>(days: readonly string[], items: readonly T[]) {
  const groups = new Map([...days, undated].map((id) => [id, [] as T[]]))
  for (const item of items) groups.get(item.due_date ?? undated)?.push(item)
  return [...groups].map(([id, found]) => ({ id, items: found }))
}
