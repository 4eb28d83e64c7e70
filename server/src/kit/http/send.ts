import { Readable } from 'node:stream'
import { create as contentDisposition } from 'content-disposition'
import type { Endpoint } from 'contract'
import { Assembled } from '../db/assembled.ts'
import { Download } from './download.ts'
import { type Exchange, isKnown, sendRead } from './fingerprint.ts'

/**
 * A picture as an answer, instead of JSON. The browser may keep it, unlike the rest of the API's answers: a page may show hundreds, and
 * each version has an address of its own. It is kept for the present session alone, because other cookies make it another answer.
 */
export class ImageAnswer {
  readonly bytes: Buffer
  readonly version: string
  readonly headers: Record<string, string>
  /** `isOfVersion`: the address names the version, so that it always has the same answer. */
  constructor(bytes: Buffer, { version, isOfVersion }: { version: string; isOfVersion: boolean }) {
    this.bytes = bytes
    this.version = version
    this.headers = {
      'cache-control': isOfVersion ? 'private, max-age=86400, immutable' : 'private, no-cache',
      vary: 'cookie',
      'content-security-policy': harmless,
    }
  }
}

type Outcome = { endpoint: Endpoint; result: unknown; fingerprint: string | undefined; checkAnswers: boolean }

/** The result of a call as JSON, without anything that the contract does not name. */
export const jsonOf = (endpoint: Endpoint, result: unknown) =>
  result instanceof Assembled ? result.json : JSON.stringify(endpoint.returns.parse(result))

/** Sends the result of a call. There is none if the browser knows the answer with this fingerprint. */
export function send({ request, reply }: Exchange, { endpoint, result, fingerprint, checkAnswers }: Outcome) {
  if (result instanceof Download) return sendFile({ request, reply }, result)
  if (fingerprint !== undefined && isKnown({ request, reply }, fingerprint)) return reply.send()
  reply.code(endpoint.status ?? 200)
  if (endpoint.status === 204) return reply.send()
  if (result instanceof ImageAnswer) return sendImage({ request, reply }, result)
  const isAssembled = result instanceof Assembled
  if (isAssembled && checkAnswers) endpoint.returns.parse(JSON.parse(result.json))
  if (isAssembled && result.status) reply.code(result.status)
  const json = jsonOf(endpoint, result)
  if (endpoint.route.startsWith('GET ')) return sendRead({ request, reply }, { json, fingerprint })
  return reply.type('application/json; charset=utf-8').send(json)
}

/** Whatever a file contains, nothing in it ever runs in this site. */
const harmless = "default-src 'none'; frame-ancestors 'none'; sandbox"

/** The name in quotes even where none are needed. */
const saveAs = (name: string) => contentDisposition(name).replace(/filename=([^";]+)/, 'filename="$1"')

async function sendFile({ request, reply }: Exchange, { name, type, headers, open }: Download) {
  const file = await open()
  reply.type(type).headers({ 'content-security-policy': harmless, ...headers })
  if (name !== null) reply.header('content-disposition', saveAs(name))
  if (request.method !== 'HEAD') return reply.send(file)
  file.on('error', () => undefined).destroy()
  return reply.send(Readable.from([]))
}

function sendImage({ request, reply }: Exchange, { bytes, version, headers }: ImageAnswer) {
  reply.headers(headers)
  if (isKnown({ request, reply }, version)) return reply.send()
  return reply.type('image/webp').send(bytes)
}
