import { type Endpoint, FileBytes, ImageBytes, type Input } from 'contract'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { invalid, mustHaveNone, notAnImage, notFound, notJson, Refusal } from '../errors.ts'
import { isCommon, tooCommon } from '../security/common-passwords.ts'

/** The longest form has 64,000 bytes: 10,000 characters, each escaped in six bytes, a title and 100 ids. */
export const bodyLimit = 64 * 1024

/** A body as received. It is parsed only after the caller has been admitted. */
export class Unread {
  readonly type: string
  readonly bytes: Buffer
  constructor(type: string, bytes: Buffer) {
    this.type = type
    this.bytes = bytes
  }

  get text() {
    return this.bytes.toString()
  }
}

/** The validated parts of a request. Reports all invalid fields at once; a malformed id in the path is 404. */
export async function readInput<E extends Endpoint>(endpoint: E, request: FastifyRequest): Promise<Input<E>> {
  const input: Record<string, unknown> = {}
  const problems: Record<string, string[]> = {}
  const report = (field: string, message: string) => {
    problems[field] = [...new Set([...(problems[field] ?? []), message])]
  }
  for (const part of ['params', 'query', 'headers', 'body'] as const) {
    const schema = endpoint[part]
    if (!schema) continue
    const parsed = schema.safeParse(part === 'body' ? bodyOf(endpoint, request) : request[part])
    if (parsed.success) input[part] = parsed.data
    else if (part === 'params') throw notFound()
    else for (const { path, message } of parsed.error.issues) report(String(path[0] ?? 'non_field_errors'), message)
  }
  const field = endpoint.new_password
  const password = field && (bodyOf(endpoint, request) as Record<string, unknown>)[field]
  if (field && typeof password === 'string' && (await isCommon(password))) report(field, tooCommon)
  mustHaveNone(problems)
  return input as Input<E>
}

/** The input with only the valid fields of its body. */
export type Sent<E extends Endpoint> =
  Input<E> extends { body: infer Body } ? Omit<Input<E>, 'body'> & { body: Partial<Body> } : Input<E>

/** Like `readInput`, for a form with invalid fields: returns the valid ones. */
export function readSent<E extends Endpoint>(endpoint: E, request: FastifyRequest): Sent<E> {
  const params = endpoint.params?.safeParse(request.params)
  if (params?.success === false) throw notFound()
  const body = bodyOf(endpoint, request) as Record<string, unknown>
  const fields = Object.entries((endpoint.body as z.ZodObject | undefined)?.shape ?? {}).flatMap(([name, schema]) => {
    const { data } = (schema as z.ZodType).safeParse(body[name])
    return data === undefined ? [] : [[name, data]]
  })
  return { params: params?.data, body: Object.fromEntries(fields) } as unknown as Sent<E>
}

function bodyOf({ is_raw, body: schema }: Endpoint, { body }: FastifyRequest) {
  if (is_raw) return body instanceof Unread ? body.text : ''
  if (schema === ImageBytes) return imageIn(body)
  if (schema === FileBytes) return body instanceof Unread ? body.bytes : new Uint8Array()
  if (!(body instanceof Unread) || body.bytes.length === 0) return {}
  if (!/^application\/json\s*(;|$)/i.test(body.type)) throw notJson()
  try {
    const value: unknown = JSON.parse(body.text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  } catch {
    throw new Refusal(400, { detail: 'Malformed JSON.' })
  }
  throw invalid({ non_field_errors: ['Send a JSON object.'] })
}

/** The type says only that a picture is meant: the content decides whether it is one. */
function imageIn(body: unknown) {
  if (!(body instanceof Unread) || body.bytes.length === 0) return new Uint8Array()
  if (!/^image\//i.test(body.type)) throw notAnImage()
  return body.bytes
}
