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
    if (!queue.size) this.#queues.delete(key)
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
      }
      this.#held.set(key, (this.#held.get(key) ?? 0) + 1)
      this.#heldInAll++
      return start
    }
    return undefined
  }
}
