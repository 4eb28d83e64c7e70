// Arithmetic of calendar dates, `YYYY-MM-DD`. They never pass through a time zone.
const dayLength = 86_400_000

/** The date so many days later. */
export const addDays = (date: string, days: number) => new Date(Date.parse(date) + days * dayLength).toISOString().slice(0, 10)

/** Calendar days from one date to another; negative when `to` is earlier. */
export const daysBetween = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / dayLength)

/** The day of the month of a date. */
export const dayOfMonth = (date: string) => Number(date.slice(8))
