import type { ChatMessage, ChatRoom } from 'contract'
import { plainText } from 'contract/plain-text'

/** A room of the list. `pushedIds` are the ids of the others' messages since the list was fetched. */
export type ListedRoom = ChatRoom & { pushedIds?: readonly number[] }
type Rooms = readonly ListedRoom[]

/** The server stops counting a room's unread messages here. */
const mostCounted = 1000
const previewLength = 30

/** Applies a new message to the list. Returns undefined if the list has to be refetched. */
export function applyMessage(rooms: Rooms, me_id: number, room_id: number, message: ChatMessage): Rooms | undefined {
  const room = rooms.find(({ id }) => id === room_id)
  if (!room) return undefined
  const { id, content, sender: sender_id, sender_name, timestamp } = message
  const last = room.last_message?.id ?? 0
  if (id === last || room.pushedIds?.includes(id)) return rooms
  if (id < last) return undefined
  const isSeen = sender_id === me_id || id <= (room.participants.find((person) => person.id === me_id)?.last_seen_id ?? 0)
  const changed: ListedRoom = {
    ...room,
    last_message: { id, content, sender_id, sender_name, timestamp },
    unread_count: isSeen ? room.unread_count : Math.min(mostCounted, room.unread_count + 1),
    pushedIds: isSeen ? (room.pushedIds ?? []) : [...(room.pushedIds ?? []), id],
  }
  return [changed, ...rooms.filter((other) => other !== room)]
}

/** Applies that this person has seen a room up to a message. Returns undefined if the list has to be refetched. */
export function applySeen(rooms: Rooms, me_id: number, room_id: number, message_id: number): Rooms | undefined {
  const room = rooms.find(({ id }) => id === room_id)
  if (!room) return undefined
  const before = room.participants.find(({ id }) => id === me_id)?.last_seen_id ?? 0
  if (message_id <= before) return rooms
  const { pushedIds = [], last_message } = room
  const left = pushedIds.filter((id) => id > message_id)
  const firstPushed = pushedIds[0] ?? Number.POSITIVE_INFINITY
  const isAll = message_id >= (last_message?.id ?? 0)
  // The message is among those that were fetched as a number only, so the rest cannot be counted.
  if (!isAll && message_id < firstPushed && room.unread_count > pushedIds.length) return undefined
  const participants = room.participants.map((person) => (person.id === me_id ? { ...person, last_seen_id: message_id } : person))
  const changed: ListedRoom = { ...room, participants, pushedIds: left, unread_count: isAll ? 0 : left.length }
  return rooms.map((other) => (other === room ? changed : other))
}

export const unreadIn = (rooms: Rooms) => rooms.reduce((sum, { unread_count }) => sum + unread_count, 0)

/** `999+` from 1000 on. */
export const counted = (unread: number) => (unread >= mostCounted ? `${mostCounted - 1}+` : String(unread))

/** The first 30 characters of the last message, on one line, with `You: ` before an own one. */
/** Stands for a message without words. */
export const onlyFiles = 'Files'

export function previewOf({ last_message }: Pick<ChatRoom, 'last_message'>, me_id: number) {
  if (!last_message) return ''
  const letters = [...(plainText(last_message.content) || onlyFiles).replace(/\s+/g, ' ')]
  const text = letters.slice(0, previewLength).join('')
  return `${last_message.sender_id === me_id ? 'You: ' : ''}${text}${letters.length > previewLength ? '…' : ''}`
}

/** The other person of a private room; undefined in a project's room. */
export const otherIn = ({ room_type, participants }: Pick<ChatRoom, 'room_type' | 'participants'>, me_id: number) =>
  room_type === 'PRIVATE' ? participants.find(({ id }) => id !== me_id) : undefined
