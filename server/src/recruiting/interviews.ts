// Interviews of applicants. Everybody concerned gets an iCalendar by mail.
import { type Api, type Application, applicationProblems, type Interview } from 'contract'
import type { Ctx } from '../kit/context.ts'
import { sql } from '../kit/db/db.ts'
import { insertMany } from '../kit/db/insert-many.ts'
import { mustHaveNone, notFound, type Problems } from '../kit/errors.ts'
import type { Handlers, Judges } from '../kit/http/pipeline.ts'
import { interviewCancelled, interviewChanged, interviewPlanned } from '../notifications/messages.ts'
import { notify } from '../notifications/notify.ts'
import { isToCome, readInterviews } from './read.ts'
import { applicationToChange, countMails, findApplication, recruitingChanged } from './rules.ts'

type Calls = Pick<Api['applications'], 'addInterview' | 'changeInterview' | 'cancelInterview' | 'ownInterviews'>
type Form = Omit<Interview, 'id' | 'interviewers'> & { interviewers: number[] }

export const interviewCalls: Handlers<Calls> = {
  async addInterview(ctx, { params, body: { interviewers, ...interview } }) {
    const { id: application_id } = await applicationToChange(ctx, params.application_id)
    mustHaveNone(await interviewProblems(ctx, { ...interview, interviewers }))
    await countMails(ctx)
    const { id } = await ctx.db
      .insertInto('interviews')
      .values({ application_id, ...interview, person_id: ctx.me.id })
      .returning('id')
      .executeTakeFirstOrThrow()
    await addInterviewers(ctx, id, interviewers)
    await notify(ctx, { to: interviewers, ...interviewPlanned(application_id) })
    await mail(ctx, id, interviewers)
    recruitingChanged(ctx, interviewers)
    return readInterview(ctx, id)
  },

  async changeInterview(ctx, { params, body: { interviewers, ...interview } }) {
    const { id, application_id } = await interviewToChange(ctx, params.interview_id)
    mustHaveNone(await interviewProblems(ctx, { ...interview, interviewers }))
    await countMails(ctx)
    const before = await peopleOf(ctx, id)
    await ctx.db
      .updateTable('interviews')
      .set({ ...interview, ...nextRevision })
      .where('id', '=', id)
      .execute()
    await ctx.db.deleteFrom('interviewers').where('interview_id', '=', id).execute()
    await addInterviewers(ctx, id, interviewers)
    const [stay, come, go] = [
      interviewers.filter((person) => before.includes(person)),
      interviewers.filter((person) => !before.includes(person)),
      before.filter((person) => !interviewers.includes(person)),
    ]
    await notify(ctx, { to: come, ...interviewPlanned(application_id) })
    await notify(ctx, { to: stay, ...interviewChanged(application_id) })
    await notify(ctx, { to: go, ...interviewCancelled() })
    const all = [...new Set([...before, ...interviewers])]
    await mail(ctx, id, all)
    recruitingChanged(ctx, all)
    return readInterview(ctx, id)
  },

  async cancelInterview(ctx, { params }) {
    const { id } = await interviewToChange(ctx, params.interview_id)
    const people = await peopleOf(ctx, id)
    await ctx.db
      .updateTable('interviews')
      .set({ cancelled_at: sql<string>`now()`, ...nextRevision })
      .where('id', '=', id)
      .execute()
    await notify(ctx, { to: people, ...interviewCancelled() })
    await mail(ctx, id, people)
    recruitingChanged(ctx, people)
    return undefined
  },

  async ownInterviews({ db, tenant, me }) {
    const { rows } = await sql<Omit<Interview, 'interviewers'> & { application: number; applicant: string; opening: string }>`
      with v as materialized (
        select v.interview_id from interviewers v where v.tenant_id = ${tenant.id} and v.person_id = ${me.id})
      select i.id, i.starts_at, i.minutes, i.place, i.agenda, i.application_id as application,
        (select a.full_name from applications a where a.tenant_id = ${tenant.id} and a.id = i.application_id) as applicant,
        (select o.title from openings o where o.tenant_id = ${tenant.id} and o.id = (
          select a.opening_id from applications a where a.tenant_id = ${tenant.id} and a.id = i.application_id)) as opening
      from interviews i
      where i.tenant_id = ${tenant.id} and i.id = any(array(select v.interview_id from v)) and ${isToCome}
      order by i.starts_at, i.id`.execute(db)
    return rows
  },
}

export const interviewJudges: Judges<Calls> = {
  async addInterview(ctx, { params, body }) {
    await findApplication(ctx, params.application_id)
    return interviewProblems(ctx, body)
  },

  async changeInterview(ctx, { params, body }) {
    await interviewToChange(ctx, params.interview_id)
    return interviewProblems(ctx, body)
  },
}

/** Calendars take a change with a higher number only. The organizer never changes: they would take it for another event. */
const nextRevision = { sequence: sql<number>`sequence + 1`, changed_at: sql<string>`now()` }

const twoYears = 2 * 366 * 24 * 60 * 60 * 1000

async function interviewProblems({ db }: Ctx, { starts_at, interviewers }: Partial<Form>): Promise<Problems> {
  const problems: Problems = {}
  const start = starts_at === undefined ? undefined : Date.parse(starts_at)
  if (start !== undefined && start < Date.now()) problems.starts_at = [applicationProblems.past]
  if (start !== undefined && start > Date.now() + twoYears) problems.starts_at = [applicationProblems.tooFar]
  if (!interviewers) return problems
  const found = await db
    .selectFrom('people')
    .select('id')
    .where('id', '=', sql<number>`any(${interviewers})`)
    .where('is_active', '=', true)
    .execute()
  if (found.length < new Set(interviewers).size) problems.interviewers = [applicationProblems.interviewer]
  return problems
}

const addInterviewers = ({ db }: Ctx, interview_id: number, people: readonly number[]) =>
  insertMany(
    db,
    'interviewers',
    [...new Set(people)].map((person_id) => ({ interview_id, person_id })),
  )

/** Locks an interview that takes place, and its application before. */
async function interviewToChange(ctx: Ctx, id: number) {
  const find = async () => {
    const { rows } = await sql<{ id: number; application_id: number }>`
      select i.id, i.application_id from interviews i
      where i.tenant_id = ${ctx.tenant.id} and i.id = ${id} and i.cancelled_at is null`.execute(ctx.db)
    if (!rows[0]) throw notFound()
    return rows[0]
  }
  await applicationToChange(ctx, (await find()).application_id)
  return find()
}

async function peopleOf({ db }: Ctx, interview_id: number) {
  const rows = await db.selectFrom('interviewers').select('person_id').where('interview_id', '=', interview_id).execute()
  return rows.map(({ person_id }) => person_id)
}

/** Mails to the applicant and to these people what the interview is then: planned, moved or cancelled. */
const mail = ({ db, tenant, services, me }: Ctx, interview_id: number, people: readonly number[]) =>
  services.jobs.enqueueAll(
    db,
    'mail',
    [null, ...new Set(people)].map((person_id) => ({
      ...{ template: 'interview', tenant_id: tenant.id, interview_id, person_id },
      by_id: me.id,
    })),
  )

/** Mails the interview to the applicant alone, whose address has changed. */
export async function mailApplicant(ctx: Ctx, interview_id: number) {
  await countMails(ctx)
  await mail(ctx, interview_id, [])
}

async function readInterview(ctx: Ctx, id: number): Promise<Application['interviews'][number]> {
  const [interview] = await readInterviews(ctx, sql`i.id = ${id}`)
  if (!interview) throw notFound()
  return interview
}
