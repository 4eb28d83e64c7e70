import { z } from 'zod'
import { ChatMessage, RoomFrame, RoomNews } from './chat.ts'
import { id, idText, version } from './common.ts'
import { readModels } from './endpoint.ts'
import { Notification } from './notifications.ts'
import { Project } from './projects.ts'
import { type Role, workspaceRoles } from './roles.ts'
import { Task } from './tasks.ts'

/** The maximum size of a frame. A longer one closes the connection with 1009. */
export const frameBytes = 32 * 1024

/** Why a server closes a connection. After the last three, a browser may reconnect after a while. */
export const closeCodes = {
  /** No valid session. The browser logs in or refreshes the session, and reconnects. */
  not_signed_in: 4401,
  /** The trial has ended or a payment is overdue. */
  payment_required: 4402,
  /** The person may not use the socket, or the workspace is blocked. */
  forbidden: 4403,
  /** Too many frames, despite warnings. */
  policy: 1008,
  /** The server restarts. */
  restarting: 1012,
  /** The reader is too slow, or there are too many connections. */
  try_later: 1013,
  /** An internal error. */
  failed: 1011,
} as const

/**
 * Delays in milliseconds before a browser reconnects after a lost or refused connection. Each delay is longer than the one before by the
 * factor, and all are randomised.
 */
export const reconnecting = { first: 3000, spread: 2000, factor: 1.3, longest: 30_000 } as const

/** The reason of a close with `restarting`. Each browser gets a delay of its own, so that they do not all reconnect at once. */
export type Restart = { detail: string; retry_after_ms: number }

/** The delay that a close reason asks for, in milliseconds; undefined if it asks for none. */
export function retryAfterOf(reason: string) {
  try {
    const { retry_after_ms } = JSON.parse(reason) as Partial<Restart>
    return typeof retry_after_ms === 'number' && retry_after_ms >= 0 ? retry_after_ms : undefined
  } catch {
    return undefined
  }
}

/** A socket of a workspace. Like an endpoint it is restricted by role, and unavailable while payment is due or the workspace is blocked. */
export type Socket = {
  readonly route: `WS /${string}`
  readonly access: readonly Role[]
  readonly params?: z.ZodObject<Record<string, z.ZodType>>
  /** The query string. A malformed parameter counts as absent. */
  readonly query?: z.ZodObject<Record<string, z.ZodType>>
  /** What a browser sends: one JSON object per frame. */
  readonly sends: z.ZodType
  /** What it receives. */
  readonly receives: z.ZodType
}

/**
 * The response to a refused frame: not JSON, not known to the socket, not allowed, or one too many. The connection stays open. `temp_id`
 * is the frame's, if it has one.
 */
export const FrameRefused = z.object({ type: z.literal('error'), detail: z.string(), temp_id: z.string().optional() })
export type FrameRefused = z.output<typeof FrameRefused>

/**
 * What a page can watch: `mine` for what concerns this person on any page, `presence` for who is online, and `project 12` for a project
 * on the screen.
 */
export const watchable = z.string().regex(/^(mine|presence|project [1-9]\d{0,15})$/, 'Not something to watch.')
export const mostWatched = 50
const age = z.number().int().nonnegative()

const change_id = z.string().optional()

/**
 * Events for pages that watch. Objects are whole, in the API's form. Events may arrive twice and out of order: of two states of an object,
 * the one with the higher `version` is newer. An event with a `change_id` echoes the request that had this id.
 */
export const LiveEvent = z.union([
  z.object({ type: z.literal('changed'), change_id, project: Project }),
  z.object({ type: z.literal('changed'), change_id, project_id: id, task: Task }),
  z.object({ type: z.literal('removed'), change_id, project_id: id, task_id: id, version }),
  /** Much of the project's work has changed at once and has to be read again. */
  z.object({ type: z.literal('outdated'), project_id: id }),
  /** The person may not see the project, or no longer. */
  z.object({ type: z.literal('gone'), project_id: id }),
  z.object({ type: z.literal('stale'), reads: z.array(z.enum(readModels)) }),
  /** A message in a room of this person, whether or not it is open. `previous` is the id of the message before it, null for the first. */
  z.object({ type: z.literal('said'), room_id: id, message: ChatMessage, previous: id.nullable() }),
  /** This person has seen a room up to this message, in any tab. */
  z.object({ type: z.literal('seen'), room_id: id, message_id: id }),
  /** Everybody who is online, sent when a page starts to watch `presence`; then who came and who went. */
  z.object({ type: z.literal('here'), people: z.array(id) }),
  z.object({ type: z.literal('presence'), came: z.array(id), went: z.array(id) }),
  /** What is watched from now on: everything that was requested and is allowed. */
  z.object({ type: z.literal('watching'), topics: z.array(z.string()) }),
  /** Events may have been missed, so everything on the screen has to be read again. */
  z.object({ type: z.literal('missed') }),
])
export type LiveEvent = z.output<typeof LiveEvent>

/** All of a person's notifications up to this one have been read. */
export const AllRead = z.object({ type: z.literal('all_read'), notification_id: id })
export type AllRead = z.output<typeof AllRead>

/**
 * The response to a browser that names its newest notification: up to 50 that it may lack, oldest first, and the ids of all unread ones,
 * null if there are more than 100. If the browser has none of these 50, it has missed more.
 */
export const Newer = z.object({
  type: z.literal('newer'),
  notifications: z.array(Notification),
  unread: z.array(id).nullable(),
})
export type Newer = z.output<typeof Newer>

/** What a browser may send to a socket. */
export type SentTo<S extends Socket> = z.input<S['sends']>

export const sockets = {
  /**
   * On connecting, the browser gets its newest 50 notifications, oldest first, and then each new one. A notification that is marked as
   * read in any tab is sent again with `is_read` true. The newest 50 are sent again if some may have been missed, so an id may come more
   * than once; a read notification stays read. Marking a notification that is read already, or somebody else's, changes nothing and has
   * no response. `mark_all_read` marks up to the newest that the browser has. `watch` replaces what was watched before. A browser that
   * names its `newest` notification, 0 for none, gets one frame instead of the 50. `watch` in the address, with commas between the
   * topics, works like an immediate `watch` frame. With an `age`, the topics that are new are followed by their events of the last so many
   * milliseconds, which the browser's reads may have missed, or by `missed` if the server does not know them any more.
   */
  notifications: {
    route: 'WS /ws/notifications/',
    access: workspaceRoles,
    query: z.object({
      newest: z
        .string()
        .regex(/^\d{1,15}$/)
        .transform(Number)
        .optional()
        .catch(undefined),
      watch: z
        .string()
        .transform((topics) => topics.split(','))
        .pipe(z.array(watchable).max(mostWatched))
        .optional()
        .catch(undefined),
      age: z.coerce.number().pipe(age).optional().catch(undefined),
    }),
    sends: z.discriminatedUnion('action', [
      z.object({ action: z.literal('mark_read'), notification_id: id }),
      z.object({ action: z.literal('mark_all_read'), notification_id: id }),
      z.object({ action: z.literal('watch'), topics: z.array(watchable).max(mostWatched), age: age.optional() }),
    ]),
    receives: z.union([Notification, Newer, AllRead, LiveEvent, FrameRefused]),
  },

  /**
   * One room. A message is stored and then sent to everybody who has the room open. One that is sent again with the same `temp_id` is
   * returned to the sender alone. Earlier messages, and those missed without a connection, are read over HTTP.
   */
  chat: {
    route: 'WS /ws/chat/:room_id/',
    access: workspaceRoles,
    params: z.object({ room_id: idText }),
    sends: RoomFrame,
    receives: z.union([RoomNews, FrameRefused]),
  },
} as const satisfies Record<string, Socket>
export type Sockets = typeof sockets
