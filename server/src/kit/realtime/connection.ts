import type { Duplex } from 'node:stream'
import type { WebSocket } from '@fastify/websocket'
import { closeCodes, type FrameRefused, type Me } from 'contract'
import type { Tenant, Viewer } from '../context.ts'
import { corkUntilIdle } from '../cork.ts'
import type { Db } from '../db/db.ts'
import { observer } from '../observer.ts'
import { type Audience, DeliveryBuffer } from './delivery-buffer.ts'
import type { Registry } from './registry.ts'

/** `may` decides on joining, and again at each revalidation. `onRevoked` runs when a subscriber had to leave. */
type TopicAccess = { may: (viewer: Viewer) => Promise<boolean>; onRevoked: () => void }
export type Subscription = Partial<TopicAccess> & { isAllowed: boolean }
/** The tenant and the person of a session, as looked up in this transaction; null if the workspace no longer exists. */
export type Caller = { tenant: Tenant; me: Me | null } | null

/** What a socket's handler sees of a connection. */
export type ClientConnection = Pick<Connection, 'send' | 'deliver' | 'replay' | 'join' | 'leave' | 'close'>

/** Bytes that may wait for a slow reader before the connection is closed. */
const maxUnsentBytes = 1024 * 1024
/** A longer reason does not fit into a close frame. */
const maxReasonBytes = 123
/** How long the browser may take to answer a close frame. */
const closeMilliseconds = 2000

type Options = {
  tenant_id: number
  session_key: string | null
  registry: Registry
  /** The network socket below the WebSocket. */
  networkSocket: Duplex
  /** Closes the connection unless this caller may keep it open. */
  revalidate: (db: Db, caller: Caller) => Promise<void>
  /** Sends the current state. Must not reject. */
  sendState: () => Promise<void>
}

/** A browser's connection to one tenant, under one session. */
export class Connection {
  readonly tenant_id: number
  readonly session_key: string | null
  /** As last looked up; null until then. */
  me: Me | null = null
  readonly topics = new Map<string, Subscription>()
  isAlive = true
  isClosed = false
  readonly revalidate: Options['revalidate']
  readonly #options: Options
  readonly #socket: WebSocket
  readonly #buffer: DeliveryBuffer
  #lastTask = Promise.resolve()

  constructor(socket: WebSocket, options: Options) {
    this.#socket = socket
    this.#options = options
    this.tenant_id = options.tenant_id
    this.session_key = options.session_key
    this.revalidate = options.revalidate
    this.#buffer = new DeliveryBuffer({
      personId: () => this.me?.id,
      isSubscribed: (topic) => this.topics.get(topic)?.isAllowed ?? false,
      write: (text) => this.#write(text),
      onOverflow: () => this.#closeSlow(),
    })
    socket.on('close', () => this.#unregister())
  }

  /** Sends to this browser alone. Deliveries with one of these keys are then skipped for a while. */
  send(message: object, keys: string[] = []) {
    this.#buffer.addKnown(keys)
    this.#write(JSON.stringify(message))
  }

  refuse(refused: Omit<FrameRefused, 'type'>) {
    this.#write(JSON.stringify({ type: 'error', ...refused }))
  }

  /**
   * Subscribes to a topic, and returns whether this person may. A topic without `access` is open to everybody. The connection joins
   * before it asks, so that a permission that ends meanwhile is noticed.
   */
  async join(viewer: Viewer, topic: string, access?: TopicAccess) {
    const subscription: Subscription = { ...access, isAllowed: !access }
    this.#options.registry.join(this, topic, subscription)
    if (!access) return true
    subscription.isAllowed = await access.may(viewer)
    if (this.topics.get(topic) !== subscription) return false
    if (!subscription.isAllowed) this.leave(topic)
    return subscription.isAllowed
  }

  leave(topic: string) {
    this.#options.registry.leave(this, topic)
  }

  async revalidateTopics(viewer: Viewer) {
    for (const [topic, subscription] of [...this.topics]) {
      const mayStay = !subscription.may || (await subscription.may(viewer))
      if (mayStay || this.topics.get(topic) !== subscription) continue
      this.leave(topic)
      if (subscription.isAllowed) subscription.onRevoked?.()
    }
  }

  /** Sends what was published to a topic, unless the audience excludes this connection. */
  deliver(text: string, audience?: Audience) {
    this.#buffer.deliver(text, audience)
  }

  /** Delivers what was sent to these topics within the last `age` milliseconds. Returns false if that is not known any more. */
  replay(topics: readonly string[], age: number) {
    const missed = this.#options.registry.recent.within(age, { tenant_id: this.tenant_id, topics })
    for (const { text, audience } of missed ?? []) this.deliver(text, audience)
    return missed !== undefined
  }

  bufferUntilSynced() {
    return this.#buffer.bufferUntilSynced()
  }

  /** Sends the current state, and buffers deliveries meanwhile, so that nothing is lost between reading and subscribing. */
  sync() {
    const number = this.bufferUntilSynced()
    return this.enqueue(() => this.#buffer.sync(number, this.#options.sendState))
  }

  suspend() {
    this.#buffer.suspend()
  }

  resume() {
    this.#buffer.resume()
  }

  /** Runs tasks one after another. A task must not reject. */
  enqueue(task: () => Promise<void>) {
    this.#lastTask = this.#lastTask.then(() => (this.isClosed ? undefined : task()))
    return this.#lastTask
  }

  /** Sends a ping. A connection that has not answered the last one is terminated. */
  ping() {
    this.#buffer.dropOldKeys()
    if (!this.isAlive) return this.#socket.terminate()
    this.isAlive = false
    this.#socket.ping()
  }

  /** Closes the connection, which sends and receives nothing from now on. `reason` helps those who debug a client. */
  close(code: number, reason: string) {
    if (this.isClosed) return
    this.#unregister()
    this.#socket.close(code, Buffer.byteLength(reason) <= maxReasonBytes ? reason : '')
    const timer = setTimeout(() => this.#socket.terminate(), closeMilliseconds)
    this.#socket.once('close', () => clearTimeout(timer))
  }

  #write(text: string) {
    if (this.isClosed) return
    if (this.#socket.bufferedAmount > maxUnsentBytes) return this.#closeSlow()
    corkUntilIdle(this.#options.networkSocket)
    this.#socket.send(text)
    observer.frameSent?.()
  }

  #closeSlow() {
    observer.frameDropped?.('too slow')
    this.close(closeCodes.try_later, 'Too slow.')
  }

  #unregister() {
    this.isClosed = true
    this.#options.registry.remove(this)
  }
}
