// How words of a search are compared with words of a text, and marked there.
import { type ExcerptPart, folded, unspaced } from 'contract'

const excerptLength = 160
/** Characters before the first match. */
const lead = 40

/** Words as the database takes them apart: see search_text in migration 046. */
const symbols =
  '\\u00a2-\\u00a7\\u00a9\\u00ac\\u00ae\\u00b0\\u00b1\\u00b6\\u00d7\\u00f7\\u20a0-\\u20cf\\u2190-\\u2bff\\u{1f000}-\\u{1f3fa}\\u{1f400}-\\u{1faff}'
const separators =
  '\\u0000-\\u002f\\u003a-\\u0040\\u005b-\\u0060\\u007b-\\u00a1\\u00a8\\u00ab\\u00ad\\u00af\\u00b4\\u00b7\\u00b8\\u00bb\\u00bf\\u055a-\\u055f\\u0589\\u058a\\u05be\\u05c0\\u05c3\\u05c6\\u05f3\\u05f4\\u0609-\\u060d\\u061b-\\u061f\\u066a-\\u066d\\u06d4\\u0964\\u0965\\u0970\\u0e4f\\u0e5a\\u0e5b\\u0f04-\\u0f14\\u104a-\\u104f\\u1361-\\u1368\\u166e\\u1680\\u16eb-\\u16ed\\u17d4-\\u17da\\u1800-\\u180a\\u2000-\\u209f\\u20d0-\\u20ff\\u2e00-\\u2e7f\\u3000-\\u3004\\u3008-\\u3020\\u3030\\u303d\\u30fb\\ua4fe\\ua4ff\\ufe00-\\ufe1f\\ufe30-\\ufe6b\\uff01-\\uff0f\\uff1a-\\uff20\\uff3b-\\uff40\\uff5b-\\uff65\\u{1f3fb}-\\u{1f3ff}'
const flag = '[\\u{1f1e6}-\\u{1f1ff}]{2}'
const letters = `[^${unspaced}${symbols}${separators}]+`
const signed = '[a-z0-9]{1,20}[+#]{1,3}(?![a-z0-9+#])'

/** A beginning such as `.net` is meant only where no word is before it: `node.js` may also be written `node js`. */
const wordOfQuery = new RegExp(
  `${signed}|(?<!${letters})\\.[a-z][a-z0-9]{0,19}|[${unspaced}]+|${flag}|[${symbols}]|${letters}`,
  'gu',
)
const wordOfText = new RegExp(`${signed}|\\.[a-z][a-z0-9]{0,19}|[${unspaced}]|${flag}|[${symbols}]|${letters}`, 'giu')
const isUnspaced = new RegExp(`^[${unspaced}]`, 'u')
const longestWord = 64

/** What a person typed, as words. Of a script without spaces, each pair of characters is one, so that a part of a word is found. */
export const wordsIn = (text: string) => {
  // The index has only the part of an address before its @.
  const typed = folded(text.replace(/(\S)@\S*/g, '$1')).normalize('NFC')
  return [...new Set((typed.match(wordOfQuery) ?? []).flatMap((word) => (isUnspaced.test(word) ? pairsOf(word) : [cut(word)])))]
}

function pairsOf(run: string) {
  const characters = [...run]
  return characters.length === 1 ? characters : characters.slice(1).map((character, i) => `${characters[i]}${character}`)
}

const cut = (word: string) => [...word].slice(0, longestWord).join('')

/** Tells which words of a text are marked. */
export function matcher(words: readonly string[], beginning: string | undefined) {
  const exact = new Set(words)
  return (text: string) => {
    const word = folded(text).normalize('NFC')
    return exact.has(word) || (beginning !== undefined && word !== '' && word.startsWith(beginning))
  }
}
export type Matcher = ReturnType<typeof matcher>

/** The whole text in parts. */
export const marked = (text: string, isMatch: Matcher) => partsOf(text, matchesIn(text, isMatch), { from: 0, to: text.length })

/** The surroundings of the first match, or the beginning of the text without one. */
export function excerptOf(text: string, isMatch: Matcher): ExcerptPart[] {
  const matches = matchesIn(text, isMatch)
  const first = matches[0]?.from ?? 0
  const from = first <= lead ? 0 : wordStart(text, first - lead, first)
  const to = Math.max(wordEnd(text, from + excerptLength), matches[0]?.to ?? 0)
  const parts = partsOf(text, matches, { from, to: Math.min(to, from + 2 * excerptLength) })
  return [
    ...(from > 0 ? [{ text: '… ', is_match: false }] : []),
    ...parts,
    ...(to < text.length ? [{ text: ' …', is_match: false }] : []),
  ]
}

type Range = { from: number; to: number }

function matchesIn(text: string, isMatch: Matcher): Range[] {
  const found = [...text.matchAll(wordOfText)].map(({ 0: word, index }) => ({ word, from: index, to: index + word.length }))
  return found.flatMap(({ word, from, to }, i) => {
    if (isMatch(word)) return [{ from, to }]
    if (isUnspaced.test(word)) {
      const [before, after] = [found[i - 1], found[i + 1]]
      const isPaired = (before?.to === from && isMatch(before.word + word)) || (after?.from === to && isMatch(word + after.word))
      return isPaired ? [{ from, to }] : []
    }
    const bare = word.replace(/^\.|[+#]+$/g, '')
    const start = from + Number(word.startsWith('.'))
    return bare !== word && isMatch(bare) ? [{ from: start, to: start + bare.length }] : []
  })
}

function partsOf(text: string, matches: readonly Range[], { from, to }: Range): ExcerptPart[] {
  const parts: ExcerptPart[] = []
  const add = (start: number, end: number, is_match: boolean) => {
    if (end > start) parts.push({ text: text.slice(start, end).toWellFormed(), is_match })
  }
  let at = from
  for (const match of matches) {
    if (match.from < at || match.from >= to) continue
    add(at, match.from, false)
    at = Math.min(match.to, to)
    add(match.from, at, true)
  }
  add(at, to, false)
  return parts
}

/** The first start of a word from `at` on, but not after `latest`. */
function wordStart(text: string, at: number, latest: number) {
  const space = text.slice(at, latest).search(/\s/)
  return space < 0 ? at : at + space + 1
}

/** The last end of a word up to `at`. */
function wordEnd(text: string, at: number) {
  if (at >= text.length) return text.length
  const space = text.slice(0, at).search(/\s\S*$/)
  return space > at - lead ? space : at
}

/** How many letters have to be inserted, deleted, replaced or swapped with the next one, to turn one word into the other. */
export function typingErrors(one: string, other: string) {
  const [a, b] = [[...one], [...other]]
  let before: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1]
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      row.push(
        Math.min(
          (last[j] ?? 0) + 1,
          (row[j - 1] ?? 0) + 1,
          (last[j - 1] ?? 0) + (isSame ? 0 : 1),
          isSwapped ? (before[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
        ),
      )
    }
    before = last
    last = row
  }
  return last[b.length] ?? 0
}
