// Arithmetic of calendar dates, `YYYY-MM-DD`. They never pass through a time zone.
const dayLength = 86_400_000

const [firstMoment, lastMoment] = [Date.parse('0001-01-01'), Date.parse('9999-12-31')]

/** The date so many days later. Before the first date and after the last one there is none, so these stay. */
export const addDays = (date: string, days: number) =>
  new Date(Math.min(Math.max(Date.parse(date) + days * dayLength, firstMoment), lastMoment)).toISOString().slice(0, 10)

/** The dates from one to another, both included. */
export const daysFromTo = (from: string, to: string) =>
  Array.from({ length: Math.max(0, daysBetween(from, to) + 1) }, (_, n) => addDays(from, n))

/** The last day of a month, `YYYY-MM`. */
export function lastDayOf(month: string) {
  const day = new Date(0)
  // Unlike `Date.UTC`, it takes the years below 100 as they are.
  day.setUTCFullYear(Number(month.slice(0, 4)), Number(month.slice(5)), 0)
  return `${month}-${day.getUTCDate()}`
}

/** Calendar days from one date to another; negative when `to` is earlier. */
export const daysBetween = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / dayLength)

/** The day of the month of a date. */
export const dayOfMonth = (date: string) => Number(date.slice(8))
