// Reads are revalidated by a fingerprint: a browser that names the fingerprint of the answer it has gets 304 while the answer
// is the same. It is a hash of what the read declares that its answer depends on, or else of the content.
import { hash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import zlib from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { pipelined } from '../db/db.ts'

// biome-ignore lint/suspicious/noExplicitAny: each endpoint has its own context and input
type Read = (ctx: any, input: any) => Promise<unknown>

/** A read that can tell whether its answer has changed without making it. */
export type Conditional<R extends Read> = {
  /**
   * What the answer depends on, apart from the request. It changes whenever the answer does, and costs little. Undefined if
   * this person may not see the answer.
   */
  fingerprint: (...request: Parameters<R>) => Promise<object | undefined>
  read: R
}

const root = path.resolve(import.meta.dirname, '../../../..')
const filesIn = (folder: string) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => path.extname(name))
    .sort()
    .map((name) => readFileSync(path.join(root, folder, name), 'utf8'))
/** Differs between releases, because another release may answer differently from the same rows. */
const release = hash('sha256', ['contract/src', 'server/src', 'server/migrations'].flatMap(filesIn).join())

/** Makes the answer and its fingerprint, or the fingerprint alone if the browser knows it. */
export async function readUnlessKnown(
  { fingerprint, read }: Conditional<Read>,
  { headers: { 'if-none-match': known } }: FastifyRequest,
  ...call: Parameters<Read>
): Promise<{ fingerprint: string | undefined; answer?: unknown }> {
  const fingerprinted = async () => {
    const parts = await fingerprint(...call)
    return parts && hash('sha256', JSON.stringify([release, parts]), 'base64url')
  }
  // A browser that knows nothing needs both, in the same round trips.
  if (known === undefined) {
    const [present, answer] = await pipelined(fingerprinted(), read(...call))
    return { fingerprint: present, answer }
  }
  const present = await fingerprinted()
  if (present !== undefined && names(known, present)) return { fingerprint: present }
  return { fingerprint: present, answer: await read(...call) }
}

/** The hash of a body that will be sent, by the buffer that is sent. */
const hashes = new WeakMap<Buffer, string>()

/** Bytes. The largest answers, 1,000 tasks with their content, compress to about 100 kB. */
const memory = 16 * 1024 * 1024
const compressed = new LRUCache<string, Buffer>({ maxSize: memory, sizeCalculation: ({ length }) => length })

export type Exchange = { request: FastifyRequest; reply: FastifyReply }

/** Sends a read's answer, or 304 if the browser has the same one. */
export function sendRead({ request, reply }: Exchange, { json, fingerprint }: { json: string; fingerprint: string | undefined }) {
  const body = Buffer.from(json)
  const hashed = hash('sha256', body, 'base64url')
  if (isKnown({ request, reply }, fingerprint ?? hashed)) return reply.send()
  hashes.set(body, hashed)
  return reply.type('application/json; charset=utf-8').send(body)
}

/** Puts the fingerprint into the response, which becomes a 304 if the browser knows it. */
export function isKnown({ request, reply }: Exchange, fingerprint: string) {
  // Weak, because the same content is sent with several encodings.
  reply.header('etag', `W/"${fingerprint}"`)
  const known = names(request.headers['if-none-match'], fingerprint)
  if (known) reply.code(304)
  return known
}

const names = (header: string | undefined, fingerprint: string) =>
  header?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === `"${fingerprint}"`) === true

/**
 * Remembers what bodies with a hash compress to. The key is a hash of the content, never a declared fingerprint, so a body is only ever
 * received by somebody whose own answer has this content.
 */
const remembered =
  <Options>(encoding: string, compress: (body: Buffer, options: Options) => Buffer) =>
  (body: Buffer, options: Options) => {
    const hashed = hashes.get(body)
    if (hashed === undefined) return compress(body, options)
    const key = `${encoding} ${hashed}`
    const known = compressed.get(key)
    if (known) return known
    const made = compress(body, options)
    compressed.set(key, made)
    return made
  }

/** The compressors of `node:zlib` for whole bodies. */
export const compressors = {
  ...zlib,
  zstdCompressSync: remembered('zstd', zlib.zstdCompressSync),
  brotliCompressSync: remembered('br', zlib.brotliCompressSync),
  gzipSync: remembered('gzip', zlib.gzipSync),
}
