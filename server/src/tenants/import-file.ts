// Reads the file that export.ts writes: line by line, and never more than one line of it at once.
import { isUtf8 } from 'node:buffer'
import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { z } from 'zod'
import { format, version } from './export.ts'

/** A picture is the longest row that is imported. What was deleted in the last minute may be longer, and is skipped. */
const longestLine = 64 * 1024 * 1024

const chunkBytes = 64 * 1024

/** A problem of a file, in a sentence that names the line. */
export class FileProblem extends Error {
  constructor(line: number, problem: string) {
    super(`Line ${line}: ${problem}`)
  }
}

const Header = z.object({
  format: z.string(),
  version: z.number(),
  database_version: z.string(),
  tenant: z.object({ id: z.number().int().positive(), name: z.string(), subdomain: z.string(), schema: z.string() }),
  tables: z.array(z.object({ name: z.string(), rows: z.number().int().nonnegative(), columns: z.array(z.string()) })),
})
export type Header = z.output<typeof Header>
type Line = { line: number; text: string }
/** `json` is the row as the file has it. */
export type FileRow = { line: number; table: string; json: string }
export type FileContent = { line: number; id: number; bytes: AsyncGenerator<Buffer> }

const startOfPiece = '{"content":'
const piece = /^\{"content":(\d{1,16}),"bytes":"([A-Za-z0-9+/]+={0,2})"\}$/

/** Reads the header, the first line. */
export async function readHeader(file: FileHandle): Promise<Header> {
  for await (const { text } of linesOf(file)) return headerOf(text)
  throw new FileProblem(1, 'the file is empty.')
}

function headerOf(text: string) {
  const foreign = new FileProblem(1, 'this is no file of npm run export-tenant.')
  const value = parsed(text)
  if (!isObject(value) || value.format !== format) throw foreign
  if (typeof value.version === 'number' && value.version > version)
    throw new FileProblem(
      1,
      `the file has the format ${value.version}, and this program knows formats up to ${version}: update it first.`,
    )
  const header = Header.safeParse(value)
  if (!header.success || header.data.version < 1) throw foreign
  return header.data
}

/** Reads the rows. Once the generator has ended, the file has been complete and as it was written. */
export async function* rowsOf(file: FileHandle, header: Header): AsyncGenerator<FileRow> {
  for await (const entry of entriesOf(file, header)) if ('table' in entry) yield entry
}

/** Reads the contents one after the other. The bytes of each have to be read to their end before the next one is asked for. */
export async function* contentsOf(file: FileHandle, header: Header): AsyncGenerator<FileContent> {
  const pieces = piecesOf(file, header)
  let next = await pieces.next()
  async function* bytesOf(id: number) {
    for (; !next.done && next.value.id === id; next = await pieces.next()) yield next.value.bytes
  }
  while (!next.done) {
    const { line, id } = next.value
    yield { line, id, bytes: bytesOf(id) }
  }
}

async function* piecesOf(file: FileHandle, header: Header) {
  for await (const entry of entriesOf(file, header)) {
    if ('table' in entry) continue
    const [, id, bytes = ''] = piece.exec(entry.text) ?? []
    if (id === undefined) throw new FileProblem(entry.line, 'here should be bytes of a file.')
    yield { line: entry.line, id: Number(id), bytes: Buffer.from(bytes, 'base64') }
  }
}

/** The rows, then the lines with bytes as they are. */
async function* entriesOf(file: FileHandle, header: Header): AsyncGenerator<FileRow | Line> {
  const expected = header.tables.flatMap(({ name, rows }) => (rows ? [{ name, rows }] : []))
  const hash = createHash('sha256')
  const hasEnd = header.version > 1
  let [place, taken, last, ended] = [0, 0, 1, false]
  for await (const { line, text } of linesOf(file)) {
    last = line
    if (line === 1) continue
    if (ended) throw new FileProblem(line, 'there is something after the end of the file.')
    const table = expected[place]
    if (!table && header.version > 2 && text.startsWith(startOfPiece)) {
      hash.update(`${text}\n`)
      yield { line, text }
      continue
    }
    if (!table) {
      ended = true
      if (!hasEnd) throw new FileProblem(line, 'there are more rows than the first line says.')
      mustMatch(line, text, hash.digest('hex'))
      continue
    }
    const start = `{"table":${JSON.stringify(table.name)},"row":`
    if (!text.startsWith(start) || !text.endsWith('}'))
      throw new FileProblem(line, `here should be row ${taken + 1} of ${table.rows} of ${table.name}.`)
    hash.update(`${text}\n`)
    yield { line, table: table.name, json: text.slice(start.length, -1) }
    taken++
    if (taken === table.rows) [place, taken] = [place + 1, 0]
  }
  const missing = expected[place]
  if (missing) throw new FileProblem(last + 1, `the file ends before row ${taken + 1} of ${missing.rows} of ${missing.name}.`)
  if (hasEnd && !ended) throw new FileProblem(last + 1, 'the file ends before its checksum.')
}

function mustMatch(line: number, text: string, sha256: string) {
  const end = parsed(text)
  if (!isObject(end) || typeof end.sha256 !== 'string') throw new FileProblem(line, 'here should be the checksum.')
  if (end.sha256 !== sha256) throw new FileProblem(line, 'the checksum differs: the file was changed after it was exported.')
}

/** The lines with their numbers, from 1. */
async function* linesOf(file: FileHandle): AsyncGenerator<Line> {
  let [line, parts, length] = [1, [] as Buffer[], 0]
  const take = (part: Buffer) => {
    length += part.length
    if (length > longestLine) throw new FileProblem(line, `the line is longer than ${longestLine / 1024 / 1024} MB.`)
    parts.push(part)
  }
  for await (const chunk of chunksOf(file)) {
    let start = 0
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, start)) {
      take(chunk.subarray(start, end))
      yield { line, text: textOf(line, parts[1] ? Buffer.concat(parts) : (parts[0] ?? Buffer.alloc(0))) }
      line++
      parts = []
      length = 0
      start = end + 1
    }
    take(chunk.subarray(start))
  }
  if (length) throw new FileProblem(line, 'the file ends in the middle of this line.')
}

/** Unlike a stream, leaves the file open, so that it can be read again. */
async function* chunksOf(file: FileHandle) {
  for (let position = 0; ; ) {
    const { bytesRead, buffer } = await file.read({ buffer: Buffer.allocUnsafe(chunkBytes), position })
    if (!bytesRead) return
    yield buffer.subarray(0, bytesRead)
    position += bytesRead
  }
}

function textOf(line: number, bytes: Buffer) {
  if (!isUtf8(bytes)) throw new FileProblem(line, 'this is no text in UTF-8.')
  return bytes.toString('utf8')
}

/** Undefined if it is no JSON. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
