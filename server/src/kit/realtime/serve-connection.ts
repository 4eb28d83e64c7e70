import type { Duplex } from 'node:stream'
import type { WebSocket } from '@fastify/websocket'
import { closeCodes, type Me, type Socket, type Sockets } from 'contract'
import type { z } from 'zod'
import type { Ctx, Log, Tenant } from '../context.ts'
import { type Db, inTenant, type Mode } from '../db/db.ts'
import { forbidden, noWorkspace, Refusal } from '../errors.ts'
import { again, mustBeAdmitted, type Pipeline } from '../http/pipeline.ts'
import type { Semaphore } from '../semaphore.ts'
import { type ClientConnection, Connection } from './connection.ts'
import { readFrame } from './frames.ts'
import type { Presence } from './presence.ts'
import type { Registry } from './registry.ts'

type Params<S> = S extends { params: infer P extends z.ZodType } ? z.output<P> : unknown
type Query<S> = S extends { query: infer Q extends z.ZodType } ? z.output<Q> : unknown
/** A socket's handler gets what an endpoint's handler gets, and the parts of the address. */
export type SocketCtx<S extends Socket = Socket> = Pick<Ctx, 'db' | 'tenant' | 'me' | 'services' | 'log'> & {
  params: Params<S>
  query: Query<S>
  /** That this person is here as long as the connection is; and everybody of the tenant who is here. */
  presence: { arrive: () => void; here: () => number[] }
}

export type SocketHandler<S extends Socket> = {
  /** Whether this one is for this person: asked on connecting, at each frame, and whenever that may have changed. By default it is. */
  admits?: (ctx: SocketCtx<S>) => Promise<boolean>
  /**
   * What is heard from the handshake on, once it has been found that this person is admitted: for browsers that read what there is
   * as soon as they are connected.
   */
  topics?: (params: Params<S>) => string[]
  /**
   * Joins topics, then sends what there is; it only reads. On connecting, and again whenever something may have been missed.
   * What is sent to the topics meanwhile comes afterwards.
   */
  onOpen: (ctx: SocketCtx<S>, line: ClientConnection) => Promise<void>
  /** A frame as the contract has it, in a transaction of its own. A thrown refusal is told to the sender, and the connection stays. */
  onFrame: (ctx: SocketCtx<S>, frame: z.output<S['sends']>, line: ClientConnection) => Promise<void>
}
export type SocketHandlers = { [Name in keyof Sockets]: SocketHandler<Sockets[Name]> }

/** Far more than people have tabs: a guard against a client gone mad. */
const mostLines = { session: 100, tenant: 20_000 }

/** Why a connection ends whose handshake has succeeded, as a browser can't read a refused one. */
class Dismissal extends Error {
  readonly code: number
  constructor(code: number, reason: string) {
    super(reason)
    this.code = code
  }
}

function dismissalFor(refusal: Refusal) {
  const { code } = refusal.body
  if (code === 'payment_required') return new Dismissal(closeCodes.payment_required, detailOf(refusal))
  const hasNoSession = refusal.status === 401 || code === 'workspace_not_found'
  return new Dismissal(hasNoSession ? closeCodes.not_signed_in : closeCodes.forbidden, detailOf(refusal))
}

/** The refusal in one sentence: a frame has no form beside whose fields the messages could stand. */
const detailOf = ({ body }: Refusal) => String(Object.values(body).flat()[0] ?? 'Refused.')

type Connected = {
  socket: Socket
  handler: SocketHandler<Socket>
  place: { tenant_id: number; session_key: string | null; isHere: boolean; forget: () => void }
  params: unknown
  query: unknown
  pipeline: Pick<Pipeline, 'pools' | 'services' | 'identify'>
  hub: Registry
  /** What the socket writes to. */
  wire: Duplex
  presence: Presence
  /** In which sockets are opened: when everybody comes at once, as after a restart, most connections to the database stay free. */
  openings: Semaphore
  log: Log
}

/** Serves one connection from its handshake on. Who is calling is looked up at each frame, as at each request. */
export function serveConnection(
  browser: WebSocket,
  { socket, handler, place, params, query, pipeline, hub, wire, presence, openings, log }: Connected,
) {
  const { pools, services, identify } = pipeline
  const { tenant_id, session_key, isHere } = place
  const parsed = socket.params?.safeParse(params)
  const stated = socket.query?.parse(query) as unknown

  async function admit(db: Db, found: { tenant: Tenant; me: Me | null } | null): Promise<SocketCtx> {
    try {
      if (!found) place.forget()
      if (!found) throw noWorkspace()
      const { tenant, me } = found
      mustBeAdmitted(found, socket, { isHere, hadCookie: false })
      const address = { params: parsed?.data as unknown, query: stated }
      const ctx = me && { db, tenant, me, services, log, ...address, presence: presenceOf(me) }
      if (!ctx || parsed?.success === false || (handler.admits && !(await handler.admits(ctx)))) throw forbidden()
      line.me = me
      return ctx
    } catch (error) {
      throw error instanceof Refusal && error.status < 500 ? dismissalFor(error) : error
    }
  }

  const presenceOf = ({ id }: Me) => ({ arrive: () => presence.arrive(line, id), here: () => presence.here(tenant_id) })

  function dismiss({ code, message }: Dismissal) {
    presence.leave(line, { forGood: true })
    line.close(code, message)
  }

  const inside = (mode: Mode, work: (ctx: SocketCtx) => Promise<void>) =>
    again(() =>
      inTenant(tenant_id === 0 ? pools.platform : pools.workspace, tenant_id, mode, async (db) =>
        work(await admit(db, await identify(db, tenant_id, session_key))),
      ),
    )

  async function answer(read: ReturnType<typeof readFrame>) {
    const { temp_id } = read
    if ('refused' in read) return line.refuse({ detail: read.refused, temp_id })
    const { frame } = read
    await inside('read write', (ctx) => handler.onFrame(ctx, frame, line)).catch((error: unknown) => {
      if (error instanceof Dismissal) return dismiss(error)
      if (!(error instanceof Refusal)) log.error({ err: error }, 'frame failed')
      line.refuse({ detail: error instanceof Refusal ? detailOf(error) : 'Something went wrong.', temp_id })
    })
  }

  const line = new Connection(
    browser,
    { tenant_id, session_key, hub, wire },
    {
      async look(db, found) {
        try {
          await line.revalidateTopics(await admit(db, found))
        } catch (error) {
          if (!(error instanceof Dismissal)) throw error
          dismiss(error)
        }
      },

      read: () =>
        openings(async () => {
          if (!line.isClosed) await inside('read only', (ctx) => handler.onOpen(ctx, line))
        }).catch((error: unknown) => {
          if (error instanceof Dismissal) return dismiss(error)
          if (error instanceof Refusal) return line.close(closeCodes.try_later, 'Try again in a moment.')
          log.error({ err: error }, 'socket not served')
          line.close(closeCodes.failed, 'Something went wrong.')
        }),
    },
  )

  const openedAt = performance.now()
  browser.on('close', (code) => {
    presence.leave(line, { forGood: false })
    log.info(
      { socket: socket.route, tenant_id, code, seconds: Math.round((performance.now() - openedAt) / 1000) },
      'socket closed',
    )
  })
  browser.on('pong', () => {
    line.isAlive = true
  })
  browser.on('message', (data: Buffer, isBinary) => {
    line.isAlive = true
    const spent = line.spend()
    if (spent === 'abuse') return line.close(closeCodes.policy, 'Too many messages.')
    const read = readFrame(socket.sends, data, isBinary)
    if (spent === 'too many') return line.refuse({ detail: 'Too many messages. Please slow down.', temp_id: read.temp_id })
    void line.enqueue(() => answer(read))
  })

  const count = hub.countOf(line)
  if (count.session >= mostLines.session || count.tenant >= mostLines.tenant)
    return line.close(closeCodes.try_later, 'Too many connections.')
  // Before it is looked up whose it is: from here on a session that ends takes it along.
  hub.add(line)
  if (parsed?.success !== false)
    for (const topic of handler.topics?.(parsed?.data as never) ?? []) hub.join(line, topic, { isAllowed: true })
  void line.read()
}
