// Dates as other tools write them.
import { type DateOrder, isDate } from 'contract'

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** How dates are read: the order of day and month where a text leaves it open, and the time zone of the workspace. */
export type DateReading = { order: DateOrder | null; timezone: string }

const yearFirst = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ].*)?$/
const moment = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?\s*(?:Z|[+-]\d\d:?\d\d)$/
const dayFirst = /^(?:[a-z]{3,9},? )?(\d{1,2})(?:st|nd|rd|th)?[-/. ]\s?([a-z]{3,9})\.?[-/., ]\s?(\d{4}|\d\d)(?:[ ,].*)?$/i
const monthFirst = /^(?:[a-z]{3,9},? )?([a-z]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})(?:[ ,].*)?$/i
const numbers = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4}|\d\d)(?:[ ,T].*)?$/

/** The date that a text means, `YYYY-MM-DD`; `open` if only the order of day and month would tell; undefined if it is none. */
export function readDate(written: string, { order, timezone }: DateReading) {
  const text = written.trim()
  if (moment.test(text)) return dayIn(text, timezone)
  const [, y, m, d] = yearFirst.exec(text) ?? []
  if (y && m && d) return dateOf(y, Number(m), d)
  const [, day, name, year] = dayFirst.exec(text) ?? []
  if (day && name && year) return dateOf(year, monthOf(name), day)
  const [, itsName, itsDay, itsYear] = monthFirst.exec(text) ?? []
  if (itsName && itsDay && itsYear) return dateOf(itsYear, monthOf(itsName), itsDay)
  const parts = partsOf(text)
  if (!parts) return undefined
  const { a, b, year: ofParts } = parts
  const itsOrder = orderOf(parts) ?? order
  if (!itsOrder) return 'open'
  return itsOrder === 'dmy' ? dateOf(ofParts, b, String(a)) : dateOf(ofParts, a, String(b))
}

type Parts = { a: number; b: number; year: string; isDotted: boolean }

function partsOf(text: string): Parts | undefined {
  const [, a, separator, b, year] = numbers.exec(text) ?? []
  return a && b && year ? { a: Number(a), b: Number(b), year, isDotted: separator === '.' } : undefined
}

/** The order that a date shows by itself; null if it can be read in both. */
function orderOf({ a, b, isDotted }: Parts): DateOrder | null {
  if (isDotted || a > 12 || a === b) return 'dmy'
  return b > 12 ? 'mdy' : null
}

/** The order that the dates of a file show, and one of them that leaves it open. */
export function orderIn(texts: readonly string[]): { order: DateOrder | null; example: string | null } {
  const written = texts.map((text) => text.trim())
  // Equal numbers mean the same day in both orders, and show nothing.
  const parts = written.map(partsOf).filter((found) => found !== undefined && !(found.a === found.b && !found.isDotted))
  const shown = new Set(parts.flatMap((found) => (found && orderOf(found)) ?? []))
  const example = written.find((text) => readDate(text, { order: null, timezone: 'UTC' }) === 'open') ?? null
  const [only] = shown
  return { order: shown.size === 1 && only ? only : null, example }
}

/** The day of a moment in the workspace's time zone. */
function dayIn(text: string, timezone: string) {
  const at = new Date(
    text
      .replace(' ', 'T')
      .replace(',', '.')
      .replace(/([+-]\d\d)(\d\d)$/, '$1:$2'),
  )
  if (Number.isNaN(at.getTime())) return undefined
  const day = formatsOf(timezone).day.format(at)
  return isDate(day) ? day : undefined
}

/** Zero for a word that is no month. */
const monthOf = (name: string) => months.indexOf(name.slice(0, 3).toLowerCase()) + 1

function dateOf(year: string, month: number, day: string) {
  const text = `${year.length === 2 ? `20${year}` : year}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`
  return isDate(text) ? text : undefined
}

/** When a comment was written, as a person would say it. */
export function momentIn(text: string, timezone: string) {
  if (!moment.test(text)) return text
  const at = new Date(text)
  return Number.isNaN(at.getTime()) ? text : formatsOf(timezone).moment.format(at)
}

const formats = new Map<string, { day: Intl.DateTimeFormat; moment: Intl.DateTimeFormat }>()

/** Making a format takes longer than a hundred uses of it. */
function formatsOf(timeZone: string) {
  const made = formats.get(timeZone) ?? {
    day: new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }),
    moment: new Intl.DateTimeFormat('en-GB', { timeZone, dateStyle: 'medium', timeStyle: 'short' }),
  }
  formats.set(timeZone, made)
  return made
}
