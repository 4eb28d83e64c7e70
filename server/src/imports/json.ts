// JSON: boards of Trello and projects of Asana.
import type { ImportFormat } from 'contract'
import type { z } from 'zod'
import { invalid } from '../kit/errors.ts'
import { AsanaProject, readAsana } from './asana.ts'
import type { ImportSource } from './source.ts'
import { readTrello, TrelloBoard } from './trello.ts'

export const isJson = (text: string) => /^\ufeff?\s*[[{]/.test(text)

/** Reads a file whose content starts like JSON. */
export function readJson(text: string, format: ImportFormat | undefined): ImportSource {
  if (format === 'csv' || format === 'jira')
    throw invalid({ format: ['This file is JSON. Choose Trello or Asana, or leave it to us.'] })
  const value = parsed(text)
  if (!has(value, 'cards') && !has(value, 'data')) throw invalid({ text: [wordsFor(value)] })
  return (format ?? (has(value, 'cards') ? 'trello' : 'asana')) === 'trello'
    ? readTrello(validated(TrelloBoard, value, 'This is no board that Trello has exported'))
    : readAsana(validated(AsanaProject, value, 'This is no project that Asana has exported'))
}

const has = (value: unknown, key: string) => typeof value === 'object' && value !== null && key in value

/** Says what such a file is, as far as its keys tell, and what could be read. */
function wordsFor(value: unknown) {
  const isList = Array.isArray(value)
  const first: unknown = isList ? value[0] : value
  const kinds = [
    { key: 'idList', one: 'a single card of Trello', many: 'a list of cards of Trello' },
    { key: 'idBoard', one: 'a single list of Trello', many: 'lists of Trello without their cards' },
    { key: 'gid', one: 'a single task of Asana', many: 'a list of tasks of Asana' },
  ]
  const kind = kinds.find(({ key }) => has(first, key))
  if (kind)
    return `This is ${isList ? kind.many : kind.one}. From JSON, only whole boards of Trello and whole projects of Asana can be imported.`
  return 'This is no board that Trello has exported, and no project that Asana has exported. From JSON, only these can be imported. Save other lists as CSV.'
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''))
  } catch {
    throw invalid({ text: ['This JSON is malformed. Export the file again.'] })
  }
}

function validated<T extends z.ZodType>(schema: T, value: unknown, message: string): z.output<T> {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const place = result.error.issues[0]?.path.map(String).join('.')
  throw invalid({ text: [place ? `${message}: look at ${[...place].slice(0, 100).join('')}.` : `${message}.`] })
}
