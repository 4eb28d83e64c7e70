import type { Db } from '../kit/db/db.ts'
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
