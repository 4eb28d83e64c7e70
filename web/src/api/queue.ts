// Changes that are made without a connection wait on the device. They are sent in their order once the connection is back.
import { type Args, api, type Endpoint, type Result } from 'contract'
import { useSyncExternalStore } from 'react'
import { call, Refused, Unreachable } from './call.ts'
import { newId } from './ids.ts'
import { messageOf } from './messages.ts'
import { isOffline, onConnectionChange } from './offline.ts'
import { QueueDatabase, type QueuedChange } from './queueDatabase.ts'

export type { QueuedChange } from './queueDatabase.ts'

/** What a change resolves to while it waits to be sent. */
export const queued = Symbol('queued')

/** The change is no longer this tab's: its author has discarded it, another tab has sent it, or the session has ended. */
class Withdrawn extends Error {}

type Waiting = { change: QueuedChange; resolve: (answer: unknown) => void; reject: (error: unknown) => void }
/** Draws a change as pending until its answer. */
type Show = (change: QueuedChange, answer: Promise<unknown>) => void

/** Milliseconds between attempts while the server does not answer. */
const retryDelay = 5000
/** Milliseconds. The server remembers its answers a day longer, so that no change is made twice. */
const longestWait = 7 * 24 * 60 * 60 * 1000
const tooOld = 'It was made more than a week ago.'
/** These refusals say nothing about the change. It waits until its author is let in again. */
const closedCodes: readonly (string | undefined)[] = ['payment_required', 'tenant_blocked']

const endpoints = new Map<string, Endpoint>(
  Object.values<Record<string, Endpoint>>(api)
    .flatMap((calls) => Object.values(calls))
    .filter(({ is_repeatable }) => is_repeatable)
    .map((endpoint) => [endpoint.route, endpoint]),
)

const byNumber = (one: { number: number }, other: { number: number }) => one.number - other.number

class ChangeQueue {
  readonly #database = new QueueDatabase()
  readonly #listeners = new Set<() => void>()
  #person_id: number | undefined
  #opening = 0
  #show: Show = () => {}
  readonly #waiting = new Map<number, Waiting>()
  #refused: QueuedChange[] = []
  #changes: readonly QueuedChange[] = []
  #isSending = false
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor() {
    onConnectionChange(() => void this.send())
  }

  get isWaiting() {
    return this.#waiting.size > 0
  }

  /** The waiting and the refused changes in their order. */
  get changes() {
    return this.#changes
  }

  subscribe(listener: () => void) {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Shows what this person has left to be sent, and deletes what anybody else has. */
  async open(person_id: number, show: Show) {
    if (this.#person_id !== person_id) this.close()
    const opening = ++this.#opening
    this.#person_id = person_id
    this.#show = show
    const stored = await this.#database.all().catch(() => [])
    if (opening !== this.#opening) return
    for (const change of stored)
      if (change.person_id !== person_id) void this.#database.remove(change.number)
      else if (change.reason !== undefined) this.#refused.push(change)
      else if (!this.#waiting.has(change.number)) show(change, this.#wait(change))
    this.#tell()
    void this.send()
  }

  /** Forgets the changes. They stay on the device until their author logs in again. */
  close() {
    this.#opening++
    this.#person_id = undefined
    for (const { reject } of this.#waiting.values()) reject(new Withdrawn())
    this.#waiting.clear()
    this.#refused = []
    this.#tell()
  }

  /** Deletes everything, for a log-out. */
  async clear() {
    this.close()
    await this.#database.clear().catch(() => undefined)
  }

  /** Queues a change. Returns the promise of its answer once the change is on the device. */
  async add<E extends Endpoint>(
    { route }: E,
    args: Args<E>,
    change: Pick<QueuedChange, 'change_id' | 'about' | 'text'>,
  ): Promise<{ answer: Promise<Result<E>> }> {
    const person_id = this.#person_id
    if (person_id === undefined) throw new Unreachable()
    const stored = await this.#database
      .add({ ...change, route, args: args as object, person_id, made_at: Date.now() })
      // Without permission to store it, the change fails as it would without a queue.
      .catch(() => Promise.reject(new Unreachable()))
    const answer = this.#wait(stored) as Promise<Result<E>>
    this.#tell()
    void this.send()
    return { answer }
  }

  /** Queues a refused change again, as a new one. */
  async retry(refused: QueuedChange) {
    const { number, reason: _, ...change } = refused
    const stored = await this.#database.moveToEnd(number, { ...change, change_id: newId(), made_at: Date.now() })
    this.#forgetRefused(number)
    if (stored) this.#show(stored, this.#wait(stored))
    this.#tell()
    void this.send()
  }

  async discard(change: QueuedChange) {
    const waiting = this.#waiting.get(change.number)
    await this.#database.remove(change.number)
    this.#forgetRefused(change.number)
    if (waiting) this.#settle(waiting, ({ reject }) => reject(new Withdrawn()))
    else this.#tell()
  }

  /** Sends what waits, one change after another. One tab at a time does so. */
  async send() {
    clearTimeout(this.#timer)
    if (this.#isSending || this.#waiting.size === 0 || isOffline()) return
    this.#isSending = true
    await inOneTab(() => this.#sendAll()).catch(() => undefined)
    this.#isSending = false
    if (this.#waiting.size > 0) this.#timer = setTimeout(() => void this.send(), retryDelay)
  }

  async #sendAll() {
    // Another person may have logged in elsewhere meanwhile.
    const me = await call(api.auth.me, {})
    if (me.id !== this.#person_id) return
    for (let next = this.#next(); next; next = this.#next()) {
      if (!(await this.#database.has(next.change.number))) this.#settle(next, ({ reject }) => reject(new Withdrawn()))
      else if (!(await this.#sendOne(next))) return
    }
  }

  #next() {
    const changes = [...this.#waiting.values()].map(({ change }) => change)
    return this.#waiting.get(changes.sort(byNumber)[0]?.number ?? 0)
  }

  /** Returns false if the change has to wait. */
  async #sendOne(waiting: Waiting) {
    const { number, route, args, change_id, made_at } = waiting.change
    const endpoint = endpoints.get(route)
    try {
      if (!endpoint || made_at < Date.now() - longestWait) throw new Refused(400, { detail: tooOld })
      const answer = await call(endpoint, args as Args<Endpoint>, undefined, { change_id })
      await this.#database.remove(number)
      this.#settle(waiting, ({ resolve }) => resolve(answer))
      return true
    } catch (error) {
      if (!isVerdict(error)) return false
      await this.#refuse(waiting, error)
      return true
    }
  }

  async #refuse(waiting: Waiting, error: Refused) {
    const refused = { ...waiting.change, reason: messageOf(error) }
    const isOurs = await this.#database.put(refused)
    if (isOurs && this.#waiting.has(refused.number)) this.#refused.push(refused)
    this.#settle(waiting, ({ reject }) => reject(error))
  }

  #forgetRefused(number: number) {
    this.#refused = this.#refused.filter((refused) => refused.number !== number)
  }

  #wait(change: QueuedChange) {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    promise.catch(() => undefined)
    this.#waiting.set(change.number, { change, resolve, reject })
    return promise
  }

  #settle(waiting: Waiting, settle: (waiting: Waiting) => void) {
    this.#waiting.delete(waiting.change.number)
    settle(waiting)
    this.#tell()
  }

  #tell() {
    const waiting = [...this.#waiting.values()].map(({ change }) => change)
    this.#changes = [...waiting, ...this.#refused].sort(byNumber)
    for (const listener of this.#listeners) listener()
  }
}

/** Whether the server has refused the change itself. */
const isVerdict = (error: unknown): error is Refused =>
  error instanceof Refused && error.status < 500 && ![401, 429].includes(error.status) && !closedCodes.includes(error.code)

/** Browsers offer locks only in a secure context. */
const inOneTab = async (work: () => Promise<void>) => (navigator.locks ? navigator.locks.request('atrium-queue', work) : work())

export const queue = new ChangeQueue()

export const useQueuedChanges = () =>
  useSyncExternalStore(
    (listener) => queue.subscribe(listener),
    () => queue.changes,
  )
