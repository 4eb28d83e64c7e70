// Rules of form fields as plain functions. The server's schemas use them, and so do the forms of the web app, which runs no zod.

export const required = 'This field is required'
const unstorable = 'This text contains a character that cannot be stored.'
/** In code points. */
export const lengthOf = (text: string) => [...text].length
export const tooLong = (max: number) => `Ensure this field has no more than ${max} characters.`

/** PostgreSQL can't store NUL, and a lone surrogate is not valid UTF-8. */
const isStorable = (text: string) => !text.includes('\u0000') && text.isWellFormed()

const isVisible = (text: string) => /[^\p{White_Space}\p{Cc}\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb]/u.test(text)

/** Everything that is invisible wherever it stands. NUL is refused, not removed. */
const invisible = /[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]|[^\P{Cc}\0\t\n\r]/gu

/** Controls, and marks that reorder or hide the text around them. The tags of a flag, such as Scotland's, are part of an emoji. */
const unsafe =
  /(\u{1f3f4}[\u{e0020}-\u{e007f}]+)|[\u202a-\u202e\u2066-\u206f\ufff9-\ufffb\u{e0000}-\u{e007f}]|[^\P{Cc}\0\t\n\r]/gu

/** Characters of no use in one line. Joiners are kept: emoji, Persian and Indic scripts need them. */
const strayInLine = /[\u00ad\u061c\u180e\u200b\u200e\u200f\u2060-\u2065\ufeff]/g

/** Line breaks of other systems and of word processors. */
const breaks = /[\v\f\u0085\u2028\u2029]/g

const safe = (text: string) => text.replace(unsafe, '$1')

const withoutInvisible = (text: string) => text.replace(invisible, '')

const isBlank = (character = '') => /[\u034f\s\u00ad\u180e\u200b-\u200d\u2060-\u2064]/.test(character)

/** The text without white space and zero-width characters at its ends. */
export function trimmed(text: string) {
  // A regular expression would take time that grows with the square of a long blank stretch.
  let [start, end] = [0, text.length]
  while (start < end && isBlank(text[start])) start++
  while (end > start && isBlank(text[end - 1])) end--
  return text.slice(start, end)
}

/** One line as it is stored. */
export const lineOf = (text: string) =>
  trimmed(
    safe(text.replace(breaks, ' '))
      .replace(strayInLine, '')
      .replace(/[\t\n\r]+/g, ' '),
  )

/** Any number of lines as they are stored. Empty if there is nothing visible in them. */
export function proseOf(text: string) {
  const prose = safe(text.replace(breaks, '\n')).trim()
  return isVisible(prose) || !isStorable(prose) ? prose : ''
}

/** Returns typed text for a comparison, without invisible characters. */
export const entryOf = (text: string) => withoutInvisible(text).trim()

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

type Clean = TextRule['clean']

const visible =
  (clean: Clean) =>
  ({ max = 255, empty = required, min = [1, empty] }: TextLimits = {}): TextRule => ({
    clean,
    empty,
    min,
    max: [max, tooLong(max)],
    problems: (text) =>
      isVisible(text)
        ? messages(!isStorable(text) && unstorable, lengthOf(text) < min[0] && min[1], lengthOf(text) > max && tooLong(max))
        : messages(!isStorable(text) && unstorable, empty),
  })

const optional =
  (clean: Clean) =>
  ({ max = 10_000, min: [min, tooShort] = [0, ''] }: TextLimits = {}): TextRule => ({
    clean,
    max: [max, tooLong(max)],
    problems: (text) =>
      messages(
        !isStorable(text) && unstorable,
        // In UTF-16 units, unlike the other lengths.
        text !== '' && text.length < min && tooShort,
        lengthOf(text) > max && tooLong(max),
      ),
  })

/** A name or title, which is shown as one line. */
export const lineRule = visible(lineOf)
/** Text of any number of lines with something visible in it. */
export const textRule = visible(proseOf)
/** Text that is compared or parsed, never shown. */
export const entryRule = visible(entryOf)
/** Text of any number of lines that may be empty. */
export const optionalTextRule = optional(proseOf)
/** A search or look-up, which may be empty. */
export const optionalEntryRule = optional(entryOf)

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

const atext = "[\\w!#$%&'*+/=?^`{|}~-]+"
const dotString = `${atext}(?:\\.${atext})*`
const quotedString = String.raw`"(?:[ !#-\[\]-~]|\\[ -~])+"`
const asciiDomain = '(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{1,59})'

/** An address as RFC 5321 allows it: ASCII before the @, and a domain as the DNS has it. */
export const emailFormat: Format = {
  pattern: new RegExp(`^(?=.{1,64}@[^@]*$)(?:${dotString}|${quotedString})@${asciiDomain}$`, 'i'),
  message: 'Invalid email format',
}

/** An address in its only spelling: the domain as A-labels, and quotes only where they are needed. Text that is no address stays. */
export function emailOf(text: string) {
  const typed = entryOf(text.normalize('NFKC'))
  const at = typed.lastIndexOf('@')
  return at < 0 ? typed : `${unquoted(typed.slice(0, at))}@${aLabels(typed.slice(at + 1))}`
}

function unquoted(local: string) {
  if (!new RegExp(`^${quotedString}$`).test(local)) return local
  const plain = local.slice(1, -1).replace(/\\(.)/g, '$1')
  return new RegExp(`^${dotString}$`).test(plain) ? plain : `"${plain.replace(/["\\]/g, '\\$&')}"`
}

/** `пример.рф` as `xn--e1afmkfd.xn--p1ai`. */
function aLabels(domain: string) {
  if (!/[^\0-\x7f]/.test(domain) || !/^[\p{L}\p{M}\p{N}.。-]{1,254}$/u.test(domain)) return domain
  const url = `http://${domain}`
  return URL.canParse(url) ? new URL(url).hostname : domain
}

export const emailRule: TextRule = withFormat({ ...entryRule({ max: 254 }), clean: emailOf }, emailFormat)

/** The ASCII digit of a decimal digit of any script. Each script has its ten in a row. */
function asciiDigit(digit: string) {
  const isDigit = (code: number) => /\p{Nd}/u.test(String.fromCodePoint(code))
  const code = digit.codePointAt(0) ?? 0
  let value = 0
  while (value < 9 && isDigit(code - value - 1)) value++
  return String(value)
}

/** A code that is typed or pasted, without what groups it, in ASCII digits. */
export const codeOf = (text: string) =>
  entryOf(text.normalize('NFKC'))
    .replace(/[\s.\p{Pd}\u2212]/gu, '')
    .replace(/[^\P{Nd}0-9]/gu, asciiDigit)

export const codeRule = (limits?: TextLimits): TextRule => ({ ...entryRule(limits), clean: codeOf })

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
