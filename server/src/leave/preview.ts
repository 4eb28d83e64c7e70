// The preview of a request for leave.
import { type Absence, type Employment, keyOf, type LeavePreview } from 'contract'
import type { Ctx } from '../kit/context.ts'
import { sql } from '../kit/db/db.ts'
import { reportsTo } from '../reads/people.ts'
import { judgeWish, type Wish } from './judge.ts'
import { periodOf, whileEmployed } from './periods.ts'
import { mates } from './teams.ts'

export async function previewOf(ctx: Ctx, wish: Wish): Promise<LeavePreview> {
  const { halves, years, time, problems } = await judgeWish(ctx, wish)
  const isPeriod = wish.from <= wish.to
  return {
    half_days: halves.length,
    years,
    holidays: time
      ? time.holidays.filter(({ day }) => time.minutesOn(day) > 0).map(({ day, name, is_half }) => ({ day, name, is_half }))
      : [],
    away: isPeriod ? await teamAway(ctx, wish) : [],
    due: isPeriod && wish.person_id === ctx.me.id ? await dueMeanwhile(ctx, wish) : [],
    problems: Object.values(problems).flat(),
  }
}

type AbsenceRow = Employment & {
  person_id: number
  from_day: string
  starts_at_noon: boolean
  to_day: string
  ends_at_noon: boolean
}

/** Approved leave of the team: those with the same manager or a common project, the manager, and those who report to the person. */
async function teamAway({ db, tenant }: Ctx, { person_id, from, to }: Wish): Promise<Absence[]> {
  const { rows } = await sql<AbsenceRow>`
    with p as materialized (
      select p.id, p.starts_on, p.ends_on, ${reportsTo(tenant.id)} as manager from people p
      where p.tenant_id = ${tenant.id} and p.is_active),
    own as materialized (select p.id, p.manager from p where p.id = ${person_id}),
    r as materialized (
      select r.id, r.person_id, r.from_day, r.starts_at_noon, r.to_day, r.ends_at_noon from leave_requests r
      where r.tenant_id = ${tenant.id} and r.status = 'approved' and r.to_day >= ${from} and r.from_day <= ${to})
    select r.person_id, r.from_day, r.starts_at_noon, r.to_day, r.ends_at_noon,
      (select p.starts_on from p where p.id = r.person_id) as starts_on, (select p.ends_on from p where p.id = r.person_id) as ends_on
    from r where r.person_id <> ${person_id} and r.person_id = any(array(
      select p.id from p where p.manager = (select own.manager from own) or p.manager = ${person_id} or p.id = (select own.manager from own)
      union (${mates({ tenant }, person_id)})))
    order by r.from_day, r.id`.execute(db)
  return rows.flatMap((row) => {
    const period = whileEmployed(periodOf(row), row)
    return period && period.to >= from && period.from <= to ? [{ person: row.person_id, ...period, type: null }] : []
  })
}

type DueRow = { id: number; number: number | null; title: string; task: number; due_date: string; key: string | null }

/** The caller's open subtasks that are due in these days. */
async function dueMeanwhile({ db, tenant, me }: Ctx, { from, to }: Wish): Promise<LeavePreview['due']> {
  const { rows } = await sql<DueRow>`
    with s as materialized (
      select s.id, s.number, s.title, s.task_id, s.due_date from subtasks s
      where s.tenant_id = ${tenant.id} and s.assigned_to_id = ${me.id} and s.status <> 'done' and s.due_date between ${from} and ${to})
    select s.id, s.number, s.title, s.task_id as task, s.due_date, (
      select (select p.key from projects p where p.tenant_id = ${tenant.id} and p.id = t.project_id)
      from tasks t where t.tenant_id = ${tenant.id} and t.id = s.task_id) as key
    from s order by s.due_date, s.id`.execute(db)
  return rows.map(({ key, number, ...row }) => ({ ...row, key: keyOf(key, number) }))
}
