import type { Duplex } from 'node:stream'
import type { WebSocket } from '@fastify/websocket'
import { closeCodes, type FrameRefused, type Me } from 'contract'
import type { Tenant } from '../context.ts'
import { corkUntilIdle } from '../cork.ts'
import type { Db } from '../db/db.ts'
import type { Registry } from './registry.ts'

/** Who is asking, as looked up in this very transaction. */
export type Viewer = { db: Db; tenant: Tenant; me: Me }
/** Whether a topic is for this person: asked on joining, and again whenever that may have changed. `otherwise` is for who has to leave. */
export type Subscription = { may: (seer: Viewer) => Promise<boolean>; otherwise: () => void }
export type Joined = Partial<Subscription> & { isAllowed: boolean }
/** Whom of which topics something is for, and what one knows already who has read what has this key. */
export type Audience = { topics?: string[]; only?: number; except?: number; key?: string }

/** What a socket's handler sees of a connection. */
export type ClientConnection = Pick<Connection, 'send' | 'deliver' | 'join' | 'leave' | 'close'>

/** What a slow reader may leave lying before the connection ends, in bytes. */
const bufferBytes = 1024 * 1024
const heldFrames = 1000
/** What was committed before the reading may be told by another server so much later. */
const knownMilliseconds = 60_000
/** So many frames at once, and so many a second; whoever goes on in spite of so many refusals is cut off. */
const burst = 100
const framesPerSecond = 20
const refusalsBorne = 200
/** A longer reason fits into no frame that closes. */
const reasonBytes = 123
/** What the other side gets to answer a close. */
const closeMilliseconds = 2000

/** `wire` is what the socket writes to. */
type Place = { tenant_id: number; session_key: string | null; hub: Registry; wire: Duplex }
type Callbacks = { look: Connection['revalidate']; read: () => Promise<void> }

/** One connection of a browser's, to one tenant, under one session. */
export class Connection {
  readonly tenant_id: number
  readonly session_key: string | null
  /** As last looked up; null until then. */
  me: Me | null = null
  readonly topics = new Map<string, Joined>()
  isAlive = true
  isClosed = false
  /** Closes this unless it still stands, given the tenant and the person of its session at this moment. */
  readonly revalidate: (db: Db, found: { tenant: Tenant; me: Me | null } | null) => Promise<void>
  readonly #read: () => Promise<void>
  readonly #socket: WebSocket
  readonly #wire: Duplex
  readonly #hub: Registry
  #held: { text: string; meant: Audience }[] | null = null
  #holds = 0
  #isBehind = false
  #doubts = 0
  #known = new Set<string>()
  #knownSince = 0
  #work = Promise.resolve()
  #allowance = burst
  #countedAt = performance.now()

  constructor(socket: WebSocket, { tenant_id, session_key, hub, wire }: Place, { look, read }: Callbacks) {
    this.#socket = socket
    this.#wire = wire
    this.tenant_id = tenant_id
    this.session_key = session_key
    this.#hub = hub
    this.revalidate = look
    this.#read = read
    socket.on('close', () => this.#forget())
  }

  /** To this browser alone, which then knows what has these keys: a topic that tells it soon afterwards doesn't tell it here. */
  send(message: object, keys: string[] = []) {
    for (const key of keys) this.#known.add(key)
    this.#write(JSON.stringify(message))
  }

  refuse(refused: Omit<FrameRefused, 'type'>) {
    this.#write(JSON.stringify({ type: 'error', ...refused }))
  }

  /**
   * From now on this browser gets what is sent to the topic. One that is not everybody's has a subscription, and the answer
   * is whether this person may. It joins before it asks, so that a right that ends meanwhile is noticed.
   */
  async join(seer: Viewer, topic: string, subscription?: Subscription) {
    const joined: Joined = { ...subscription, isAllowed: !subscription }
    this.#hub.join(this, topic, joined)
    if (!subscription) return true
    joined.isAllowed = await subscription.may(seer)
    if (this.topics.get(topic) !== joined) return false
    if (!joined.isAllowed) this.leave(topic)
    return joined.isAllowed
  }

  leave(topic: string) {
    this.#hub.leave(this, topic)
  }

  async revalidateTopics(seer: Viewer) {
    for (const [topic, joined] of [...this.topics]) {
      const mayStay = !joined.may || (await joined.may(seer))
      if (mayStay || this.topics.get(topic) !== joined) continue
      this.leave(topic)
      if (joined.isAllowed) joined.otherwise?.()
    }
  }

  /** What all of a topic get. It waits while the line is reading what was before. */
  deliver(text: string, meant: Audience = {}) {
    if (this.#held && this.#held.length >= heldFrames) this.close(closeCodes.try_later, 'Too slow.')
    else if (this.#held) this.#held.push({ text, meant })
    else if (this.#isMeant(meant)) this.#write(text)
  }

  /** From now on what is delivered is held back, until the next `read` has ended: something before it may be missing. */
  hold() {
    this.#held ??= []
    this.#isBehind = true
    return ++this.#holds
  }

  /** Reads what there is and sends it, holding back what is delivered meanwhile: nothing is lost between reading and listening. */
  read() {
    const hold = this.hold()
    return this.enqueue(async () => {
      this.#known = new Set()
      await this.#read()
      if (hold !== this.#holds) return
      this.#isBehind = false
      this.#knownSince = performance.now()
      this.#letGo()
    })
  }

  /**
   * What this person may is being looked up: what is delivered meanwhile waits, and comes if its topic is still joined then. As
   * many doubts are dispelled as there were.
   */
  suspend() {
    this.#held ??= []
    this.#doubts++
  }

  resume() {
    this.#doubts--
    this.#letGo()
  }

  /** One after another. The work must not reject. */
  enqueue(work: () => Promise<void>) {
    this.#work = this.#work.then(() => (this.isClosed ? undefined : work()))
    return this.#work
  }

  /** Counts a frame that came in. */
  spend(): 'fine' | 'too many' | 'abuse' {
    const now = performance.now()
    this.#allowance = Math.min(burst, this.#allowance + ((now - this.#countedAt) / 1000) * framesPerSecond) - 1
    this.#countedAt = now
    return this.#allowance >= 0 ? 'fine' : this.#allowance > -refusalsBorne ? 'too many' : 'abuse'
  }

  /** Asks whether the other side is still there. Who left the last question unanswered is not. */
  probe() {
    if (this.#knownSince < performance.now() - knownMilliseconds) this.#known.clear()
    if (!this.isAlive) return this.#socket.terminate()
    this.isAlive = false
    this.#socket.ping()
  }

  /** From now on nothing is sent or heard. `reason` is for whoever debugs a client. */
  close(code: number, reason: string) {
    if (this.isClosed) return
    this.#forget()
    this.#socket.close(code, Buffer.byteLength(reason) <= reasonBytes ? reason : '')
    const timer = setTimeout(() => this.#socket.terminate(), closeMilliseconds)
    this.#socket.once('close', () => clearTimeout(timer))
  }

  #letGo() {
    if (this.#isBehind || this.#doubts) return
    const held = this.#held ?? []
    this.#held = null
    for (const { text, meant } of held)
      if (!meant.topics || meant.topics.some((topic) => this.topics.get(topic)?.isAllowed)) this.deliver(text, meant)
  }

  #isMeant({ only, except, key }: Audience) {
    const id = this.me?.id
    return (only === undefined ? id !== except : id === only) && !(key && this.#known.has(key))
  }

  #write(text: string) {
    if (this.isClosed) return
    if (this.#socket.bufferedAmount > bufferBytes) return this.close(closeCodes.try_later, 'Too slow.')
    corkUntilIdle(this.#wire)
    this.#socket.send(text)
  }

  #forget() {
    this.isClosed = true
    this.#hub.remove(this)
  }
}
