import type { ReactNode } from 'react'
import { formatMoment } from '../ui/dates.ts'

/** `14:05`, in the browser's time zone. */
export const timeOf = (timestamp: string) => formatMoment(timestamp).slice(-5)

/** `01 Mar 2026`, in the browser's time zone. */
export const dayOf = (timestamp: string) => formatMoment(timestamp).slice(0, 11)

/** `Today`, `Yesterday`, or the date. */
export function dayWords(timestamp: string, now = new Date()) {
  const day = dayOf(timestamp)
  if (day === dayOf(now.toISOString())) return 'Today'
  const yesterday = new Date(now)
  yesterday.setDate(now.getDate() - 1)
  return day === dayOf(yesterday.toISOString()) ? 'Yesterday' : day
}

/** For a list: the time of today's, else the day. */
export function shortWhen(timestamp: string, now = new Date()) {
  const words = dayWords(timestamp, now)
  if (words === 'Today') return timeOf(timestamp)
  return words.endsWith(` ${now.getFullYear()}`) ? words.slice(0, 6) : words
}

/** `Dev is typing…`; several people by number. */
export function typingWords(names: readonly string[]) {
  if (names.length === 0) return ''
  if (names.length === 1) return `${names[0]} is typing…`
  if (names.length === 2) return `${names[0]} and ${names[1]} are typing…`
  return `${names.length} people are typing…`
}

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

/** What ends the sentence rather than the address; a bracket that the address opened is its own. */
export function withoutTail(found: string) {
  // From its end: a regular expression would try each of the address's own full stops.
  let end = found.length
  while (end > 0 && ending.has(found.charAt(end - 1))) end--
  const isOwn = found[end] === ')' && found.slice(0, end).includes('(')
  return found.slice(0, isOwn ? end + 1 : end)
}
