// Keeps work and the time spent on it consistent. See docs/decisions/071-time.md.
import type { Ctx } from '../kit/context.ts'
import { pipelined, sql } from '../kit/db/db.ts'

/** Sums up the time on these tasks and subtasks. The caller has locked them, so that no entry is left out. */
export const countSpent = (
  { db, tenant }: Ctx,
  { tasks = [], subtasks = [] }: { tasks?: readonly number[]; subtasks?: readonly number[] },
) =>
  pipelined(
    tasks.length &&
      sql`
        update tasks t set spent_minutes = (
          select coalesce(sum(e.minutes), 0) from time_entries e
          where e.tenant_id = ${tenant.id} and e.task_id = t.id and e.subtask_id is null)
        where t.tenant_id = ${tenant.id} and t.id = any(${tasks})`.execute(db),
    subtasks.length &&
      sql`
        update subtasks s set spent_minutes = (
          select coalesce(sum(e.minutes), 0) from time_entries e where e.tenant_id = ${tenant.id} and e.subtask_id = s.id)
        where s.tenant_id = ${tenant.id} and s.id = any(${subtasks})`.execute(db),
  )

type Renamed = { task_id: number; subtask_id: number | null; title: string }

/** Gives the time on some work its new title, which the time keeps when the work is gone. The caller has locked the work. */
export const renameTime = ({ db }: Ctx, { title, ...work }: Renamed) =>
  pipelined(
    db.updateTable('time_entries').set({ title }).where(isOn(work)).execute(),
    db.updateTable('timers').set({ title }).where(isOn(work)).execute(),
  )

/** The condition of the rows of a table of time that are about a task itself or a subtask. */
export const isOn = ({ task_id, subtask_id }: Omit<Renamed, 'title'>) =>
  subtask_id === null ? sql<boolean>`task_id = ${task_id} and subtask_id is null` : sql<boolean>`subtask_id = ${subtask_id}`
