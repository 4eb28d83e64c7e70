type Most = {
  bytes: number
  /** The message for a file that has more. */
  message: string
}

/** The encodings in which spreadsheets save text, by their names in `TextDecoder`. */
export const encodings = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16 (big endian)',
  'windows-1252': 'Western European (Windows-1252)',
  macintosh: 'Western European (Mac)',
  'windows-1250': 'Central European (Windows-1250)',
  'iso-8859-2': 'Central European (ISO 8859-2)',
  'windows-1251': 'Cyrillic (Windows-1251)',
  'koi8-r': 'Cyrillic (KOI8-R)',
  ibm866: 'Cyrillic (DOS)',
  'windows-1253': 'Greek (Windows-1253)',
  'windows-1254': 'Turkish (Windows-1254)',
  'windows-1255': 'Hebrew (Windows-1255)',
  'windows-1256': 'Arabic (Windows-1256)',
  'windows-1257': 'Baltic (Windows-1257)',
  'windows-1258': 'Vietnamese (Windows-1258)',
  'windows-874': 'Thai (Windows-874)',
  shift_jis: 'Japanese (Shift JIS)',
  'euc-jp': 'Japanese (EUC)',
  gb18030: 'Simplified Chinese (GB 18030)',
  big5: 'Traditional Chinese (Big5)',
  'euc-kr': 'Korean (EUC)',
} as const
export type Encoding = keyof typeof encodings

/** `guess`: the encoding in which a file was read that does not show its own. */
export type FileText = { text: string; guess?: { bytes: ArrayBuffer; encoding: Encoding } }

/** The text of a file that a person has chosen. Rejects with a message for them. */
export async function readText(file: File, most: Most): Promise<FileText> {
  if (/\.(xlsx?|ods|numbers)$/i.test(file.name)) throw new Error('Save the spreadsheet as CSV, and choose that file.')
  if (file.size > most.bytes) throw new Error(most.message)
  const bytes = await file.arrayBuffer()
  const { encoding, isCertain } = encodingOf(bytes)
  return isCertain ? { text: decodedAs(bytes, encoding) } : readAs(bytes, encoding)
}

export const readAs = (bytes: ArrayBuffer, encoding: Encoding): FileText => ({
  text: decodedAs(bytes, encoding),
  guess: { bytes, encoding },
})

/** Text in UTF-8 or, as spreadsheets often save it, in UTF-16 or Windows-1252. */
export const decoded = (bytes: ArrayBuffer) => decodedAs(bytes, encodingOf(bytes).encoding)

/** A character of UTF-8 that has lost a byte becomes a single mark. */
function decodedAs(bytes: ArrayBuffer, encoding: Encoding) {
  const text = new TextDecoder(encoding).decode(bytes)
  return encoding === 'utf-8' ? text.replace(/\ufffd+/g, '\ufffd') : text
}

function encodingOf(bytes: ArrayBuffer): { encoding: Encoding; isCertain: boolean } {
  const start = new Uint8Array(bytes, 0, Math.min(2000, bytes.byteLength))
  const [first, second, third] = start
  if (first === 0xff && second === 0xfe) return { encoding: 'utf-16le', isCertain: true }
  if (first === 0xfe && second === 0xff) return { encoding: 'utf-16be', isCertain: true }
  // Only UTF-16 has zeros in texts: the halves of blanks, commas and line ends.
  const zeros = [0, 1].map((half) => start.filter((byte, index) => byte === 0 && index % 2 === half).length)
  if (zeros[0] === 0 && zeros[1]) return { encoding: 'utf-16le', isCertain: false }
  if (zeros[1] === 0 && zeros[0]) return { encoding: 'utf-16be', isCertain: false }
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return { encoding: 'utf-8', isCertain: true }
  } catch {
    const hasMark = first === 0xef && second === 0xbb && third === 0xbf
    return { encoding: hasMark || isDamaged(bytes) ? 'utf-8' : 'windows-1252', isCertain: false }
  }
}

/** Whether most characters beyond ASCII are whole in UTF-8, which they hardly are by chance. */
function isDamaged(bytes: ArrayBuffer) {
  const text = decodedAs(bytes, 'utf-8')
  const broken = text.match(/\ufffd/g)?.length ?? 0
  const beyond = text.match(/[^\p{ASCII}\ufffd]/gu)?.length ?? 0
  return beyond >= broken
}
