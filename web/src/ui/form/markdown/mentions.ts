// In a field, a mention is shown as `@Ann Lee`. Stored it is `[@Ann Lee](person:12)`, which nobody wants to read while they write.
import { personMention } from 'contract/markdown'

/** The people whom a field has mentioned since it was opened, by the name that it shows. */
export type MentionNames = Map<string, number>

const isInWord = (character: string | undefined) => character !== undefined && /[\p{L}\p{N}_]/u.test(character)
/** What comes before a mention lets `storedText` find it again. */
const hidesMention = (character: string | undefined) => isInWord(character) || character === '['

/** The text as its writer sees it, whose people are added to `names`. Of two people with one name, the second stays as it is stored. */
export function shownText(text: string, names: MentionNames) {
  if (!text.includes('](person:')) return text
  return text.replace(personMention, (mention: string, name: string, digits: string, at: number) => {
    const id = Number(digits)
    const isFree = !hidesMention(text[at - 1]) && !isInWord(text[at + mention.length])
    if (!isFree || (names.get(name) ?? id) !== id) return mention
    names.set(name, id)
    return `@${name}`
  })
}

/** The text to store for what the field shows. */
export function storedText(shown: string, names: MentionNames) {
  if (names.size === 0 || !shown.includes('@')) return shown
  // A longer name comes first, because another one may be its beginning.
  const alternatives = [...names.keys()].sort((a, b) => b.length - a.length).map(escaped)
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}_[])@(${alternatives.join('|')})(?![\\p{L}\\p{N}_])`, 'gu')
  return shown.replace(pattern, (_, name: string) => `[@${name}](person:${names.get(name)})`)
}

const escaped = (name: string) => name.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
