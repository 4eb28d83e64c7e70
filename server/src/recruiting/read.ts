// Reads applications as the board shows them, and each with all that belongs to it.
import type { Application, ApplicationCard, ApplicationEntry, HirePlan, Interview, Rating } from 'contract'
import type { Ctx } from '../kit/context.ts'
import { byName, type RawBuilder, sql } from '../kit/db/db.ts'
import { notFound } from '../kit/errors.ts'
import { type ApplicationRow, findApplication } from './rules.ts'

const mostCards = 1000

type CardRow = Omit<ApplicationCard, 'opening' | 'rating'> & { opening_id: number; title: string; mean: number | null }

/** Applications whose data has not been removed, the newest first. Conditions name the application `a`. */
export async function readCards({ db, tenant, me }: Ctx, condition: RawBuilder<unknown> = sql`true`): Promise<ApplicationCard[]> {
  // Each is read once: a join could look up the ratings and interviews of each application.
  const { rows } = await sql<CardRow>`
    with a as materialized (
      select a.id, a.full_name, a.opening_id, a.stage_id, a.stage_since, a.created_at from applications a
      where a.tenant_id = ${tenant.id} and a.removed_at is null and ${condition}
      order by a.created_at desc, a.id desc limit ${mostCards}),
    o as materialized (select o.id, o.title from openings o where o.tenant_id = ${tenant.id}),
    r as materialized (
      select r.application_id, count(*)::integer as ratings,
        case when bool_or(r.person_id = ${me.id}) then round(avg(r.stars), 1)::float8 end as mean
      from application_ratings r where r.tenant_id = ${tenant.id} and r.application_id = any(array(select a.id from a))
      group by r.application_id),
    i as materialized (
      select i.application_id, min(i.starts_at) as interview_at from interviews i
      where i.tenant_id = ${tenant.id} and i.application_id = any(array(select a.id from a)) and ${isToCome}
      group by i.application_id),
    h as materialized (
      select h.application_id from hires h where h.tenant_id = ${tenant.id} and h.application_id = any(array(select a.id from a)))
    select a.id, a.full_name, a.opening_id, o.title, a.stage_id as stage, a.stage_since, a.created_at,
      r.mean, coalesce(r.ratings, 0) as ratings, i.interview_at, h.application_id is not null as is_hire_prepared
    from a join o on o.id = a.opening_id left join r on r.application_id = a.id left join i on i.application_id = a.id
    left join h on h.application_id = a.id
    order by a.created_at desc, a.id desc`.execute(db)
  return rows.map(({ opening_id, title, mean, ...card }) => ({ ...card, opening: { id: opening_id, title }, rating: mean }))
}

/** Whether an interview `i` takes place, and has not ended. */
export const isToCome = sql<boolean>`(i.cancelled_at is null and i.starts_at + i.minutes * interval '1 minute' > now())`

export async function readCard(ctx: Ctx, id: number) {
  const [card] = await readCards(ctx, sql`a.id = ${id}`)
  if (!card) throw notFound()
  return card
}

/** An application as the caller sees it. */
export async function readApplication(ctx: Ctx, id: number): Promise<Application> {
  const found = await findApplication(ctx, id)
  const may_manage = ctx.me.role === 'hr'
  const ratings = await readRatings(ctx, id)
  const own = ratings.find(({ by }) => by.id === ctx.me.id) ?? null
  const others = ratings.filter((rating) => rating !== own)
  return {
    ...(await readFacts(ctx, id)),
    answers: await readAnswers(ctx, id),
    others: may_manage && found.email !== '' ? await readOthers(ctx, found) : [],
    may_manage,
    entries: await readEntries(ctx, id),
    own_rating: own,
    // The ratings stay apart until the caller's own can't be swayed by them.
    other_ratings: own ? others : null,
    other_ratings_count: others.length,
    interviews: await readInterviews(ctx, sql`i.application_id = ${id} and i.cancelled_at is null`),
  }
}

type Facts = Pick<
  Application,
  | 'id'
  | 'opening'
  | 'stage'
  | 'full_name'
  | 'email'
  | 'is_undeliverable'
  | 'phone'
  | 'links'
  | 'cv'
  | 'created_at'
  | 'rejected_at'
  | 'removed_at'
  | 'hire'
  | 'hired'
>

type FactsRow = Pick<
  Facts,
  'id' | 'full_name' | 'email' | 'is_undeliverable' | 'phone' | 'created_at' | 'rejected_at' | 'removed_at'
> & {
  links: string
  opening_id: number
  opening: string
  opening_department: string
  opening_location: number | null
  stage_id: number
  stage: string
  cv_name: string | null
  cv_size: number | null
  hired_id: number | null
  hired: string | null
}

async function readFacts(ctx: Ctx, id: number): Promise<Facts> {
  const { db, tenant } = ctx
  const { rows } = await sql<FactsRow>`
    select a.id, a.full_name, a.email, a.undeliverable_at is not null as is_undeliverable, a.phone, a.links, a.created_at, a.rejected_at, a.removed_at, a.opening_id, o.title as opening,
      o.department as opening_department, o.location_id as opening_location, a.stage_id, s.name as stage, a.cv_name, c.size as cv_size,
      a.hired_id, p.full_name as hired
    from applications a
    join openings o on o.tenant_id = ${tenant.id} and o.id = a.opening_id
    join recruiting_stages s on s.tenant_id = ${tenant.id} and s.id = a.stage_id
    left join file_contents c on c.tenant_id = ${tenant.id} and c.id = a.cv_content_id
    left join people p on p.tenant_id = ${tenant.id} and p.id = a.hired_id
    where a.tenant_id = ${tenant.id} and a.id = ${id}`.execute(db)
  const [row] = rows
  if (!row) throw notFound()
  const {
    opening_id,
    opening,
    opening_department,
    opening_location,
    stage_id,
    stage,
    cv_name,
    cv_size,
    hired_id,
    hired,
    ...rest
  } = row
  return {
    ...rest,
    links: rest.links.split('\n').filter(Boolean),
    opening: { id: opening_id, title: opening, department: opening_department, location: opening_location },
    stage: { id: stage_id, name: stage },
    cv: cv_name === null ? null : { name: cv_name, size: cv_size ?? 0 },
    // What somebody will be hired as concerns HR and administrators.
    hire: ctx.me.role === 'hr' ? await readHire(ctx, id) : null,
    hired: hired_id === null ? null : { id: hired_id, full_name: hired ?? '' },
  }
}

async function readHire({ db, tenant }: Ctx, application_id: number): Promise<HirePlan | null> {
  const { rows } = await sql<Omit<HirePlan, 'prepared_by'> & { person_id: number; full_name: string }>`
    select h.job_title, h.department, h.starts_on, h.location_id as location, h.created_at as prepared_at, h.person_id, p.full_name
    from hires h join people p on p.tenant_id = ${tenant.id} and p.id = h.person_id
    where h.tenant_id = ${tenant.id} and h.application_id = ${application_id}`.execute(db)
  const [row] = rows
  if (!row) return null
  const { person_id, full_name, ...plan } = row
  return { ...plan, prepared_by: { id: person_id, full_name } }
}

const readAnswers = ({ db }: Ctx, id: number) =>
  db
    .selectFrom('application_answers')
    .select(['question', 'answer'])
    .where('application_id', '=', id)
    .orderBy('position')
    .execute()

/** Other applications of the same address. */
async function readOthers({ db, tenant }: Ctx, { id, email }: ApplicationRow): Promise<Application['others']> {
  const { rows } = await sql<Application['others'][number]>`
    select a.id, a.created_at, (select o.title from openings o where o.tenant_id = ${tenant.id} and o.id = a.opening_id) as opening
    from applications a
    where a.tenant_id = ${tenant.id} and a.email = ${email} and a.removed_at is null and a.id <> ${id}
    order by a.created_at desc, a.id desc limit 50`.execute(db)
  return rows
}

/** HR reads everything; interviewers read how the application has moved, and their own notes. */
async function readEntries({ db, tenant, me }: Ctx, id: number): Promise<ApplicationEntry[]> {
  const { rows } = await sql<Omit<ApplicationEntry, 'by'> & { person_id: number | null; full_name: string | null }>`
    select e.id, e.event, e.at, e.stage, e.subject, e.text, e.person_id,
      (select p.full_name from people p where p.tenant_id = ${tenant.id} and p.id = e.person_id) as full_name
    from application_entries e
    where e.tenant_id = ${tenant.id} and e.application_id = ${id}
      ${me.role === 'hr' ? sql`` : sql`and (e.event in ('applied', 'moved') or e.event = 'note' and e.person_id = ${me.id})`}
    order by e.at, e.id`.execute(db)
  return rows.map(({ person_id, full_name, ...entry }) => ({
    ...entry,
    by: person_id === null ? null : { id: person_id, full_name: full_name ?? '' },
  }))
}

async function readRatings({ db, tenant }: Ctx, id: number): Promise<Rating[]> {
  const { rows } = await sql<Omit<Rating, 'by'> & { person_id: number; full_name: string }>`
    select r.stars, r.comment, r.at, r.person_id,
      (select p.full_name from people p where p.tenant_id = ${tenant.id} and p.id = r.person_id) as full_name
    from application_ratings r where r.tenant_id = ${tenant.id} and r.application_id = ${id} order by r.at, r.person_id`.execute(
    db,
  )
  return rows.map(({ person_id, full_name, ...rating }) => ({ ...rating, by: { id: person_id, full_name } }))
}

/** Interviews with those who lead them, the earliest first. The condition names the interview `i`. */
export async function readInterviews({ db, tenant }: Ctx, condition: RawBuilder<unknown>): Promise<Interview[]> {
  const { rows } = await sql<Omit<Interview, 'interviewers'>>`
    select i.id, i.starts_at, i.minutes, i.place, i.agenda from interviews i
    where i.tenant_id = ${tenant.id} and ${condition} order by i.starts_at, i.id`.execute(db)
  const { rows: people } = await sql<{ interview_id: number; id: number; full_name: string }>`
    select v.interview_id, v.person_id as id, p.full_name
    from interviewers v join people p on p.tenant_id = ${tenant.id} and p.id = v.person_id
    where v.tenant_id = ${tenant.id} and v.interview_id = any(${rows.map(({ id }) => id)}) order by ${byName('p.full_name')}, v.person_id`.execute(
    db,
  )
  const peopleOf = Map.groupBy(people, ({ interview_id }) => interview_id)
  return rows.map((interview) => ({
    ...interview,
    interviewers: (peopleOf.get(interview.id) ?? []).map(({ id, full_name }) => ({ id, full_name })),
  }))
}
