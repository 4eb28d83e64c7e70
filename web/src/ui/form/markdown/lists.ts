// Keys in lists: Enter continues one, Tab and Shift+Tab change the depth.
import { type Item, itemOf, markerOf, numbered } from './items.ts'
import { asEdit, type Edit, isInCode, lineEnd, lineStart, selectedLines, type Written } from './text.ts'

/** Enter in an item or a quote begins the next one, and ends the list in an empty one. Undefined anywhere else. */
export function continueLine(written: Written): Edit | undefined {
  const { text, start, end } = written
  const from = lineStart(text, start)
  const line = text.slice(from, lineEnd(text, start))
  if (isInCode(written)) return replaceSelection(written, /^[ \t]*/.exec(text.slice(from, start))?.[0] ?? '')
  const item = itemOf(line)
  const beginning = markerOf(line)
  if (!(item.marker || item.quote) || start < from + beginning.length) return undefined
  if (start === end && !line.slice(beginning.length).trim()) return endList(written, item, from + line.length)
  return replaceSelection(written, nextOf(item))
}

function replaceSelection({ start, end }: Written, beginning: string): Edit | undefined {
  if (!beginning) return undefined
  const caret = start + 1 + beginning.length
  return { from: start, to: end, insert: `\n${beginning}`, start: caret, end: caret }
}

const nextOf = ({ quote, indent, marker, number, space, box }: Item) =>
  quote + indent + (number === undefined ? marker : numbered(marker, number + 1)) + space + (box && '[ ] ')

/** Removes the marker of an empty item, or moves the item up from an inner list. */
function endList(written: Written, { quote, indent, marker }: Item, to: number): Edit | undefined {
  const from = lineStart(written.text, written.start)
  const outer = marker && indent ? indentItems(written, 'less') : undefined
  if (outer) return outer
  const insert = marker ? quote : ''
  const caret = from + insert.length
  return { from, to, insert, start: caret, end: caret }
}

/** Moves the selected items into the list of the item above them, or out of their list. Undefined where that is impossible. */
export function indentItems(written: Written, wanted: 'more' | 'less'): Edit | undefined {
  if (isInCode(written)) return undefined
  const lines = selectedLines(written).filter(({ line }) => line.trim())
  const items = lines.map(({ line }) => itemOf(line))
  const [first] = items
  if (!first || items.some(({ marker }) => !marker)) return undefined
  const above = itemsAbove(written, first)
  const indent = wanted === 'more' ? deeper(first, above) : shallower(first, above)
  if (indent === undefined) return undefined
  const by = indent - first.indent.length
  let number = numberAt(indent, above)
  const replacements = lines.flatMap(({ from }, index) => {
    const item = items[index] ?? first
    const at = from + item.quote.length
    const isNumbered = item.number !== undefined && item.indent.length === first.indent.length
    const marker = isNumbered ? numbered(item.marker, number++) : item.marker
    const before = item.indent + item.marker
    return [{ from: at, to: at + before.length, insert: ' '.repeat(Math.max(0, item.indent.length + by)) + marker }]
  })
  return keepingCaret(written, asEdit(written.text, replacements, written))
}

/** A caret in front of the marker's end would move to the marker's start otherwise. */
function keepingCaret({ text, start, end }: Written, edit: Edit): Edit {
  const grown = edit.insert.length - (edit.to - edit.from)
  const isCaret = start === end && start <= edit.to
  const caret = Math.max(lineStart(text, start), Math.min(start + grown, edit.from + edit.insert.length))
  return isCaret ? { ...edit, start: caret, end: caret } : edit
}

/** The items of the same list above the selection, nearest first. */
function itemsAbove({ text, start }: Written, { quote }: Item) {
  const above: Item[] = []
  for (const line of text.slice(0, lineStart(text, start)).split('\n').slice(0, -1).reverse()) {
    const item = itemOf(line)
    const isContinued = line.trim() === '' || item.indent !== ''
    if (item.marker && item.quote === quote) above.push(item)
    else if (!isContinued) break
    // Nothing further up matters.
    if (item.marker && item.indent === '') break
  }
  return above
}

/** The indentation inside the item above of the same depth. */
function deeper({ indent }: Item, above: readonly Item[]) {
  const parent = above.find((item) => item.indent.length <= indent.length)
  return parent?.indent.length === indent.length ? parent.indent.length + parent.marker.length + 1 : undefined
}

const shallower = ({ indent }: Item, above: readonly Item[]) =>
  indent ? (above.find((item) => item.indent.length < indent.length)?.indent.length ?? 0) : undefined

/** The number that an item gets at this depth. */
function numberAt(indent: number, above: readonly Item[]) {
  const outer = above.findIndex((item) => item.indent.length < indent)
  const same = (outer < 0 ? above : above.slice(0, outer)).find((item) => item.indent.length === indent)
  return (same?.number ?? 0) + 1
}
