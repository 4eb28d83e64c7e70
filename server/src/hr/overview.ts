import { type Api, type HrOverview, hrHorizon, leaveMonths } from 'contract'
import type { Ctx } from '../kit/context.ts'
import { byName, pipelined, sql } from '../kit/db/db.ts'
import type { Handlers } from '../kit/http/pipeline.ts'
import { isEmployedOn } from '../reads/people.ts'

export const hr: Handlers<Api['hr']> = {
  async overview(ctx) {
    const [new_applications, joiners, leavers, anniversaries, documents, headcount, leave] = await pipelined(
      countNew(ctx),
      readJoiners(ctx),
      readLeavers(ctx),
      readAnniversaries(ctx),
      readDocuments(ctx),
      readHeadcount(ctx),
      readLeave(ctx),
    )
    return { new_applications, joiners, leavers, anniversaries, documents, headcount, leave }
  },
}

type Named = { id: number; full_name: string }
const withPerson = <Row extends Named>({ id, full_name, ...row }: Row) => ({ ...row, person: { id, full_name } })

async function countNew({ db, tenant }: Ctx) {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from applications a
    where a.tenant_id = ${tenant.id} and a.removed_at is null and a.stage_id = (
      select s.id from recruiting_stages s where s.tenant_id = ${tenant.id} and s.kind = 'open' order by s.position limit 1)`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

async function readJoiners({ db, tenant }: Ctx): Promise<HrOverview['joiners']> {
  const { joined, joins } = hrHorizon
  const { rows } = await sql<Named & { job_title: string; starts_on: string }>`
    select p.id, p.full_name, p.job_title, p.starts_on from people p
    where p.tenant_id = ${tenant.id} and p.is_active
      and p.starts_on between ${tenant.today}::date - ${joined}::integer and ${tenant.today}::date + ${joins}::integer
    order by p.starts_on, ${byName('p.full_name')}, p.id`.execute(db)
  return rows.map(withPerson)
}

async function readLeavers({ db, tenant }: Ctx): Promise<HrOverview['leavers']> {
  const { rows } = await sql<Named & { ends_on: string }>`
    select p.id, p.full_name, p.ends_on from people p
    where p.tenant_id = ${tenant.id} and p.is_active
      and p.ends_on between ${tenant.today}::date and ${tenant.today}::date + ${hrHorizon.leaves}::integer
    order by p.ends_on, ${byName('p.full_name')}, p.id`.execute(db)
  return rows.map(withPerson)
}

/** Whole years since the first day. That of a 29 February is a day earlier in other years. */
async function readAnniversaries({ db, tenant }: Ctx): Promise<HrOverview['anniversaries']> {
  const { rows } = await sql<Named & { on: string; years: number }>`
    select p.id, p.full_name, a.day as on, a.years from people p
    cross join lateral (
      select (p.starts_on + n * interval '1 year')::date as day, n as years
      from generate_series(
        extract(year from ${tenant.today}::date)::integer - extract(year from p.starts_on)::integer,
        extract(year from ${tenant.today}::date)::integer - extract(year from p.starts_on)::integer + 1) n) a
    where p.tenant_id = ${tenant.id} and p.is_active and p.starts_on is not null and a.years > 0
      and a.day between ${tenant.today}::date and ${tenant.today}::date + ${hrHorizon.anniversaries}::integer
      and (p.ends_on is null or p.ends_on >= a.day)
    order by a.day, ${byName('p.full_name')}, p.id`.execute(db)
  return rows.map(withPerson)
}

/** The documents of people who still work here. */
async function readDocuments({ db, tenant }: Ctx): Promise<HrOverview['documents']> {
  const { rows } = await sql<HrOverview['documents'][number] & { owner_id: number; full_name: string }>`
    with d as materialized (
      select d.id, d.name, d.owner_id, d.expires_on from documents d
      where d.tenant_id = ${tenant.id} and d.trashed_at is null and not d.is_draft
        and d.expires_on <= ${tenant.today}::date + ${hrHorizon.documents}::integer),
    p as materialized (select p.id, p.full_name from people p where p.tenant_id = ${tenant.id} and p.is_active)
    select d.id, d.name, d.expires_on, d.owner_id, p.full_name from d join p on p.id = d.owner_id
    order by d.expires_on, ${byName('p.full_name')}, d.id`.execute(db)
  return rows.map(({ id, name, expires_on, owner_id, full_name }) => ({
    ...{ id, name, expires_on },
    person: { id: owner_id, full_name },
  }))
}

async function readHeadcount({ db, tenant }: Ctx): Promise<HrOverview['headcount']> {
  const { rows } = await sql<HrOverview['headcount'][number]>`
    select p.department, count(*)::integer as people from people p
    where p.tenant_id = ${tenant.id} and p.is_active and ${isEmployedOn(sql`${tenant.today}::date`)} group by p.department order by people desc, p.department`.execute(
    db,
  )
  return rows
}

async function readLeave({ db, tenant }: Ctx): Promise<HrOverview['leave']> {
  const first = sql`(date_trunc('month', ${tenant.today}::date) - ${leaveMonths - 1}::integer * interval '1 month')::date`
  const last = sql`(date_trunc('month', ${tenant.today}::date) + interval '1 month')::date - 1`
  // Most requests lie within a month: the days of the others alone are read.
  const { rows } = await sql<HrOverview['leave'][number]>`
    with r as materialized (
      select r.id, r.type_id, r.from_day, r.half_days, date_trunc('month', r.from_day) = date_trunc('month', r.to_day) as is_in_month
      from leave_requests r where r.tenant_id = ${tenant.id} and r.status = 'approved' and r.to_day >= ${first}),
    d as materialized (
      select d.leave_id, d.day, count(*) as half_days from leave_days d
      where d.tenant_id = ${tenant.id} and d.leave_id = any(array(select r.id from r where not r.is_in_month))
      group by d.leave_id, d.day),
    costs as (
      select r.from_day as day, r.type_id, r.half_days from r where r.is_in_month
      union all select d.day, r.type_id, d.half_days from d join r on r.id = d.leave_id)
    select to_char(day, 'YYYY-MM') as month, type_id as type, sum(half_days)::integer as half_days
    from costs where day between ${first} and ${last} group by month, type_id order by month, type_id`.execute(db)
  // A request on days off costs nothing.
  return rows.filter(({ half_days }) => half_days > 0)
}
