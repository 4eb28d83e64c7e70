import type { AllRead, api, Notification, Result } from 'contract'

export type Inbox = Result<typeof api.notifications.list>

const isSame = (a: Notification, b: Notification) => a.id === b.id || (a.message === b.message && a.created_at === b.created_at)

/** The list with one that came: a new one on top; of one that is there already only whether it was read. */
export function received(inbox: Inbox, came: Notification): Inbox {
  const known = inbox.results.find((one) => isSame(one, came))
  if (!known) {
    // Older than all that is listed: it waits further down, and is counted already.
    const isOlder = inbox.next !== null && came.id < (inbox.results.at(-1)?.id ?? 0)
    if (isOlder) return inbox
    const results = [came, ...inbox.results].sort((a, b) => b.id - a.id)
    return { ...inbox, count: inbox.count + 1, unread_count: inbox.unread_count + (came.is_read ? 0 : 1), results }
  }
  if (known.is_read || !came.is_read) return inbox
  return {
    ...inbox,
    unread_count: Math.max(0, inbox.unread_count - 1),
    results: inbox.results.map((one) => (one === known ? { ...one, is_read: true } : one)),
  }
}

/** The list once this one is read. */
export const read = (inbox: Inbox, id: number) => {
  const one = inbox.results.find((listed) => listed.id === id)
  return one ? received(inbox, { ...one, is_read: true }) : inbox
}

/** The list once all up to this one are read. Those further down are, too, as they are older. */
export function allRead(inbox: Inbox, { notification_id }: Pick<AllRead, 'notification_id'>): Inbox {
  const results = inbox.results.map((one) => (one.id <= notification_id ? { ...one, is_read: true } : one))
  return { ...inbox, results, unread_count: results.filter((one) => !one.is_read).length }
}
