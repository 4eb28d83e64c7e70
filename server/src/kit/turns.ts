import { unavailable } from './errors.ts'

export type Turns = ReturnType<typeof turns>

/**
 * Lets so many work at a time, one at least; the others wait for their turn, first come, first served. Whoever would have `longest`
 * others before them is refused.
 */
export function turns(atOnce: () => number, longest = Number.POSITIVE_INFINITY) {
  let running = 0
  const waiting: (() => void)[] = []
  const isFree = () => running < Math.max(1, atOnce())

  async function take<T>(work: () => Promise<T>) {
    if (isFree()) running++
    else {
      if (waiting.length >= longest) throw unavailable()
      await new Promise<void>((go) => waiting.push(go))
    }
    try {
      return await work()
    } finally {
      running--
      // More than one where more may work than before.
      for (let next = isFree() ? waiting.shift() : undefined; next; next = isFree() ? waiting.shift() : undefined) {
        running++
        next()
      }
    }
  }

  return Object.assign(take, { waiting: () => waiting.length })
}

/**
 * Turns apart for each key, so that one key's work never waits for another's. A key takes memory only while it has work.
 * Work is refused where `longest` others of its key wait already, and after `patience` milliseconds of waiting; 0 is for ever.
 */
export function turnsByKey<Key>(
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
