import { z } from 'zod'
import { id, idText, nameOf, optionalEntry, page, text, timestamp } from './common.ts'
import { workspace } from './endpoint.ts'
import { roles, workspaceRoles } from './roles.ts'

export const roomTypes = ['PRIVATE', 'PROJECT'] as const

/** Characters of a message's text. */
export const messageLength = 4000

/** Why nothing can be sent to a room. */
export const disabledBecause = {
  project: 'Chat is disabled because this project is inactive.',
  person: 'Chat is disabled because the user is inactive.',
} as const

/** `temp_id` is what the sender's browser called it, and is told to the sender alone. */
export const ChatMessage = z.object({
  id,
  content: z.string(),
  sender: id,
  sender_name: z.string(),
  timestamp,
  temp_id: z.string().optional(),
})
export type ChatMessage = z.output<typeof ChatMessage>

/** Somebody in a room. `last_seen_id` is the newest message that they have seen, null where they have seen none. */
export const Participant = z.object({
  id,
  name: z.string(),
  full_name: z.string(),
  email: z.string(),
  is_active: z.boolean(),
  last_seen_id: id.nullable(),
})
export type Participant = z.output<typeof Participant>

/**
 * `name` is the project's, or in a private room the other person's. `unread_count` counts what others wrote, up to 1000.
 * `participants` are by name; a list that was asked for with `participants=own` holds the caller alone for a project's room.
 */
export const ChatRoom = z.object({
  id,
  room_type: z.enum(roomTypes),
  name: z.string(),
  project: z.object({ id, name: z.string(), is_active: z.boolean() }).nullable(),
  participants: z.array(Participant),
  last_message: z.object({ id, content: z.string(), sender_id: id, sender_name: z.string(), timestamp }).nullable(),
  unread_count: z.number().int(),
  /** Why nothing can be sent, null where it can. */
  disabled_reason: z.string().nullable(),
})
export type ChatRoom = z.output<typeof ChatRoom>

/** Whom one may talk to. */
export const ChatUser = z.object({ id, name: z.string(), full_name: z.string(), email: z.string(), role: z.enum(roles) })
export type ChatUser = z.output<typeof ChatUser>

const twoPeople = 'Choose yourself and one other person.'

export const chat = {
  /** Newest message first. A project may have a thousand people: a client that reads them room by room asks for its `own` seats only. */
  rooms: workspace({
    route: 'GET /api/chat-rooms/',
    access: workspaceRoles,
    query: z.object({ participants: z.enum(['all', 'own'], 'Choose one of: all, own.').default('all') }),
    returns: z.array(ChatRoom),
  }),

  /** Everybody in the room, by name. */
  participants: workspace({
    route: 'GET /api/chat-rooms/:room_id/participants/',
    access: workspaceRoles,
    params: z.object({ room_id: idText }),
    returns: z.array(Participant),
  }),

  /** Newest first, 50 at most: the newest, those right before a message, or those right after one. */
  messages: workspace({
    route: 'GET /api/chat-rooms/:room_id/messages/',
    access: workspaceRoles,
    params: z.object({ room_id: idText }),
    query: z.object({ before: idText.optional(), after: idText.optional() }),
    returns: z.array(ChatMessage),
  }),

  /** Everybody active but the caller, by name, 100 at most; `search` looks in names and addresses. */
  users: workspace({
    route: 'GET /api/users/',
    access: workspaceRoles,
    query: z.object({ search: optionalEntry({ max: 255 }).optional(), offset: page(100).offset }),
    returns: z.array(ChatUser),
  }),

  /** The caller and somebody else, in any order. The room is made at the first time (201), and is the same ever after (200). */
  privateChat: workspace({
    route: 'POST /api/private-chat/',
    access: workspaceRoles,
    status: 201,
    body: z.object({ participants: z.array(id, twoPeople).length(2, twoPeople) }),
    returns: ChatRoom,
  }),
}

/** What a browser sends to a room. */
export const RoomFrame = z.union([
  z.object({ type: z.literal('seen'), message_id: id }),
  z.object({ type: z.literal('typing') }),
  z.object({
    message: text({ max: messageLength, empty: 'Message text is required.' }),
    temp_id: nameOf({ max: 100 }).optional(),
  }),
])
export type RoomFrame = z.input<typeof RoomFrame>

/** What it receives: a message, with `temp_id` for whoever sent it; what somebody has seen; that somebody is typing. */
export const RoomNews = z.union([
  z.object({ id, message: z.string(), sender_id: id, sender_name: z.string(), timestamp, temp_id: z.string().optional() }),
  z.object({ type: z.literal('seen'), message_id: id, user_id: id }),
  z.object({ type: z.literal('typing'), user_id: id, user_name: z.string() }),
])
export type RoomNews = z.output<typeof RoomNews>
