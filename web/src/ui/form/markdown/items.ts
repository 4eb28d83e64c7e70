// The items of lists and the lines of quotes.

/** What a line begins with: signs of quotes, indentation, and the marker of a list. */
export type Item = {
  quote: string
  indent: string
  /** Such as `-` or `3.`, empty in a line that is no item. */
  marker: string
  /** Of a numbered list. */
  number: number | undefined
  /** Behind the marker. */
  space: string
  /** Of a check list, with the white space behind it. */
  box: string
}

const pattern = /^((?:[ \t]*> ?)*)([ \t]*)(?:([-*+]|(\d{1,9})[.)])([ \t]+)(\[[ xX]\][ \t]+)?)?/
const rule = /^[ \t]*([-*_])(?:[ \t]*\1){2,}[ \t]*$/

export function itemOf(line: string): Item {
  const [, quote = '', indent = '', marker = '', digits, space = '', box = ''] = pattern.exec(line) ?? []
  if (marker && rule.test(line)) return { quote, indent, marker: '', number: undefined, space: '', box: '' }
  return { quote, indent, marker, number: digits === undefined ? undefined : Number(digits), space, box }
}

/** All that is in front of the words of a line. */
export function markerOf(line: string) {
  const { quote, indent, marker, space, box } = itemOf(line)
  return quote + indent + marker + space + box
}

/** The marker with another number. */
export const numbered = (marker: string, number: number) => `${number}${marker.at(-1) ?? '.'}`
