import type { ChatMessage, ChatRoom } from 'contract'

/** A room of the list. `told` is what others have said in it since the list was read, by id. */
export type Listed = ChatRoom & { told?: readonly number[] }
type Rooms = readonly Listed[]

/** What is counted of a room's unread messages; then it is at least so many. */
const mostCounted = 1000
const previewed = 30

/** The list once something was said. Undefined where it has to be read again to know. */
export function afterSaid(rooms: Rooms, me_id: number, room_id: number, message: ChatMessage): Rooms | undefined {
  const room = rooms.find(({ id }) => id === room_id)
  if (!room) return undefined
  const { id, content, sender: sender_id, sender_name, timestamp } = message
  const last = room.last_message?.id ?? 0
  if (id === last || room.told?.includes(id)) return rooms
  if (id < last) return undefined
  const isSeen = sender_id === me_id || id <= (room.participants.find((one) => one.id === me_id)?.last_seen_id ?? 0)
  const now: Listed = {
    ...room,
    last_message: { id, content, sender_id, sender_name, timestamp },
    unread_count: isSeen ? room.unread_count : Math.min(mostCounted, room.unread_count + 1),
    told: isSeen ? (room.told ?? []) : [...(room.told ?? []), id],
  }
  return [now, ...rooms.filter((one) => one !== room)]
}

/** The list once this person has seen a room up to a message. Undefined where it has to be read again to know. */
export function afterSeen(rooms: Rooms, me_id: number, room_id: number, message_id: number): Rooms | undefined {
  const room = rooms.find(({ id }) => id === room_id)
  if (!room) return undefined
  const before = room.participants.find(({ id }) => id === me_id)?.last_seen_id ?? 0
  if (message_id <= before) return rooms
  const { told = [], last_message } = room
  const left = told.filter((id) => id > message_id)
  const firstTold = told[0] ?? Number.POSITIVE_INFINITY
  const isAll = message_id >= (last_message?.id ?? 0)
  // Between what was read with the list, of which only the number is known, and what was told since.
  if (!isAll && message_id < firstTold && room.unread_count > told.length) return undefined
  const participants = room.participants.map((one) => (one.id === me_id ? { ...one, last_seen_id: message_id } : one))
  const now: Listed = { ...room, participants, told: left, unread_count: isAll ? 0 : left.length }
  return rooms.map((one) => (one === room ? now : one))
}

export const unreadIn = (rooms: Rooms) => rooms.reduce((sum, { unread_count }) => sum + unread_count, 0)

/** `1000` is at least so many. */
export const counted = (unread: number) => (unread >= mostCounted ? `${mostCounted - 1}+` : String(unread))

/** The last message in a line: 30 characters of it, `You: ` before one's own. */
export function previewOf({ last_message }: Pick<ChatRoom, 'last_message'>, me_id: number) {
  if (!last_message) return ''
  const letters = [...last_message.content.replace(/\s+/g, ' ')]
  const text = letters.slice(0, previewed).join('')
  return `${last_message.sender_id === me_id ? 'You: ' : ''}${text}${letters.length > previewed ? '…' : ''}`
}

/** Whom one talks to in a private room; undefined in a project's. */
export const otherIn = ({ room_type, participants }: Pick<ChatRoom, 'room_type' | 'participants'>, me_id: number) =>
  room_type === 'PRIVATE' ? participants.find(({ id }) => id !== me_id) : undefined
