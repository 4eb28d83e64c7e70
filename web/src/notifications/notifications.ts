import type { AllRead, api, Newer, Notification, Result } from 'contract'
import type { Frame } from '../live/subscriptions.ts'

export type Inbox = Result<typeof api.notifications.list>

/** A `newer` frame has at most this many notifications. */
const maxNewer = 50

const isSame = (a: Notification, b: Notification) => a.id === b.id || (a.message === b.message && a.created_at === b.created_at)

/** Applies a notification: adds a new one, and marks a known one as read. */
export function withNotification(inbox: Inbox, incoming: Notification): Inbox {
  const known = inbox.results.find((one) => isSame(one, incoming))
  if (!known) {
    // It is on a page that is not loaded, and is already counted.
    if (isBelowLoaded(inbox, incoming.id)) return inbox
    const results = [incoming, ...inbox.results].sort((a, b) => b.id - a.id)
    return { ...inbox, count: inbox.count + 1, unread_count: inbox.unread_count + (incoming.is_read ? 0 : 1), results }
  }
  if (known.is_read || !incoming.is_read) return inbox
  return {
    ...inbox,
    unread_count: Math.max(0, inbox.unread_count - 1),
    results: inbox.results.map((one) => (one === known ? { ...one, is_read: true } : one)),
  }
}

export const withRead = (inbox: Inbox, id: number) => {
  const one = inbox.results.find((listed) => listed.id === id)
  return one ? withNotification(inbox, { ...one, is_read: true }) : inbox
}

/** Marks all up to this one as read, and so all that are not loaded, as they are older. */
export function withAllRead(inbox: Inbox, { notification_id }: Pick<AllRead, 'notification_id'>): Inbox {
  const results = inbox.results.map((one) => (one.id <= notification_id ? { ...one, is_read: true } : one))
  return { ...inbox, results, unread_count: results.filter((one) => !one.is_read).length }
}

/** Applies any frame of the socket. */
export function applyFrame(inbox: Inbox, frame: Frame): Inbox {
  if ('is_read' in frame) return withNotification(inbox, frame)
  if (frame.type === 'newer') return withMissed(inbox, frame)
  return frame.type === 'all_read' ? withAllRead(inbox, frame) : inbox
}

/** Applies what was missed during an interruption or a fetch. */
function withMissed(inbox: Inbox, { notifications, unread }: Newer): Inbox {
  const now = notifications.reduce(withNotification, inbox)
  if (!unread) return now
  const isUnread = new Set(unread)
  const results = now.results.map((one) => (one.is_read || isUnread.has(one.id) ? one : { ...one, is_read: true }))
  return { ...now, results, unread_count: unread.length }
}

/** Whether the frame says too little to apply it, so that the list must be refetched. */
export function needsRefetch(inbox: Inbox, frame: Frame) {
  if (!('type' in frame) || frame.type !== 'newer') return isAboutUnlisted(inbox, frame)
  const known = new Set(inbox.results.map(({ id }) => id))
  const isGap = frame.notifications.length > 0 && !frame.notifications.some(({ id }) => known.has(id))
  return frame.unread === null || (isGap && (known.size > 0 || frame.notifications.length >= maxNewer))
}

/** Whether the frame marks a notification as read that is not loaded. The unread count then needs a refetch. */
export function isAboutUnlisted(inbox: Inbox, frame: Frame) {
  if ('is_read' in frame)
    return frame.is_read && isBelowLoaded(inbox, frame.id) && !inbox.results.some((one) => isSame(one, frame))
  return frame.type === 'all_read' && isBelowLoaded(inbox, frame.notification_id)
}

const isBelowLoaded = ({ next, results }: Inbox, id: number) => next !== null && id < (results.at(-1)?.id ?? 0)

/** Appends a page of older notifications. */
export function withOlder(inbox: Inbox, { results, next }: Pick<Inbox, 'results' | 'next'>): Inbox {
  const known = new Set(inbox.results.map(({ id }) => id))
  return {
    ...inbox,
    next,
    results: [...inbox.results, ...results.filter(({ id }) => !known.has(id))].sort((a, b) => b.id - a.id),
  }
}

/** What a person has marked as read and the server has not confirmed: these ids, and all up to `upTo`. */
export type PendingReads = { ids: readonly number[]; upTo: number }
export const noPendingReads: PendingReads = { ids: [], upTo: 0 }

/** The list as the person sees it, with unconfirmed reads applied. */
export function withPendingReads(inbox: Inbox, { ids, upTo }: PendingReads): Inbox {
  const all = upTo ? withAllRead(inbox, { notification_id: upTo }) : inbox
  return ids.reduce(withRead, all)
}

/** The reads that the list does not confirm yet. Returns the same object if none was confirmed. */
export function stillPending(reads: PendingReads, { results, unread_count }: Inbox): PendingReads {
  const unread = new Set(results.filter(({ is_read }) => !is_read).map(({ id }) => id))
  const ids = reads.ids.filter((id) => unread.has(id) || !results.some((one) => one.id === id))
  const isUpToOpen = [...unread].some((id) => id <= reads.upTo) || unread_count > unread.size
  const upTo = reads.upTo && isUpToOpen ? reads.upTo : 0
  return ids.length === reads.ids.length && upTo === reads.upTo ? reads : { ids, upTo }
}
