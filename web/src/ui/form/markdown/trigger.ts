import { unspaced } from 'contract'
import { isInCode, lineStart } from './text.ts'

/** The sign and the beginning of a name, key or title that end at the caret. `from` is the index of the sign. */
export type Trigger = { sign: '@' | '#'; q: string; from: number }

/** Characters. Nobody types a longer title to choose it. */
const longest = 40
/** Words of some scripts have no spaces between them, so that a sign may follow a letter there. */
const sign = new RegExp(`(?<!(?![${unspaced}])[\\p{L}\\p{N}_&/#@])([@#])(?!\\s)([^\\n@#]*)$`, 'u')

/** What somebody is about to mention at the caret; undefined if nothing. `# ` is a heading, and nothing is mentioned in code. */
export function triggerAt(text: string, caret: number): Trigger | undefined {
  const line = text.slice(lineStart(text, caret), caret)
  const [, typed, q = ''] = sign.exec(line.slice(-longest - 1)) ?? []
  const isInSpan = line.split('`').length % 2 === 0
  if ((typed !== '@' && typed !== '#') || isInSpan || isInCode({ text, start: caret })) return undefined
  return { sign: typed, q, from: caret - q.length - 1 }
}
