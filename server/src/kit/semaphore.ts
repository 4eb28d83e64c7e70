import { unavailable } from './errors.ts'

type Options<Queue> = {
  /** How many may hold a permit at a time. At least one permit exists, whatever this returns. */
  permits: () => number
  /** With several queues, those that are not empty are served in turn, so that none starves another. */
  queues?: readonly Queue[]
  /** How many may wait in each queue. Unlimited by default. */
  maxWaiting?: () => number
  /** Milliseconds after which waiting is refused. 0, the default, is never. */
  timeout?: () => number
}

const never = () => 0
const unlimited = () => Number.POSITIVE_INFINITY

/** A counting semaphore with first-in, first-out queues. A full queue and a time-out both reject with 503. */
export class Semaphore<Queue extends string = 'default'> {
  readonly #queues: { name: Queue; waiting: Set<() => void> }[]
  readonly #options: Required<Pick<Options<Queue>, 'permits' | 'maxWaiting' | 'timeout'>>
  #held = 0
  #lastServed = 0

  constructor({ permits, queues, maxWaiting = unlimited, timeout = never }: Options<Queue>) {
    this.#queues = (queues ?? ['default' as Queue]).map((name) => ({ name, waiting: new Set() }))
    this.#options = { permits: () => Math.max(1, permits()), maxWaiting, timeout }
  }

  get isIdle() {
    return this.#held === 0
  }

  waiting(queue?: Queue) {
    return this.#waiting(queue).size
  }

  hasRoom(queue?: Queue) {
    return this.#held < this.#options.permits() || this.waiting(queue) < this.#options.maxWaiting()
  }

  /** Resolves with the function that releases the permit. */
  async acquire(queue?: Queue) {
    if (!this.hasRoom(queue)) throw unavailable()
    await this.#wait(this.#waiting(queue))
    return () => {
      this.#held--
      this.#grant()
    }
  }

  async run<T>(work: () => Promise<T>, queue?: Queue) {
    const release = await this.acquire(queue)
    try {
      return await work()
    } finally {
      release()
    }
  }

  #wait(waiting: Set<() => void>) {
    return new Promise<void>((resolve, reject) => {
      let timer: NodeJS.Timeout | undefined
      const start = () => {
        clearTimeout(timer)
        resolve()
      }
      waiting.add(start)
      this.#grant()
      const timeout = this.#options.timeout()
      if (!timeout || !waiting.has(start)) return
      timer = setTimeout(() => {
        waiting.delete(start)
        reject(unavailable())
      }, timeout)
    })
  }

  #grant() {
    while (this.#held < this.#options.permits()) {
      const start = this.#next()
      if (!start) return
      this.#held++
      start()
    }
  }

  #next() {
    for (let i = 1; i <= this.#queues.length; i++) {
      const index = (this.#lastServed + i) % this.#queues.length
      const waiting = this.#queues[index]?.waiting
      const [start] = waiting ?? []
      if (!start) continue
      waiting?.delete(start)
      this.#lastServed = index
      return start
    }
    return undefined
  }

  #waiting(queue = this.#queues[0]?.name) {
    const found = this.#queues.find(({ name }) => name === queue)
    if (!found) throw new Error(`There is no queue named ${queue}.`)
    return found.waiting
  }
}

/** A semaphore for each key, so that one key's work never waits for another's. A key takes memory only while it has work. */
export class KeyedSemaphore<Key> {
  readonly #semaphores = new Map<Key, Semaphore>()
  readonly #optionsFor: (key: Key) => Options<'default'>

  constructor(optionsFor: (key: Key) => Options<'default'>) {
    this.#optionsFor = optionsFor
  }

  /** How many keys have work. */
  get size() {
    return this.#semaphores.size
  }

  /** How many wait, over all keys. */
  get waiting() {
    return [...this.#semaphores.values()].reduce((sum, semaphore) => sum + semaphore.waiting(), 0)
  }

  hasRoom(key: Key) {
    return this.#semaphores.get(key)?.hasRoom() ?? true
  }

  /** Resolves with the function that releases the permit. */
  async acquire(key: Key) {
    const semaphore = this.#semaphores.get(key) ?? new Semaphore(this.#optionsFor(key))
    this.#semaphores.set(key, semaphore)
    const release = await semaphore.acquire()
    return () => {
      release()
      if (semaphore.isIdle) this.#semaphores.delete(key)
    }
  }
}
