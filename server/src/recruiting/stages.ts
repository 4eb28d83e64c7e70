// The stages through which applicants go: docs/decisions/075-recruiting.md
import { type Api, mostStages, type RecruitingStage, stageProblems } from 'contract'
import type { Ctx } from '../kit/context.ts'
import { sql } from '../kit/db/db.ts'
import { insertMany } from '../kit/db/insert-many.ts'
import { lockWorkspace } from '../kit/db/locks.ts'
import { invalid, mustHaveNone, type Problems, refused } from '../kit/errors.ts'
import type { Handlers, Judges } from '../kit/http/pipeline.ts'
import { recruitingChanged } from './rules.ts'

type Calls = Pick<Api['recruiting'], 'stages' | 'saveStages'>

/** The stages that a workspace begins with, in their order. */
const firstStages = [
  { name: 'New', kind: 'open' },
  { name: 'Screening', kind: 'open' },
  { name: 'Interview', kind: 'open' },
  { name: 'Offer', kind: 'open' },
  { name: 'Hired', kind: 'hired' },
  { name: 'Rejected', kind: 'rejected' },
] as const

export const stages: Handlers<Calls> = {
  async stages(ctx) {
    return readStages(ctx)
  },

  async saveStages(ctx, { body }) {
    const { db } = ctx
    await lockWorkspace(ctx)
    const before = await readStages(ctx)
    mustHaveNone(stageProblemsOf(body, before))
    await removeStages(
      ctx,
      before.filter(({ id, kind }) => kind === 'open' && !body.open.some((stage) => stage.id === id)),
    )
    for (const [index, { id, name }] of body.open.entries()) {
      const values = { name, position: index + 1 }
      if (id === null)
        await db
          .insertInto('recruiting_stages')
          .values({ ...values, kind: 'open' })
          .execute()
      else await db.updateTable('recruiting_stages').set(values).where('id', '=', id).execute()
    }
    for (const kind of ['hired', 'rejected'] as const)
      await db.updateTable('recruiting_stages').set({ name: body[kind] }).where('kind', '=', kind).execute()
    recruitingChanged(ctx)
    return readStages(ctx)
  },
}

export const stageJudges: Judges<Calls> = {
  async saveStages(ctx, { body: { open, hired, rejected } }) {
    return open ? stageProblemsOf({ open, hired, rejected }, await readStages(ctx)) : {}
  },
}

/** Names that are not valid by themselves are absent. */
type Form = {
  open: readonly { id: number | null; name: string }[]
  hired: string | undefined
  rejected: string | undefined
}

/** Rejects ids of other stages, ids that come twice, and names that differ in case alone. */
function stageProblemsOf({ open, hired, rejected }: Form, known: readonly RecruitingStage[]): Problems {
  if (!known.length) return { open: [stageProblems.unknown] }
  const ids = open.flatMap(({ id }) => id ?? [])
  const isKnown = ids.every((id) => known.some((stage) => stage.id === id && stage.kind === 'open'))
  if (!isKnown || new Set(ids).size < ids.length) return { open: [stageProblems.unknown] }
  const names = [...open.map(({ name }) => name), hired, rejected].flatMap((name) => name?.toLowerCase() ?? [])
  return new Set(names).size < names.length ? { open: [stageProblems.twice] } : {}
}

async function removeStages({ db, tenant }: Ctx, gone: readonly RecruitingStage[]) {
  if (!gone.length) return
  const ids = gone.map(({ id }) => id)
  const { rows } = await sql<{ stage_id: number }>`
    select a.stage_id from applications a where a.tenant_id = ${tenant.id} and a.stage_id = any(${ids}) limit 1`.execute(db)
  const used = gone.find(({ id }) => id === rows[0]?.stage_id)
  if (used) throw invalid({ open: [stageProblems.inUse(used.name)] })
  await db.deleteFrom('recruiting_stages').where('id', '=', sql<number>`any(${ids})`).execute()
}

/** Open stages in their order, and then those of decisions. */
export const readStages = async ({ db }: Pick<Ctx, 'db'>): Promise<RecruitingStage[]> =>
  db
    .selectFrom('recruiting_stages')
    .select(['id', 'name', 'kind'])
    .orderBy(sql`array_position('{open,hired,rejected}'::text[], kind)`)
    .orderBy('position')
    .limit(mostStages + 2)
    .execute()

/** Adds the first stages to a workspace that has none, and tells whether it had none. */
export async function ensureStages(ctx: Ctx) {
  await lockWorkspace(ctx)
  if ((await readStages(ctx)).length) return false
  await insertMany(
    ctx.db,
    'recruiting_stages',
    firstStages.map((stage, index) => ({ ...stage, position: index + 1 })),
  )
  return true
}

export async function stageOfKind(ctx: Ctx, kind: RecruitingStage['kind']) {
  const found = (await readStages(ctx)).find((stage) => stage.kind === kind)
  if (!found) throw refused(stageProblems.unknown)
  return found
}
