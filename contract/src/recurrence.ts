// Tasks that come again after they are done. See docs/decisions/069-work-that-comes-again.md.
import { addDays, dayOfMonth, daysBetween, lastDayOf } from './dates.ts'

export const recurrences = ['daily', 'weekdays', 'weekly', 'monthly'] as const
export type Recurrence = (typeof recurrences)[number]

const monthsPerYear = 12
const monthsOf = (date: string) => Number(date.slice(0, 4)) * monthsPerYear + Number(date.slice(5, 7)) - 1
const padded = (number: number, length: number) => String(number).padStart(length, '0')

/** A day of a month, or the last day of one that is too short. Months are counted from the year 0. */
function dayInMonth(months: number, day: number) {
  const month = `${padded(Math.floor(months / monthsPerYear), 4)}-${padded((months % monthsPerYear) + 1, 2)}`
  return `${month}-${padded(Math.min(day, dayOfMonth(lastDayOf(month))), 2)}`
}

const isWeekend = (date: string) => [0, 6].includes(new Date(date).getUTCDay())

/**
 * When a task is due that follows one which is done today, or null after the end of the calendar: the first date of the recurrence after the due date and after today. Without a
 * due date it is counted from today. `day` is the day of the month on which a monthly task is due where the month is long enough.
 */
export function nextDueDate(recurrence: Recurrence, { due_date, today, day }: Due) {
  const start = due_date ?? today
  const latest = start > today ? start : today
  const next = dateAfter(recurrence, { start, latest, day })
  return next !== undefined && next > latest ? next : null
}

type Due = { due_date: string | null; today: string; day: number }
type Start = { start: string; latest: string; day: number }

function dateAfter(recurrence: Recurrence, { start, latest, day }: Start) {
  if (recurrence === 'daily') return addDays(latest, 1)
  if (recurrence === 'weekdays') return [1, 2, 3].map((days) => addDays(latest, days)).find((date) => !isWeekend(date))
  if (recurrence === 'weekly') {
    const days = 7 * (Math.floor(daysBetween(start, latest) / 7) + 1)
    const date = addDays(start, days)
    return daysBetween(start, date) === days ? date : undefined
  }
  const month = Math.max(monthsOf(start) + 1, monthsOf(latest))
  return [month, month + 1]
    .map((months) => dayInMonth(months, day))
    .find((date) => date > latest && date.length === latest.length)
}
