import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from 'contract'
import { call } from '../api/call.ts'
import { keyOf } from '../api/data.ts'
import { useMe } from '../session/session.ts'
import { applySeen, type ListedRoom } from './rooms.ts'
import './live.ts'

/** The other participants of a project's room are fetched when it is opened. */
const args = { query: { participants: 'own' } } as const
const queryKey = keyOf(api.chat.rooms, args)
type Rooms = readonly ListedRoom[]

/** This person's rooms, newest message first, kept up to date; undefined until they are loaded. */
export function useRooms() {
  const client = useQueryClient()
  const { tenant } = useMe()
  const { data, error, refetch } = useQuery<Rooms>({
    queryKey,
    queryFn: ({ signal }) => call(api.chat.rooms, args, signal),
    staleTime: Number.POSITIVE_INFINITY,
    // The server refuses the list while the workspace is paused.
    enabled: tenant?.is_open === true,
  })
  return {
    rooms: data,
    error: data ? null : error,
    retry: () => void refetch(),
    refetchRooms: () => {
      for (const { route } of [api.chat.rooms, api.chat.participants]) void client.invalidateQueries({ queryKey: [route] })
    },
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
