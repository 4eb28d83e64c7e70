import type { ReactNode } from 'react'

const address = /https?:\/\/[^\s<>"]+/gi
const ending = new Set(".,;:!?'’)]}")

/** The text with its addresses as links, everything else as it stands. */
export function withLinks(text: string): ReactNode[] {
  const parts: ReactNode[] = []
  let end = 0
  for (const { 0: found, index } of text.matchAll(address)) {
    const href = withoutTail(found)
    if (!URL.canParse(href)) continue
    parts.push(text.slice(end, index))
    parts.push(
      <a key={index} href={href} target="_blank" rel="noopener noreferrer">
        {href}
      </a>,
    )
    end = index + href.length
  }
  parts.push(text.slice(end))
  return parts
}

/** The address without the punctuation that ends the sentence. A closing bracket stays if the address has an opening one. */
export function withoutTail(found: string) {
  // From its end: a regular expression would try each of the address's own full stops.
  let end = found.length
  while (end > 0 && ending.has(found.charAt(end - 1))) end--
  const isOwn = found[end] === ')' && found.slice(0, end).includes('(')
  return found.slice(0, isOwn ? end + 1 : end)
}
