import { z } from 'zod'
import { ChatMessage, RoomFrame, RoomNews } from './chat.ts'
import { id, idText } from './common.ts'
import { Notification } from './notifications.ts'
import { Project } from './projects.ts'
import { type Role, workspaceRoles } from './roles.ts'
import { Comment, Subtask, Task } from './tasks.ts'

/** A frame may have so many bytes; a longer one ends the connection with 1009. */
export const frameBytes = 32 * 1024

/** Why a server ends a connection. After the last three a browser may come again, a while later. */
export const closeCodes = {
  /** No session, or it has ended: log in, or refresh the session, and come again. */
  not_signed_in: 4401,
  /** The trial has ended or a payment is overdue. */
  payment_required: 4402,
  /** Not for this person, or not any more; or the workspace is blocked. */
  forbidden: 4403,
  /** Too many frames, in spite of warnings. */
  policy: 1008,
  /** The server is going down, and another one up. */
  restarting: 1012,
  /** Too slow a reader, or too many connections. */
  try_later: 1013,
  /** A fault of the server's. */
  failed: 1011,
} as const

/**
 * How a browser comes back whose connection was lost or refused, in milliseconds: each attempt waits longer than the one before by
 * the factor, and everybody's waits differ.
 */
export const reconnecting = { first: 3000, spread: 2000, factor: 1.3, longest: 30_000 } as const

/** The reason of a close with `restarting`: a browser waits as long as it says, so that not all come at once. */
export type Restart = { detail: string; retry_after_ms: number }

/** How long the reason of a close asks a browser to wait; undefined where it does not. */
export function retryAfterOf(reason: string) {
  try {
    const { retry_after_ms } = JSON.parse(reason) as Partial<Restart>
    return typeof retry_after_ms === 'number' && retry_after_ms >= 0 ? retry_after_ms : undefined
  } catch {
    return undefined
  }
}

/** A socket of a workspace. Like an endpoint it is admitted by role, and closed while payment is due or the workspace is blocked. */
export type Socket = {
  readonly route: `WS /${string}`
  readonly access: readonly Role[]
  readonly params?: z.ZodObject<Record<string, z.ZodType>>
  /** The query of the address. A malformed part counts as absent. */
  readonly query?: z.ZodObject<Record<string, z.ZodType>>
  /** What a browser sends: one JSON object a frame. */
  readonly sends: z.ZodType
  /** What it receives. */
  readonly receives: z.ZodType
}

/**
 * The answer to a frame that was refused: not JSON, not one of those the socket knows, not allowed, or too many. The
 * connection stays. `temp_id` is the frame's own, where it had one.
 */
export const FrameRefused = z.object({ type: z.literal('error'), detail: z.string(), temp_id: z.string().optional() })
export type FrameRefused = z.output<typeof FrameRefused>

/**
 * What a page follows, of its own accord: `mine`, what concerns this person whatever the page; `presence`, who of the workspace
 * is here; and the projects that are on the screen, as `project 12`.
 */
export const watchable = z.string().regex(/^(mine|presence|project [1-9]\d{0,15})$/, 'Not something to watch.')
export const mostWatched = 50

/** What may have to be read again, by what it is. `work` is tasks and what is in them, wherever they are listed. */
export const readModels = ['me', 'projects', 'work', 'developers', 'employees', 'assignments', 'labels', 'rooms'] as const
export type ReadModel = (typeof readModels)[number]

/**
 * Sent to who watches. Objects are those that the API answers with, a task without what is in it. Two may come in the wrong
 * order: of one thing, the higher `version` is the later.
 */
export const LiveEvent = z.union([
  z.object({ type: z.literal('changed'), project: Project }),
  z.object({ type: z.literal('changed'), project_id: id, task: Task.omit({ subtasks: true, comments: true }) }),
  z.object({ type: z.literal('changed'), project_id: id, subtask: Subtask }),
  z.object({ type: z.literal('changed'), project_id: id, task_id: id, comment: Comment }),
  z.object({ type: z.literal('removed'), project_id: id, kind: z.enum(['task', 'subtask']), id, version: z.number().int() }),
  z.object({ type: z.literal('removed'), project_id: id, kind: z.literal('comment'), id }),
  /** Much of the project's work has changed at once: it has to be read again. */
  z.object({ type: z.literal('outdated'), project_id: id }),
  /** The person may not see the project any more. */
  z.object({ type: z.literal('gone'), project_id: id }),
  z.object({ type: z.literal('stale'), reads: z.array(z.enum(readModels)) }),
  /** Said in a room that this person is in, whether or not it is open. */
  z.object({ type: z.literal('said'), room_id: id, message: ChatMessage }),
  /** This person has seen a room up to here, in whichever tab. */
  z.object({ type: z.literal('seen'), room_id: id, message_id: id }),
  /** Everybody who is here, once `presence` is watched; then who has come and who has gone. */
  z.object({ type: z.literal('here'), people: z.array(id) }),
  z.object({ type: z.literal('presence'), came: z.array(id), went: z.array(id) }),
  /** What is watched from now on: all that was wished for and is allowed. */
  z.object({ type: z.literal('watching'), topics: z.array(z.string()) }),
  /** Something may have been missed: what is on the screen has to be read again. */
  z.object({ type: z.literal('missed') }),
])
export type LiveEvent = z.output<typeof LiveEvent>

/** All of a person's notifications up to this one have been read. */
export const AllRead = z.object({ type: z.literal('all_read'), notification_id: id })
export type AllRead = z.output<typeof AllRead>

/**
 * The answer to a browser that stated the newest notification it has: those that it may lack, oldest first, 50 at most; and the ids
 * of all that are unread, null where they are more than 100. It has missed more where none of these is one that it has.
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
   * On connecting come the newest 50, oldest first; then each as it arises. One that was read, in whichever tab, comes again
   * with `is_read` true, and the newest 50 come again where the server can't be sure that none was missed: so an id may come
   * more than once, and what was read stays read. Marking what is not one's own, or is read already, changes nothing and has
   * no answer. The rest is for those who ask: `mark_all_read`, up to the newest that one has, and `watch`, in place of what
   * was watched before. Who states the `newest` notification they have, 0 for none, gets one frame in place of the 50; `watch` in the
   * address, topics with commas between them, is as if it was sent at once.
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
    }),
    sends: z.discriminatedUnion('action', [
      z.object({ action: z.literal('mark_read'), notification_id: id }),
      z.object({ action: z.literal('mark_all_read'), notification_id: id }),
      z.object({ action: z.literal('watch'), topics: z.array(watchable).max(mostWatched) }),
    ]),
    receives: z.union([Notification, Newer, AllRead, LiveEvent, FrameRefused]),
  },

  /**
   * One room. A message is stored, and then told to everybody who has the room open; sent again under the same `temp_id` it is
   * told to the sender alone. What was said before, or while the connection was away, is read over HTTP.
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
