import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, type LiveEvent } from 'contract'
import { useEffect } from 'react'
import { call } from '../api/call.ts'
import { keyOf } from '../api/data.ts'
import { routesOf } from '../live/cached.ts'
import { type Frame, listen, onFollowed, whenFollowed } from '../live/subscriptions.ts'
import { useMe } from '../session/session.ts'
import { afterSaid, afterSeen, type Listed } from './rooms.ts'

/** The other participants of a project's room are read once it is opened. */
const asked = { query: { participants: 'own' } } as const
const queryKey = keyOf(api.chat.rooms, asked)
/** Milliseconds for which the list waits to be followed: what is read before has to be read a second time. */
const patience = { onChatPages: 300, elsewhere: 1500 }
type Rooms = readonly Listed[]
type Told = Extract<LiveEvent, { type: 'said' | 'seen' }>

const after = (rooms: Rooms, me_id: number, news: Told) =>
  news.type === 'said'
    ? afterSaid(rooms, me_id, news.room_id, news.message)
    : afterSeen(rooms, me_id, news.room_id, news.message_id)

const isTold = (frame: Frame): frame is Told => 'type' in frame && (frame.type === 'said' || frame.type === 'seen')

/** The list as the server has it, with what was told while it was on its way. */
async function readRooms(client: QueryClient, me_id: number, signal: AbortSignal): Promise<Rooms> {
  const isChatPage = window.location.pathname.startsWith('/chat')
  const isFollowed = await whenFollowed('mine', isChatPage ? patience.onChatPages : patience.elsewhere)
  if (!isFollowed) onFollowed('mine', () => void client.invalidateQueries({ queryKey }))
  const told: Told[] = []
  const stop = listen((frame) => {
    if (isTold(frame)) told.push(frame)
  })
  try {
    const rooms: Rooms = await call(api.chat.rooms, asked, signal)
    return told.reduce((now, news) => after(now, me_id, news) ?? now, rooms)
  } finally {
    stop()
  }
}

/** This person's rooms, newest message first, which follow what is said and seen; undefined until they are there. */
export function useRooms() {
  const client = useQueryClient()
  const { id, tenant } = useMe()
  const { data, error, refetch } = useQuery<Rooms>({
    queryKey,
    queryFn: ({ signal }) => readRooms(client, id, signal),
    staleTime: Number.POSITIVE_INFINITY,
    // While the workspace is paused its pages do without.
    enabled: tenant?.is_open === true,
  })
  useEffect(() => follow(client, id), [client, id])
  return {
    rooms: data,
    error: data ? null : error,
    retry: () => void refetch(),
    readAgain: () => void client.invalidateQueries({ predicate: (query) => routesOf.rooms.includes(String(query.queryKey[0])) }),
  }
}

/** Everybody in this room, by name, with what each has seen; undefined until they are there. */
export const useParticipants = (room_id: number) => {
  const args = { params: { room_id: String(room_id) } }
  const { data } = useQuery({
    queryKey: keyOf(api.chat.participants, args),
    queryFn: ({ signal }) => call(api.chat.participants, args, signal),
    // Receipts after that come over the room's connection.
    refetchOnMount: 'always',
    refetchOnWindowFocus: false,
  })
  return data
}

/** Puts a room that was just asked for where it is listed. */
export const listRoom = (client: QueryClient, room: Listed) =>
  client.setQueryData<Rooms>(queryKey, (rooms) => rooms && (rooms.some(({ id }) => id === room.id) ? rooms : [...rooms, room]))

/** This person has just seen a room up to a message: known here before the server tells it. */
export function markSeen(client: QueryClient, me_id: number, room_id: number, message_id: number) {
  const now = afterSeen(client.getQueryData<Rooms>(queryKey) ?? [], me_id, room_id, message_id)
  if (now) client.setQueryData<Rooms>(queryKey, now)
}

let followers = 0
let stopFollowing = () => {}

/** However many show the list, one of them keeps it. What changes otherwise is read again like everything else. */
function follow(client: QueryClient, me_id: number) {
  const hear = (news: Told) => {
    const rooms = client.getQueryData<Rooms>(queryKey)
    const now = rooms && after(rooms, me_id, news)
    if (now) client.setQueryData<Rooms>(queryKey, now)
    else if (rooms) void client.invalidateQueries({ queryKey })
  }
  if (followers++ === 0)
    stopFollowing = listen((frame) => {
      if (isTold(frame)) hear(frame)
    })
  return () => {
    if (--followers === 0) stopFollowing()
  }
}
