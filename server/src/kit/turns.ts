import { unavailable } from './errors.ts'

export type Turns = ReturnType<typeof turns>

/**
 * Lets so many work at a time; the others wait for their turn, first come, first served. Whoever would have `longest` others
 * before them is refused.
 */
export function turns(atOnce: () => number, longest = Number.POSITIVE_INFINITY) {
  let running = 0
  const waiting: (() => void)[] = []

  return async <T>(work: () => Promise<T>) => {
    if (running >= atOnce()) {
      if (waiting.length >= longest) throw unavailable()
      await new Promise<void>((go) => waiting.push(go))
    } else running++
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
