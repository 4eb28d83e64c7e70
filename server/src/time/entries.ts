import type { Api } from 'contract'
import type { Ctx } from '../kit/context.ts'
import { countAll, pipelined, sql } from '../kit/db/db.ts'
import { mustHaveNone, notFound, refused } from '../kit/errors.ts'
import { pageOf } from '../kit/http/paging.ts'
import type { Handlers, Judges } from '../kit/http/pipeline.ts'
import { inactive } from '../projects/rules.ts'
import { visible } from '../reads/visible.ts'
import { orNotFound } from '../tasks/rules.ts'
import { findSubtask } from '../tasks/subtasks.ts'
import { entriesWhere } from './read.ts'
import { dayProblems, fullDayProblems, lockedProblem, lockOwnTime, lockWork, timeChanged } from './rules.ts'

type Entries = Pick<Api['time'], 'ofSubtask' | 'create' | 'update' | 'remove'>

export const entries: Handlers<Entries> = {
  async ofSubtask(ctx, { params: { subtask_id }, query }) {
    const { db, me } = ctx
    await mustSeeSubtask(ctx, subtask_id)
    // As a subquery, because PostgreSQL could go through all days of the person instead.
    const isSeen = me.role === 'developer' ? sql<boolean>`(select x.person_id) = ${me.id}` : sql<boolean>`true`
    const [results, { count }] = await pipelined(
      entriesWhere(ctx, sql`x.subtask_id = ${subtask_id} and ${isSeen}`, query),
      db
        .selectFrom('time_entries as x')
        .select(countAll)
        .where('x.subtask_id', '=', subtask_id)
        .where(isSeen)
        .executeTakeFirstOrThrow(),
    )
    return pageOf(`/api/subtasks/${subtask_id}/time/`, query, count, results)
  },

  async create(ctx, { params: { subtask_id }, body }) {
    const [, subtask] = await pipelined(lockOwnTime(ctx), findSubtask(ctx, subtask_id))
    const { number, title, task_id, project_id, project } = subtask
    if (!project.is_active) throw inactive()
    mustHaveNone(await problemsOf(ctx, { id: project_id, name: project.name }, body))
    const [{ id }] = await pipelined(
      ctx.db
        .insertInto('time_entries')
        .values({ person_id: ctx.me.id, project_id, task_id, subtask_id, number, title, ...body })
        .returning('id')
        .executeTakeFirstOrThrow(),
      timeChanged(ctx, [{ id: subtask_id, task_id, is_visible: true }]),
    )
    return shown(ctx, id)
  },

  async update(ctx, { params: { entry_id }, body }) {
    const entry = await entryToChange(ctx, entry_id)
    mustHaveNone(await problemsOfChange(ctx, entry, body))
    if (Object.keys(body).length) {
      const work = await lockWork(ctx, entry.subtask_id)
      await pipelined(ctx.db.updateTable('time_entries').set(body).where('id', '=', entry.id).execute(), timeChanged(ctx, work))
    }
    return shown(ctx, entry.id)
  },

  async remove(ctx, { params: { entry_id } }) {
    const entry = await entryToChange(ctx, entry_id)
    const work = await lockWork(ctx, entry.subtask_id)
    await pipelined(ctx.db.deleteFrom('time_entries').where('id', '=', entry.id).execute(), timeChanged(ctx, work))
    return undefined
  },
}

export const entryJudges: Judges<Entries> = {
  async create(ctx, { params: { subtask_id }, body }) {
    const { project_id, project } = await findSubtask(ctx, subtask_id)
    return problemsOf(ctx, { id: project_id, name: project.name }, body)
  },
  update: async (ctx, { params: { entry_id }, body }) => problemsOfChange(ctx, await ownEntry(ctx, entry_id), body),
}

type Body = { day?: string | undefined; minutes?: number | undefined }
type Project = { id: number; name: string }

/** The problems of a new entry: of its day, and of its length on that day. */
async function problemsOf(ctx: Ctx, project: Project, { day, minutes }: Body) {
  if (day === undefined) return {}
  const [ofDay, ofLength] = await pipelined(
    dayProblems(ctx, project, day),
    minutes === undefined ? {} : fullDayProblems(ctx, { day, minutes }),
  )
  return { ...ofDay, ...ofLength }
}

type Entry = { id: number; subtask_id: number; day: string; minutes: number; project: Project & { is_active: boolean } }

/** A day that stays as it is may be older than those on which time can be recorded now. */
async function problemsOfChange(ctx: Ctx, { id, project, ...entry }: Entry, { day = entry.day, minutes = entry.minutes }: Body) {
  const [ofDay, ofLength] = await pipelined(
    day === entry.day ? {} : dayProblems(ctx, project, day),
    fullDayProblems(ctx, { day, minutes }, id),
  )
  return { ...ofDay, ...ofLength }
}

/** One's own, be its work there, in the trash or gone. */
async function ownEntry({ db, me }: Ctx, id: number): Promise<Entry> {
  const entry = await db
    .selectFrom('time_entries as x')
    .innerJoin('projects as p', (join) => join.onRef('p.tenant_id', '=', 'x.tenant_id').onRef('p.id', '=', 'x.project_id'))
    .select(['x.id', 'x.person_id', 'x.subtask_id', 'x.day', 'x.minutes', 'x.project_id', 'p.name', 'p.is_active'])
    .where('x.id', '=', id)
    .forShare('p')
    .executeTakeFirst()
  // Compared here, because PostgreSQL could look through all entries of the person.
  if (entry?.person_id !== me.id) throw notFound()
  const { project_id, name, is_active, ...rest } = entry
  return { ...rest, project: { id: project_id, name, is_active } }
}

/** Locks the caller's time and the project. Refuses what is in an inactive project or a locked week. */
async function entryToChange(ctx: Ctx, id: number) {
  const [, entry] = await pipelined(lockOwnTime(ctx), ownEntry(ctx, id))
  if (!entry.project.is_active) throw inactive()
  const problem = await lockedProblem(ctx, entry.project, entry.day)
  if (problem) throw refused(problem)
  return entry
}

const shown = async (ctx: Ctx, id: number) => orNotFound((await entriesWhere(ctx, sql`x.id = ${id}`))[0])

/** Without the locks of `findSubtask`, for a read. */
async function mustSeeSubtask(ctx: Ctx, id: number) {
  const subtask = await ctx.db
    .selectFrom('subtasks as s')
    .innerJoin('tasks as t', (join) => join.onRef('t.tenant_id', '=', 's.tenant_id').onRef('t.id', '=', 's.task_id'))
    .innerJoin('projects as p', (join) => join.onRef('p.tenant_id', '=', 't.tenant_id').onRef('p.id', '=', 't.project_id'))
    .select('s.id')
    .where('s.id', '=', id)
    .where(sql<boolean>`(select ${visible(ctx)})`)
    .executeTakeFirst()
  if (!subtask) throw notFound()
}
