// What begins lines: lists, quotes, headings.
import { itemOf } from './items.ts'
import { asEdit, type Edit, type Line, selectedLines, type Written } from './text.ts'

export type List = 'bulleted' | 'numbered' | 'check'

/** Makes the selected lines items of such a list, or plain lines if all of them are. */
export function toggleList(written: Written, list: List): Edit {
  const lines = filled(selectedLines(written))
  const isOn = lines.every(({ line }) => kindOf(line) === list)
  const numberFor = counter()
  return replaced(written, lines, ({ line }) => {
    const { quote, indent, marker, space, box } = itemOf(line)
    const at = quote.length + indent.length
    const insert = isOn ? '' : list === 'numbered' ? `${numberFor(indent.length)}. ` : list === 'check' ? '- [ ] ' : '- '
    return { at, length: marker.length + space.length + box.length, insert }
  })
}

function kindOf(line: string): List | undefined {
  const { marker, box, number } = itemOf(line)
  return marker ? (box ? 'check' : number === undefined ? 'bulleted' : 'numbered') : undefined
}

/** Counts the items of each depth. Those of a deeper list begin again after an item of a shallower one. */
function counter() {
  const counts: { depth: number; count: number }[] = []
  return (depth: number) => {
    while ((counts.at(-1)?.depth ?? 0) > depth) counts.pop()
    const last = counts.at(-1)
    if (last?.depth === depth) return ++last.count
    counts.push({ depth, count: 1 })
    return 1
  }
}

/** Quotes the selected lines, or unquotes them if all are quoted. */
export function toggleQuote(written: Written): Edit {
  const lines = selectedLines(written)
  const isOn = lines.every(({ line }) => /^[ \t]*>/.test(line))
  return replaced(written, lines, ({ line }) =>
    isOn ? { at: 0, length: /^[ \t]*> ?/.exec(line)?.[0].length ?? 0, insert: '' } : { at: 0, length: 0, insert: '> ' },
  )
}

/** Makes the selected lines headings, or plain lines if all of them are. */
export function toggleHeading(written: Written): Edit {
  const lines = filled(selectedLines(written))
  const lengthOf = (line: string) => /^#{1,6}[ \t]+/.exec(line)?.[0].length ?? 0
  const isOn = lines.every(({ line }) => lengthOf(line) > 0)
  return replaced(written, lines, ({ line }) => ({ at: 0, length: lengthOf(line), insert: isOn ? '' : '## ' }))
}

/** The lines with text; all of them where none has any. */
function filled(lines: readonly Line[]) {
  const some = lines.filter(({ line }) => line.trim())
  return some.length > 0 ? some : lines
}

type Beginning = { at: number; length: number; insert: string }

function replaced({ text, start, end }: Written, lines: readonly Line[], beginningOf: (line: Line) => Beginning): Edit {
  const replacements = lines.map((line) => {
    const { at, length, insert } = beginningOf(line)
    return { from: line.from + at, to: line.from + at + length, insert }
  })
  return asEdit(text, replacements, { start, end })
}
