// Who sees applications, and who is told that they have changed.

import { type ApplicationEvent, applicationProblems } from 'contract'
import type { Ctx, Publisher, Tenant, Viewer } from '../kit/context.ts'
import { sql } from '../kit/db/db.ts'
import { notFound, refused } from '../kit/errors.ts'
import type { Counter } from '../kit/security/limits.ts'
import { changed } from '../realtime/changed.ts'

/** An application as its calls need it. */
export type ApplicationRow = {
  id: number
  opening_id: number
  stage_id: number
  full_name: string
  email: string
  rejected_at: string | null
  removed_at: string | null
  hired_id: number | null
}

/** Interviewers see an application as HR does, in their own view. Administrators see who waits for an invitation. */
export const recruitingChanged = (ctx: Publisher, people: readonly number[] = []) => {
  changed(ctx, { roles: ['hr'], models: ['recruiting'] })
  if (people.length) changed(ctx, { people, models: ['recruiting'] })
}

export const hiresChanged = (ctx: Ctx) => changed(ctx, { roles: ['tenant_admin'], models: ['recruiting'] })

/** Finds an application that the caller sees: HR all, interviewers theirs until its data has been removed. */
export async function findApplication({ db, tenant, me }: Viewer, id: number) {
  const { rows } = await sql<ApplicationRow>`
    select a.id, a.opening_id, a.stage_id, a.full_name, a.email, a.rejected_at, a.removed_at, a.hired_id from applications a
    where a.tenant_id = ${tenant.id} and a.id = ${id}
      ${me.role === 'hr' ? sql`` : sql`and a.removed_at is null and ${interviews({ tenant, me })}`}`.execute(db)
  if (!rows[0]) throw notFound()
  return rows[0]
}

/** Whether the person has an interview of an application `a`. */
const interviews = ({ tenant, me }: Pick<Viewer, 'tenant' | 'me'>) => sql<boolean>`(
  select i.id from interviews i where i.tenant_id = ${tenant.id} and i.application_id = a.id and i.cancelled_at is null and (
    select v.person_id from interviewers v
    where v.tenant_id = ${tenant.id} and v.interview_id = i.id and v.person_id = ${me.id}) is not null limit 1) is not null`

/** Locks an application for a change, and refuses one whose data has been removed. */
export async function applicationToChange(ctx: Ctx, id: number) {
  await sql`select from applications a where a.tenant_id = ${ctx.tenant.id} and a.id = ${id} for no key update`.execute(ctx.db)
  const found = await findApplication(ctx, id)
  if (found.removed_at !== null) throw refused(applicationProblems.gone)
  return found
}

/** The people who have an interview of this application. */
export async function interviewersOf({ db, tenant }: Pick<Ctx, 'db' | 'tenant'>, application_id: number) {
  const { rows } = await sql<{ person_id: number }>`
    with i as materialized (select i.id from interviews i
      where i.tenant_id = ${tenant.id} and i.application_id = ${application_id} and i.cancelled_at is null)
    select distinct v.person_id from interviewers v where v.tenant_id = ${tenant.id} and v.interview_id = any(array(select i.id from i))`.execute(
    db,
  )
  return rows.map(({ person_id }) => person_id)
}

/** Adds what has happened to an application. */
export const addEntry = (
  { db, me }: Pick<Ctx, 'db'> & { me: { id: number } | null },
  application_id: number,
  entry: { event: ApplicationEvent; stage?: string; subject?: string; text?: string },
) =>
  db
    .insertInto('application_entries')
    .values({ application_id, person_id: me?.id ?? null, ...entry })
    .returning(['id', 'at'])
    .executeTakeFirstOrThrow()

/** Everybody in HR who still works here. */
export async function staffOf({ db }: Pick<Ctx, 'db'>, role: 'hr' | 'tenant_admin' = 'hr') {
  const rows = await db.selectFrom('people').select('id').where('role', '=', role).where('is_active', '=', true).execute()
  return rows.map(({ id }) => id)
}

const day = 24 * 60 * 60
/** Mails a day to addresses that strangers have entered. */
const mailsPerDay = { on_trial: 50, paid: 1000 } as const

/** Counts mails to applicants, and refuses those over the day's limit. They carry a workspace's own words under our name. */
export async function countMails({ db, tenant, services }: Ctx) {
  const { key, ...limit } = mailsOf(tenant)
  await services.limits.mustTake(key, limit, db)
}

/** Counters of a mail that an applicant causes. Such mails take half of the day's, so that a flood of forms leaves HR the rest. */
export function confirmationsOf(tenant: Tenant): Counter[] {
  const all = mailsOf(tenant)
  return [{ ...all, key: `confirmations ${tenant.id}`, max: all.max / 2 }, all]
}

const mailsOf = ({ id, on_trial }: Tenant): Counter => ({
  key: `applicant mails ${id}`,
  max: on_trial ? mailsPerDay.on_trial : mailsPerDay.paid,
  seconds: day,
})
