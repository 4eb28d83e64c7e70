import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { inboxQuery, markAllRead, markRead, pendingReadsQuery, showOlder } from './inbox.ts'
import { withPendingReads } from './notifications.ts'

/** The newest notifications, with unconfirmed reads applied; undefined until they are loaded. */
export function useInbox() {
  const client = useQueryClient()
  const { data, isError, refetch } = useQuery(inboxQuery)
  const { data: pendingReads } = useQuery(pendingReadsQuery)
  const older = useMutation({ mutationFn: () => showOlder(client), networkMode: 'always' })
  const inbox = useMemo(() => data && withPendingReads(data, pendingReads), [data, pendingReads])
  return {
    inbox,
    hasFailed: isError && !data,
    retry: () => void refetch(),
    older: { isPending: older.isPending, hasFailed: older.isError, show: () => older.mutate() },
    markRead: (id: number) => markRead(client, id),
    markAllRead: () => {
      const newest = data?.results[0]
      if (newest) markAllRead(client, newest.id)
    },
  }
}
