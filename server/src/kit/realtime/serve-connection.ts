import type { Duplex } from 'node:stream'
import type { WebSocket } from '@fastify/websocket'
import { closeCodes, type Me, type Socket } from 'contract'
import type { Log, Tenant } from '../context.ts'
import { type Db, inTenant, type Mode } from '../db/db.ts'
import { withRetries } from '../db/retries.ts'
import { Refusal } from '../errors.ts'
import { NamedLog } from '../http/log-lines.ts'
import type { Pipeline } from '../http/pipeline.ts'
import { observer } from '../observer.ts'
import type { Semaphore } from '../semaphore.ts'
import { admit, Dismissal, detailOf } from './admission.ts'
import { type Caller, Connection } from './connection.ts'
import { FrameLimit } from './frame-limit.ts'
import { readFrame } from './frames.ts'
import type { Handshake } from './handshake.ts'
import type { Presence } from './presence.ts'
import type { Registry } from './registry.ts'
import type { SocketCtx, SocketHandler } from './socket-handler.ts'

/** Far more than people have tabs, as a guard against a faulty client. */
const maxConnections = { session: 100, tenant: 20_000 }

type Options = {
  socket: Socket
  handler: SocketHandler<Socket>
  handshake: Handshake
  params: unknown
  query: unknown
  address: string
  pipeline: Pick<Pipeline, 'pools' | 'services' | 'identify'>
  registry: Registry
  /** The network socket below the WebSocket. */
  networkSocket: Duplex
  presence: Presence
  /** Limits openings, so that a wave of reconnects leaves most database connections free. */
  openings: Semaphore
  /** Names the socket, the workspace and the address in each line. */
  log: Log
}

/** Serves one connection from its handshake on. Each frame looks the caller up again, as each request does. */
export function serveConnection(browser: WebSocket, options: Options) {
  new ServedConnection(browser, options).open()
}

class ServedConnection {
  readonly #browser: WebSocket
  readonly #options: Options
  readonly #connection: Connection
  readonly #params: { success: boolean; data?: unknown } | undefined
  readonly #query: unknown
  readonly #frameLimit: FrameLimit
  readonly #openedAt = performance.now()
  readonly #log: Log

  constructor(browser: WebSocket, options: Options) {
    const { socket, handshake, registry, networkSocket, params, query, pipeline, log } = options
    this.#frameLimit = new FrameLimit(pipeline.services.config.rate_limit)
    this.#browser = browser
    this.#options = options
    this.#params = socket.params?.safeParse(params)
    this.#query = socket.query?.parse(query)
    this.#log = new NamedLog(log, () => ({ person_id: this.#connection.me?.id }))
    this.#connection = new Connection(browser, {
      ...handshake,
      registry,
      networkSocket,
      revalidate: (db, caller) => this.#revalidate(db, caller),
      sendState: () => this.#sendState(),
    })
  }

  open() {
    const { handler, registry, socket } = this.#options
    const connection = this.#connection
    observer.socketOpened?.(socket.route)
    this.#browser.on('close', (code) => this.#onClose(code))
    this.#browser.on('pong', () => {
      connection.isAlive = true
    })
    this.#browser.on('message', (data: Buffer, isBinary) => this.#onMessage(data, isBinary))

    const count = registry.countOf(connection)
    if (count.session >= maxConnections.session || count.tenant >= maxConnections.tenant)
      return connection.close(closeCodes.try_later, 'Too many connections.')
    // Registered before the caller is looked up, so that a session that ends meanwhile closes this connection too.
    registry.add(connection)
    if (this.#params?.success !== false)
      for (const topic of handler.topics?.(this.#params?.data as never) ?? [])
        registry.join(connection, topic, { isAllowed: true })
    void connection.sync()
  }

  #onMessage(data: Buffer, isBinary: boolean) {
    const connection = this.#connection
    connection.isAlive = true
    observer.frameReceived?.()
    const outcome = this.#frameLimit.take()
    if (outcome !== 'accepted') observer.frameDropped?.('too fast')
    if (outcome === 'abusive') return connection.close(closeCodes.policy, 'Too many messages.')
    const read = readFrame(this.#options.socket.sends, data, isBinary)
    if (outcome === 'refused') return connection.refuse({ detail: 'Too many messages. Please slow down.', temp_id: read.temp_id })
    void connection.enqueue(() => this.#answer(read))
  }

  #onClose(code: number) {
    const { presence, socket } = this.#options
    observer.socketClosed?.(socket.route)
    presence.leave(this.#connection, { forGood: false })
    const seconds = Math.round((performance.now() - this.#openedAt) / 1000)
    this.#log.info({ code, seconds }, 'socket closed')
  }

  async #answer(read: ReturnType<typeof readFrame>) {
    const { temp_id } = read
    if ('refused' in read) return this.#connection.refuse({ detail: read.refused, temp_id })
    const { handler } = this.#options
    await this.#transact('read write', (ctx) => handler.onFrame(ctx, read.frame, this.#connection)).catch((error: unknown) => {
      if (error instanceof Dismissal) return this.#dismiss(error)
      if (!(error instanceof Refusal)) this.#log.error({ err: error }, 'frame failed')
      this.#connection.refuse({ detail: error instanceof Refusal ? detailOf(error) : 'Something went wrong.', temp_id })
    })
  }

  async #sendState() {
    const { openings, handler } = this.#options
    const connection = this.#connection
    try {
      await openings.run(async () => {
        if (!connection.isClosed) await this.#transact('read only', (ctx) => handler.onOpen(ctx, connection))
      })
    } catch (error) {
      if (error instanceof Dismissal) return this.#dismiss(error)
      if (error instanceof Refusal) return connection.close(closeCodes.try_later, 'Try again in a moment.')
      this.#log.error({ err: error }, 'socket not served')
      connection.close(closeCodes.failed, 'Something went wrong.')
    }
  }

  async #revalidate(db: Db, caller: Caller) {
    try {
      await this.#connection.revalidateTopics(await this.#admit(db, caller))
    } catch (error) {
      if (!(error instanceof Dismissal)) throw error
      this.#dismiss(error)
    }
  }

  #transact(mode: Mode, work: (ctx: SocketCtx) => Promise<void>) {
    const { pools, identify } = this.#options.pipeline
    const { tenant_id, session_key } = this.#options.handshake
    const pool = tenant_id === 0 ? pools.platform : pools.workspace
    return withRetries(() =>
      inTenant(pool, tenant_id, mode, async (db) => work(await this.#admit(db, await identify(db, tenant_id, session_key)))),
    )
  }

  async #admit(db: Db, caller: Caller) {
    const contextOf = (tenant: Tenant, me: Me) => this.#contextOf(db, tenant, me)
    const ctx = await admit(caller, { ...this.#options, contextOf })
    this.#connection.me = ctx.me
    return ctx
  }

  #contextOf(db: Db, tenant: Tenant, me: Me): SocketCtx | null {
    if (this.#params?.success === false) return null
    const { pipeline, presence, address } = this.#options
    return {
      db,
      tenant,
      me,
      services: pipeline.services,
      log: this.#log,
      params: this.#params?.data,
      query: this.#query,
      address,
      presence: { arrive: () => presence.arrive(this.#connection, me.id), online: () => presence.online(tenant.id) },
    }
  }

  #dismiss({ code, message }: Dismissal) {
    this.#options.presence.leave(this.#connection, { forGood: true })
    this.#connection.close(code, message)
  }
}
