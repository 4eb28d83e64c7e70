import { addDays, type LeavePeriod } from 'contract'
import { ICalCalendar, ICalCalendarMethod, ICalEventTransparency } from 'ical-generator'

type Away = LeavePeriod & {
  person: number
  /** The first half day of the request, also if the employment begins later. Another one can begin at noon of the same day. */
  asked_from: string
  /** When it was approved, or entered without a decision. Nothing about it is told that is older. */
  certain_at: string
}
type Options = {
  tenant: { name: string }
  host: string
  people: readonly { id: number; full_name: string }[]
  absences: readonly Away[]
}

/**
 * An iCalendar of who is away, without types. Whole days have no time zone; of a half one, the words say which half it is. A later request
 * for the same days replaces the one before: it has the same UID and a higher SEQUENCE. Within one, the later DTSTAMP wins (RFC 5546,
 * 2.1.5), which is that of the answer (RFC 5545, 3.8.7.2).
 */
export function calendarText({ tenant, host, people, absences }: Options) {
  const nameOf = new Map(people.map(({ id, full_name }) => [id, full_name]))
  const calendar = new ICalCalendar({ name: `Away – ${tenant.name}`, method: ICalCalendarMethod.PUBLISH, ttl: 3600 })
  const now = new Date()
  for (const { person, from, starts_at_noon, to, ends_at_noon, asked_from, certain_at } of absences) {
    const halves = [starts_at_noon && 'from noon of the first day', ends_at_noon && 'until noon of the last day'].filter(
      (half) => half,
    )
    calendar.createEvent({
      id: `away-${person}-${asked_from}@${host}`,
      start: utc(from),
      // The day after the last one, as the format has it.
      end: utc(addDays(to, 1)),
      allDay: true,
      stamp: now,
      lastModified: new Date(certain_at),
      sequence: Math.floor((Date.parse(certain_at) - firstSequence) / 1000),
      summary: `${nameOf.get(person) ?? ''} – Away${halves.length ? ` (${halves.join(', ')})` : ''}`,
      transparency: ICalEventTransparency.TRANSPARENT,
    })
  }
  return calendar.toString()
}

/** SEQUENCE is an integer of 32 bits: these seconds last until 2094. */
const firstSequence = Date.UTC(2026, 0, 1)

const utc = (day: string) => new Date(`${day}T00:00:00Z`)
