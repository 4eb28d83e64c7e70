import type { ReactNode } from 'react'

const webAddress = /https?:\/\/[^\s<>"]+/gi
const ending = new Set(".,;:!?'’)]}")

/** The text with its web addresses as links. */
export function withLinks(text: string): ReactNode[] {
  const parts: ReactNode[] = []
  let end = 0
  for (const { 0: match, index } of text.matchAll(webAddress)) {
    const href = withoutTail(match)
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

/** The address without trailing punctuation. A closing bracket stays if the address has an opening one. */
export function withoutTail(address: string) {
  // A loop from the end is linear; a regular expression would backtrack at each full stop.
  let end = address.length
  while (end > 0 && ending.has(address.charAt(end - 1))) end--
  const isOwn = address[end] === ')' && address.slice(0, end).includes('(')
  return address.slice(0, isOwn ? end + 1 : end)
}
