// The half days that leave costs: those of the schedule that are no holiday where the person is.
import { type DayOff, daysFromTo, defaultSchedule, type Employment, isEmployedOn, type LeavePeriod } from 'contract'
import type { Ctx } from '../kit/context.ts'
import { sql } from '../kit/db/db.ts'
import { insertMany } from '../kit/db/insert-many.ts'
import { locationOf } from '../reads/people.ts'

type Reader = { db: Ctx['db']; tenant: { id: number } }
type Span = { from: string; to: string }
/** Half a day: 0 is the morning, 1 the afternoon. */
export type HalfDay = { day: string; half: 0 | 1 }

/** The working time of a person: minutes by day, none before the first day of work or after the last, and the holidays of a span. */
export type WorkingTime = WorkedDays & { employment: Employment }
type WorkedDays = { minutesOn: (day: string) => number; holidays: readonly DayOff[] }

/** From 0 for Monday. */
const weekdayOf = (day: string) => (new Date(day).getUTCDay() + 6) % 7

/** The working time of these people, by their ids. */
export async function workingTimes({ db, tenant }: Reader, people: readonly number[], { from, to }: Span) {
  const schedules = await db
    .selectFrom('schedules')
    .select(['person_id', 'from_day', 'minutes'])
    .where('person_id', '=', sql<number>`any(${people})`)
    .where('from_day', '<=', to)
    .orderBy('from_day', 'desc')
    .execute()
  const { rows: locations } = await sql<{ id: number; location: number | null } & Employment>`
    select p.id, ${locationOf(tenant.id)} as location, p.starts_on, p.ends_on from people p
    where p.tenant_id = ${tenant.id} and p.id = any(${people})`.execute(db)
  const holidays = await holidaysBetween({ db }, { from, to })
  const schedulesOf = Map.groupBy(schedules, ({ person_id }) => person_id)
  const holidaysAt = Map.groupBy(holidays, ({ location }) => location)
  return new Map(
    locations.map(({ id, location, ...employment }): [number, WorkingTime] => {
      const own = schedulesOf.get(id) ?? []
      const scheduleOn = (day: string) => own.find(({ from_day }) => from_day <= day)?.minutes ?? defaultSchedule
      const minutesOn = (day: string) => (isEmployedOn(employment, day) ? (scheduleOn(day)[weekdayOf(day)] ?? 0) : 0)
      return [id, { minutesOn, holidays: location === null ? [] : (holidaysAt.get(location) ?? []), employment }]
    }),
  )
}

/** The holidays of all locations, by day. */
export const holidaysBetween = ({ db }: Pick<Reader, 'db'>, { from, to }: Span) =>
  db
    .selectFrom('holidays')
    .select(['location_id as location', 'day', 'name', 'is_half'])
    .where('day', '>=', from)
    .where('day', '<=', to)
    .orderBy('day')
    .orderBy('location_id')
    .execute()

/** The half days of a period that are worked. Of a half holiday, the afternoon is off. */
export function costOf({ minutesOn, holidays }: WorkedDays, { from, starts_at_noon, to, ends_at_noon }: LeavePeriod): HalfDay[] {
  const holidayOn = new Map(holidays.map((holiday) => [holiday.day, holiday]))
  const halves: HalfDay[] = []
  for (const day of daysFromTo(from, to)) {
    const holiday = holidayOn.get(day)
    if (minutesOn(day) === 0 || (holiday && !holiday.is_half)) continue
    if (!(day === from && starts_at_noon)) halves.push({ day, half: 0 })
    if (!holiday && !(day === to && ends_at_noon)) halves.push({ day, half: 1 })
  }
  return halves
}

/**
 * Computes again what leave costs these people on some days. Others stay as they were. Returns the people who have leave then. The caller
 * has locked all of them.
 */
export async function costAgain(reader: Reader, people: readonly number[], { from, to }: Span) {
  const { db, tenant } = reader
  const requests = await db
    .selectFrom('leave_requests')
    .select(['id', 'person_id', 'from_day', 'starts_at_noon', 'to_day', 'ends_at_noon'])
    .where('person_id', '=', sql<number>`any(${people})`)
    .where('to_day', '>=', from)
    .where('from_day', '<=', to)
    .where('status', 'in', ['pending', 'approved'])
    .execute()
  const concerned = [...new Set(requests.map(({ person_id }) => person_id))]
  if (!requests.length) return concerned
  const times = await workingTimes(reader, concerned, spanOf(requests))
  const rows = requests.flatMap(({ id: leave_id, person_id, from_day, to_day, ...noon }) => {
    const time = times.get(person_id)
    const halves = time ? costOf(time, { from: from_day, to: to_day, ...noon }) : []
    return halves.filter(({ day }) => day >= from && day <= to).map((half) => ({ ...half, person_id, leave_id }))
  })
  await db
    .deleteFrom('leave_days')
    .where('person_id', '=', sql<number>`any(${concerned})`)
    .where('leave_id', '=', sql<number>`any(${requests.map(({ id }) => id)})`)
    .where('day', '>=', from)
    .where('day', '<=', to)
    .execute()
  await insertMany(db, 'leave_days', rows)
  await sql`
    update leave_requests r set half_days = (
      select count(*) from leave_days d where d.tenant_id = ${tenant.id} and d.leave_id = r.id)
    where r.tenant_id = ${tenant.id} and r.id = any(${requests.map(({ id }) => id)})`.execute(db)
  return concerned
}

/** The days from the first of all requests to the last. */
const spanOf = (requests: readonly { from_day: string; to_day: string }[]): Span => ({
  from: requests.reduce((first, { from_day }) => (from_day < first ? from_day : first), '9999-12-31'),
  to: requests.reduce((last, { to_day }) => (to_day > last ? to_day : last), '0001-01-01'),
})
