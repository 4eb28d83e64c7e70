import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { inboxQuery, markAllRead, markRead, pendingReadsQuery, showOlder } from './inbox.ts'
import { withPendingReads } from './notifications.ts'

/** The newest notifications, ahead of the server by what was marked as read; undefined until they are there. */
export function useInbox() {
  const client = useQueryClient()
  const { data, isError, refetch } = useQuery(inboxQuery)
  const { data: marked } = useQuery(pendingReadsQuery)
  const older = useMutation({ mutationFn: () => showOlder(client), networkMode: 'always' })
  const inbox = useMemo(() => data && withPendingReads(data, marked), [data, marked])
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
