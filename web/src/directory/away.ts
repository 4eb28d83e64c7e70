import { dayAndMonth } from '../ui/text/dates.ts'

/** `Away until 30 Nov`, with the year if it is not this one. Undefined for somebody who is here. */
export function awayInWords(until: string | null, today: string) {
  // An answer that the device has kept can be older than today.
  if (until === null || until < today) return undefined
  if (until === today) return 'Away today'
  const year = until.slice(0, 4)
  return `Away until ${dayAndMonth(until)}${year === today.slice(0, 4) ? '' : ` ${year}`}`
}
