// Keeps subtasks and the time spent on them consistent. See docs/decisions/071-time.md.
import type { Ctx } from '../kit/context.ts'
import { pipelined, sql } from '../kit/db/db.ts'

/** Sums up the time on these subtasks. The caller has locked them, so that no entry is left out. */
export async function countSpent({ db, tenant }: Ctx, subtask_ids: readonly number[]) {
  if (!subtask_ids.length) return
  await sql`
    update subtasks s set spent_minutes = (
      select coalesce(sum(e.minutes), 0) from time_entries e where e.tenant_id = ${tenant.id} and e.subtask_id = s.id)
    where s.tenant_id = ${tenant.id} and s.id = any(${subtask_ids})`.execute(db)
}

/** Gives the time on a subtask its new title, which the time keeps when the subtask is gone. The caller has locked the subtask. */
export const renameTime = ({ db }: Ctx, { id, title }: { id: number; title: string }) =>
  pipelined(
    db.updateTable('time_entries').set({ title }).where('subtask_id', '=', id).execute(),
    db.updateTable('timers').set({ title }).where('subtask_id', '=', id).execute(),
  )
