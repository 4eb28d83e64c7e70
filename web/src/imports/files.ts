import { longestImport } from 'contract'
import { newId } from '../api/ids.ts'
import { readText } from '../ui/form/textFile.ts'

/** A chosen file or pasted text. */
export type ChosenFile = { id: string; name: string; text: string }

const tooLarge = 'This file is too large. An import has at most 5 MB: export a part of it at a time.'

/** Rejects with a message for the person. */
export const readFile = async (file: File): Promise<ChosenFile> =>
  chosen(await readText(file, { characters: longestImport, message: tooLarge }), file.name)

export function chosen(text: string, name: string): ChosenFile {
  if (text.trim() === '') throw new Error('There is nothing in it.')
  if (text.length > longestImport) throw new Error(tooLarge)
  return { id: newId(), name, text }
}
