// How words of a search are compared with words of a text, and marked there.
import type { ExcerptPart } from 'contract'

const excerptLength = 160
/** Characters before the first match. */
const lead = 40

/** Words as the database takes them apart: see search_text in migration 020. */
const cjk = '\\u3041-\\u30fa\\u3400-\\u4dbf\\u4e00-\\u9fff'
const separators =
  '\\u0000-\\u002f\\u003a-\\u0040\\u005b-\\u0060\\u007b-\\u00a9\\u00ab-\\u00b4\\u00b6-\\u00b9\\u00bb-\\u00bf\\u2000-\\u2bff\\u3000-\\u303f\\ufe00-\\ufe0f\\u{1f000}-\\u{1faff}'
const word = new RegExp(`[${cjk}]|[^${cjk}${separators}]+`, 'gu')

const ligatures: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ł: 'l', ı: 'i', þ: 'th', ð: 'd' }

/** Without case and accents. Only decides what is marked, so it need not agree with the database on every letter. */
const fold = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[ßæœøđłıþð]/g, (letter) => ligatures[letter] ?? letter)

/** Tells which words of a text are marked. */
export function matcher(words: readonly string[], beginning: string | undefined) {
  const exact = new Set(words.map(fold))
  const start = beginning === undefined ? undefined : fold(beginning)
  return (text: string) => {
    const folded = fold(text)
    return exact.has(folded) || (start !== undefined && folded.startsWith(start))
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

const matchesIn = (text: string, isMatch: Matcher): Range[] =>
  [...text.matchAll(word)].flatMap(([found], i, all) => {
    const from = all[i]?.index ?? 0
    return isMatch(found) ? [{ from, to: from + found.length }] : []
  })

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
