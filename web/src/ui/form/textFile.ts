type Most = {
  characters: number
  /** The message for a file that has more. */
  message: string
}

/** The text of a file that a person has chosen. Rejects with a message for them. */
export async function readText(file: File, most: Most) {
  if (/\.(xlsx?|ods|numbers)$/i.test(file.name)) throw new Error('Save the spreadsheet as CSV, and choose that file.')
  if (file.size > 2 * most.characters) throw new Error(most.message)
  return decoded(await file.arrayBuffer())
}

/** Text in UTF-8 or, as spreadsheets often save it, in UTF-16 or Windows-1252. */
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
