import type { QueryClient } from '@tanstack/react-query'
import { api } from 'contract'
import { call } from '../api/call.ts'
import { keyOf } from '../api/data.ts'
import { onFrame, sendFrame } from '../live/subscriptions.ts'
import { type Inbox, noPendingReads, type PendingReads, stillPending, withOlder } from './notifications.ts'
import './live.ts'

const pageSize = 50
const inboxKey = keyOf(api.notifications.list, { query: { limit: String(pageSize) } })
const pendingReadsKey = ['notifications marked as read']

/** The newest notifications. */
export const inboxQuery = {
  queryKey: inboxKey,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
  queryFn: ({ signal, client }: { signal: AbortSignal; client: QueryClient }): Promise<Inbox> => {
    const shownCount = client.getQueryData<Inbox>(inboxKey)?.results.length ?? 0
    const limit = String(Math.min(1000, Math.max(pageSize, shownCount)))
    return call(api.notifications.list, { query: { limit } }, signal)
  },
}

/** What this person has marked as read and the server has not confirmed. */
export const pendingReadsQuery = {
  queryKey: pendingReadsKey,
  enabled: false,
  initialData: noPendingReads,
  gcTime: Number.POSITIVE_INFINITY,
  queryFn: (): PendingReads => noPendingReads,
}

/** Sends unconfirmed reads again, and forgets those that were confirmed. Returns a function that stops it. */
export function followInbox(client: QueryClient) {
  const unsubscribes = [
    onFrame((frame) => {
      // Comes on connect and after each ping. An unconfirmed read may have been lost before.
      if ('type' in frame && frame.type === 'watching') sendPendingReads(pendingReadsIn(client))
    }),
    client.getQueryCache().subscribe(({ query }) => {
      if (query.queryHash !== inboxHash(client) || !query.state.data) return
      const before = pendingReadsIn(client)
      const after = stillPending(before, query.state.data as Inbox)
      if (after !== before) client.setQueryData(pendingReadsKey, after)
    }),
  ]
  return () => {
    for (const unsubscribe of unsubscribes) unsubscribe()
  }
}

function sendPendingReads({ ids, upTo }: PendingReads) {
  if (upTo) sendFrame({ action: 'mark_all_read', notification_id: upTo })
  for (const notification_id of ids) sendFrame({ action: 'mark_read', notification_id })
}

const inboxHash = (client: QueryClient) => client.getQueryCache().find({ queryKey: inboxKey, exact: true })?.queryHash

/** The id of the newest loaded notification, 0 for none. */
export const newestIn = (client: QueryClient) => client.getQueryData<Inbox>(inboxKey)?.results[0]?.id ?? 0

const pendingReadsIn = (client: QueryClient) => client.getQueryData<PendingReads>(pendingReadsKey) ?? noPendingReads

/** Marks it as read, here at once, and in other tabs once the server has it. */
export function markRead(client: QueryClient, id: number) {
  const { ids, upTo } = pendingReadsIn(client)
  client.setQueryData<PendingReads>(pendingReadsKey, { upTo, ids: [...ids.filter((other) => other !== id), id] })
  sendFrame({ action: 'mark_read', notification_id: id })
}

/** Marks all notifications up to this one as read. */
export function markAllRead(client: QueryClient, id: number) {
  client.setQueryData<PendingReads>(pendingReadsKey, { upTo: id, ids: [] })
  sendFrame({ action: 'mark_all_read', notification_id: id })
}

/** Loads the next page of older notifications. */
export async function showOlder(client: QueryClient) {
  const offset = String(client.getQueryData<Inbox>(inboxKey)?.results.length ?? 0)
  const page = await call(api.notifications.list, { query: { limit: String(pageSize), offset } })
  client.setQueryData<Inbox>(inboxKey, (inbox) => inbox && withOlder(inbox, page))
}
