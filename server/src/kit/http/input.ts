import type { Endpoint, Input } from 'contract'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { invalid, notFound, notJson, Refusal } from '../errors.ts'
import { isCommon, tooCommon } from '../security/common-passwords.ts'

/** A body as it arrived. It is read only after the caller has been admitted. */
export class Unread {
  readonly type: string
  readonly text: string
  constructor(type: string, text: string) {
    this.type = type
    this.text = text
  }
}

/** The parts of a request as the endpoint describes them; every complaint at once, by field. A malformed id in the path is no such thing. */
export async function readInput<E extends Endpoint>(endpoint: E, request: FastifyRequest): Promise<Input<E>> {
  const input: Record<string, unknown> = {}
  const wrong: Record<string, string[]> = {}
  const complain = (field: string, message: string) => {
    wrong[field] = [...new Set([...(wrong[field] ?? []), message])]
  }
  for (const part of ['params', 'query', 'headers', 'body'] as const) {
    const schema = endpoint[part]
    if (!schema) continue
    const parsed = schema.safeParse(part === 'body' ? bodyOf(endpoint, request) : request[part])
    if (parsed.success) input[part] = parsed.data
    else if (part === 'params') throw notFound()
    else for (const { path, message } of parsed.error.issues) complain(String(path[0] ?? 'non_field_errors'), message)
  }
  const field = endpoint.new_password
  const chosen = field && (bodyOf(endpoint, request) as Record<string, unknown>)[field]
  if (field && typeof chosen === 'string' && (await isCommon(chosen))) complain(field, tooCommon)
  if (Object.keys(wrong).length) throw invalid(wrong)
  return input as Input<E>
}

/** The input with the valid fields of its body. */
export type Sent<E extends Endpoint> =
  Input<E> extends { body: infer Body } ? Omit<Input<E>, 'body'> & { body: Partial<Body> } : Input<E>

/** As `readInput`, of a form that is wrong somewhere: the fields that are not. */
export function readSent<E extends Endpoint>(endpoint: E, request: FastifyRequest): Sent<E> {
  const params = endpoint.params?.safeParse(request.params)
  if (params?.success === false) throw notFound()
  const given = bodyOf(endpoint, request) as Record<string, unknown>
  const fields = Object.entries((endpoint.body as z.ZodObject | undefined)?.shape ?? {}).flatMap(([name, schema]) => {
    const { data } = (schema as z.ZodType).safeParse(given[name])
    return data === undefined ? [] : [[name, data]]
  })
  return { params: params?.data, body: Object.fromEntries(fields) } as unknown as Sent<E>
}

function bodyOf({ is_raw }: Endpoint, { body }: FastifyRequest) {
  if (is_raw) return body instanceof Unread ? body.text : ''
  if (!(body instanceof Unread) || body.text === '') return {}
  if (!/^application\/json\s*(;|$)/i.test(body.type)) throw notJson()
  try {
    const value: unknown = JSON.parse(body.text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  } catch {
    throw new Refusal(400, { detail: 'Malformed JSON.' })
  }
  throw invalid({ non_field_errors: ['Send a JSON object.'] })
}
