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
  const value = parsed(text)
  const itsFormat = format ?? (typeof value === 'object' && value !== null && 'cards' in value ? 'trello' : 'asana')
  if (itsFormat === 'trello') return readTrello(validated(TrelloBoard, value, 'This is no board that Trello has exported'))
  if (itsFormat === 'asana') return readAsana(validated(AsanaProject, value, 'This is no project that Asana has exported'))
  throw invalid({ format: ['This file is JSON. Choose Trello or Asana, or leave it to us.'] })
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
