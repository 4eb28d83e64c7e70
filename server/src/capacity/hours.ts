// Dates are `YYYY-MM-DD` without a zone.
import { addDays, type FirstDay, workdayHours } from 'contract'

const day = 86_400_000
const numberOf = (date: string) => Date.parse(date) / day

/** The date so many days later. */
export const daysAfter = addDays

/** 1 for Monday to 7 for Sunday. */
const weekdayOf = (date: string) => new Date(date).getUTCDay() || 7

/** The first day of the date's week, if weeks begin on this day. */
export const startOfWeek = (date: string, first_day: FirstDay) => daysAfter(date, -((weekdayOf(date) - first_day + 7) % 7))

/** The last day of the date's week. */
export const endOfWeek = (date: string, first_day: FirstDay) => daysAfter(startOfWeek(date, first_day), 6)

/** The Monday on which the weekly summary left, wherever weeks begin. */
export const mondayOf = (date: string) => startOfWeek(date, 1)

/** The working hours from one date to another, both included. None if the second is earlier. */
export function workingHours(from: string, until: string) {
  const days = Math.max(0, numberOf(until) - numberOf(from) + 1)
  const first = weekdayOf(from)
  const rest = Array.from({ length: days % 7 }, (_, i) => ((first - 1 + i) % 7) + 1)
  const weekdays = Math.floor(days / 7) * 5 + rest.filter((weekday) => weekday <= 5).length
  return weekdays * workdayHours
}

/** Estimates come in tenths. Their sums must not collect the errors of binary fractions. */
export const inTenths = (hours: number) => Math.round(hours * 10) / 10

/** A date from today on, as it follows “due”: `today`, `tomorrow`, `by Friday`, `by 11 March 2026`. */
export function dueInWords(date: string, today: string) {
  if (date === today) return 'today'
  if (date === daysAfter(today, 1)) return 'tomorrow'
  const style = date <= daysAfter(today, 6) ? ({ weekday: 'long' } as const) : ({ dateStyle: 'long' } as const)
  return `by ${new Intl.DateTimeFormat('en-GB', { ...style, timeZone: 'UTC' }).format(new Date(date))}`
}
