import type { Ctx } from '../kit/context.ts'
import { developerAssigned } from '../notifications/messages.ts'
import { notify } from '../notifications/notify.ts'
import { changed } from '../realtime/changed.ts'

type Assignment = { id: number; full_name: string; previous: number | null; manager: number | null }

/** Keeps for the history who has been assigned to which project manager, and tells the new one. */
export async function recordAssignment(ctx: Ctx, { id, full_name, previous, manager }: Assignment) {
  const { db, me } = ctx
  if (manager) await notify(ctx, { to: [manager], ...developerAssigned(full_name) })
  await db
    .insertInto('assignments')
    .values({ developer_id: id, previous_manager_id: previous, new_manager_id: manager, assigned_by_id: me.id })
    .execute()
  changed(ctx, { people: [previous, manager].filter((person) => person !== null), models: ['developers'] })
  changed(ctx, { roles: ['tenant_admin'], models: ['assignments'] })
}
