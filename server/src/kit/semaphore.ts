import { unavailable } from './errors.ts'

export type Semaphore = ReturnType<typeof semaphore>

/**
 * Lets so many work at a time, one at least; the others wait for their turn, first come, first served. Whoever would have `longest`
 * others before them is refused.
 */
export function semaphore(atOnce: () => number, longest = Number.POSITIVE_INFINITY) {
  const queues = new SharedSemaphore(['all'], { slots: () => Math.max(1, atOnce()), longest: () => longest })
  return Object.assign(<T>(work: () => Promise<T>) => queues.run('all', work), { waiting: () => queues.waiting('all') })
}

type Queue = { name: string; waiting: (() => void)[] }

/** Several queues share some slots. The queues that are not empty are served in turn, so that no queue can starve another. */
export class SharedSemaphore<Name extends string> {
  readonly #queues: Queue[]
  readonly #slots: () => number
  readonly #longest: () => number
  #running = 0
  #served = 0

  constructor(names: readonly Name[], { slots, longest }: { slots: () => number; longest: () => number }) {
    this.#queues = names.map((name) => ({ name, waiting: [] }))
    this.#slots = slots
    this.#longest = longest
  }

  hasRoom(name: Name) {
    return this.#running < this.#slots() || this.waiting(name) < this.#longest()
  }

  waiting(name: Name) {
    return this.#queue(name).waiting.length
  }

  /** Does the work when its turn comes. A full queue refuses it at once. */
  async run<T>(name: Name, work: () => Promise<T>) {
    if (!this.hasRoom(name)) throw unavailable()
    await new Promise<void>((start) => {
      this.#queue(name).waiting.push(start)
      this.#serve()
    })
    try {
      return await work()
    } finally {
      this.#running--
      this.#serve()
    }
  }

  #serve() {
    while (this.#running < this.#slots()) {
      const start = this.#next()
      if (!start) return
      this.#running++
      start()
    }
  }

  #next() {
    for (let i = 1; i <= this.#queues.length; i++) {
      const place = (this.#served + i) % this.#queues.length
      const start = this.#queues[place]?.waiting.shift()
      if (!start) continue
      this.#served = place
      return start
    }
    return undefined
  }

  #queue(name: Name) {
    const queue = this.#queues.find((one) => one.name === name)
    if (!queue) throw new Error(`There is no queue named ${name}.`)
    return queue
  }
}

/**
 * Turns apart for each key, so that one key's work never waits for another's. A key takes memory only while it has work.
 * Work is refused where `longest` others of its key wait already, and after `patience` milliseconds of waiting; 0 is for ever.
 */
export function keyedSemaphore<Key>(
  atOnce: (key: Key) => number,
  { longest, patience }: { longest: number; patience: () => number },
) {
  type Waiting = { go: () => void; timer: NodeJS.Timeout | undefined }
  const lines = new Map<Key, { running: number; waiting: Set<Waiting> }>()

  const wait = (waiting: Set<Waiting>) =>
    new Promise<void>((go, refuse) => {
      const me: Waiting = { go, timer: undefined }
      const most = patience()
      const giveUp = () => {
        waiting.delete(me)
        refuse(unavailable())
      }
      if (most) me.timer = setTimeout(giveUp, most)
      waiting.add(me)
    })

  function leave(key: Key) {
    const line = lines.get(key)
    const [next] = line?.waiting ?? []
    if (line && next) {
      line.waiting.delete(next)
      clearTimeout(next.timer)
      next.go()
    } else if (line && --line.running === 0) lines.delete(key)
  }

  return {
    /** Waits for a turn. Answers how to end it. */
    async enter(key: Key) {
      const line = lines.get(key) ?? { running: 0, waiting: new Set<Waiting>() }
      lines.set(key, line)
      if (line.running < atOnce(key)) line.running++
      else if (line.waiting.size < longest) await wait(line.waiting)
      else throw unavailable()
      return () => leave(key)
    },

    isFull: (key: Key) => (lines.get(key)?.waiting.size ?? 0) >= longest,
    /** How many keys have work. */
    size: () => lines.size,
  }
}
