// Openings, which the public page lists while they are published: docs/decisions/075-recruiting.md
import { type Api, mostOpenings, type Opening, type OpeningQuestion, openingProblems } from 'contract'
import type { Ctx } from '../kit/context.ts'
import { countAll, type RawBuilder, sql } from '../kit/db/db.ts'
import { insertMany } from '../kit/db/insert-many.ts'
import { mustHaveNone, notFound, type Problems, refused } from '../kit/errors.ts'
import type { Handlers, Judges } from '../kit/http/pipeline.ts'
import { recruitingChanged } from './rules.ts'
import { ensureStages } from './stages.ts'
import { addFirstTemplates } from './templates.ts'

export const openings: Handlers<Api['openings']> = {
  async list(ctx) {
    return readOpenings(ctx)
  },

  async get(ctx, { params }) {
    return readOpening(ctx, params.opening_id)
  },

  async create(ctx, { body: { location, questions, ...opening } }) {
    if (await ensureStages(ctx)) await addFirstTemplates(ctx)
    const { count } = await ctx.db.selectFrom('openings').select(countAll).executeTakeFirstOrThrow()
    if (count >= mostOpenings) throw refused(openingProblems.tooMany)
    mustHaveNone(await openingProblemsOf(ctx, { location, closes_on: opening.closes_on }))
    const { id } = await ctx.db
      .insertInto('openings')
      .values({ ...opening, location_id: location })
      .returning('id')
      .executeTakeFirstOrThrow()
    await addQuestions(ctx, id, questions)
    recruitingChanged(ctx)
    return readOpening(ctx, id)
  },

  async update(ctx, { params, body: { location, questions, ...change } }) {
    const before = await lockOpening(ctx, params.opening_id)
    mustHaveNone(await openingProblemsOf(ctx, { location, closes_on: changedDate(change, before) }))
    const values = { ...change, ...(location !== undefined && { location_id: location }) }
    if (Object.keys(values).length) await ctx.db.updateTable('openings').set(values).where('id', '=', before.id).execute()
    if (questions) {
      await ctx.db.deleteFrom('opening_questions').where('opening_id', '=', before.id).execute()
      await addQuestions(ctx, before.id, questions)
    }
    recruitingChanged(ctx)
    return readOpening(ctx, before.id)
  },

  async remove(ctx, { params }) {
    const { id } = await lockOpening(ctx, params.opening_id, 'for update')
    const used = await ctx.db.selectFrom('applications').select('id').where('opening_id', '=', id).limit(1).executeTakeFirst()
    if (used) throw refused(openingProblems.inUse)
    await ctx.db.deleteFrom('openings').where('id', '=', id).execute()
    recruitingChanged(ctx)
    return undefined
  },
}

export const openingJudges: Judges<Api['openings']> = {
  create: async (ctx, { body: { location, closes_on } }) => openingProblemsOf(ctx, { location, closes_on }),

  async update(ctx, { params, body }) {
    const before = await lockOpening(ctx, params.opening_id)
    return openingProblemsOf(ctx, { location: body.location, closes_on: changedDate(body, before) })
  },
}

/** The new closing date, if there is another one: a past one may stay. */
const changedDate = ({ closes_on }: { closes_on?: string | null | undefined }, before: { closes_on: string | null }) =>
  closes_on === before.closes_on ? undefined : closes_on

type Facts = { location: number | null | undefined; closes_on: string | null | undefined }

async function openingProblemsOf({ db, tenant }: Ctx, { location, closes_on }: Facts): Promise<Problems> {
  const isKnown =
    location === null ||
    location === undefined ||
    (await db.selectFrom('locations').select('id').where('id', '=', location).executeTakeFirst()) !== undefined
  return {
    ...(!isKnown && { location: [openingProblems.location] }),
    ...(closes_on && closes_on < tenant.today && { closes_on: [openingProblems.closesTooEarly] }),
  }
}

const addQuestions = ({ db }: Ctx, opening_id: number, questions: readonly OpeningQuestion[]) =>
  insertMany(
    db,
    'opening_questions',
    questions.map((question, index) => ({ opening_id, position: index + 1, ...question })),
  )

async function lockOpening({ db, tenant }: Ctx, id: number, mode: 'for update' | 'for no key update' = 'for no key update') {
  const { rows } = await sql<{ id: number; closes_on: string | null }>`
    select o.id, o.closes_on from openings o where o.tenant_id = ${tenant.id} and o.id = ${id}
    ${mode === 'for update' ? sql`for update` : sql`for no key update`}`.execute(db)
  if (!rows[0]) throw notFound()
  return rows[0]
}

async function readOpening(ctx: Ctx, id: number) {
  const [opening] = await readOpenings(ctx, id)
  if (!opening) throw notFound()
  return opening
}

/** All openings with their questions, or one. */
async function readOpenings({ db, tenant }: Ctx, id?: number): Promise<Opening[]> {
  const isWanted = (column: RawBuilder<unknown>) => (id === undefined ? sql`true` : sql`${column} = ${id}`)
  // Each is read once: a join could look up the applications of each opening.
  const { rows } = await sql<Omit<Opening, 'questions'>>`
    with s as materialized (
      select s.id from recruiting_stages s where s.tenant_id = ${tenant.id} and s.kind = 'open' order by s.position limit 1),
    a as materialized (
      select a.opening_id, count(*) as all_of_it, count(*) filter (where a.stage_id = (select s.id from s)) as new_ones
      from applications a
      where a.tenant_id = ${tenant.id} and a.removed_at is null and ${isWanted(sql`a.opening_id`)} group by a.opening_id)
    select o.id, o.title, o.department, o.location_id as location, o.description, o.closes_on, o.status,
      coalesce(a.all_of_it, 0)::integer as applications, coalesce(a.new_ones, 0)::integer as new_applications, o.created_at
    from openings o left join a on a.opening_id = o.id
    where o.tenant_id = ${tenant.id} and ${isWanted(sql`o.id`)}
    order by array_position('{published,draft,closed}'::text[], o.status), o.created_at desc, o.id desc`.execute(db)
  const { rows: questions } = await sql<OpeningQuestion & { opening_id: number }>`
    select q.opening_id, q.text, q.is_required, q.is_long from opening_questions q
    where q.tenant_id = ${tenant.id} and ${isWanted(sql`q.opening_id`)} order by q.opening_id, q.position`.execute(db)
  const questionsOf = Map.groupBy(questions, ({ opening_id }) => opening_id)
  return rows.map((opening) => ({
    ...opening,
    questions: (questionsOf.get(opening.id) ?? []).map(({ opening_id: _, ...question }) => question),
  }))
}
