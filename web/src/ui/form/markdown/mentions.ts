// In a field, a mention is shown as `@Ann Lee`. Stored it is `[@Ann Lee](person:12)`, which nobody wants to read while they write.
import { unspaced } from 'contract'
import { personMention } from 'contract/markdown'

/** The people whom a field has mentioned since it was opened, by the name that it shows. */
export type MentionNames = Map<string, number>

/** A mention may follow a letter where words have no spaces between them. Elsewhere that is an address of mail. */
const beforeMention = `(?<!(?![${unspaced}])[\\p{L}\\p{N}_]|\\[)`
const isFree = new RegExp(`${beforeMention}$`, 'u')

/** The text as its writer sees it, whose people are added to `names`. Of two people with one name, the second stays as it is stored. */
export function shownText(text: string, names: MentionNames) {
  if (!text.includes('](person:')) return text
  const all = new Map(names)
  const shown = text.replace(personMention, (mention: string, name: string, digits: string, at: number) => {
    const id = Number(digits)
    if (!isFree.test(text.slice(Math.max(0, at - 2), at)) || (all.get(name) ?? id) !== id) return mention
    all.set(name, id)
    return `@${name}`
  })
  // What follows a name may make it another one, such as `Lee` behind `@Ann`.
  if (storedText(shown, all) !== text) return text
  for (const [name, id] of all) names.set(name, id)
  return shown
}

/** The text to store for what the field shows. Letters behind a name, such as those of a case, leave the person who was chosen. */
export function storedText(shown: string, names: MentionNames) {
  if (names.size === 0 || !shown.includes('@')) return shown
  // A longer name comes first, because another one may be its beginning.
  const alternatives = [...names.keys()].sort((a, b) => b.length - a.length).map(escaped)
  const pattern = new RegExp(`${beforeMention}@(${alternatives.join('|')})`, 'gu')
  return shown.replace(pattern, (_, name: string) => `[@${name}](person:${names.get(name)})`)
}

const escaped = (name: string) => name.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
