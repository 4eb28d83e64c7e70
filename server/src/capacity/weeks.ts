// The working time of people by week, and the hours that are planned in it: docs/decisions/074-capacity.md
import { addDays, daysFromTo, type Employment, type FirstDay, type LeavePeriod, type WeekCapacity } from 'contract'
import type { Ctx } from '../kit/context.ts'
import { sql } from '../kit/db/db.ts'
import { type WorkingTime, workingTimes } from '../leave/days.ts'
import { periodOf, whileEmployed } from '../leave/periods.ts'
import { isRunning } from '../reads/projects.ts'
import { inTenths, startOfWeek } from './hours.ts'

type Reader = Pick<Ctx, 'db' | 'tenant'>
export type Week = { from: string; until: string }

/** This week, also its days that are over, and those after it. */
export function weeksFrom(today: string, first_day: FirstDay, count: number): Week[] {
  const start = startOfWeek(today, first_day)
  return Array.from({ length: count }, (_, n) => ({ from: addDays(start, 7 * n), until: addDays(start, 7 * n + 6) }))
}

type Capacities = { weeks: WeekCapacity[]; absences: LeavePeriod[]; employment: Employment }

/** The capacities of these people in these weeks, of which the first is this one, their leave from today on, and their employment, by their ids. */
export async function capacitiesOf(
  reader: Reader,
  people: readonly number[],
  weeks: readonly Week[],
): Promise<Map<number, Capacities>> {
  const span = { from: weeks[0]?.from ?? '', to: weeks.at(-1)?.until ?? '' }
  const times = await workingTimes(reader, people, span)
  const off = await halvesOff(reader, people, span)
  const planned = await plannedHours(reader, people, span)
  const { today } = reader.tenant
  const absences = await absencesToCome(reader, times, today)
  return new Map(
    people.map((person) => {
      const time = times.get(person)
      const days = off.get(person) ?? new Map<string, number>()
      const due = planned.get(person) ?? []
      const ofWeeks = weeks.map((week, n): WeekCapacity => {
        const ofWeek = due.filter(({ due_date }) => week.from <= due_date && due_date <= week.until)
        const [done, open] = [sumOf(ofWeek, 'done'), sumOf(ofWeek, 'open')]
        const isLate = ({ due_date }: DueHours) => n === 0 && due_date < today
        const overdue = sumOf(due.filter(isLate), 'open')
        return { ...week, ...minutesIn(week, time, days), planned: inTenths(done + open), done, overdue }
      })
      const employment = time?.employment ?? { starts_on: null, ends_on: null }
      return [person, { weeks: ofWeeks, absences: absences.get(person) ?? [], employment }]
    }),
  )
}

/** The minutes of a week by the schedule, and those of them that are holidays and leave. `off` has the half days of leave by day. */
export function minutesIn(
  { from, until }: Week,
  time: Pick<WorkingTime, 'minutesOn' | 'holidays'> | undefined,
  off: ReadonlyMap<string, number>,
) {
  const sums = { scheduled: 0, holidays: 0, leave: 0 }
  const holidayOn = new Map(time?.holidays.map((holiday) => [holiday.day, holiday]))
  for (const day of daysFromTo(from, until)) {
    const minutes = time?.minutesOn(day) ?? 0
    const holiday = holidayOn.get(day)
    sums.scheduled += minutes
    if (holiday) sums.holidays += Math.round(holiday.is_half ? minutes / 2 : minutes)
    sums.leave += Math.round((minutes * (off.get(day) ?? 0)) / 2)
  }
  return sums
}

/** The half days of approved leave in a span, by person and day. */
async function halvesOff({ db, tenant }: Reader, people: readonly number[], { from, to }: { from: string; to: string }) {
  // Each is read once, the days by person: a join could look up those of each request.
  const { rows } = await sql<{ person_id: number; day: string; halves: number }>`
    with r as materialized (
      select r.id from leave_requests r
      where r.tenant_id = ${tenant.id} and r.status = 'approved' and r.to_day >= ${from} and r.from_day <= ${to}),
    d as materialized (
      select d.person_id, d.day, d.leave_id from leave_days d
      where d.tenant_id = ${tenant.id} and d.person_id = any(${people}) and d.day between ${from} and ${to})
    select d.person_id, d.day, count(*)::integer as halves from d join r on r.id = d.leave_id group by d.person_id, d.day`.execute(
    db,
  )
  const byPerson = Map.groupBy(rows, ({ person_id }) => person_id)
  return new Map([...byPerson].map(([person, days]) => [person, new Map(days.map(({ day, halves }) => [day, halves]))]))
}

type DueHours = { person_id: number; due_date: string; open: number; done: number }

const sumOf = (hours: readonly DueHours[], kind: 'open' | 'done') => inTenths(hours.reduce((sum, each) => sum + each[kind], 0))

/** The estimates of subtasks in running projects by due date: of those due in a span, and of open ones that were due before it. */
async function plannedHours({ db, tenant }: Reader, people: readonly number[], { from, to }: { from: string; to: string }) {
  const { rows } = await sql<DueHours>`
    with s as materialized (
      select s.assigned_to_id, s.due_date, s.estimated_hours, s.task_id, s.status = 'done' as is_done from subtasks s
      where s.tenant_id = ${tenant.id} and s.assigned_to_id = any(${people}) and s.due_date <= ${to}
        and (s.status <> 'done' or s.due_date >= ${from}) and s.estimated_hours > 0)
    select s.assigned_to_id as person_id, s.due_date, coalesce(sum(s.estimated_hours) filter (where not s.is_done), 0) as open,
      coalesce(sum(s.estimated_hours) filter (where s.is_done), 0) as done from s
    where (select ${isRunning} from projects p where p.tenant_id = ${tenant.id} and p.id = (
      select t.project_id from tasks t where t.tenant_id = ${tenant.id} and t.id = s.task_id))
    group by s.assigned_to_id, s.due_date`.execute(db)
  return Map.groupBy(rows, ({ person_id }) => person_id)
}

async function absencesToCome({ db, tenant }: Reader, times: ReadonlyMap<number, WorkingTime>, from: string) {
  const { rows } = await sql<Parameters<typeof periodOf>[0] & { person_id: number }>`
    select r.person_id, r.from_day, r.starts_at_noon, r.to_day, r.ends_at_noon from leave_requests r
    where r.tenant_id = ${tenant.id} and r.status = 'approved' and r.to_day >= ${from} order by r.from_day, r.id`.execute(db)
  const periods = rows.flatMap(({ person_id, ...row }) => {
    const time = times.get(person_id)
    const period = time && whileEmployed(periodOf(row), time.employment)
    return period && period.to >= from ? [{ person_id, period }] : []
  })
  const byPerson = Map.groupBy(periods, ({ person_id }) => person_id)
  return new Map([...byPerson].map(([person, own]) => [person, own.map(({ period }) => period)]))
}
