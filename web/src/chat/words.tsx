import { formatMoment } from '../ui/text/dates.ts'

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

/** The time of today's messages, else the day. */
export function shortWhen(timestamp: string, now = new Date()) {
  const words = dayWords(timestamp, now)
  if (words === 'Today') return timeOf(timestamp)
  return words.endsWith(` ${now.getFullYear()}`) ? words.slice(0, 6) : words
}

/** `Dev is typing…`; three or more people are only counted. */
export function typingWords(names: readonly string[]) {
  if (names.length === 0) return ''
  if (names.length === 1) return `${names[0]} is typing…`
  if (names.length === 2) return `${names[0]} and ${names[1]} are typing…`
  return `${names.length} people are typing…`
}
