// Rules of form fields as plain functions. The server's schemas use them, and so do the forms of the web app, which runs no zod.

export const required = 'This field is required'
const unstorable = 'This text contains a character that cannot be stored.'
const notAllowed = 'This text contains a character that is not allowed.'
/** In code points. */
export const lengthOf = (text: string) => [...text].length
export const tooLong = (max: number) => `Ensure this field has no more than ${max} characters.`

/** PostgreSQL can't store NUL, and a lone surrogate is not valid UTF-8. */
const isStorable = (text: string) => !text.includes('\u0000') && text.isWellFormed()

const isVisible = (text: string) => /[^\p{White_Space}\p{Cc}\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb]/u.test(text)

/** Free of direction overrides, and of control characters apart from tabs and line breaks. NUL has its own message. */
const isProse = (text: string) => !/[^\P{Cc}\0\t\n\r]|[\u202a-\u202e\u2066-\u2069]/u.test(text)

/** Also without line breaks and direction marks. Joiners are allowed: emoji, Persian and Indic scripts need them. */
const isOneLine = (text: string) => isProse(text) && !/[\t\n\r\u061c\u200e\u200f\u2028\u2029]/.test(text)

const isBlank = (character = '') => /[\u034f\s\u00ad\u180e\u200b-\u200d\u2060-\u2064]/.test(character)

/** The text without white space and zero-width characters at its ends. */
export function trimmed(text: string) {
  // A regular expression would take time that grows with the square of a long blank stretch.
  let [start, end] = [0, text.length]
  while (start < end && isBlank(text[start])) start++
  while (end > start && isBlank(text[end - 1])) end--
  return text.slice(start, end)
}

/** How a text is cleaned, and what is wrong with it then. Lengths are in code points. */
export type TextRule = {
  readonly clean: (text: string) => string
  /** Every message about a cleaned text, in the order of the server's answer. */
  readonly problems: (text: string) => string[]
  /** The message for a text that is not there; absent where it may be empty. */
  readonly empty?: string
  readonly min?: readonly [length: number, message: string]
  readonly max: readonly [length: number, message: string]
}

/** `min` is a length with its message, `empty` the message for a missing text. */
export type TextLimits = { max?: number; min?: [number, string]; empty?: string }

type Kind = { clean: (text: string) => string; allows: (text: string) => boolean }
const ofOneLine: Kind = { clean: trimmed, allows: isOneLine }
const ofProse: Kind = { clean: (text) => text.trim(), allows: isProse }
const ofAnything: Kind = { clean: (text) => text.trim(), allows: () => true }

const visible =
  ({ clean, allows }: Kind) =>
  ({ max = 255, empty = required, min = [1, empty] }: TextLimits = {}): TextRule => ({
    clean,
    empty,
    min,
    max: [max, tooLong(max)],
    problems: (text) =>
      isVisible(text)
        ? messages(
            !isStorable(text) && unstorable,
            !allows(text) && notAllowed,
            lengthOf(text) < min[0] && min[1],
            lengthOf(text) > max && tooLong(max),
          )
        : messages(!isStorable(text) && unstorable, empty),
  })

const optional =
  ({ clean, allows }: Kind) =>
  ({ max = 10_000, min: [min, tooShort] = [0, ''] }: TextLimits = {}): TextRule => ({
    clean,
    max: [max, tooLong(max)],
    problems: (text) =>
      messages(
        !isStorable(text) && unstorable,
        // In UTF-16 units, unlike the other lengths.
        text !== '' && text.length < min && tooShort,
        lengthOf(text) > max && tooLong(max),
        !allows(text) && notAllowed,
      ),
  })

/** A name or title, which is shown as one line. */
export const lineRule = visible(ofOneLine)
/** Text of any number of lines with something visible in it. */
export const textRule = visible(ofProse)
/** Text that is compared or parsed, never shown: any storable character is allowed. */
export const entryRule = visible(ofAnything)
/** Text of any number of lines that may be empty. */
export const optionalTextRule = optional(ofProse)
/** A search or look-up, which may be empty. */
export const optionalEntryRule = optional(ofAnything)

/** Text that is kept as it was typed. */
export const exactRule = (max: number): TextRule => ({
  clean: (text) => text,
  min: [1, required],
  max: [max, tooLong(max)],
  problems: (text) => messages(text === '' && required, lengthOf(text) > max && tooLong(max), !isStorable(text) && unstorable),
})
export const secretRule: TextRule = { ...exactRule(1000), empty: required }

/** A rule with a format in lower case, which is judged once there is something visible. */
export const withFormat = (rule: TextRule, { pattern, message }: Format): TextRule => ({
  ...rule,
  problems: (text) => [...rule.problems(text), ...messages(isVisible(text) && !pattern.test(text.toLowerCase()) && message)],
})

export const emailRule = withFormat(entryRule({ max: 254 }), {
  pattern: /^(?:[\w'+-]+\.)*[\w'+-]*[\w+-]@(?:[a-z0-9][a-z0-9-]*\.)+[a-z]{2,}$/,
  message: 'Invalid email format',
})

/** The message to show beside a field with this text, if there is one. */
export const problemOf = ({ clean, problems }: TextRule, text: string) => problems(clean(text))[0]

/** A format: its pattern, and the message while a text does not have it. */
export type Format = { readonly pattern: RegExp; readonly message: string }

/** The messages of the formats that this text does not have. */
export const brokenRules = (formats: readonly Format[], text: string) =>
  messages(...formats.map(({ pattern, message }) => !pattern.test(text) && message))

/** The message for a value outside of a closed list, if it is. */
export function choiceProblem(choices: readonly string[], value: unknown) {
  if (value === undefined || value === null || value === '') return required
  return choices.some((choice) => choice === value) ? undefined : `Choose one of: ${choices.join(', ')}.`
}

export const dateFormat = 'Use the date format YYYY-MM-DD.'

/** Whether a text is a date of the calendar, in that format. */
export function isDate(text: string) {
  const [, y, m, d] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? []
  if (!y || !m || !d || y === '0000') return false
  const date = new Date(Date.UTC(2000, Number(m) - 1, Number(d)))
  date.setUTCFullYear(Number(y), Number(m) - 1, Number(d))
  return date.getUTCMonth() === Number(m) - 1 && date.getUTCDate() === Number(d)
}

/** The messages that apply, each once. */
export const messages = (...all: readonly (string | false | undefined)[]) => [
  ...new Set(all.filter((message): message is string => Boolean(message))),
]
