import type { Ctx } from '../kit/context.ts'
import { developerAssigned, developersAssigned } from '../notifications/messages.ts'
import { notify } from '../notifications/notify.ts'
import { changed } from '../realtime/changed.ts'
import { listed } from './audiences.ts'

type Assignment = { id: number; full_name: string; previous: number | null; manager: number | null }

/** Keeps for the history who has been assigned to which project manager, and tells each new one once. */
export async function recordAssignments(ctx: Ctx, assignments: readonly Assignment[]) {
  const { db, me } = ctx
  for (const [manager, developers] of Map.groupBy(assignments, (assignment) => assignment.manager)) {
    const [first] = developers
    if (manager === null || !first) continue
    const message = developers.length === 1 ? developerAssigned(first.full_name) : developersAssigned(developers.length)
    await notify(ctx, { to: [manager], ...message })
  }
  const rows = assignments.map(({ id, previous, manager }) => ({
    developer_id: id,
    previous_manager_id: previous,
    new_manager_id: manager,
    assigned_by_id: me.id,
  }))
  await db.insertInto('assignments').values(rows).execute()
  const managers = new Set(assignments.flatMap(({ previous, manager }) => [previous, manager]))
  changed(ctx, { people: [...managers].filter((person) => person !== null), models: ['developers'] })
  changed(ctx, { roles: ['tenant_admin'], models: ['assignments'] })
  changed(ctx, listed)
}
