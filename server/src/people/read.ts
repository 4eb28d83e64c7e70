import type { Ctx } from '../kit/context.ts'
import type { Db } from '../kit/db/db.ts'
import { invalid } from '../kit/errors.ts'
import { type Notifier, notify } from '../notifications/notify.ts'

/** The active tenant admins. They may pay for the workspace and are notified of what concerns all of it. */
export const administratorsOf = (db: Db) =>
  db
    .selectFrom('people')
    .select(['id', 'full_name', 'email'])
    .where('role', '=', 'tenant_admin')
    .where('is_active', '=', true)
    .orderBy('id')
    .execute()

/** Notifies the active tenant admins, and returns their ids. */
export async function notifyAdministrators(notifier: Notifier, notification: { message: string; link: string }) {
  const to = (await administratorsOf(notifier.db)).map(({ id }) => id)
  await notify(notifier, { to, ...notification })
  return to
}

/** Locks a project manager, so that nobody deletes or demotes them concurrently. Returns undefined for anyone else. */
export const lockManager = ({ db }: Ctx, id: number) =>
  db
    .selectFrom('people')
    .select(['id', 'full_name'])
    .where('id', '=', id)
    .where('role', '=', 'project_manager')
    .where('is_active', '=', true)
    .forShare()
    .executeTakeFirst()

/** Locks the project manager whose id was sent in `field`, and refuses anyone else. */
export async function mustBeManager(ctx: Ctx, { id, field }: { id: number; field: string }) {
  const manager = await lockManager(ctx, id)
  if (!manager) throw invalid({ [field]: ['Choose a project manager of this workspace.'] })
  return manager
}
