// For tests: generated examples that `npm test` samples, and `npm run test:all` tries in full.
import fc from 'fast-check'

const isWhole = process.env.TEST_WHOLE === '1'
/** The same in every `npm test`, so that it does not fail an unrelated change. The long run has another one each time. */
const seed = Number(process.env.SEED ?? 1)

/** For fast-check. A file with samples says `@sampled` in its first line, so that the long run repeats it in full. */
export const examples = ({ sample, whole }: { sample: number; whole: number }) => ({ numRuns: isWhole ? whole : sample, seed })

/** All of the items, or so many of them in `npm test`. */
export const sampled = <T>(items: readonly T[], count: number) =>
  isWhole || items.length <= count
    ? items
    : fc.sample(fc.shuffledSubarray([...items], { minLength: count, maxLength: count }), { numRuns: 1, seed }).flat()
