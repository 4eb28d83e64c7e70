import type { Socket, Sockets } from 'contract'
import type { z } from 'zod'
import type { Ctx } from '../context.ts'
import type { ClientConnection } from './connection.ts'

type Params<S> = S extends { params: infer P extends z.ZodType } ? z.output<P> : unknown
type Query<S> = S extends { query: infer Q extends z.ZodType } ? z.output<Q> : unknown

/** A socket's handler gets what an endpoint's handler gets, and the parts of the address. */
export type SocketCtx<S extends Socket = Socket> = Pick<Ctx, 'db' | 'tenant' | 'me' | 'services' | 'log'> & {
  params: Params<S>
  query: Query<S>
  /** The IP address of the caller. */
  address: string
  /** `arrive` counts the caller as online while the connection lasts. `online` lists everybody of the tenant who is. */
  presence: { arrive: () => void; online: () => number[] }
}

export type SocketHandler<S extends Socket> = {
  /** Whether this person may use the socket. Asked on connecting, at each frame and at each revalidation. Default: yes. */
  admits?: (ctx: SocketCtx<S>) => Promise<boolean>
  /**
   * Topics that the connection joins at the handshake. Their deliveries are buffered until the person has been admitted. For browsers
   * that read the current state as soon as they are connected.
   */
  topics?: (params: Params<S>) => string[]
  /**
   * Joins topics, then sends the current state; it only reads. Runs on connecting and after each gap. Deliveries that arrive
   * meanwhile are sent afterwards.
   */
  onOpen: (ctx: SocketCtx<S>, connection: ClientConnection) => Promise<void>
  /** Receives a parsed frame in a transaction of its own. A thrown refusal is sent to the caller, and the connection stays open. */
  onFrame: (ctx: SocketCtx<S>, frame: z.output<S['sends']>, connection: ClientConnection) => Promise<void>
}
export type SocketHandlers = { [Name in keyof Sockets]: SocketHandler<Sockets[Name]> }
