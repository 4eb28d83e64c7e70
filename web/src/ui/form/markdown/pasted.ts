// Decides what a paste becomes.
import { apart, linkTo, rowOf } from './blocks.ts'
import { itemOf, markerOf } from './items.ts'
import { type Edit, isAddress, isInCode, lineStart, type Written } from './text.ts'

/** The contents of the clipboard. */
export type Clipboard = { plain: string; html: string; types: readonly string[] }

/** An edit to make, or HTML to convert. Undefined leaves the paste to the browser. */
export type Pasting = { edit: Edit } | { html: string } | undefined

export function pastingOf({ plain, html, types }: Clipboard, written: Written): Pasting {
  if (isInCode(written)) return undefined
  const words = plain.trim()
  const edit = isAddress(words) ? linkTo(written, words) : undefined
  if (edit) return { edit }
  if (html) return isWorthConverting(html) && !isFromCodeEditor(html, types) ? { html } : undefined
  const table = tableOf(plain)
  return table === undefined ? undefined : { edit: insertion(written, table) }
}

/** The longest HTML that is converted. More would make the page wait. */
const longest = 300_000
const mostTags = 8000
const structure =
  /<(?:a|ul|ol|table|h[1-6]|b|strong|em|i|code|pre|del|s|strike|blockquote|hr|input)[\s>]|font-weight:\s*(?:bold|[6-9]00)|font-style:\s*italic|line-through/i

const isWorthConverting = (html: string) =>
  html.length <= longest && html.split('<', mostTags + 1).length <= mostTags && structure.test(html)

const otherElement = /<(?!\/?(?:html|head|body|meta|div|span|br)\b)\/?[a-z]/i

/** Code editors copy their colours as HTML. */
function isFromCodeEditor(html: string, types: readonly string[]) {
  if (types.includes('vscode-editor-data')) return true
  return /font-family:[^;"]*(?:mono|consolas|menlo|courier)/i.test(html) && !otherElement.test(html)
}

/** Lines of cells between tabs, as spreadsheets copy them, as a table of Markdown. */
function tableOf(plain: string) {
  const lines = plain
    .replace(/\r/g, '')
    .replace(/(?<!\n)\n+$/, '')
    .split('\n')
  const rows = lines.map((line) => line.split('\t'))
  const columns = rows[0]?.length ?? 0
  // Indented code has nothing in its first column.
  const isTable = rows.length > 1 && columns > 1 && rows.every((row) => row.length === columns) && rows.some(([first]) => first)
  return isTable ? tableFrom(rows) : undefined
}

/** A table of Markdown whose first row is the head. */
export function tableFrom(rows: readonly (readonly string[])[]) {
  const columns = Math.max(...rows.map((row) => row.length))
  const lines = rows.map((row) => rowOf(Array.from({ length: columns }, (_, index) => cellOf(row[index] ?? ''))))
  lines.splice(1, 0, rowOf(Array.from({ length: columns }, () => '---')))
  return lines.join('\n')
}

/** A line break would end the row, a bar the cell. */
const cellOf = (text: string) =>
  text
    .replace(/(?<!\\)(\\*)\|/g, (_, escapes: string) => (escapes.length % 2 ? `${escapes}|` : `${escapes}\\|`))
    .replace(/\s+/g, ' ')
    .trim()

const block = /^(?:#{1,6} |[-*+] |\d{1,9}[.)] |> |```|\|)/

/** The text in place of what is selected. Blocks are kept apart from the words around them. */
export function insertion({ text, start, end }: Written, inserted: string): Edit {
  const item = text.slice(lineStart(text, start), start)
  // A list that is pasted into an empty item takes its place.
  const isInItem = itemOf(inserted).marker !== '' && itemOf(item).marker !== '' && markerOf(item) === item
  const from = isInItem ? start - item.length : start
  const insert = block.test(inserted) && !isInItem ? apart(text, { from, to: end }, inserted).insert : inserted
  const caret = from + insert.replace(/(?<!\n)\n+$/, '').length
  return { from, to: end, insert, start: caret, end: caret }
}
