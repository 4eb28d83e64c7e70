import { z } from 'zod'
import { id } from './common.ts'
import { Notification } from './notifications.ts'
import { type Role, workspaceRoles } from './roles.ts'

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

/** A socket of a workspace. Like an endpoint it is admitted by role, and closed while payment is due or the workspace is blocked. */
export type Socket = {
  readonly route: `WS /${string}`
  readonly access: readonly Role[]
  readonly params?: z.ZodObject<Record<string, z.ZodType>>
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

export const sockets = {
  /**
   * On connecting come the newest 50, oldest first; then each as it arises. One that was read, in whichever tab, comes again
   * with `is_read` true, and the newest 50 come again where the server can't be sure that none was missed: so an id may come
   * more than once, and what was read stays read. Marking what is not one's own, or is read already, changes nothing and has
   * no answer.
   */
  notifications: {
    route: 'WS /ws/notifications/',
    access: workspaceRoles,
    sends: z.object({ action: z.literal('mark_read'), notification_id: id }),
    receives: z.union([Notification, FrameRefused]),
  },
} as const satisfies Record<string, Socket>
export type Sockets = typeof sockets
