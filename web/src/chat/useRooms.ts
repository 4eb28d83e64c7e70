import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, type LiveEvent } from 'contract'
import { useEffect } from 'react'
import { call } from '../api/call.ts'
import { keyOf } from '../api/data.ts'
import { routesOf } from '../live/entities/queries.ts'
import { type Frame, onFrame, onSubscribed, waitForSubscription } from '../live/subscriptions.ts'
import { useMe } from '../session/session.ts'
import { applyMessage, applySeen, type ListedRoom } from './rooms.ts'

/** The other participants of a project's room are fetched when it is opened. */
const args = { query: { participants: 'own' } } as const
const queryKey = keyOf(api.chat.rooms, args)
/** Milliseconds to wait for the subscription. A list fetched before it has to be fetched twice. */
const subscriptionTimeout = { onChatPages: 300, elsewhere: 1500 }
type Rooms = readonly ListedRoom[]
type RoomEvent = Extract<LiveEvent, { type: 'said' | 'seen' }>

const applyEvent = (rooms: Rooms, me_id: number, event: RoomEvent) =>
  event.type === 'said'
    ? applyMessage(rooms, me_id, event.room_id, event.message)
    : applySeen(rooms, me_id, event.room_id, event.message_id)

const isRoomEvent = (frame: Frame): frame is RoomEvent => 'type' in frame && (frame.type === 'said' || frame.type === 'seen')

/** Fetches the list, and applies the events that arrived meanwhile. */
async function fetchRooms(client: QueryClient, me_id: number, signal: AbortSignal): Promise<Rooms> {
  const isChatPage = window.location.pathname.startsWith('/chat')
  const timeout = isChatPage ? subscriptionTimeout.onChatPages : subscriptionTimeout.elsewhere
  const isSubscribed = await waitForSubscription('mine', timeout)
  if (!isSubscribed) onSubscribed('mine', () => void client.invalidateQueries({ queryKey }))
  const events: RoomEvent[] = []
  const remove = onFrame((frame) => {
    if (isRoomEvent(frame)) events.push(frame)
  })
  try {
    const fetched: Rooms = await call(api.chat.rooms, args, signal)
    return events.reduce((rooms, event) => applyEvent(rooms, me_id, event) ?? rooms, fetched)
  } finally {
    remove()
  }
}

/** This person's rooms, newest message first, kept up to date; undefined until they are loaded. */
export function useRooms() {
  const client = useQueryClient()
  const { id, tenant } = useMe()
  const { data, error, refetch } = useQuery<Rooms>({
    queryKey,
    queryFn: ({ signal }) => fetchRooms(client, id, signal),
    staleTime: Number.POSITIVE_INFINITY,
    // The server refuses the list while the workspace is paused.
    enabled: tenant?.is_open === true,
  })
  useEffect(() => keepUpToDate(client, id), [client, id])
  return {
    rooms: data,
    error: data ? null : error,
    retry: () => void refetch(),
    refetchRooms: () =>
      void client.invalidateQueries({ predicate: (query) => routesOf.rooms.includes(String(query.queryKey[0])) }),
  }
}

/** The room's participants by name, with what each has seen; undefined until they are loaded. */
export const useParticipants = (room_id: number) => {
  const roomArgs = { params: { room_id: String(room_id) } }
  const { data } = useQuery({
    queryKey: keyOf(api.chat.participants, roomArgs),
    queryFn: ({ signal }) => call(api.chat.participants, roomArgs, signal),
    // Later receipts arrive over the room's connection.
    refetchOnMount: 'always',
    refetchOnWindowFocus: false,
  })
  return data
}

/** Adds a newly created room to the list. */
export const listRoom = (client: QueryClient, room: ListedRoom) =>
  client.setQueryData<Rooms>(queryKey, (rooms) => rooms && (rooms.some(({ id }) => id === room.id) ? rooms : [...rooms, room]))

/** Marks the room as seen up to a message, ahead of the server's event. */
export function markSeen(client: QueryClient, me_id: number, room_id: number, message_id: number) {
  const rooms = applySeen(client.getQueryData<Rooms>(queryKey) ?? [], me_id, room_id, message_id)
  if (rooms) client.setQueryData<Rooms>(queryKey, rooms)
}

let mountedLists = 0
let removeListener = () => {}

/** Applies room events to the list. However many components show it, only the first one listens. */
function keepUpToDate(client: QueryClient, me_id: number) {
  const receive = (event: RoomEvent) => {
    const before = client.getQueryData<Rooms>(queryKey)
    const after = before && applyEvent(before, me_id, event)
    if (after) client.setQueryData<Rooms>(queryKey, after)
    else if (before) void client.invalidateQueries({ queryKey })
  }
  if (mountedLists++ === 0)
    removeListener = onFrame((frame) => {
      if (isRoomEvent(frame)) receive(frame)
    })
  return () => {
    if (--mountedLists === 0) removeListener()
  }
}
