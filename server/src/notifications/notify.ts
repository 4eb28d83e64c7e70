import type { Notification } from 'contract'
import type { Services } from '../kit/context.ts'
import type { Db } from '../kit/db/db.ts'

/** Where a person's notifications arrive. */
export const inboxOf = (person_id: number) => `notifications ${person_id}`

/** What is told by a notification that is new, or has been read. Who knows the latter doesn't want the former any more. */
export const keyOf = ({ id, is_read }: Pick<Notification, 'id' | 'is_read'>) => `${id} ${is_read ? 'read' : 'new'}`

type Notifier = { db: Db; tenant: { id: number }; services: Pick<Services, 'channels'>; me?: { id: number } | null }

/**
 * Tells these people of the tenant something: a row for each in this transaction, and once it has committed a push to
 * whoever of them is connected. Nobody is told of his own act: `me`, where there is one, is left out, and so are repeated ids.
 * `link` is a page of the app that each of them may open.
 */
export async function notify(
  { db, tenant, services, me }: Notifier,
  { to, message, link }: { to: readonly number[]; message: string; link?: string },
) {
  const told = [...new Set(to)].filter((id) => id !== me?.id)
  if (!told.length) return
  const rows = await db
    .insertInto('notifications')
    .values(told.map((person_id) => ({ tenant_id: tenant.id, person_id, message, link: link ?? null })))
    .returning(['id', 'message', 'created_at', 'is_read', 'link', 'person_id'])
    .execute()
  for (const { person_id, ...notification } of rows)
    services.channels.send({ db, tenant }, [inboxOf(person_id)], notification, { key: keyOf(notification) })
}
