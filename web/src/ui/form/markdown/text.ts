import { fenceAfter } from 'contract/markdown'

/** The text of a field, and what is selected in it. */
export type Written = { text: string; start: number; end: number }

/** Replaces `from` to `to` by `insert`, and then selects `start` to `end`. */
export type Edit = { from: number; to: number; insert: string; start: number; end: number }

type Replacement = { from: number; to: number; insert: string }

// A negative start of `lastIndexOf` would count as zero.
export const lineStart = (text: string, at: number) => (at > 0 ? text.lastIndexOf('\n', at - 1) + 1 : 0)

export function lineEnd(text: string, at: number) {
  const end = text.indexOf('\n', at)
  return end < 0 ? text.length : end
}

export type Line = { line: string; from: number }

/** The lines that the selection touches, whole. One that ends at the start of a line does not touch that line. */
export function selectedLines({ text, start, end }: Written): Line[] {
  const last = end > start && text[end - 1] === '\n' ? end - 1 : end
  const first = lineStart(text, start)
  let from = first
  return text
    .slice(first, lineEnd(text, last))
    .split('\n')
    .map((line) => {
      const found = { line, from }
      from += line.length + 1
      return found
    })
}

/** Several replacements, in their order, as one edit. The selection `start` to `end` is of the text before it. */
export function asEdit(text: string, replacements: readonly Replacement[], selected: { start: number; end: number }): Edit {
  const [first] = replacements
  const from = first?.from ?? selected.start
  const to = replacements.at(-1)?.to ?? from
  let insert = ''
  let kept = from
  for (const each of replacements) {
    insert += text.slice(kept, each.from) + each.insert
    kept = each.to
  }
  const start = moved(selected.start, replacements, true)
  // A caret stays one.
  const end = selected.end === selected.start ? start : moved(selected.end, replacements, false)
  return { from, to, insert, start, end }
}

/** The place of an index after the replacements. `isAfter` places it behind what is inserted there. */
function moved(index: number, replacements: readonly Replacement[], isAfter: boolean) {
  let by = 0
  for (const { from, to, insert } of replacements) {
    if (to < index || (to === index && (from < to || isAfter))) by += insert.length - (to - from)
    else if (from < index) return from + by + insert.length
  }
  return index + by
}

/** Whether the line at the start of the selection is in a block of code between fences, or ends one. */
export function isInCode({ text, start }: Pick<Written, 'text' | 'start'>) {
  const before = text.slice(0, lineStart(text, start)).split('\n').slice(0, -1)
  return before.reduce<string | undefined>((open, line) => fenceAfter(line, open), undefined) !== undefined
}

/** Whether the text is one web address. */
export const isAddress = (text: string) => /^https?:\/\/\S+$/i.test(text) && URL.canParse(text)
