import { z } from 'zod'
import { id, idText, nameOf, optionalEntry, page, ruled, timestamp } from './common.ts'
import { workspace } from './endpoint.ts'
import { fileProblems, mostFilesAtOnce, WorkFile } from './files.ts'
import { roles, workspaceRoles } from './roles.ts'
import { optionalTextRule, textRule } from './rules.ts'

export const roomTypes = ['PRIVATE', 'PROJECT'] as const

/** The maximum length of a message's text, in characters. */
export const messageLength = 4000

/** Why a room accepts no messages. */
export const disabledBecause = {
  project: 'Chat is disabled because this project is inactive.',
  person: 'Chat is disabled because the user is inactive.',
} as const

/** `temp_id` is the id that the sender's browser chose. Only the sender receives it. */
export const ChatMessage = z.object({
  id,
  content: z.string(),
  sender: id,
  sender_name: z.string(),
  timestamp,
  temp_id: z.string().optional(),
  /** Absent without any. */
  files: z.array(WorkFile).optional(),
})
export type ChatMessage = z.output<typeof ChatMessage>

/** A person in a room. `last_seen_id` is the newest message that they have seen, or null. */
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
 * `name` is the project's, or in a private room the other person's. `unread_count` counts messages of others, up to 1000. `participants`
 * are sorted by name; with `participants=own`, a project's room lists the caller alone.
 */
export const ChatRoom = z.object({
  id,
  room_type: z.enum(roomTypes),
  name: z.string(),
  project: z.object({ id, name: z.string(), is_active: z.boolean() }).nullable(),
  participants: z.array(Participant),
  last_message: z.object({ id, content: z.string(), sender_id: id, sender_name: z.string(), timestamp }).nullable(),
  unread_count: z.number().int(),
  /** Why the room accepts no messages, or null. */
  disabled_reason: z.string().nullable(),
})
export type ChatRoom = z.output<typeof ChatRoom>

/** A person with whom a private chat is possible. */
export const ChatUser = z.object({ id, name: z.string(), full_name: z.string(), email: z.string(), role: z.enum(roles) })
export type ChatUser = z.output<typeof ChatUser>

const twoPeople = 'Choose yourself and one other person.'

export const chat = {
  /** Newest message first. A project may have a thousand people, so a client that reads them room by room asks for `own` only. */
  rooms: workspace({
    route: 'GET /api/chat-rooms/',
    models: ['rooms'],
    access: workspaceRoles,
    query: z.object({ participants: z.enum(['all', 'own'], 'Choose one of: all, own.').default('all') }),
    returns: z.array(ChatRoom),
  }),

  /** Everybody in the room, by name. */
  participants: workspace({
    route: 'GET /api/chat-rooms/:room_id/participants/',
    models: ['rooms'],
    access: workspaceRoles,
    params: z.object({ room_id: idText }),
    returns: z.array(Participant),
  }),

  /** Up to 50 messages, newest first: the newest, those right before a message, or those right after one. */
  messages: workspace({
    route: 'GET /api/chat-rooms/:room_id/messages/',
    access: workspaceRoles,
    params: z.object({ room_id: idText }),
    query: z.object({ before: idText.optional(), after: idText.optional() }),
    returns: z.array(ChatMessage),
  }),

  /** Up to 100 active people without the caller, by name. `search` matches names and e-mail addresses. */
  users: workspace({
    route: 'GET /api/users/',
    access: workspaceRoles,
    query: z.object({ search: optionalEntry({ max: 255 }).optional(), offset: page(100).offset }),
    returns: z.array(ChatUser),
  }),

  /** Takes the caller and another person, in any order. The first call creates the room (201), later calls return it (200). */
  privateChat: workspace({
    route: 'POST /api/private-chat/',
    access: workspaceRoles,
    status: 201,
    body: z.object({ participants: z.array(id, twoPeople).length(2, twoPeople) }),
    returns: ChatRoom,
  }),
}

const textRequired = 'Message text is required.'

/** What a browser sends to a room. */
export const RoomFrame = z.union([
  z.object({ type: z.literal('seen'), message_id: id }),
  z.object({ type: z.literal('typing') }),
  z
    .object({
      /** May be empty if there are files. */
      message: ruled({ ...optionalTextRule({ max: messageLength }), empty: textRequired }),
      temp_id: nameOf({ max: 100 }).optional(),
      /** Drafts that the person has uploaded to the room. */
      files: z.array(id).max(mostFilesAtOnce, fileProblems.tooMany).optional(),
    })
    .superRefine(({ message, files }, context) => {
      if (files?.length) return
      for (const problem of textRule({ max: messageLength, empty: textRequired }).problems(message))
        context.addIssue({ code: 'custom', message: problem, path: ['message'] })
    }),
])
export type RoomFrame = z.input<typeof RoomFrame>

/** What a browser receives from a room: a message, with `temp_id` for its sender; what somebody has seen; that somebody is typing. */
export const RoomNews = z.union([
  z.object({
    id,
    message: z.string(),
    sender_id: id,
    sender_name: z.string(),
    timestamp,
    temp_id: z.string().optional(),
    files: z.array(WorkFile).optional(),
  }),
  z.object({ type: z.literal('seen'), message_id: id, user_id: id }),
  z.object({ type: z.literal('typing'), user_id: id, user_name: z.string() }),
])
export type RoomNews = z.output<typeof RoomNews>
