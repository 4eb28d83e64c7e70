import { minutesProblems, timeProblems } from 'contract'

/** `1:20` for 80 minutes. */
export const clockOf = (minutes: number) => `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`

const clock = /^(\d{1,3}):([0-5]\d)$/
const decimal = /^(\d{0,3})(?:[.,](\d{1,4}))?\s*h?$/i
const units = /^(?:(\d{1,3})\s*h(?:ours?)?)?\s*(?:(\d{1,4})\s*m(?:in(?:utes?)?)?)?$/i

/** The minutes in a typed time: `1:30`, `1.5`, `1,5`, `2`, `90m`, `1h 30m`. Undefined if it is none. */
export function minutesIn(text: string) {
  const typed = text.trim()
  const [, hours, minutes] = clock.exec(typed) ?? []
  if (hours !== undefined) return Number(hours) * 60 + Number(minutes)
  const [isDecimal, whole, fraction] = decimal.exec(typed) ?? []
  if (isDecimal && (whole || fraction)) return Math.round(Number(`${whole || 0}.${fraction ?? 0}`) * 60)
  const [isUnits, h, m] = units.exec(typed) ?? []
  return isUnits ? Number(h ?? 0) * 60 + Number(m ?? 0) : undefined
}

/** The minutes of an entry in a typed time, or what is wrong with it. */
export function readTime(text: string): { minutes: number; problem?: undefined } | { minutes?: undefined; problem: string } {
  const minutes = minutesIn(text)
  if (minutes === undefined) return { problem: timeProblems.minutes }
  const [problem] = minutesProblems(minutes)
  return problem === undefined ? { minutes } : { problem }
}
