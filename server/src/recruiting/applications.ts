// Applications on the board, and what HR and interviewers note about them: docs/decisions/075-recruiting.md
import { type Api, applicationProblems, type RemovedApplicant } from 'contract'
import { download } from '../files/open.ts'
import type { Ctx } from '../kit/context.ts'
import { sql } from '../kit/db/db.ts'
import { invalid, notFound, refused } from '../kit/errors.ts'
import { type Handlers, type Judges, slow } from '../kit/http/pipeline.ts'
import { mailApplicant } from './interviews.ts'
import { isToCome, readApplication, readCard, readCards, readInterviews } from './read.ts'
import { removeData } from './removal.ts'
import {
  addEntry,
  applicationToChange,
  countMails,
  findApplication,
  hiresChanged,
  interviewersOf,
  recruitingChanged,
} from './rules.ts'
import { readStages } from './stages.ts'

type Calls = Pick<
  Api['applications'],
  'list' | 'get' | 'cv' | 'move' | 'addNote' | 'rate' | 'sendMail' | 'correctEmail' | 'removeData'
>

export const applicationCalls: Handlers<Calls> = {
  async list(ctx, { query: { opening } }) {
    return readCards(ctx, opening === undefined ? undefined : sql`a.opening_id::text = ${opening}`)
  },

  get: slow({
    before: look,

    async handle(ctx, { params }) {
      return readApplication(ctx, await noteLook(ctx, params.application_id))
    },
  }),

  cv: slow({
    before: look,

    async handle(ctx, { params }) {
      const id = await noteLook(ctx, params.application_id)
      const { rows } = await sql<{ name: string; type: string; size: number; object: string }>`
      select a.cv_name as name, c.type, c.size, c.object from applications a
      join file_contents c on c.tenant_id = a.tenant_id and c.tenant_id = ${ctx.tenant.id} and c.id = a.cv_content_id
      where a.tenant_id = ${ctx.tenant.id} and a.id = ${id}`.execute(ctx.db)
      if (!rows[0]) throw notFound()
      return download(ctx, rows[0])
    },
  }),

  async move(ctx, { params, body }) {
    const { id, hired_id, stage_id } = await applicationToChange(ctx, params.application_id)
    if (hired_id !== null) throw refused(applicationProblems.hired)
    const stage = await findStage(ctx, body.stage)
    if (stage.id === stage_id) return readCard(ctx, id)
    if (await waitsForInvitation(ctx, id)) throw refused(applicationProblems.waiting)
    const isRejected = stage.kind === 'rejected'
    await moveTo(ctx, id, stage, { rejected_at: isRejected ? sql<string>`now()` : null })
    recruitingChanged(ctx, await interviewersOf(ctx, id))
    return readCard(ctx, id)
  },

  async addNote(ctx, { params, body }) {
    const { id } = await applicationToChange(ctx, params.application_id)
    const entry = await addEntry(ctx, id, { event: 'note', text: body.text })
    recruitingChanged(ctx, [ctx.me.id])
    return { ...entry, event: 'note', by: { id: ctx.me.id, full_name: ctx.me.name }, stage: null, subject: '', text: body.text }
  },

  async rate(ctx, { params, body }) {
    const { id } = await applicationToChange(ctx, params.application_id)
    await ctx.db
      .insertInto('application_ratings')
      .values({ application_id: id, person_id: ctx.me.id, ...body })
      .onConflict((conflict) =>
        conflict.columns(['tenant_id', 'application_id', 'person_id']).doUpdateSet({
          stars: ({ ref }) => ref('excluded.stars'),
          comment: ({ ref }) => ref('excluded.comment'),
          at: ({ ref }) => ref('excluded.at'),
        }),
      )
      .execute()
    recruitingChanged(ctx, await interviewersOf(ctx, id))
    return readApplication(ctx, id)
  },

  async sendMail(ctx, { params, body }) {
    const { id } = await applicationToChange(ctx, params.application_id)
    await countMails(ctx)
    const entry = await addEntry(ctx, id, { event: 'mail', ...body })
    const { jobs } = ctx.services
    await jobs.enqueue(ctx.db, 'mail', {
      template: 'to_applicant',
      tenant_id: ctx.tenant.id,
      entry_id: entry.id,
      by_id: ctx.me.id,
    })
    recruitingChanged(ctx)
    return { ...entry, event: 'mail', by: { id: ctx.me.id, full_name: ctx.me.name }, stage: null, ...body }
  },

  async correctEmail(ctx, { params, body: { email } }) {
    const { id } = await applicationToChange(ctx, params.application_id)
    await ctx.db.updateTable('applications').set({ email, undeliverable_at: null }).where('id', '=', id).execute()
    const interviews = await readInterviews(ctx, sql`i.application_id = ${id} and ${isToCome}`)
    for (const interview of interviews) await mailApplicant(ctx, interview.id)
    recruitingChanged(ctx, await interviewersOf(ctx, id))
    return readApplication(ctx, id)
  },

  async removeData(ctx, { params }) {
    const { id } = await applicationToChange(ctx, params.application_id)
    const told = await interviewersOf(ctx, id)
    await removeData(ctx, [id])
    recruitingChanged(ctx, told)
    hiresChanged(ctx)
    return readApplication(ctx, id)
  },
}

export const applicationCallJudges: Judges<Calls> = {
  async move(ctx, { params }) {
    await findApplication(ctx, params.application_id)
    return {}
  },
  async addNote(ctx, { params }) {
    await findApplication(ctx, params.application_id)
    return {}
  },
  async rate(ctx, { params }) {
    await findApplication(ctx, params.application_id)
    return {}
  },
  async sendMail(ctx, { params }) {
    await findApplication(ctx, params.application_id)
    return {}
  },
  async correctEmail(ctx, { params }) {
    await findApplication(ctx, params.application_id)
    return {}
  },
}

/** Reading an application for the first time writes, so its calls are slow ones. */
async function look(ctx: Ctx, { params }: { params: { application_id: number } }) {
  await findApplication(ctx, params.application_id)
  return async () => undefined
}

/** From now on, the applicant can't replace it. */
async function noteLook(ctx: Ctx, application_id: number) {
  const { id } = await findApplication(ctx, application_id)
  const now = { looked_at: sql<string>`now()` }
  await ctx.db.updateTable('applications').set(now).where('id', '=', id).where('looked_at', 'is', null).execute()
  return id
}

/** The applicants whose data has been removed, the latest first. */
export async function readRemoved({ db, tenant }: Ctx): Promise<RemovedApplicant[]> {
  const { rows } = await sql<Omit<RemovedApplicant, 'removed_by'> & { person_id: number | null; full_name: string | null }>`
    with e as materialized (
      select e.application_id, e.at, e.person_id from application_entries e
      where e.tenant_id = ${tenant.id} and e.event = 'removed' order by e.at desc, e.id desc limit 500)
    select e.application_id as application, e.at as removed_at, e.person_id,
      (select p.full_name from people p where p.tenant_id = ${tenant.id} and p.id = e.person_id) as full_name,
      (select a.created_at from applications a where a.tenant_id = ${tenant.id} and a.id = e.application_id) as applied_at,
      (select o.title from openings o where o.tenant_id = ${tenant.id} and o.id = (
        select a.opening_id from applications a where a.tenant_id = ${tenant.id} and a.id = e.application_id)) as opening
    from e order by e.at desc`.execute(db)
  return rows.map(({ person_id, full_name, ...removed }) => ({
    ...removed,
    removed_by: person_id === null ? null : { id: person_id, full_name: full_name ?? '' },
  }))
}

type Stage = { id: number; name: string }

/** Puts an application into a stage, and tells so in its history. */
export async function moveTo(
  ctx: Ctx,
  id: number,
  stage: Stage,
  change: { rejected_at?: string | null | ReturnType<typeof sql<string>>; hired_id?: number } = {},
) {
  await ctx.db
    .updateTable('applications')
    .set({ stage_id: stage.id, stage_since: sql<string>`now()`, ...change })
    .where('id', '=', id)
    .execute()
  await addEntry(ctx, id, { event: 'moved', stage: stage.name })
}

/** A stage to which HR may move somebody: others are hired by their own call. */
async function findStage(ctx: Ctx, id: number) {
  const stage = (await readStages(ctx)).find((each) => each.id === id)
  if (!stage) throw invalid({ stage: [applicationProblems.stage] })
  if (stage.kind === 'hired') throw invalid({ stage: [applicationProblems.hire] })
  return stage
}

export async function waitsForInvitation({ db }: Ctx, application_id: number) {
  const found = await db
    .selectFrom('hires')
    .select('application_id')
    .where('application_id', '=', application_id)
    .executeTakeFirst()
  return found !== undefined
}
