import type { AllRead, api, Newer, Notification, Result } from 'contract'
import type { Frame } from '../live/subscriptions.ts'

export type Inbox = Result<typeof api.notifications.list>

/** So many come at most after an interruption. */
const pageSent = 50

const isSame = (a: Notification, b: Notification) => a.id === b.id || (a.message === b.message && a.created_at === b.created_at)

/** The list with one that came: a new one on top; of one that is there already only whether it was read. */
export function withNotification(inbox: Inbox, came: Notification): Inbox {
  const known = inbox.results.find((one) => isSame(one, came))
  if (!known) {
    // Older than all that is listed: it waits further down, and is counted already.
    if (isFurtherDown(inbox, came.id)) return inbox
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
export const withRead = (inbox: Inbox, id: number) => {
  const one = inbox.results.find((listed) => listed.id === id)
  return one ? withNotification(inbox, { ...one, is_read: true }) : inbox
}

/** The list once all up to this one are read. Those further down are, too, as they are older. */
export function withAllRead(inbox: Inbox, { notification_id }: Pick<AllRead, 'notification_id'>): Inbox {
  const results = inbox.results.map((one) => (one.id <= notification_id ? { ...one, is_read: true } : one))
  return { ...inbox, results, unread_count: results.filter((one) => !one.is_read).length }
}

/** The list after a frame of the socket, whatever it is about. */
export function applyFrame(inbox: Inbox, frame: Frame): Inbox {
  if ('is_read' in frame) return withNotification(inbox, frame)
  if (frame.type === 'newer') return caughtUp(inbox, frame)
  return frame.type === 'all_read' ? withAllRead(inbox, frame) : inbox
}

/** The list after an interruption, or with what came while it was read. */
function caughtUp(inbox: Inbox, { notifications, unread }: Newer): Inbox {
  const now = notifications.reduce(withNotification, inbox)
  if (!unread) return now
  const isUnread = new Set(unread)
  const results = now.results.map((one) => (one.is_read || isUnread.has(one.id) ? one : { ...one, is_read: true }))
  return { ...now, results, unread_count: unread.length }
}

/** Whether the list can't be told from this frame, and has to be read. */
export function needsRefetch(inbox: Inbox, frame: Frame) {
  if (!('type' in frame) || frame.type !== 'newer') return isAboutUnlisted(inbox, frame)
  const known = new Set(inbox.results.map(({ id }) => id))
  const isGap = frame.notifications.length > 0 && !frame.notifications.some(({ id }) => known.has(id))
  return frame.unread === null || (isGap && (known.size > 0 || frame.notifications.length >= pageSent))
}

/** Whether a frame tells of something read that is not listed: how many are unread has to be asked. */
export function isAboutUnlisted(inbox: Inbox, frame: Frame) {
  if ('is_read' in frame)
    return frame.is_read && isFurtherDown(inbox, frame.id) && !inbox.results.some((one) => isSame(one, frame))
  return frame.type === 'all_read' && isFurtherDown(inbox, frame.notification_id)
}

const isFurtherDown = ({ next, results }: Inbox, id: number) => next !== null && id < (results.at(-1)?.id ?? 0)

/** The list with more at its end. */
export function withOlder(inbox: Inbox, { results, next }: Pick<Inbox, 'results' | 'next'>): Inbox {
  const known = new Set(inbox.results.map(({ id }) => id))
  return {
    ...inbox,
    next,
    results: [...inbox.results, ...results.filter(({ id }) => !known.has(id))].sort((a, b) => b.id - a.id),
  }
}

/** What a person has marked as read and the server has not confirmed: these, and all up to one. */
export type PendingReads = { ids: readonly number[]; upTo: number }
export const noPendingReads: PendingReads = { ids: [], upTo: 0 }

/** The list as the person sees it. */
export function withPendingReads(inbox: Inbox, { ids, upTo }: PendingReads): Inbox {
  const all = upTo ? withAllRead(inbox, { notification_id: upTo }) : inbox
  return ids.reduce(withRead, all)
}

/** What of it the list does not yet show as read. The same object, where that is all. */
export function stillPending(marked: PendingReads, { results, unread_count }: Inbox): PendingReads {
  const unread = new Set(results.filter(({ is_read }) => !is_read).map(({ id }) => id))
  const ids = marked.ids.filter((id) => unread.has(id) || !results.some((one) => one.id === id))
  const isUpToOpen = [...unread].some((id) => id <= marked.upTo) || unread_count > unread.size
  const upTo = marked.upTo && isUpToOpen ? marked.upTo : 0
  return ids.length === marked.ids.length && upTo === marked.upTo ? marked : { ids, upTo }
}
