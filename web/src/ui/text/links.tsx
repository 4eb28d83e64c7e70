import { addressPattern, withoutTail } from 'contract/addresses'
import type { ReactNode } from 'react'

const webAddress = new RegExp(addressPattern, 'gi')

/** The address of a link that begins a mail. Characters that would begin a header of the mail are escaped. */
export const mailAddress = (email: string) => `mailto:${encodeURIComponent(email).replaceAll('%40', '@')}`

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
