// Tasks that come again after they are done. See docs/decisions/069-work-that-comes-again.md.
import { addDays, daysBetween } from './dates.ts'

export const recurrences = ['daily', 'weekdays', 'weekly', 'monthly'] as const
export type Recurrence = (typeof recurrences)[number]

/** The same day of a later month, or the last day of a month that is too short. */
function monthsLater(date: string, months: number, day: number) {
  const [year = 0, month = 1] = date.split('-').map(Number)
  const lastDay = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + months, Math.min(day, lastDay))).toISOString().slice(0, 10)
}

const isWeekend = (date: string) => [0, 6].includes(new Date(date).getUTCDay())

/**
 * When a task is due that follows one which is done today: the first date of the recurrence after the due date and after today. Without a
 * due date it is counted from today. `day` is the day of the month on which a monthly task is due where the month is long enough.
 */
export function nextDueDate(
  recurrence: Recurrence,
  { due_date, today, day }: { due_date: string | null; today: string; day: number },
) {
  const start = due_date ?? today
  const latest = start > today ? start : today
  if (recurrence === 'daily') return addDays(latest, 1)
  if (recurrence === 'weekdays') return [1, 2, 3].map((days) => addDays(latest, days)).find((date) => !isWeekend(date)) ?? latest
  if (recurrence === 'weekly') return addDays(start, 7 * (Math.floor(daysBetween(start, latest) / 7) + 1))
  for (let months = 1; ; months++) {
    const date = monthsLater(start, months, day)
    if (date > latest) return date
  }
}
