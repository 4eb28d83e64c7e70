// Browsers of the tests' world: their sessions, and the requests that they send.
import type { FastifyInstance } from 'fastify'
import type { Services } from '../kit/context.ts'
import { cookieName } from '../kit/http/cookies.ts'
import { accessSeconds } from '../people/sessions.ts'
import { type Name, people, tenantIdOf, type Workspace } from './world-scene.ts'

export type Answer = {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: each endpoint has its own body, and a file is text
  body: any
  headers: Record<string, unknown>
  cookies: string[]
}

/** The body of an answer that must not be a refusal. */
export async function okBody(answer: Promise<Answer>) {
  const { status, body } = await answer
  if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`)
  return body
}

/** The status and body, which most rules are about. */
export const outcome = ({ status, body }: Answer) => [status, body]

type Database = { query: (text: string, ...values: unknown[]) => Promise<Record<string, unknown>[]> }

export function openSessions(database: Database, { config, tokens }: Pick<Services, 'config' | 'tokens'>) {
  /** Returns the cookies of a new session of a person of the world, or of one whom the test has made. */
  async function sessionOf(person: Name | { id: number; at: Workspace }) {
    const { id, at } = typeof person === 'string' ? people[person] : person
    const tenant_id = tenantIdOf(at)
    const rows = await database.query(
      `insert into sessions (tenant_id, person_id, expires_at) values ($1, $2, now() + interval '7 days') returning key`,
      ...[tenant_id, id],
    )
    const key = String(rows[0]?.key)
    const access = tokens.sign('access', tenant_id, key, Math.floor(Date.now() / 1000) + accessSeconds)
    const refresh = tokens.sign('refresh', tenant_id, key, 1)
    return `${cookieName('access', config.secure)}=${access}; ${cookieName('refresh', config.secure)}=${refresh}`
  }

  const sessions = new Map<Name, { opened_at: number; cookies: Promise<string> }>()
  function cookiesOf(name: Name) {
    const known = sessions.get(name)
    // A test that takes longer than an access token is valid goes on with another session.
    if (known && performance.now() - known.opened_at < (accessSeconds - 60) * 1000) return known.cookies
    const cookies = sessionOf(name)
    sessions.set(name, { opened_at: performance.now(), cookies })
    return cookies
  }
  return { sessionOf, cookiesOf }
}

type Options = { hostOf: (at: Workspace) => string; cookiesOf: (name: Name) => Promise<string> }

export function openClients(app: FastifyInstance, { hostOf, cookiesOf }: Options) {
  async function send(host: string, headers: Record<string, string>, route: string, payload?: unknown): Promise<Answer> {
    const [method, url] = route.split(' ') as ['GET', string]
    const isRaw = typeof payload === 'string' || payload instanceof Uint8Array
    const response = await app.inject({
      method,
      url,
      headers: {
        host,
        ...(payload !== undefined && !isRaw && { 'content-type': 'application/json' }),
        ...(payload instanceof Uint8Array && { 'content-type': 'image/png' }),
        ...headers,
      },
      ...(payload !== undefined && { payload: isRaw ? Buffer.from(payload) : JSON.stringify(payload) }),
    })
    const type = String(response.headers['content-type'])
    const isFile = response.headers['content-disposition'] !== undefined || type.startsWith('text/calendar')
    const isBinary = /^(image|application)\/(?!json|problem|x-ndjson)/.test(type)
    const cookies = [response.headers['set-cookie'] ?? []].flat()
    return {
      status: response.statusCode,
      body: isBinary ? response.rawPayload : isFile ? response.body : response.body ? JSON.parse(response.body) : undefined,
      headers: response.headers,
      cookies,
    }
  }

  /** A browser in which this person is logged in, or nobody for null. */
  const as =
    (name: Name | null, { at, headers = {} }: { at?: Workspace; headers?: Record<string, string> } = {}) =>
    async (route: string, payload?: unknown) => {
      const host = hostOf(at ?? (name ? people[name].at : 'acme'))
      const cookie = name ? { cookie: await cookiesOf(name) } : {}
      return send(host, { ...cookie, ...headers }, route, payload)
    }

  /** A browser with its own cookie jar, in which nobody has logged in yet. */
  function browser(at: Workspace, headers: Record<string, string> = {}) {
    const jar = new Map<string, string>()
    const request = async (route: string, payload?: unknown) => {
      const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
      const answer = await send(hostOf(at), { ...(cookie && { cookie }), ...headers }, route, payload)
      for (const line of answer.cookies) {
        const [, name = '', value = ''] = /^([^=]*)=([^;]*)/.exec(line) ?? []
        if (value) jar.set(name, value)
        else jar.delete(name)
      }
      return answer
    }
    return Object.assign(request, { jar })
  }
  return { send, as, browser }
}
