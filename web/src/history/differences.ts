import { diffLines, diffWordsWithSpace } from 'diff'

export type Piece = { kind: 'same' | 'removed' | 'added'; text: string }

/** Beyond so many words, whole lines are compared, and beyond that the texts differ as a whole: the time grows with the square. */
const mostWords = 1000
const mostLines = 1000

/** The second text as pieces of what it has kept of the first, with what was removed and added. */
export function differencesOf(before: string, after: string): Piece[] {
  const found =
    diffWordsWithSpace(before, after, { maxEditLength: mostWords }) ??
    diffLines(before, after, { maxEditLength: mostLines }) ??
    whole(before, after)
  return joined(found.map(({ value, added, removed }) => ({ kind: removed ? 'removed' : added ? 'added' : 'same', text: value })))
}

const whole = (before: string, after: string) => [
  { value: before, removed: true, added: false },
  { value: after, removed: false, added: true },
]

/** Joins the pieces of neighbouring words that have changed, so that they read as one replacement. */
function joined(pieces: readonly Piece[]) {
  const result: Piece[] = []
  let removed = ''
  let added = ''
  const flush = () => {
    if (removed) result.push({ kind: 'removed', text: removed })
    if (added) result.push({ kind: 'added', text: added })
    removed = added = ''
  }
  for (const [index, { kind, text }] of pieces.entries()) {
    const isBetween = /^[^\S\n]+$/.test(text) && removed !== '' && added !== '' && (pieces[index + 1]?.kind ?? 'same') !== 'same'
    if (kind === 'removed' || (kind === 'same' && isBetween)) removed += text
    if (kind === 'added' || (kind === 'same' && isBetween)) added += text
    if (kind === 'same' && !isBetween) {
      flush()
      result.push({ kind, text })
    }
  }
  flush()
  return result
}
