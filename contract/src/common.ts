import { z } from 'zod'
import {
  choiceProblem,
  dateFormat,
  emailRule,
  entryRule,
  exactRule,
  isDate,
  optionalEntryRule,
  required,
  secretRule,
  type TextLimits,
  type TextRule,
  textRule,
} from './rules.ts'

export const notAText = 'Not a valid text.'
const notANumber = 'Not a valid number.'

/** Reports what a plain rule finds wrong with a value. No further check of the schema runs then. */
export const judged =
  <T>(problems: (value: T) => string[]) =>
  (value: T, context: z.RefinementCtx<T>) => {
    for (const message of problems(value)) context.addIssue({ code: 'custom', message, continue: false })
  }

/** The schema of a text rule. */
export function ruled({ clean, problems, empty, min, max }: TextRule) {
  const schema = z
    .string({ error: ({ input }) => (empty !== undefined && (input === undefined || input === null) ? empty : notAText) })
    .overwrite(clean)
    .superRefine(judged(problems))
  // The rule has judged the lengths: these are for the OpenAPI document.
  return (min ? schema.min(...min) : schema).max(...max)
}

export const text = (limits: TextLimits = {}) => ruled(textRule(limits))
export const entry = (limits: TextLimits = {}) => ruled(entryRule(limits))
export const optionalEntry = (limits: TextLimits = {}) => ruled(optionalEntryRule(limits))
/** An identifier that the browser chose. */
export const nameOf = ({ max }: { max: number }) => ruled(exactRule(max))
/** Never echoed. */
export const secret = ruled(secretRule)
/** Trimmed and lower-cased. */
export const email = ruled(emailRule).toLowerCase()

/** One of a closed list of values, ignoring case. */
export const choice = <const T extends readonly [string, ...string[]]>(values: T) =>
  z.preprocess(
    (value) =>
      typeof value === 'string' ? (values.find((v) => v.toLowerCase() === value.trim().toLowerCase()) ?? value) : value,
    z.enum(values, { error: ({ input }) => choiceProblem(values, input) }),
  )

const biggestId = Number.MAX_SAFE_INTEGER
export const notAnId = 'Not a valid id.'
const unusable = ({ input }: { input?: unknown }) => (input === undefined || input === null ? required : notAnId)

/** An id in a body or an answer. */
export const id = z
  .number({ error: unusable })
  .int({ error: unusable })
  .positive({ error: unusable })
  .max(biggestId, { error: unusable })

const idPattern = /^[1-9]\d{0,15}$/

/** An id in a path or a query. */
export const idText = z.string(notAnId).regex(idPattern, notAnId).transform(Number)

/** An id that filters a list. Text that is no id matches nothing, like an unknown id. */
export const idFilter = z
  .string(notAnId)
  .max(50, notAnId)
  .overwrite((text) => (idPattern.test(text) ? text : '0'))

/** A person by their current name. */
export const NamedPerson = z.object({ id, full_name: z.string() })

/** A calendar date, `YYYY-MM-DD`, without a time or a zone. */
export const date = z.string(dateFormat).refine(isDate, dateFormat)

/** A date from a form. An empty string is null. */
export const dateOrNull = z.preprocess((value) => (value === '' ? null : value), date.nullable())

/**
 * Texts as they were when their author began to change them. If one is another by now, the change is refused with 409, the code
 * `text_changed` and the present `texts`.
 */
export const editedFrom = <Name extends string>(...names: Name[]) =>
  z
    .object(
      Object.fromEntries(names.map((name) => [name, textBefore])) as Record<Name, typeof textBefore>,
      'Not an object of texts.',
    )
    .partial()
const textBefore = z.string(notAText).max(20_000, notAText)
export const textChanged = 'text_changed'

/** Sets one check box of a description. See `withCheckBox`. */
export const checkBoxChange = z.object(
  {
    number: z.number(notANumber).int(notANumber).min(0, notANumber).max(10_000, notANumber),
    text: z.string(notAText).max(20_000, notAText),
    is_checked: z.boolean('Must be true or false.'),
  },
  'Not a check box.',
)

/** ISO 8601 in UTC, in PostgreSQL's JSON format. */
export const timestamp = z.iso.datetime({ offset: true })

/** Rises with each change of the row itself, but not when a name that it shows changes. */
export const version = z.number().int().positive()

/** An optional filter. An empty form field does not filter. */
export const filled = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema.optional())

const digits = z
  .string(notANumber)
  .regex(/^\d{1,9}$/, notANumber)
  .transform(Number)

/** Paging of a list. `limit` counts rows, at most 1000. */
export const page = (standard: number) => ({
  limit: digits
    .pipe(
      z
        .number()
        .min(1, notANumber)
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
/** A picture as it is: a body or an answer that is no JSON. A browser sends it as a file. */
export const ImageBytes = z.custom((value) => value instanceof Uint8Array, 'Send a picture.') as z.ZodType<Uint8Array, Blob>
/** Any file, or a part of one, as it is: a body or an answer that is no JSON. */
export const FileBytes = z.custom((value) => value instanceof Uint8Array, 'Send a file.') as z.ZodType<Uint8Array, Blob>
/** A file of JSON values, one in each line, as an answer. */
export const JsonLines = z.string()
/** A table as an answer, with a head, as spreadsheets read it. */
export const CsvText = z.string()
/** An iCalendar (RFC 5545) as an answer. */
export const CalendarText = z.string()

export const statuses = ['todo', 'in_progress', 'done'] as const
export const priorities = ['low', 'medium', 'high'] as const
export type Status = (typeof statuses)[number]
export type Priority = (typeof priorities)[number]
