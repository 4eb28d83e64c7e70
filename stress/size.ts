// A part of `npm run stress` is a test. `npm run test:all` runs it short; `npm run stress` runs it whole, or for `--minutes`.

const minutes = Number(process.env.STRESS_MINUTES ?? 0)

/** True under `npm run stress`: figures are held to their targets, which needs a quiet machine. */
export const isStress = process.env.STRESS_MINUTES !== undefined

/** The number of rounds in `npm run test:all`, and in `npm run stress`. */
type Size = { short: number; whole: number }

/**
 * Starts a part's clock. `left` counts a round down, and is false after the last one or when the minutes are over. A part that
 * counts its rounds itself asks `isDue`.
 */
export function startRounds({ short, whole }: Size) {
  const rounds = isStress ? whole : short
  const end = minutes > 0 ? Date.now() + minutes * 60_000 : Number.POSITIVE_INFINITY
  let done = 0
  const isDue = (count: number) => count < rounds && Date.now() < end
  return {
    rounds,
    done: () => done,
    isDue,
    left: () => isDue(done) && ++done > 0,
  }
}

/** For fast-check: stops after the minutes, without a failure. */
export const timeLimit = minutes > 0 ? { interruptAfterTimeLimit: minutes * 60_000, markInterruptAsFailure: false } : {}

/** Prints a figure of a part, as `name: 12 of 12`. */
export const figure = (t: { diagnostic: (text: string) => void }, name: string, value: string | number) =>
  t.diagnostic(`${name}: ${value}`)
