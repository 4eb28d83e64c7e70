import { type Absence, addDays } from 'contract'
import { ICalCalendar, ICalCalendarMethod, ICalEventTransparency } from 'ical-generator'

type Options = {
  tenant: { name: string }
  host: string
  people: readonly { id: number; full_name: string }[]
  absences: readonly Absence[]
}

/** An iCalendar of who is away, without types. Whole days have no time zone; of a half one, the words say which half it is. */
export function calendarText({ tenant, host, people, absences }: Options) {
  const nameOf = new Map(people.map(({ id, full_name }) => [id, full_name]))
  const calendar = new ICalCalendar({ name: `Away – ${tenant.name}`, method: ICalCalendarMethod.PUBLISH, ttl: 3600 })
  for (const { person, from, starts_at_noon, to, ends_at_noon } of absences) {
    const halves = [starts_at_noon && 'from noon of the first day', ends_at_noon && 'until noon of the last day'].filter(
      (half) => half,
    )
    calendar.createEvent({
      id: `away-${person}-${from}-${Number(starts_at_noon)}@${host}`,
      start: utc(from),
      // The day after the last one, as the format has it.
      end: utc(addDays(to, 1)),
      allDay: true,
      stamp: utc(from),
      summary: `${nameOf.get(person) ?? ''} – Away${halves.length ? ` (${halves.join(', ')})` : ''}`,
      transparency: ICalEventTransparency.TRANSPARENT,
    })
  }
  return calendar.toString()
}

const utc = (day: string) => new Date(`${day}T00:00:00Z`)
