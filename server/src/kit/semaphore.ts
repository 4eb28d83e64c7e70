import { unavailable } from './errors.ts'

type Options<Key> = {
  /** How many may hold a permit at a time. At least one may, whatever this returns. Unlimited by default. */
  permits?: () => number
  /** How many of one key may hold one. At least one may. Unlimited by default. */
  permitsPerKey?: (key: Key) => number
  /** How many of one key may wait. Unlimited by default. */
  maxWaiting?: () => number
  /** How many may wait, over all keys. Unlimited by default. */
  maxWaitingInAll?: () => number
  /** Milliseconds after which waiting is refused. 0, the default, is never. */
  timeout?: () => number
}

/** How much of the time between two permits is that of the last two. */
const newest = 0.1

const never = () => 0
const unlimited = () => Number.POSITIVE_INFINITY

/**
 * A counting semaphore with a first-in, first-out queue for each key. The queues are served in turn, so that no key starves another.
 * A full queue and a time-out both reject with 503. A key takes memory only while it has work.
 */
export class Semaphore<Key = void> {
  readonly #options: Required<Options<Key>>
  readonly #held = new Map<Key, number>()
  /** Never empty queues. The one that is served next comes first. */
  readonly #queues = new Map<Key, Set<() => void>>()
  /** A pace says when its queue's first and last permits since it was empty were granted, and how many milliseconds lie between two. */
  readonly #paces = new Map<Key, { began_at: number; granted_at: number; milliseconds: number }>()
  #heldInAll = 0
  #waitingInAll = 0

  constructor({ permits = unlimited, permitsPerKey = unlimited, ...rest }: Options<Key>) {
    const { maxWaiting = unlimited, maxWaitingInAll = unlimited, timeout = never } = rest
    this.#options = {
      permits: () => Math.max(1, permits()),
      permitsPerKey: (key) => Math.max(1, permitsPerKey(key)),
      maxWaiting,
      maxWaitingInAll,
      timeout,
    }
  }

  /** How many keys have work. */
  get keys() {
    return new Set([...this.#held.keys(), ...this.#queues.keys()]).size
  }

  /** How many wait, over all keys or those that match. */
  waiting(matches: (key: Key) => boolean = () => true) {
    return [...this.#queues].reduce((sum, [key, { size }]) => sum + (matches(key) ? size : 0), 0)
  }

  hasRoom(key: Key) {
    const { permits, maxWaiting, maxWaitingInAll } = this.#options
    if (this.#heldInAll < permits() && this.#mayHold(key)) return true
    return (this.#queues.get(key)?.size ?? 0) < maxWaiting() && this.#waitingInAll < maxWaitingInAll()
  }

  /** How many milliseconds somebody who comes now will wait, once the queue has not been empty for so long. Until then 0: it is a burst. */
  expectedWait(key: Key, burst: number) {
    const { began_at = 0, granted_at = 0, milliseconds = 0 } = this.#paces.get(key) ?? {}
    return granted_at - began_at < burst ? 0 : (this.#queues.get(key)?.size ?? 0) * milliseconds
  }

  /** Resolves with the function that releases the permit. */
  async acquire(key: Key) {
    if (!this.hasRoom(key)) throw unavailable()
    await this.#wait(key)
    return () => {
      const left = (this.#held.get(key) ?? 1) - 1
      if (left) this.#held.set(key, left)
      else this.#held.delete(key)
      this.#heldInAll--
      this.#grant()
    }
  }

  async run<T>(work: () => Promise<T>, key: Key) {
    const release = await this.acquire(key)
    try {
      return await work()
    } finally {
      release()
    }
  }

  #wait(key: Key) {
    return new Promise<void>((resolve, reject) => {
      let timer: NodeJS.Timeout | undefined
      const start = () => {
        clearTimeout(timer)
        resolve()
      }
      this.#enqueue(key, start)
      this.#grant()
      const timeout = this.#options.timeout()
      if (!timeout || !this.#queues.get(key)?.has(start)) return
      timer = setTimeout(() => {
        this.#dequeue(key, start)
        reject(unavailable())
      }, timeout)
    })
  }

  #enqueue(key: Key, start: () => void) {
    const queue = this.#queues.get(key)
    if (queue) queue.add(start)
    else this.#queues.set(key, new Set([start]))
    this.#waitingInAll++
  }

  #dequeue(key: Key, start: () => void) {
    const queue = this.#queues.get(key)
    if (!queue?.delete(start)) return
    this.#waitingInAll--
    if (queue.size) return
    this.#queues.delete(key)
    this.#paces.delete(key)
  }

  #measure(key: Key) {
    const now = performance.now()
    const { began_at = now, granted_at = now, milliseconds = 0 } = this.#paces.get(key) ?? {}
    const last = now - granted_at
    const pace = milliseconds ? milliseconds + newest * (last - milliseconds) : last
    this.#paces.set(key, { began_at, granted_at: now, milliseconds: pace })
  }

  #mayHold(key: Key) {
    return (this.#held.get(key) ?? 0) < this.#options.permitsPerKey(key)
  }

  #grant() {
    while (this.#heldInAll < this.#options.permits()) {
      const start = this.#next()
      if (!start) return
      start()
    }
  }

  /** Takes the first that may hold a permit, and moves its queue behind the others. */
  #next() {
    for (const [key, queue] of this.#queues) {
      const [start] = queue
      if (!start || !this.#mayHold(key)) continue
      this.#dequeue(key, start)
      if (queue.size) {
        this.#queues.delete(key)
        this.#queues.set(key, queue)
        this.#measure(key)
      }
      this.#held.set(key, (this.#held.get(key) ?? 0) + 1)
      this.#heldInAll++
      return start
    }
    return undefined
  }
}
