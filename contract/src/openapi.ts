import { z } from 'zod'
import { CalendarText, CsvText, FileBytes, ImageBytes, JsonLines } from './common.ts'
import type { Endpoint } from './endpoint.ts'
import { closeCodes, type Socket } from './live.ts'

/** The types of texts that are no JSON. */
const textTypes = new Map<z.ZodType, string>([
  [JsonLines, 'application/x-ndjson'],
  [CsvText, 'text/csv'],
  [CalendarText, 'text/calendar'],
])

type Domain = Record<string, Record<string, Endpoint>>
type Json = Record<string, unknown>

const schemaOf = (schema: z.ZodType, io: 'input' | 'output') => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'draft-2020-12' }) as Json
  return rest
}

function contentOf(schema: z.ZodType, io: 'input' | 'output') {
  if (schema === ImageBytes)
    return { [io === 'input' ? 'image/*' : 'image/webp']: { schema: { type: 'string', format: 'binary' } } }
  if (schema === FileBytes) return { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } }
  return { [textTypes.get(schema) ?? 'application/json']: { schema: schemaOf(schema, io) } }
}

const hosts = { platform: 'the main domain', workspace: "a workspace's subdomain", both: 'the main domain and every workspace' }

function parametersOf(endpoint: Endpoint) {
  const of = (place: 'path' | 'query', fields: z.ZodObject | undefined) => {
    const { properties = {}, required = [] } = fields
      ? (schemaOf(fields, 'input') as { properties?: Json; required?: string[] })
      : {}
    return Object.entries(properties).map(([name, schema]) => ({
      name,
      in: place,
      required: place === 'path' || required.includes(name),
      schema,
    }))
  }
  return [...of('path', endpoint.params), ...of('query', endpoint.query)]
}

function operationOf(tag: string, name: string, endpoint: Endpoint) {
  const status = String(endpoint.status ?? 200)
  const answer = endpoint.status === 204 ? {} : { content: contentOf(endpoint.returns, 'output') }
  return {
    tags: [tag],
    operationId: `${tag}_${name}`,
    description: `Served on ${hosts[endpoint.host]}.${endpoint.even_unpaid ? ' Open even while payment is due.' : ''}${endpoint.not_in_demo ? ' Refused in the public demonstration.' : ''}`,
    'x-access': endpoint.access,
    parameters: parametersOf(endpoint),
    ...(endpoint.body && { requestBody: { required: true, content: contentOf(endpoint.body, 'input') } }),
    responses: {
      [status]: { description: 'Done.', ...answer },
      '4XX': {
        description: 'Refused: messages by field, non_field_errors, or a detail.',
        content: { 'application/json': { schema: refusal } },
      },
    },
    security: endpoint.access === 'public' ? [] : [{ session: [] }],
  }
}

const refusal = {
  type: 'object',
  properties: { detail: { type: 'string' }, code: { type: 'string' }, redirect: { type: 'string' } },
  additionalProperties: { type: 'array', items: { type: 'string' } },
}

function socketOf({ route, access, query, sends, receives }: Socket) {
  const path = route.slice('WS '.length).replace(/:(\w+)/g, '{$1}')
  const queryPart = query && { query: schemaOf(query, 'input') }
  return { path, 'x-access': access, ...queryPart, sends: schemaOf(sends, 'input'), receives: schemaOf(receives, 'output') }
}

/** The OpenAPI 3.1 document of the endpoint table. Sockets and close codes, which OpenAPI can't express, are under `x-` keys. */
export function describeApi(api: Domain, sockets: Record<string, Socket>) {
  const paths: Record<string, Json> = {}
  for (const [tag, endpoints] of Object.entries(api))
    for (const [name, endpoint] of Object.entries(endpoints)) {
      const [method = '', route = ''] = endpoint.route.split(' ')
      const path = route.replace(/:(\w+)/g, '{$1}')
      paths[path] = { ...paths[path], [method.toLowerCase()]: operationOf(tag, name, endpoint) }
    }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Atrium',
      version: '1',
      description: 'Every call of the workspace. The host of a request chooses the tenant; a session cookie says who is calling.',
    },
    components: { securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: '__Host-atrium_access' } } },
    paths,
    'x-sockets': Object.values(sockets).map(socketOf),
    'x-close-codes': closeCodes,
  }
}
