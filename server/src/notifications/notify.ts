import type { Notification } from 'contract'
import type { Publisher } from '../kit/context.ts'

/** The topic of a person's notifications. */
export const inboxOf = (person_id: number) => `notifications ${person_id}`

/** The delivery key of a notification's state. A browser that has the read state does not need the unread one. */
export const keyOf = ({ id, is_read }: Pick<Notification, 'id' | 'is_read'>) => `${id} ${is_read ? 'read' : 'new'}`

export type Notifier = Publisher & { me?: { id: number } | null }

/**
 * Notifies these people of the tenant: stores a row for each in this transaction, and pushes it to their connections after the commit.
 * Leaves out `me`, because nobody is notified of their own act, and repeated ids. `link` is a page that each of them may open.
 */
export async function notify(
  { db, tenant, services, me }: Notifier,
  { to, message, link }: { to: readonly number[]; message: string; link?: string },
) {
  const recipients = [...new Set(to)].filter((id) => id !== me?.id)
  if (!recipients.length) return
  const rows = await db
    .insertInto('notifications')
    .values(recipients.map((person_id) => ({ person_id, message, link: link ?? null })))
    .returning(['id', 'message', 'created_at', 'is_read', 'link', 'person_id'])
    .execute()
  for (const { person_id, ...notification } of rows)
    services.channels.send({ db, tenant }, [inboxOf(person_id)], notification, { key: keyOf(notification) })
}
