// Edits that insert a whole: a code block, a link or a table.
import { type Edit, isAddress, lineEnd, lineStart, selectedLines, type Written } from './text.ts'

/** Puts fences around the selected lines. */
export function codeBlock(written: Written): Edit {
  const { text, start, end } = written
  const lines = selectedLines(written)
  const from = lineStart(text, start)
  const code = lines.map(({ line }) => line).join('\n')
  const fence = fenceFor(code)
  const shift = fence.length + 1
  const insert = `${fence}\n${code}\n${fence}`
  return { from, to: from + code.length, insert, start: start + shift, end: Math.min(end, from + code.length) + shift }
}

/** A fence that is longer than any in the code. */
export function fenceFor(code: string) {
  const longest = Math.max(2, ...[...code.matchAll(/`{3,}/g)].map(([run]) => run.length))
  return '`'.repeat(longest + 1)
}

/** A link: a selected address becomes its address, and other selected words become its text. */
export function link({ text, start, end }: Written): Edit {
  const selected = text.slice(start, end)
  const words = selected.trim()
  const from = start + selected.indexOf(words)
  const to = from + words.length
  const isTarget = isAddress(words)
  const insert = isTarget ? `[](${destination(words)})` : `[${words}]()`
  const caret = isTarget || !words ? from + 1 : from + insert.length - 1
  return { from, to, insert, start: caret, end: caret }
}

/** The selected words as a link to an address. Undefined if they can't be the text of a link. */
export function linkTo({ text, start, end }: Written, address: string): Edit | undefined {
  const selected = text.slice(start, end)
  const words = selected.trim()
  if (!words || /[\n[\]]/.test(words) || isAddress(words)) return undefined
  const from = start + selected.indexOf(words)
  const insert = `[${words}](${destination(address)})`
  return { from, to: from + words.length, insert, start: from + insert.length, end: from + insert.length }
}

/** Brackets would end the address. */
export const destination = (address: string) => address.replaceAll('(', '%28').replaceAll(')', '%29')

const heads = ['Column 1', 'Column 2', 'Column 3']

/** An empty table behind the line of the selection. Its first heading is selected. */
export function table({ text, end }: Written): Edit {
  const at = lineEnd(text, end)
  const rows = [heads, heads.map(() => '---'), heads.map(() => ''), heads.map(() => '')]
  const { insert, offset } = apart(text, { from: at, to: at }, rows.map(rowOf).join('\n'))
  const start = at + offset + '| '.length
  return { from: at, to: at, insert, start, end: start + 'Column 1'.length }
}

export const rowOf = (cells: readonly string[]) => `| ${cells.join(' | ')} |`

/** The block with the empty lines that keep it apart from the text around it, and how many characters come before it. */
export function apart(text: string, { from, to }: { from: number; to: number }, block: string) {
  const before = text.slice(0, from)
  const after = text.slice(to)
  const offset = !before.trim() || before.endsWith('\n\n') ? 0 : before.endsWith('\n') ? 1 : 2
  const gap = !after.trim() || after.startsWith('\n\n') ? 0 : after.startsWith('\n') ? 1 : 2
  return { insert: '\n'.repeat(offset) + block + '\n'.repeat(gap), offset }
}
