import { z } from 'zod'

export const required = 'This field is required'

/** PostgreSQL can't store NUL, and a lone surrogate is not valid UTF-8. */
const isStorable = (text: string) => !text.includes('\u0000') && text.isWellFormed()
const unstorable = 'This text contains a character that cannot be stored.'
const notAllowed = 'This text contains a character that is not allowed.'

const isVisible = (text: string) => /[^\p{White_Space}\p{Cc}\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb]/u.test(text)

/** Excludes bidirectional overrides, and control characters except tabs and line breaks. `isStorable` excludes NUL. */
const isProse = (text: string) => !/[^\P{Cc}\0\t\n\r]|[\u202a-\u202e\u2066-\u2069]/u.test(text)

/** Also excludes line breaks and direction marks. Allows joiners, which emoji, Persian and Indic scripts need. */
const isOneLine = (text: string) => isProse(text) && !/[\t\n\r\u061c\u200e\u200f\u2028\u2029]/.test(text)

const isBlank = (character = '') => /[\u034f\s\u00ad\u180e\u200b-\u200d\u2060-\u2064]/.test(character)

/** Removes white space and zero-width characters from both ends. */
export function trimmed(text: string) {
  // A regular expression would take quadratic time on long runs of blanks.
  let [start, end] = [0, text.length]
  while (start < end && isBlank(text[start])) start++
  while (end > start && isBlank(text[end - 1])) end--
  return text.slice(start, end)
}

/** The problem with a name or title, if there is one. `empty` is the message for a missing one. */
export function oneLineProblem(text: string, empty: string = required) {
  if (!isVisible(text)) return empty
  return isOneLine(trimmed(text)) ? undefined : notAllowed
}

type TextRules = { max?: number; min?: [number, string]; empty?: string }
type Shape = { trim?: (text: string) => string; allows?: (text: string) => boolean }
const anything = () => true

const trimmedText = (
  { max = 255, min, empty = required }: TextRules,
  { trim = (text) => text.trim(), allows = anything }: Shape,
) =>
  z
    .string({ error: (issue) => (issue.input === undefined || issue.input === null ? empty : 'Not a valid text.') })
    .refine(isStorable, unstorable)
    .overwrite(trim)
    .min(1, { error: empty, abort: true })
    .refine(isVisible, { error: empty, abort: true })
    .refine(allows, notAllowed)
    .min(min?.[0] ?? 1, min?.[1] ?? empty)
    .max(max, `Ensure this field has no more than ${max} characters.`)

/** Trimmed, multi-line text with a visible character. `empty` is the message for a missing or blank text. */
export const text = (rules: TextRules = {}) => trimmedText(rules, { allows: isProse })

/** A name or title, shown on one line. */
export const oneLine = (rules: TextRules = {}) => trimmedText(rules, { trim: trimmed, allows: isOneLine })

/** Text that is compared or parsed but never shown, so any storable character is allowed. */
export const entry = (rules: TextRules = {}) => trimmedText(rules, {})

/** Trimmed, multi-line text that may be empty. */
export const optionalText = (rules: TextRules = {}) => optionalEntry(rules).refine(isProse, notAllowed)

/** Text of a search or look-up, which may be empty. */
export const optionalEntry = ({ max = 10_000, min }: TextRules = {}) =>
  z
    .string('Not a valid text.')
    .refine(isStorable, unstorable)
    .trim()
    .refine((value) => value === '' || value.length >= (min?.[0] ?? 0), min?.[1] ?? '')
    .max(max, `Ensure this field has no more than ${max} characters.`)

/** A name that the browser generates for its own use. Never trimmed. */
export const nameOf = ({ max }: { max: number }) =>
  z
    .string('Not a valid text.')
    .min(1, required)
    .max(max, `Ensure this field has no more than ${max} characters.`)
    .refine(isStorable, unstorable)

/** A secret as typed. Never trimmed, never echoed. */
export const secret = z
  .string({ error: (issue) => (issue.input === undefined || issue.input === null ? required : 'Not a valid text.') })
  .min(1, required)
  .max(1000, 'Ensure this field has no more than 1000 characters.')
  .refine(isStorable, unstorable)

const Email = z.email()

/** Trimmed and lower-cased. */
export const email = entry({ max: 254 })
  .toLowerCase()
  .refine((value) => Email.safeParse(value).success, 'Invalid email format')

/** One of a closed list of values, ignoring case. */
export const choice = <const T extends readonly [string, ...string[]]>(values: T) =>
  z.preprocess(
    (value) =>
      typeof value === 'string' ? (values.find((v) => v.toLowerCase() === value.trim().toLowerCase()) ?? value) : value,
    z.enum(values, {
      error: (issue) =>
        issue.input === undefined || issue.input === null || issue.input === ''
          ? required
          : `Choose one of: ${values.join(', ')}.`,
    }),
  )

const biggestId = Number.MAX_SAFE_INTEGER
const unusable = (issue: { input?: unknown }) =>
  issue.input === undefined || issue.input === null ? required : 'Not a valid id.'

/** An id in a body or an answer. */
export const id = z
  .number({ error: unusable })
  .int({ error: unusable })
  .positive({ error: unusable })
  .max(biggestId, { error: unusable })

/** An id in a path or a query. */
export const idText = z
  .string('Not a valid id.')
  .regex(/^[1-9]\d{0,15}$/, 'Not a valid id.')
  .transform(Number)

const isDate = (value: string) => {
  const [, y, m, d] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(value) ?? []
  if (!y || !m || !d || y === '0000') return false
  const date = new Date(Date.UTC(2000, Number(m) - 1, Number(d)))
  date.setUTCFullYear(Number(y), Number(m) - 1, Number(d))
  return date.getUTCMonth() === Number(m) - 1 && date.getUTCDate() === Number(d)
}

/** An id that filters a list. Text that is no id matches nothing, like an unknown id. */
export const idFilter = z.string('Not a valid id.').max(50, 'Not a valid id.')

/** A calendar date, `YYYY-MM-DD`, without a time or a zone. */
export const date = z.string('Use the date format YYYY-MM-DD.').refine(isDate, 'Use the date format YYYY-MM-DD.')

/** A date from a form. An empty string is null. */
export const dateOrNull = z.preprocess((value) => (value === '' ? null : value), date.nullable())

/** ISO 8601 in UTC, in PostgreSQL's JSON format. */
export const timestamp = z.iso.datetime({ offset: true })

/** Rises with each change of the row itself, but not when a name that it shows changes. */
export const version = z.number().int().positive()

/** An optional filter. An empty form field does not filter. */
export const filled = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema.optional())

const digits = z
  .string('Not a valid number.')
  .regex(/^\d{1,9}$/, 'Not a valid number.')
  .transform(Number)

/** Paging of a list. `limit` counts rows, at most 1000. */
export const page = (standard: number) => ({
  limit: digits
    .pipe(
      z
        .number()
        .min(1, 'Not a valid number.')
        .transform((n) => Math.min(n, 1000)),
    )
    .default(standard),
  offset: digits.default(0),
})

/** One page of a list. `next` and `previous` are paths on the same origin. */
export const listOf = <T extends z.ZodType>(item: T) =>
  z.object({ count: z.number().int(), next: z.string().nullable(), previous: z.string().nullable(), results: z.array(item) })

export const Detail = z.object({ detail: z.string() })
export const Nothing = z.undefined()

export const statuses = ['todo', 'in_progress', 'done'] as const
export const priorities = ['low', 'medium', 'high'] as const
export type Status = (typeof statuses)[number]
export type Priority = (typeof priorities)[number]
