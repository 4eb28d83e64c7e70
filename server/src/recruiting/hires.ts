// Applicants who become employees: HR prepares it, and an administrator invites them. docs/decisions/075-recruiting.md
import { type Api, applicationProblems, openingProblems, type PendingHire } from 'contract'
import type { Ctx } from '../kit/context.ts'
import { afterRollback, sql } from '../kit/db/db.ts'
import { invalid, mustHaveNone, notFound, type Problems, refused } from '../kit/errors.ts'
import { type Handlers, type Judges, slow } from '../kit/http/pipeline.ts'
import { hireConfirmed, hirePrepared, hireRefused } from '../notifications/messages.ts'
import { notify } from '../notifications/notify.ts'
import { recordAssignments } from '../people/assign.ts'
import { countInvitations } from '../people/invitation-limit.ts'
import { addInvited, isTaken } from '../people/invitations.ts'
import { mustBeManager, mustLookLikeManager } from '../people/read.ts'
import { moveTo, waitsForInvitation } from './applications.ts'
import { readApplication } from './read.ts'
import {
  addEntry,
  applicationToChange,
  findApplication,
  hiresChanged,
  interviewersOf,
  recruitingChanged,
  staffOf,
} from './rules.ts'
import { stageOfKind } from './stages.ts'

type Calls = Pick<Api['applications'], 'hire' | 'hires' | 'confirmHire' | 'withdrawHire'>

export const hireCalls: Handlers<Calls> = {
  async hire(ctx, { params, body: { location, ...job } }) {
    const { id, hired_id, email } = await applicationToChange(ctx, params.application_id)
    if (hired_id !== null) throw refused(applicationProblems.hired)
    if (await waitsForInvitation(ctx, id)) throw refused(applicationProblems.waiting)
    mustHaveNone(await locationProblems(ctx, location))
    if (await isTaken(ctx, email)) throw refused(takenHere)
    await ctx.db
      .insertInto('hires')
      .values({ application_id: id, ...job, location_id: location, person_id: ctx.me.id })
      .execute()
    await addEntry(ctx, id, { event: 'hire' })
    await notify(ctx, { to: await staffOf(ctx, 'tenant_admin'), ...hirePrepared(ctx.me.name) })
    recruitingChanged(ctx)
    hiresChanged(ctx)
    return readApplication(ctx, id)
  },

  async hires({ db, tenant }) {
    // Few people wait, so that looking up the rest of each is cheap.
    const { rows } = await sql<Omit<PendingHire, 'prepared_by'> & { person_id: number; by_name: string }>`
      select h.application_id as application, h.job_title, h.department, h.starts_on, h.location_id as location, h.created_at as prepared_at,
        h.person_id, (select p.full_name from people p where p.tenant_id = ${tenant.id} and p.id = h.person_id) as by_name,
        (select a.full_name from applications a where a.tenant_id = ${tenant.id} and a.id = h.application_id) as full_name,
        (select a.email from applications a where a.tenant_id = ${tenant.id} and a.id = h.application_id) as email,
        (select o.title from openings o where o.tenant_id = ${tenant.id} and o.id = (
          select a.opening_id from applications a where a.tenant_id = ${tenant.id} and a.id = h.application_id)) as opening
      from hires h where h.tenant_id = ${tenant.id} order by h.created_at, h.application_id`.execute(db)
    return rows.map(({ person_id, by_name, ...hire }) => ({ ...hire, prepared_by: { id: person_id, full_name: by_name } }))
  },

  confirmHire: slow({
    async before(ctx, { params, body }) {
      await findHire(ctx, params.application_id)
      await mustFit(ctx, body)
      return () => countInvitations(ctx)
    },

    async handle(ctx, { params, body }, giveBack) {
      afterRollback(ctx.db, giveBack)
      const { application_id, full_name, email, person_id, ...job } = await lockHire(ctx, params.application_id)
      const manager_id = body.manager ? (await mustBeManager(ctx, { id: body.manager, field: 'manager' })).id : null
      const person = await addInvited(ctx, { full_name, email, ...job, role: body.role, manager_id })
      if (!person) throw refused(takenHere)
      if (manager_id) await recordAssignments(ctx, [{ ...person, previous: null, manager: manager_id }])
      await ctx.db.deleteFrom('hires').where('application_id', '=', application_id).execute()
      await moveTo(ctx, application_id, await stageOfKind(ctx, 'hired'), { rejected_at: null, hired_id: person.id })
      await addEntry(ctx, application_id, { event: 'hired' })
      await notify(ctx, { to: await staffOf(ctx), ...hireConfirmed(ctx.me.name, application_id) })
      recruitingChanged(ctx, await interviewersOf(ctx, application_id))
      hiresChanged(ctx)
      return undefined
    },
  }),

  async withdrawHire(ctx, { params, body }) {
    const { application_id } = await lockHire(ctx, params.application_id)
    await ctx.db.deleteFrom('hires').where('application_id', '=', application_id).execute()
    await addEntry(ctx, application_id, { event: 'withdrawn', text: body.reason })
    await notify(ctx, { to: await staffOf(ctx), ...hireRefused(ctx.me.name, application_id) })
    recruitingChanged(ctx)
    hiresChanged(ctx)
    return undefined
  },
}

export const hireJudges: Judges<Calls> = {
  async hire(ctx, { params, body }) {
    await findApplication(ctx, params.application_id)
    return locationProblems(ctx, body.location)
  },

  async confirmHire(ctx, { params, body }) {
    await findHire(ctx, params.application_id)
    if (body.role !== undefined) await mustFit(ctx, { role: body.role, manager: body.manager ?? null })
    return {}
  },

  async withdrawHire(ctx, { params }) {
    await findHire(ctx, params.application_id)
    return {}
  },
}

const takenHere = 'Somebody in this workspace has the e-mail address of this applicant.'

async function locationProblems({ db }: Ctx, location: number | null | undefined): Promise<Problems> {
  if (!location) return {}
  const found = await db.selectFrom('locations').select('id').where('id', '=', location).executeTakeFirst()
  return found ? {} : { location: [openingProblems.location] }
}

/** Refuses a project manager who can't have this new person. */
async function mustFit(ctx: Ctx, { role, manager }: { role: string; manager: number | null }) {
  if (!manager) return
  if (role !== 'developer') throw invalid({ manager: ['Only developers are assigned to a project manager.'] })
  await mustLookLikeManager(ctx, { id: manager, field: 'manager' })
}

async function findHire({ db }: Ctx, application_id: number) {
  const found = await db
    .selectFrom('hires')
    .select(['application_id', 'job_title', 'department', 'starts_on', 'location_id', 'person_id'])
    .where('application_id', '=', application_id)
    .executeTakeFirst()
  if (!found) throw notFound()
  return found
}

/** Locks the application of somebody who waits, so that only one decision is taken. */
async function lockHire(ctx: Ctx, id: number) {
  const { rows } = await sql<{ full_name: string; email: string }>`
    select a.full_name, a.email from applications a where a.tenant_id = ${ctx.tenant.id} and a.id = ${id} for no key update`.execute(
    ctx.db,
  )
  if (!rows[0]) throw notFound()
  return { ...(await findHire(ctx, id)), ...rows[0] }
}
