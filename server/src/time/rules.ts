// The rules of every change of time: its locks, and the weeks that are locked.
import { addDays, mostMinutes, oldestDay, timeProblems } from 'contract'
import type { Ctx } from '../kit/context.ts'
import { pipelined, sql } from '../kit/db/db.ts'
import type { Problems } from '../kit/errors.ts'
import { inactive } from '../projects/rules.ts'
import { visible } from '../reads/visible.ts'
import { changed } from '../realtime/changed.ts'
import { findTask } from '../tasks/rules.ts'
import { countSpent } from '../tasks/spent.ts'
import { findSubtask } from '../tasks/subtasks.ts'
import { dayInWords } from '../tenants/dates.ts'
import { weekOf } from './days.ts'

/**
 * Makes all changes of the caller's time wait for each other: two entries that fill a day only together, a second timer, and a week that
 * is submitted while something is recorded. People are locked before projects everywhere.
 */
export const lockOwnTime = ({ db, me }: Ctx) =>
  db.selectFrom('people').select('id').where('id', '=', me.id).forNoKeyUpdate().execute()

/** A subtask, or the task itself. */
export type TimedWork = { task_id: number; subtask_id: number | null }
export type LockedWork = TimedWork & { is_visible: boolean }

/** Locks the work of some time like `findTask` or `findSubtask`, also where the caller no longer sees it. An empty list if it is gone. */
export async function lockWork(ctx: Ctx, { task_id, subtask_id }: TimedWork): Promise<LockedWork[]> {
  const tasks = ctx.db
    .selectFrom('tasks as t')
    .innerJoin('projects as p', (join) => join.onRef('p.tenant_id', '=', 't.tenant_id').onRef('p.id', '=', 't.project_id'))
    .select(['t.id as task_id', sql<boolean>`(select ${visible(ctx)})`.as('is_visible')])
    .where('t.id', '=', task_id)
    .forShare('p')
    .forNoKeyUpdate('t')
  if (subtask_id === null) return (await tasks.execute()).map((row) => ({ ...row, subtask_id }))
  const rows = await tasks
    .innerJoin('subtasks as s', (join) => join.onRef('s.tenant_id', '=', 't.tenant_id').onRef('s.task_id', '=', 't.id'))
    .where('s.id', '=', subtask_id)
    .forUpdate('s')
    .execute()
  return rows.map((row) => ({ ...row, subtask_id }))
}

/** Locks the work of a person's timer and the next one in the order of their tasks, as everywhere: another timer may move in the other direction. */
export async function lockBoth(ctx: Ctx, works: readonly [TimedWork, TimedWork]) {
  const inOrder = works.toSorted((a, b) => a.task_id - b.task_id || (a.subtask_id ?? 0) - (b.subtask_id ?? 0))
  return (await pipelined(...inOrder.map((work) => lockWork(ctx, work)))).flat()
}

export const isSameWork = (a: TimedWork, b: TimedWork) => a.task_id === b.task_id && a.subtask_id === b.subtask_id

/** Finds and locks the work that a person spends time on. Refuses an inactive project. */
export async function workToTime(ctx: Ctx, { task_id, subtask_id }: Partial<TimedWork>) {
  const found = subtask_id
    ? { ...(await findSubtask(ctx, subtask_id)), subtask_id }
    : { ...(await findTask(ctx, task_id ?? 0, 'update')), task_id: task_id ?? 0, subtask_id: null }
  if (!found.project.is_active) throw inactive()
  const { project_id, number, title, project } = found
  return { project_id, task_id: found.task_id, subtask_id: found.subtask_id, number, title, project }
}

/** Call it after a change of the time on this work, in the same round trip. The caller has locked the work. */
export const timeChanged = (ctx: Ctx, work: readonly LockedWork[]) => {
  changed(ctx, { people: [ctx.me.id], models: ['time'] })
  return pipelined(
    countSpent(ctx, {
      tasks: work.filter(({ subtask_id }) => subtask_id === null).map(({ task_id }) => task_id),
      subtasks: work.flatMap(({ subtask_id }) => subtask_id ?? []),
    }),
    ...work.map(({ task_id, is_visible }) => changedFor(ctx, task_id, is_visible)),
  )
}

/** A person who has left the project doesn't see the task whose sum they change. */
const changedFor = (ctx: Ctx, task: number, is_visible: boolean) =>
  is_visible ? changed(ctx, { task }) : changed(ctx, { tasks: [task] })

/** The weeks among these that the caller has submitted for the project and nobody has returned. */
export async function lockedWeeks({ db, me }: Ctx, project_id: number, weeks: readonly string[]) {
  const rows = await db
    .selectFrom('time_sheets')
    .select('week')
    .where('person_id', '=', me.id)
    .where('project_id', '=', project_id)
    .where('week', '=', sql<string>`any(${weeks}::date[])`)
    .where('status', 'in', ['submitted', 'approved'])
    .execute()
  return new Set(rows.map(({ week }) => week))
}

/** The caller's minutes on each of these days, apart from one entry. */
export async function minutesOfDays({ db, me }: Ctx, days: readonly string[], except = 0) {
  const rows = await db
    .selectFrom('time_entries')
    .select(['day', sql<number>`sum(minutes)`.as('minutes')])
    .where('person_id', '=', me.id)
    .where('day', '=', sql<string>`any(${days}::date[])`)
    .where('id', '!=', except)
    .groupBy('day')
    .execute()
  return new Map(rows.map(({ day, minutes }) => [day, minutes]))
}

/** The message for a day whose week is locked, if it is. */
export async function lockedProblem(ctx: Ctx, { id, name }: { id: number; name: string }, day: string) {
  const week = weekOf(day)
  return (await lockedWeeks(ctx, id, [week])).has(week) ? timeProblems.locked(name, dayInWords(week)) : undefined
}

/** The problems of a day for which time is recorded. */
export async function dayProblems(ctx: Ctx, project: { id: number; name: string }, day: string): Promise<Problems> {
  const { today } = ctx.tenant
  if (day > today) return { day: [timeProblems.future] }
  if (day < addDays(today, -oldestDay)) return { day: [timeProblems.tooOld] }
  const problem = await lockedProblem(ctx, project, day)
  return problem ? { day: [problem] } : {}
}

/** The problems of an entry that is too long for its day. The entry `except` is the one that changes. */
export async function fullDayProblems(
  ctx: Ctx,
  { day, minutes }: { day: string; minutes: number },
  except = 0,
): Promise<Problems> {
  const recorded = await minutesOfDays(ctx, [day], except)
  return (recorded.get(day) ?? 0) + minutes > mostMinutes ? { minutes: [timeProblems.fullDay] } : {}
}
