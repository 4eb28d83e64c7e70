// The peculiarities of Jira's CSV export.
import type { SourceComment } from './source.ts'

/** Other issues with a parent belong to an epic. */
export const subtaskType = /sub-?task/i

const account = /^([0-9a-f]{24}|\d+:[0-9a-f-]{36}|qm:.+|unknown)$/i

/** A cell “date;author;text”, as of “14/Mar/24 2:15 PM;5b10ac8d82e05b22cc7d4ef5;Looks good; ship it”. */
export function commentIn(cell: string, accounts: ReadonlyMap<string, string>): SourceComment {
  const [, at, author, text] = /^([^;\n]{6,40});([^;\n]*);([\s\S]*)$/.exec(cell) ?? []
  if (at === undefined || author === undefined || text === undefined || !/\d/.test(at)) return { author: '', at: '', text: cell }
  return { author: accounts.get(author) ?? (account.test(author) ? '' : author), at, text }
}

/** Estimates are plain seconds, unless somebody has edited the file. */
export const secondsIn = (text: string) => (/^\d+$/.test(text) ? `${text}s` : text)

/** The number before the key, which changes when an issue moves to another project. */
export const idsInOrder = (ids: readonly string[]) => {
  const isNumber = (id: string) => /^\d+$/.test(id)
  return [...ids.filter(isNumber), ...ids.filter((id) => !isNumber(id))]
}
