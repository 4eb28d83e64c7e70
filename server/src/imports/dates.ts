// Dates as other tools write them.
import { type DateOrder, isDate, isTimezone } from 'contract'
import { keyOfName } from '../people/people-list.ts'

/** The beginnings of the months' names in English, German, French, Spanish, Portuguese, Italian and Dutch. */
const months =
  'jan|ene|gen feb|fev mar|mrz|maa|mrt apr|avr|abr may|mai|mei|mag jun|juin|giu jul|juil|lug aug|aou|ago sep|set oct|okt|ott|out nov dec|dez|dic'
    .split(' ')
    .map((names) => names.split('|'))

/** How dates are read: the order of day and month where a text leaves it open, and the time zone of the workspace. */
export type DateReading = { order: DateOrder | null; timezone: string }

const yearFirst = /^(\d{4})([-/.]?)(\d{1,2})\2(\d{1,2})(?:[TZ +].*)?$/i
const dayFirst =
  /^(?:\p{L}{3,10}\.?,? )?(\d{1,2})(?:st|nd|rd|th)?(?:[-/. ]\s?| de )(\p{L}{3,10})\.?(?:[-/., ]\s?| de )(\d{4}|\d\d)(?:[ ,T].*)?$/iu
const monthFirst = /^(?:[a-z]{3,9}\.?,? )?([a-z]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})(?:[ ,T].*)?$/i
/** As `date` and `asctime` write it, with the year at the end. */
const yearLast = /^[a-z]{3,9},? ([a-z]{3,9}) (\d{1,2}) .* (\d{4})$/i
const numbers = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4}|\d\d)(?:[ ,T].*)?$/
/** Seconds or milliseconds since 1970, as ClickUp writes them. */
const epoch = /^(\d{10})(\d{3})?$/

/** The date that a text means, `YYYY-MM-DD`; `open` if only the order of day and month would tell; undefined if it is none. */
export function readDate(written: string, { order, timezone }: DateReading) {
  const text = plain(written)
  const since = epoch.exec(text)
  if (since) return dayOf(Number(since[1]) * 1000, timezone)
  const date = writtenDate(text, order)
  // A date without a clear time and zone is that of the workspace.
  const at = date && date !== 'open' ? instantOf(date, text) : undefined
  return at === undefined ? date : dayOf(at, timezone)
}

const plain = (written: string) => written.trim().replace(/\s+/g, ' ').replaceAll('\u2212', '-')

/** The date that stands in a text, wherever in the world that may be. */
function writtenDate(text: string, order: DateOrder | null) {
  const [, y, , m, d] = yearFirst.exec(text) ?? []
  if (y && m && d) return dateOf(y, Number(m), d)
  const [, day, name, year] = dayFirst.exec(text) ?? []
  if (day && name && year) return dateOf(year, monthOf(name), day)
  const [, itsName, itsDay, itsYear] = monthFirst.exec(text) ?? yearLast.exec(text) ?? []
  if (itsName && itsDay && itsYear) return dateOf(itsYear, monthOf(itsName), itsDay)
  const parts = partsOf(text)
  if (!parts) return undefined
  const { a, b, year: ofParts } = parts
  const itsOrder = orderOf(parts) ?? order
  if (!itsOrder) return 'open'
  return itsOrder === 'dmy' ? dateOf(ofParts, b, String(a)) : dateOf(ofParts, a, String(b))
}

const clock = String.raw`(?:[ ,T](?<h>\d{1,2}):(?<m>\d\d)(?::(?<s>\d\d)(?:[.,]\d+)?)?|T(?<hh>\d\d)(?<mm>\d\d)(?<ss>\d\d)?|[ ,](?<hour>\d{1,2})(?= ?[ap]\.?m))`
/** A time with what follows it, which may be its zone. */
const time = new RegExp(String.raw`${clock} ?(?:(?<half>[ap])\.?m\b\.?)? ?(?<zone>[a-z(\[+-].*)$`, 'i')
const offset = /^[a-z]* ?([+-])(\d{1,2})(?::?([0-5]\d))?(?![\d:])/i
/** Hours before UTC of the names that are in use, as far as they mean one zone. */
const zones: Record<string, number> = {
  ...{
    z: 0,
    utc: 0,
    gmt: 0,
    ut: 0,
    zulu: 0,
    wet: 0,
    west: 1,
    bst: 1,
    cet: 1,
    met: 1,
    mez: 1,
    cest: 2,
    mest: 2,
    mesz: 2,
    eet: 2,
    eest: 3,
    msk: 3,
  },
  ...{
    est: -5,
    edt: -4,
    cst: -6,
    cdt: -5,
    mst: -7,
    mdt: -6,
    pst: -8,
    pdt: -7,
    akst: -9,
    akdt: -8,
    hst: -10,
    ast: -4,
    adt: -3,
    nst: -3.5,
    ndt: -2.5,
  },
  ...{
    brt: -3,
    sast: 2,
    ist: 5.5,
    pkt: 5,
    ict: 7,
    wib: 7,
    sgt: 8,
    hkt: 8,
    awst: 8,
    jst: 9,
    kst: 9,
    acst: 9.5,
    acdt: 10.5,
    aest: 10,
    aedt: 11,
    nzst: 12,
    nzdt: 13,
  },
}

/** The moment that a text with this date means; undefined if it has no time, or no zone. */
function instantOf(date: string, text: string) {
  const { h, hh, hour: alone, m, mm, s, ss, half, zone } = time.exec(text)?.groups ?? {}
  if (zone === undefined) return undefined
  const [written, minute, second] = [h ?? hh ?? alone, m ?? mm ?? 0, s ?? ss ?? 0].map(Number) as [number, number, number]
  const hour = half ? (written % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : written
  if (hour > 24 || minute > 59) return undefined
  const wall = Date.parse(`${date}T00:00:00Z`) + ((hour * 60 + minute) * 60 + second) * 1000
  const [, sign, hours, minutes = '0'] = offset.exec(zone) ?? []
  if (hours) return wall - Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes)) * 60_000
  const [region] = /[a-z]+\/[a-z_/+-]+\d*/i.exec(zone) ?? []
  if (region) return isTimezone(region) ? instantIn(region, wall) : undefined
  const named = zones[/[a-z]+/i.exec(zone)?.[0].toLowerCase() ?? '']
  return named === undefined ? undefined : wall - named * 3_600_000
}

/** When the clocks of a time zone show this time, which is given as if it were one of UTC. */
function instantIn(timezone: string, wall: number) {
  const shown = (at: number) => Date.parse(`${formatsOf(timezone).time.format(at).replace(' ', 'T')}Z`)
  const near = wall - (shown(wall) - wall)
  return near - (shown(near) - wall)
}

/** Today in the workspace. */
export const dayIn = (timezone: string) => formatsOf(timezone).day.format(Date.now())

/** Noon of a day in the workspace. */
export const noonOf = (date: string, timezone: string) =>
  new Date(instantIn(timezone, Date.parse(`${date}T12:00:00Z`))).toISOString()

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
function dayOf(at: number, timezone: string) {
  if (Number.isNaN(new Date(at).getTime())) return undefined
  const day = formatsOf(timezone).day.format(at)
  return isDate(day) ? day : undefined
}

/** Zero for a word that is no month. */
function monthOf(name: string) {
  const word = keyOfName(name)
  return months.findIndex((beginnings) => beginnings.some((beginning) => word.startsWith(beginning))) + 1
}

function dateOf(year: string, month: number, day: string) {
  const text = `${year.length === 2 ? `20${year}` : year}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`
  return isDate(text) ? text : undefined
}

/** When a comment was written, as a person would say it. */
export function momentIn(written: string, timezone: string) {
  const text = plain(written)
  const date = writtenDate(text, null)
  const at = date && date !== 'open' ? instantOf(date, text) : undefined
  return at === undefined ? written : formatsOf(timezone).moment.format(at)
}

type Formats = Record<'day' | 'time' | 'moment', Intl.DateTimeFormat>
const formats = new Map<string, Formats>()

/** Making a format takes longer than a hundred uses of it. */
function formatsOf(timeZone: string) {
  const made = formats.get(timeZone) ?? {
    day: new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }),
    time: new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }),
    moment: new Intl.DateTimeFormat('en-GB', { timeZone, dateStyle: 'medium', timeStyle: 'short' }),
  }
  formats.set(timeZone, made)
  return made
}
