import { addDays, daysBetween, type FirstDay, isDate } from 'contract'

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** `2026-03-01` as `01 Mar 2026`; `N/A` without a date. Never passes through a time zone. */
export function formatDate(date: string | null | undefined) {
  const [, year, month, dayOfMonth] = /^(\d{4})-(\d\d)-(\d\d)/.exec(date ?? '') ?? []
  return year ? `${dayOfMonth} ${months[Number(month) - 1]} ${year}` : 'N/A'
}

/** `2026-03-01` as `1 Mar`, for where the year is plain; `N/A` without a date. */
export function dayAndMonth(date: string | null | undefined) {
  const [, month, dayOfMonth] = /^\d{4}-(\d\d)-(\d\d)/.exec(date ?? '') ?? []
  return month ? `${Number(dayOfMonth)} ${months[Number(month) - 1]}` : 'N/A'
}

export const monthNames = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const

/**
 * A typed date as `YYYY-MM-DD`, empty text for empty text, undefined if it is not a date. Accepts `2026-11-22`, `22 Nov 2026`,
 * `Nov 22, 2026` and `22.11.2026`. With slashes or hyphens only unambiguous dates: `22/11/2026`, but not `05/06/2026`.
 */
export function parseDate(text: string) {
  const parts = text
    .toLowerCase()
    .split(/[\s,./-]+/)
    .filter(Boolean)
  if (parts.length === 0) return ''
  const [a = '', b = '', c = ''] = parts
  if (parts.length !== 3) return undefined
  if (/^\d{4}$/.test(a)) return dateOf(a, monthOf(b), c)
  if (/^\d/.test(b) && !/^\d/.test(a)) return dateOf(c, monthOf(a), b)
  const isDayFirst = !/^\d/.test(b) || text.includes('.') || Number(a) > 12 || a === b
  if (isDayFirst) return dateOf(c, monthOf(b), a)
  return Number(b) > 12 ? dateOf(c, monthOf(a), b) : undefined
}

const monthOf = (text: string) =>
  /^\d{1,2}$/.test(text)
    ? Number(text)
    : text.length >= 3
      ? monthNames.findIndex((name) => name.toLowerCase().startsWith(text)) + 1
      : 0

function dateOf(year: string, month: number, dayText: string) {
  const [, dayOfMonth] = /^(\d{1,2})(?:st|nd|rd|th)?$/.exec(dayText) ?? []
  if (!/^[1-9]\d{3}$/.test(year) || !dayOfMonth) return undefined
  const date = `${year}-${String(month).padStart(2, '0')}-${dayOfMonth.padStart(2, '0')}`
  const at = new Date(`${date}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(date) ? date : undefined
}

/** The date in an address, or empty text if there is none. */
export const dateIn = (text: string | null) => (text && isDate(text) ? text : '')

/** Today as `YYYY-MM-DD` in this time zone (IANA name; the browser's where absent). */
export const todayIn = (timeZone?: string, now = new Date()) =>
  new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(now)

/** Today, `YYYY-MM-DD`, and the day on which weeks begin. */
export type Now = { today: string; first_day: FirstDay }

/** The first day of the week of this date. */
export function startOfWeek(date: string, first_day: FirstDay) {
  const days = new Date(date).getUTCDay() - first_day
  return addDays(date, days < 0 ? -days - 7 : -days)
}

/** The last day of the week of this date. */
export const endOfWeek = (date: string, first_day: FirstDay) => addDays(startOfWeek(date, first_day), 6)

type Due = { tone: 'overdue' | 'soon' | 'later'; words: string }

/** How near a due date is; up to three days away is soon. */
export function dueOf(date: string, today: string): Due {
  const days = daysBetween(today, date)
  if (days < 0) return { tone: 'overdue', words: days === -1 ? 'Overdue by 1 day' : `Overdue by ${-days} days` }
  if (days === 0) return { tone: 'soon', words: 'Due today' }
  if (days === 1) return { tone: 'soon', words: 'Due tomorrow' }
  if (days <= 3) return { tone: 'soon', words: `Due in ${days} days` }
  return { tone: 'later', words: formatDate(date) }
}

/** A moment as `01 Mar 2026, 14:05` in the browser's time zone. */
export function formatMoment(timestamp: string) {
  const at = new Date(timestamp)
  const two = (n: number) => String(n).padStart(2, '0')
  return `${two(at.getDate())} ${months[at.getMonth()]} ${at.getFullYear()}, ${two(at.getHours())}:${two(at.getMinutes())}`
}

/** `expires in 2 days`, `expired 3 h ago`. */
export function expiryAt(timestamp: string, now: number) {
  const minutes = Math.round((Date.parse(timestamp) - now) / 60_000)
  const span = spanOf(Math.abs(minutes))
  return minutes > 0 ? `expires in ${span}` : `expired ${span} ago`
}

function spanOf(minutes: number) {
  if (minutes < 60) return `${Math.max(1, minutes)} min`
  const hours = Math.round(minutes / 60)
  if (hours < 24) return `${hours} h`
  const days = Math.round(hours / 24)
  return days === 1 ? '1 day' : `${days} days`
}

/** `just now`, `5 min ago`, `3 h ago`, `yesterday`, then the date. */
export function relativeTo(timestamp: string, now: number) {
  const minutes = Math.floor((now - Date.parse(timestamp)) / 60_000)
  if (minutes < 1) return 'just now'
  if (minutes < 60) return `${minutes} min ago`
  const hours = Math.floor(minutes / 60)
  if (hours < 24) return `${hours} h ago`
  if (hours < 48) return 'yesterday'
  if (hours < 24 * 7) return `${Math.floor(hours / 24)} days ago`
  return formatMoment(timestamp).slice(0, 11)
}

/** The weekday and time of a moment in a time zone: `Tuesday 14:05`. */
export const timeIn = (timeZone: string, moment: number) =>
  new Intl.DateTimeFormat('en-GB', { timeZone, weekday: 'long', hour: '2-digit', minute: '2-digit' }).format(moment)
