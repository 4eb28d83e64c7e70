import { keyOf } from 'contract'
import type { Ctx } from '../kit/context.ts'
import { byName, sql } from '../kit/db/db.ts'
import { notFound } from '../kit/errors.ts'
import { inactive, mustManage } from '../projects/rules.ts'
import { visible } from '../reads/visible.ts'

/** Finds a visible task of an active project for a change of its content, and locks it unless told not to. */
export async function taskToChange(ctx: Ctx, id: number, { lock = true } = {}) {
  const task = await findTask(ctx, id, lock ? 'update' : undefined)
  if (!task.project.is_active) throw inactive()
  return task
}

/** Locks a visible task of an active project for a change of the task itself. Refuses developers. */
export async function taskToManage(ctx: Ctx, id: number, change: 'update' | 'delete') {
  const task = await findTask(ctx, id, change)
  mustManage(ctx)
  if (!task.project.is_active) throw inactive()
  return task
}

/** Finds a visible task, and locks it and its project for a change. Takes the change's final lock at once: upgrading a weaker lock could deadlock. */
export async function findTask(ctx: Ctx, id: number, change: 'update' | 'delete' | undefined) {
  const task = await ctx.db
    .selectFrom('tasks as t')
    .innerJoin('projects as p', (join) => join.onRef('p.tenant_id', '=', 't.tenant_id').onRef('p.id', '=', 't.project_id'))
    .select([
      't.id',
      't.number',
      't.title',
      't.status',
      't.priority',
      't.due_date',
      't.assigned_to_id',
      't.version',
      't.project_id',
      't.recurrence',
      't.recurrence_day',
      't.next_task_id',
    ])
    .select(['p.key', 'p.name', 'p.assigned_pm', 'p.is_active'])
    .where('t.id', '=', id)
    .where(visible(ctx))
    .$if(change !== undefined, (query) => query.forShare('p'))
    .$if(change === 'update', (query) => query.forNoKeyUpdate('t'))
    .$if(change === 'delete', (query) => query.forUpdate('t'))
    .executeTakeFirst()
  if (!task) throw notFound()
  const { key, name, assigned_pm, is_active, ...rest } = task
  return { ...rest, key: keyOf(key, task.number), project: { key, name, assigned_pm, is_active } }
}

/** The name that the history has for work that has gone, or come back. */
export const titled = ({ key, title }: { key: string; title: string }) => `${key} ${title}`.trim()

/** For rows that somebody may have deleted concurrently. */
export function orNotFound<T>(row: T | undefined) {
  if (row === undefined) throw notFound()
  return row
}

/** Locks those of these labels that exist, and returns them in display order. */
export async function lockLabels({ db }: Ctx, ids: number[]) {
  if (!ids.length) return []
  return db
    .selectFrom('labels')
    .select(['id', 'name', 'color'])
    .where('id', '=', sql<number>`any(${ids})`)
    .orderBy(byName('name'))
    .forKeyShare()
    .execute()
}
