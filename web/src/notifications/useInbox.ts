import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from 'contract'
import { useEffect } from 'react'
import { call } from '../api/call.ts'
import { keyOf } from '../api/data.ts'
import { listen, onReopen, tellServer } from '../api/live.ts'
import { allRead, type Inbox, read, received } from './notifications.ts'

const args = { query: { limit: '50' } }
const queryKey = keyOf(api.notifications.list, args)

/** The newest notifications, which follow the socket; null until they are there. */
export function useInbox() {
  const client = useQueryClient()
  const {
    data = null,
    isError,
    refetch,
  } = useQuery<Inbox>({
    queryKey,
    queryFn: ({ signal }) => call(api.notifications.list, args, signal),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const change = (next: (inbox: Inbox) => Inbox) => client.setQueryData<Inbox>(queryKey, (inbox) => inbox && next(inbox))

  useEffect(() => {
    const apply = (next: (inbox: Inbox) => Inbox) => client.setQueryData<Inbox>(queryKey, (inbox) => inbox && next(inbox))
    const readAgain = () => void client.invalidateQueries({ queryKey })
    const ends = [
      listen((frame) => {
        if ('is_read' in frame) apply((inbox) => received(inbox, frame))
        else if (frame.type === 'all_read') apply((inbox) => allRead(inbox, frame))
        else if (frame.type === 'missed') readAgain()
      }),
      onReopen(readAgain),
    ]
    return () => {
      for (const end of ends) end()
    }
  }, [client])

  return {
    inbox: data,
    hasFailed: isError && data === null,
    retry: () => void refetch(),
    /** Shown at once; where there is no connection it stays unread on the server, and so after the next one. */
    markRead(id: number) {
      if (tellServer({ action: 'mark_read', notification_id: id })) change((inbox) => read(inbox, id))
    },
    markAllRead() {
      const newest = data?.results[0]
      if (newest && tellServer({ action: 'mark_all_read', notification_id: newest.id }))
        change((inbox) => allRead(inbox, { notification_id: newest.id }))
    },
  }
}
