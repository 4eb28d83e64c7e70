import { longestImport } from 'contract'
import { newId } from '../api/ids.ts'

/** A chosen file or pasted text. */
export type ChosenFile = { id: string; name: string; text: string }

const tooLarge = 'This file is too large. An import has at most 5 MB: export a part of it at a time.'
const isLarge = ({ size }: Blob) => size > 2 * longestImport

/** Rejects with a message for the person. */
export async function readFile(file: File): Promise<ChosenFile> {
  if (/\.(xlsx?|ods|numbers)$/i.test(file.name)) throw new Error('Save the spreadsheet as CSV, and choose that file.')
  if (isLarge(file)) throw new Error(tooLarge)
  return chosen(decoded(await file.arrayBuffer()), file.name)
}

export function chosen(text: string, name: string): ChosenFile {
  if (text.trim() === '') throw new Error('There is nothing in it.')
  if (text.length > longestImport) throw new Error(tooLarge)
  return { id: newId(), name, text }
}

/** The text of a file in UTF-8 or, as spreadsheets often save it, in UTF-16 or Windows-1252. */
export function decoded(bytes: ArrayBuffer) {
  const [first, second] = new Uint8Array(bytes, 0, Math.min(2, bytes.byteLength))
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
