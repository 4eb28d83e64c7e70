// Reads are revalidated by the fingerprint of their content: a browser that names the fingerprint of the answer it has gets
// 304 while the answer is the same, and each body is compressed once.
import { hash } from 'node:crypto'
import zlib from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'

/** The fingerprint of a body that will be sent, by the buffer that is sent. */
const fingerprints = new WeakMap<Buffer, string>()

/** Bytes. The largest answers, 1,000 tasks with their content, compress to about 100 kB. */
const memory = 16 * 1024 * 1024
const compressed = new LRUCache<string, Buffer>({ maxSize: memory, sizeCalculation: ({ length }) => length })

/** Sends a read's answer, or 304 if the browser has the same one. */
export function sendRead(request: FastifyRequest, reply: FastifyReply, json: string) {
  const body = Buffer.from(json)
  const fingerprint = hash('sha256', body, 'base64url')
  // Weak, because the same content is sent with several encodings.
  reply.header('etag', `W/"${fingerprint}"`)
  if (names(request.headers['if-none-match'], fingerprint)) return reply.code(304).send()
  fingerprints.set(body, fingerprint)
  return reply.type('application/json; charset=utf-8').send(body)
}

const names = (header: string | undefined, fingerprint: string) =>
  header?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === `"${fingerprint}"`) === true

/**
 * Remembers what bodies with a fingerprint compress to. The key is a hash of the content itself, so a body is only ever
 * received by somebody whose own answer has this content.
 */
const remembered =
  <Options>(encoding: string, compress: (body: Buffer, options: Options) => Buffer) =>
  (body: Buffer, options: Options) => {
    const fingerprint = fingerprints.get(body)
    if (fingerprint === undefined) return compress(body, options)
    const key = `${encoding} ${fingerprint}`
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
