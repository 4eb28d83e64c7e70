import type { QueryClient } from '@tanstack/react-query'
import { api } from 'contract'
import { call } from '../api/call.ts'
import { keyOf } from '../api/data.ts'
import { type Frame, onFrame, sendFrame } from '../live/subscriptions.ts'
import {
  applyFrame,
  type Inbox,
  needsRefetch,
  noPendingReads,
  type PendingReads,
  stillPending,
  withOlder,
} from './notifications.ts'

const pageSize = 50
const inboxKey = keyOf(api.notifications.list, { query: { limit: String(pageSize) } })
const markedKey = ['notifications marked as read']

/** The newest; and what was told while they were on their way, which the answer may not know of. */
export const inboxQuery = {
  queryKey: inboxKey,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
  queryFn: async ({ signal, client }: { signal: AbortSignal; client: QueryClient }): Promise<Inbox> => {
    const shown = client.getQueryData<Inbox>(inboxKey)?.results.length ?? 0
    const limit = String(Math.min(1000, Math.max(pageSize, shown)))
    const frames: Frame[] = []
    const stop = onFrame((frame) => frames.push(frame))
    try {
      const inbox = await call(api.notifications.list, { query: { limit } }, signal)
      return frames.reduce(applyFrame, inbox)
    } finally {
      stop()
    }
  },
}

/** What this person has marked as read and the server has not yet said that it is. */
export const pendingReadsQuery = {
  queryKey: markedKey,
  enabled: false,
  initialData: noPendingReads,
  gcTime: Number.POSITIVE_INFINITY,
  queryFn: (): PendingReads => noPendingReads,
}

/** Keeps the list as the socket tells it, and sends again what was marked while there was no connection. Returns how to stop. */
export function followInbox(client: QueryClient) {
  const readAgain = () => void client.invalidateQueries({ queryKey: inboxKey, exact: true })
  const ends = [
    onFrame((frame) => {
      // At first, after each interruption and now and then: what the server has not confirmed may never have reached it.
      if ('type' in frame && frame.type === 'watching') sendMarked(markedIn(client))
      const inbox = client.getQueryData<Inbox>(inboxKey)
      if ((inbox && needsRefetch(inbox, frame)) || ('type' in frame && frame.type === 'missed')) readAgain()
      if (inbox) client.setQueryData(inboxKey, applyFrame(inbox, frame))
    }),
    client.getQueryCache().subscribe(({ query }) => {
      if (query.queryHash !== inboxHash(client) || !query.state.data) return
      const before = markedIn(client)
      const after = stillPending(before, query.state.data as Inbox)
      if (after !== before) client.setQueryData(markedKey, after)
    }),
  ]
  return () => {
    for (const end of ends) end()
  }
}

function sendMarked({ ids, upTo }: PendingReads) {
  if (upTo) sendFrame({ action: 'mark_all_read', notification_id: upTo })
  for (const notification_id of ids) sendFrame({ action: 'mark_read', notification_id })
}

const inboxHash = (client: QueryClient) => client.getQueryCache().find({ queryKey: inboxKey, exact: true })?.queryHash

/** The newest that is known here, 0 for none. */
export const newestIn = (client: QueryClient) => client.getQueryData<Inbox>(inboxKey)?.results[0]?.id ?? 0

const markedIn = (client: QueryClient) => client.getQueryData<PendingReads>(markedKey) ?? noPendingReads

/** Read from now on, here at once, and elsewhere as soon as the server hears of it. */
export function markRead(client: QueryClient, id: number) {
  const { ids, upTo } = markedIn(client)
  client.setQueryData<PendingReads>(markedKey, { upTo, ids: [...ids.filter((other) => other !== id), id] })
  sendFrame({ action: 'mark_read', notification_id: id })
}

/** As `markRead`, for all up to this one. */
export function markAllRead(client: QueryClient, id: number) {
  client.setQueryData<PendingReads>(markedKey, { upTo: id, ids: [] })
  sendFrame({ action: 'mark_all_read', notification_id: id })
}

/** Puts those that are older than all that is listed below them. */
export async function showOlder(client: QueryClient) {
  const offset = String(client.getQueryData<Inbox>(inboxKey)?.results.length ?? 0)
  const page = await call(api.notifications.list, { query: { limit: String(pageSize), offset } })
  client.setQueryData<Inbox>(inboxKey, (inbox) => inbox && withOlder(inbox, page))
}
