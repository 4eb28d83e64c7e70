import type { Api } from 'contract'
import type { Ctx } from '../kit/context.ts'
import { countAll, pipelined, sql } from '../kit/db/db.ts'
import { mustHaveNone, notFound, refused } from '../kit/errors.ts'
import { pageOf } from '../kit/http/paging.ts'
import type { Handlers, Judges } from '../kit/http/pipeline.ts'
import { inactive } from '../projects/rules.ts'
import { visible } from '../reads/visible.ts'
import { findTask, orNotFound } from '../tasks/rules.ts'
import { isOn } from '../tasks/spent.ts'
import { entriesWhere } from './read.ts'
import {
  dayProblems,
  fullDayProblems,
  lockedProblem,
  lockOwnTime,
  lockWork,
  type TimedWork,
  timeChanged,
  workToTime,
} from './rules.ts'

type Entries = Pick<Api['time'], 'ofSubtask' | 'ofTask' | 'create' | 'createOnTask' | 'update' | 'remove'>

export const entries: Handlers<Entries> = {
  async ofSubtask(ctx, { params: { subtask_id }, query }) {
    await mustSeeSubtask(ctx, subtask_id)
    return pageOn(ctx, { task_id: 0, subtask_id }, query)
  },
  async ofTask(ctx, { params: { task_id }, query }) {
    await findTask(ctx, task_id, undefined)
    return pageOn(ctx, { task_id, subtask_id: null }, query)
  },

  create: (ctx, { params, body }) => add(ctx, params, body),
  createOnTask: (ctx, { params, body }) => add(ctx, params, body),

  async update(ctx, { params: { entry_id }, body }) {
    const entry = await entryToChange(ctx, entry_id)
    mustHaveNone(await problemsOfChange(ctx, entry, body))
    if (Object.keys(body).length) {
      const work = await lockWork(ctx, entry)
      await pipelined(ctx.db.updateTable('time_entries').set(body).where('id', '=', entry.id).execute(), timeChanged(ctx, work))
    }
    return shown(ctx, entry.id)
  },

  async remove(ctx, { params: { entry_id } }) {
    const entry = await entryToChange(ctx, entry_id)
    const work = await lockWork(ctx, entry)
    await pipelined(ctx.db.deleteFrom('time_entries').where('id', '=', entry.id).execute(), timeChanged(ctx, work))
    return undefined
  },
}

export const entryJudges: Judges<Entries> = {
  create: (ctx, { params, body }) => problemsOfNew(ctx, params, body),
  createOnTask: (ctx, { params, body }) => problemsOfNew(ctx, params, body),
  update: async (ctx, { params: { entry_id }, body }) => problemsOfChange(ctx, await ownEntry(ctx, entry_id), body),
}

async function pageOn(ctx: Ctx, { task_id, subtask_id }: TimedWork, query: { limit: number; offset: number }) {
  const { db, me } = ctx
  // As a subquery, because PostgreSQL could go through all days of the person instead.
  const isSeen = me.role === 'developer' ? sql<boolean>`(select x.person_id) = ${me.id}` : sql<boolean>`true`
  const condition = sql<boolean>`${isOn({ task_id, subtask_id })} and ${isSeen}`
  const [results, { count }] = await pipelined(
    entriesWhere(ctx, condition, query),
    db.selectFrom('time_entries as x').select(countAll).where(condition).executeTakeFirstOrThrow(),
  )
  const path = subtask_id === null ? `/api/tasks/${task_id}/time/` : `/api/subtasks/${subtask_id}/time/`
  return pageOf(path, query, count, results)
}

async function add(ctx: Ctx, place: Partial<TimedWork>, body: { day: string; minutes: number; note: string }) {
  const [, { project, ...work }] = await pipelined(lockOwnTime(ctx), workToTime(ctx, place))
  mustHaveNone(await problemsOf(ctx, { id: work.project_id, name: project.name }, body))
  const [{ id }] = await pipelined(
    ctx.db
      .insertInto('time_entries')
      .values({ person_id: ctx.me.id, ...work, ...body })
      .returning('id')
      .executeTakeFirstOrThrow(),
    timeChanged(ctx, [{ ...work, is_visible: true }]),
  )
  return shown(ctx, id)
}

async function problemsOfNew(ctx: Ctx, place: Partial<TimedWork>, body: Body) {
  const { project_id, project } = await workToTime(ctx, place)
  return problemsOf(ctx, { id: project_id, name: project.name }, body)
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

type Entry = TimedWork & { id: number; day: string; minutes: number; project: Project & { is_active: boolean } }

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
    .select(['x.id', 'x.person_id', 'x.task_id', 'x.subtask_id', 'x.day', 'x.minutes', 'x.project_id', 'p.name', 'p.is_active'])
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
