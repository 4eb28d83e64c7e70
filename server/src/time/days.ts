// Days and weeks in the workspace's time zone. Dates are `YYYY-MM-DD`, and a week is named by its Monday.
import { addDays } from 'contract'

/** The Monday of the date's week. */
export const weekOf = (date: string) => addDays(date, -((new Date(date).getUTCDay() + 6) % 7))

/** The date of a moment. */
export const dayAt = (moment: string, timezone: string) =>
  Temporal.Instant.from(moment).toZonedDateTimeISO(timezone).toPlainDate().toString()

type Stretch = { from: string; until: string; timezone: string; oldest: string }

/**
 * The minutes of a period on each of its days, the oldest first. Days have 23 or 25 hours when clocks change. The sum is
 * the rounded total, so that a night's seconds are not lost on both sides of midnight. Nothing is counted before the day `oldest`.
 */
export function minutesByDay({ from, until, timezone, oldest }: Stretch) {
  const end = Temporal.Instant.from(until).epochMilliseconds
  const earliest = startOf(Temporal.PlainDate.from(oldest), timezone)
  const start = Math.max(Temporal.Instant.from(from).epochMilliseconds, earliest)
  const days: { day: string; minutes: number }[] = []
  let date = Temporal.Instant.fromEpochMilliseconds(start).toZonedDateTimeISO(timezone).toPlainDate()
  for (let counted = 0; startOf(date, timezone) < end; date = date.add({ days: 1 })) {
    const passed = Math.min(end, startOf(date.add({ days: 1 }), timezone)) - start
    const total = Math.max(0, Math.round(passed / 60_000))
    if (total > counted) days.push({ day: date.toString(), minutes: total - counted })
    counted = total
  }
  return days
}

const startOf = (date: Temporal.PlainDate, timezone: string) => date.toZonedDateTime(timezone).epochMilliseconds
