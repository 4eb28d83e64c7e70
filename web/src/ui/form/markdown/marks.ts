// Marks around words: bold, italic, strikethrough and code.
import { markerOf } from './items.ts'
import { asEdit, type Edit, selectedLines, type Written } from './text.ts'

type Mark = {
  /** What is written. */
  mark: string
  /** Written inside a word, where the other would be no mark. */
  inWord?: string
  /** Whether a run of so many of the mark's characters has the mark in it. */
  isIn: (count: number) => boolean
}
type Range = { from: number; to: number }

export const bold: Mark = { mark: '**', isIn: (count) => count >= 2 }
export const italic: Mark = { mark: '_', inWord: '*', isIn: (count) => count === 1 || count === 3 }
export const strikethrough: Mark = { mark: '~~', isIn: (count) => count === 2 }
export const code: Mark = { mark: '`', isIn: (count) => count === 1 }

/** Puts the mark around what is selected, in each line, or removes it where all of it has the mark. */
export function toggleMark(written: Written, mark: Mark): Edit {
  const { text } = written
  const ranges = rangesIn(written)
  const [first] = ranges
  const last = ranges.at(-1)
  if (!first || !last) return toggleAtCaret(written, mark)
  const selected = { start: first.from, end: last.to }
  const marked = ranges.map((range) => marksAround(text, range, mark))
  const isOn = marked.every((found) => found !== undefined)
  const replacements = isOn ? marked.flat() : ranges.flatMap((range, index) => (marked[index] ? [] : marksFor(text, range, mark)))
  return asEdit(text, replacements, selected)
}

function toggleAtCaret({ text, start }: Written, mark: Mark): Edit {
  const around = marksAround(text, { from: start, to: start }, mark)
  if (around) return asEdit(text, around, { start, end: start })
  const { mark: written } = mark
  const caret = start + written.length
  return { from: start, to: start, insert: written + written, start: caret, end: caret }
}

/** What is selected of each line, without the marker of a list and white space at the ends. */
function rangesIn(written: Written): Range[] {
  const { start, end } = written
  return selectedLines(written).flatMap(({ line, from }) => {
    const content = from + markerOf(line).length
    const part = line.slice(Math.max(start, content) - from, Math.min(end, from + line.length) - from)
    const words = part.trim()
    const at = Math.max(start, content) + part.indexOf(words)
    return words ? [{ from: at, to: at + words.length }] : []
  })
}

/** What has to be removed for the mark to go: from outside of the range, or from inside. Undefined without the mark. */
function marksAround(text: string, { from, to }: Range, { mark, inWord, isIn }: Mark) {
  for (const each of inWord ? [mark, inWord] : [mark]) {
    const { length } = each
    const sign = each.charAt(0)
    if (isIn(runBefore(text, from, sign)) && isIn(runFrom(text, to, sign)))
      return [remove(from - length, from), remove(to, to + length)]
    const opens = runFrom(text, from, sign)
    const closes = runBefore(text, to, sign)
    if (isIn(opens) && isIn(closes) && opens + closes < to - from) return [remove(from, from + length), remove(to - length, to)]
  }
  return undefined
}

const remove = (from: number, to: number) => ({ from, to, insert: '' })

function marksFor(text: string, { from, to }: Range, { mark, inWord }: Mark) {
  const isInWord = /[\p{L}\p{N}]$/u.test(text.slice(0, from).slice(-2)) || /^[\p{L}\p{N}]/u.test(text.slice(to, to + 2))
  const content = text.slice(from, to)
  // A backtick in code needs a longer mark around it.
  const hasBacktick = mark === '`' && content.includes('`')
  const written = hasBacktick ? '``' : isInWord && inWord ? inWord : mark
  const space = hasBacktick && /^`|`$/.test(content) ? ' ' : ''
  return [
    { from, to: from, insert: written + space },
    { from: to, to, insert: space + written },
  ]
}

function runFrom(text: string, at: number, sign: string) {
  let end = at
  while (text[end] === sign) end++
  return end - at
}

function runBefore(text: string, at: number, sign: string) {
  let begin = at
  while (begin > 0 && text[begin - 1] === sign) begin--
  return at - begin
}
