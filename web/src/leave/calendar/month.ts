import { type Absence, addDays, type DayOff, type DirectoryPerson, daysFromTo, lastDayOf } from 'contract'
import { formatDate, monthNames } from '../../ui/text/dates.ts'
import { isWeekend } from '../own/days.ts'

const pattern = /^20\d\d-(0[1-9]|1[0-2])$/

/** The month in an address, `YYYY-MM`, or else this one. */
export const monthIn = (text: string | null, today: string) => (text && pattern.test(text) ? text : today.slice(0, 7))

/** The month before or after; undefined where calendars end. */
export function monthBeside(month: string, step: 1 | -1) {
  const day = step > 0 ? addDays(`${month}-28`, 4) : addDays(`${month}-01`, -1)
  const beside = day.slice(0, 7)
  return pattern.test(beside) ? beside : undefined
}

/** `August 2026`. */
export const monthName = (month: string) => `${monthNames[Number(month.slice(5)) - 1]} ${month.slice(0, 4)}`

export const daysOfMonth = (month: string) => daysFromTo(`${month}-01`, lastDayOf(month))

/** A place in a row of half days, as a grid has it: the first line and the line after the last. */
type Place = { start: number; end: number }

/** The part of an absence that lies in the month. */
export function placeOf({ from, starts_at_noon, to, ends_at_noon }: Omit<Absence, 'person' | 'type'>, month: string): Place {
  const days = daysOfMonth(month)
  const [first = '', last = ''] = [days[0], days.at(-1)]
  const dateOf = (day: string) => Number(day.slice(8))
  return {
    start: from < first ? 1 : 2 * dateOf(from) - 1 + Number(starts_at_noon),
    end: to > last ? 2 * days.length + 1 : 2 * dateOf(to) + 1 - Number(ends_at_noon),
  }
}

export type CalendarRow = {
  id: number
  full_name: string
  absences: readonly Absence[]
  holidays: readonly DayOff[]
}

type Facts = {
  people: readonly number[]
  absences: readonly Absence[]
  holidays: readonly (DayOff & { location: number })[]
}

/** A row for each visible person, with their absences and holidays: the viewer's own first, then by name as in the directory. */
export function rowsFor({ people, absences, holidays }: Facts, directory: readonly DirectoryPerson[], me: number): CalendarRow[] {
  const visible = new Set(people)
  const byPerson = Map.groupBy(absences, ({ person }) => person)
  const byLocation = Map.groupBy(holidays, ({ location }) => location)
  const rows = directory
    .filter(({ id }) => visible.has(id))
    .map(({ id, full_name, location }) => ({
      ...{ id, full_name },
      absences: byPerson.get(id) ?? [],
      holidays: (location !== null && byLocation.get(location)) || [],
    }))
  return [...rows.filter(({ id }) => id === me), ...rows.filter(({ id }) => id !== me)]
}

/** A background that shades weekends and today, as stops of a gradient over the days of the month. */
export function shadingOf(month: string, today: string) {
  const days = daysOfMonth(month)
  const stops = days.map((day, nth) => {
    const color = day === today ? 'var(--accent-paper)' : isWeekend(day) ? 'var(--surface-well)' : 'transparent'
    return `${color} ${percent(nth, days.length)} ${percent(nth + 1, days.length)}`
  })
  return `linear-gradient(90deg, ${stops.join(', ')})`
}

const percent = (part: number, whole: number) => `${Math.round((part / whole) * 1e5) / 1e3}%`

/** `Public holiday: Assumption Day, 15 Aug 2026 (afternoon)`. */
export const holidayInWords = ({ day, name, is_half }: DayOff) =>
  `Public holiday: ${name}, ${formatDate(day)}${is_half ? ' (afternoon)' : ''}`
