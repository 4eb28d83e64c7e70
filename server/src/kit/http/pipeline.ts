import { type Api, api, type Endpoint, type Input, type Me, may, type Result } from 'contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Browser, Ctx, Pools, Services, Tenant } from '../context.ts'
import { Assembled, type Db, inTenant, isRetryable, type Mode, snapshot } from '../db/db.ts'
import {
  blocked,
  forbidden,
  Invalid,
  invalid,
  notFound,
  notSignedIn,
  noWorkspace,
  type Problems,
  Refusal,
  tokenNotValid,
  unpaid,
} from '../errors.ts'
import { keyIn, type Tokens } from '../security/tokens.ts'
import { type AdmissionControl, makeAdmissionControl } from './admission-control.ts'
import { cookieName, readCookies, writeCookie } from './cookies.ts'
import { hostOf, mustBeSameOrigin, originOf, type Site, siteOf } from './host.ts'
import { readInput, readSent, type Sent } from './input.ts'

type Caller<E extends Endpoint> = Ctx<E['access'] extends 'public' ? Me | null : Me>
/** A handler as the pipeline sees it, which has made sure of the caller and the input that this one asks for. */
type Any = Handler<Endpoint & { access: 'public' }>
type AnyJudge = Judge<Endpoint & { access: 'public' }>
type Outcome<E extends Endpoint> = Promise<Result<E> | Assembled<Result<E>> | Refusal>
type Handle<E extends Endpoint> = (ctx: Caller<E>, input: Input<E>) => Outcome<E>

/**
 * A form reports all its invalid fields at once, also those that only its handler can judge. Where a field is refused, by the
 * schema or by the handler, this says what else is wrong, given the fields that are valid by themselves. Nothing it does stays.
 */
type Judge<E extends Endpoint> = (ctx: Caller<E>, sent: Sent<E>) => Promise<Problems>
export type Judges<Domain extends Record<string, Endpoint>> = { [Name in keyof Domain]?: Judge<Domain[Name]> }
export type AllJudges = { [Domain in keyof Api]?: Judges<Api[Domain]> }

type Queue = { mustHaveRoom(): void; lookUp<T>(work: () => Promise<T>): Promise<T> }

/**
 * A handler whose slow part (hashing a password, asking another server) must not hold a transaction. `before` looks things
 * up and returns that part; it runs between two transactions, and `handle` is given its result and judges everything anew.
 */
export type Slow<E extends Endpoint, P> = {
  /**
   * The queue in which this caller waits for `before`, null for none. A full queue refuses the caller before everything else, so
   * that a flood costs next to nothing.
   */
  queue?: (caller: Pick<Browser, 'cookie'> & { services: Services }) => Queue | null
  before: (ctx: Caller<E>, input: Input<E>) => Promise<(() => Promise<P>) | Refusal>
  handle: (ctx: Caller<E>, input: Input<E>, prepared: P) => Outcome<E>
}
// biome-ignore lint/suspicious/noExplicitAny: each slow handler has a preparation of its own type, which only `slow` below knows
export type Handler<E extends Endpoint> = Handle<E> | Slow<E, any>
export type Handlers<Domain extends Record<string, Endpoint>> = { [Name in keyof Domain]: Handler<Domain[Name]> }
export type AllHandlers = { [Domain in keyof Api]: Handlers<Api[Domain]> }

/** Infers what `before` prepares for `handle`. */
export const slow = <E extends Endpoint, P>(handler: Slow<E, P>): Handler<E> => handler

/** Who is calling, and where: one look-up in the request's own transaction. */
export type Identify = (
  db: Db,
  tenant_id: number,
  session_key: string | null,
) => Promise<{ tenant: Tenant; me: Me | null; session_id: number | null } | null>

/** The same for several sessions of one tenant: the person of each session that still counts, by its key. */
export type IdentifyMany = (
  db: Db,
  tenant_id: number,
  session_keys: string[],
) => Promise<{ tenant: Tenant; people: Map<string, Me> } | null>

export type Pipeline = {
  pools: Pools
  services: Services
  identify: Identify
  /** The id of the workspace of that subdomain. `gone` is an earlier answer that has turned out to be nobody's any more. */
  tenantIdOf: (subdomain: string, gone?: number) => Promise<number | null>
  judges: AllJudges
  /** Checks also the answers that the database assembled: for tests, as it costs more than assembling them. */
  checkAnswers: boolean
}

/** Registers every endpoint of the table. The compiler demands a handler for each. */
export function serve(app: FastifyInstance, pipeline: Pipeline, handlers: AllHandlers) {
  const { config, tokens } = pipeline.services
  const gate = makeAdmissionControl(pipeline.pools, config)
  const gated = { ...pipeline, gate }
  /** Before the body is read. */
  const onRequest = async ({ raw, headers }: FastifyRequest) => {
    const tenant_id = await tenantOf(pipeline, siteOf(hostOf(raw), config.hostname))
    gate.admit(tenant_id)
    const session_key = sessionOf(tokens, tenant_id, readCookies(headers.cookie).get(cookieName('access', config.secure)))
    if (session_key !== null) gate.admitSession(tenant_id, session_key)
  }
  for (const [domain, endpoints] of Object.entries(api) as [keyof Api, Record<string, Endpoint>][])
    for (const [name, endpoint] of Object.entries(endpoints)) {
      const handler = (handlers[domain] as unknown as Record<string, Any>)[name]
      if (!handler) throw new Error(`No handler for ${endpoint.route}.`)
      const judge = (pipeline.judges[domain] as Record<string, AnyJudge> | undefined)?.[name]
      const [method, url] = endpoint.route.split(' ') as [string, string]
      // First, so that what is refused here does not count as a request of its workspace.
      const findRoom = async (request: FastifyRequest) => queueOf(pipeline.services, handler, request)?.mustHaveRoom()
      // An event of the card provider's may be longer than any form.
      // It comes from few addresses, and one that is refused is late.
      const own = endpoint.is_raw ? { bodyLimit: 256 * 1024 } : { onRequest: [findRoom, onRequest] }
      app.route({ method, url, ...own, handler: (request, reply) => answer(gated, endpoint, { handler, judge }, request, reply) })
    }
}

function queueOf(services: Services, handler: Any, { headers }: FastifyRequest) {
  if (typeof handler === 'function' || !handler.queue) return null
  const cookies = readCookies(headers.cookie)
  return handler.queue({ services, cookie: (name) => cookies.get(cookieName(name, services.config.secure)) })
}

/** host, tenant, session, role, payment, input, handler, output, commit: the one path every request takes. */
async function answer(
  pipeline: Pipeline & { gate: AdmissionControl },
  endpoint: Endpoint,
  { handler, judge }: { handler: Any; judge: AnyJudge | undefined },
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { services, identify, gate } = pipeline
  const { config, tokens } = services
  const host = hostOf(request.raw)
  const site = siteOf(host, config.hostname)
  let tenant_id = await tenantOf(pipeline, site)
  mustBeSameOrigin(request.raw, originOf(host, config))
  const here = site.kind === 'platform' ? 'platform' : 'workspace'
  const isHere = endpoint.host === 'both' || endpoint.host === here
  if (!isHere && endpoint.access === 'public') throw notFound()

  const cookies = readCookies(request.headers.cookie)
  const cookie = (name: string) => cookies.get(cookieName(name, config.secure))
  const hadCookie = cookie('access') !== undefined || cookie('refresh') !== undefined

  let set: string[] = []
  const attempt = <T, Read = Input<Endpoint>>(
    mode: Mode,
    work: (ctx: Ctx<Me | null>, input: Read) => Promise<T>,
    read: (endpoint: Endpoint, request: FastifyRequest) => unknown = readInput,
  ) => {
    set = []
    const session_key = sessionOf(tokens, tenant_id, cookie('access'))
    const inside = async (db: Db) => {
      const found = await identify(db, tenant_id, session_key)
      if (!found) throw new Gone()
      const { tenant, me, session_id } = found
      if (me && session_key !== null) gate.remember({ tenant_id, session_key, person_id: me.id })
      mustBeAdmitted(found, endpoint, { isHere, hadCookie })
      const browser: Browser = {
        address: request.ip,
        cookie,
        setCookie: (name, value, seconds) => set.push(writeCookie(name, value, { seconds, secure: config.secure })),
      }
      return work({ db, me, tenant, session_id, browser, services, log: request.log }, (await read(endpoint, request)) as Read)
    }
    return inTenant(gate.poolOf(tenant_id), tenant_id, mode, inside)
  }

  const mode = request.method === 'GET' ? snapshot : 'read write'
  const perform = async () => {
    if (typeof handler === 'function') return attempt(mode, handler)
    const lookUp = () => attempt('read only', handler.before)
    const queue = queueOf(services, handler, request)
    const prepare = await (queue ? queue.lookUp(lookUp) : lookUp())
    if (prepare instanceof Refusal) return prepare
    const prepared: unknown = await prepare()
    return attempt(mode, (ctx, input) => handler.handle(ctx, input, prepared))
  }
  const lookUpTenant = async () => {
    tenant_id = await tenantOf(pipeline, site, tenant_id)
  }
  const result = await again(perform, lookUpTenant).catch((error) => {
    if (!judge || !(error instanceof Invalid)) throw error
    const judgeAll = async (ctx: Ctx<Me | null>, sent: Sent<Endpoint>): Promise<never> => {
      throw invalid({ ...(await judge(ctx, sent)), ...error.problems })
    }
    return again(() => attempt(mode, judgeAll, readSent), lookUpTenant)
  })

  for (const line of set) reply.header('set-cookie', line)
  if (result instanceof Refusal) throw result
  return send(pipeline, endpoint, reply, result)
}

/** The order decides which reason a caller is told who has several against them. */
export function mustBeAdmitted(
  { tenant, me }: { tenant: Tenant; me: Me | null },
  endpoint: Pick<Endpoint, 'access' | 'refusal' | 'even_blocked' | 'even_unpaid'>,
  { isHere, hadCookie }: { isHere: boolean; hadCookie: boolean },
) {
  if (tenant.is_blocked && !endpoint.even_blocked) throw blocked()
  if (!me && endpoint.access !== 'public') throw hadCookie ? tokenNotValid() : notSignedIn()
  if (!isHere || !may(me?.role ?? null, endpoint)) throw forbidden(endpoint.refusal)
  if (!tenant.is_open && !endpoint.even_unpaid) throw unpaid()
}

export async function tenantOf({ tenantIdOf }: Pick<Pipeline, 'tenantIdOf'>, site: Site, gone?: number) {
  if (site.kind === 'platform') return 0
  const id = site.kind === 'workspace' ? await tenantIdOf(site.subdomain, gone) : null
  if (id === null) throw noWorkspace()
  return id
}

/** The key of the session that an access token names, if the token is ours, of this tenant and not expired. */
export function sessionOf(tokens: Tokens, tenant_id: number, token: string | undefined) {
  const [tenant, session_key, expires] = (token && tokens.read('access', token)) || []
  return Number(tenant) === tenant_id && Number(expires) > Date.now() / 1000 ? keyIn(session_key) : null
}

/** The workspace of a remembered id has been deleted. */
class Gone extends Error {}

/** Of two transactions that stood in each other's way, the database ends one: that one tries again. So does one whose workspace is gone. */
export async function again<T>(work: () => Promise<T>, lookUpTenant: () => Promise<void> = async () => undefined) {
  for (let tries = 1; ; tries++)
    try {
      return await work()
    } catch (error) {
      if (tries === 5 || !(error instanceof Gone || isRetryable(error))) throw error
      if (error instanceof Gone) await lookUpTenant()
    }
}

function send({ checkAnswers }: Pipeline, endpoint: Endpoint, reply: FastifyReply, result: unknown) {
  reply.code(endpoint.status ?? 200)
  if (endpoint.status === 204) return reply.send()
  if (!(result instanceof Assembled)) return reply.send(endpoint.returns.parse(result))
  if (checkAnswers) endpoint.returns.parse(JSON.parse(result.json))
  if (result.status) reply.code(result.status)
  return reply.type('application/json; charset=utf-8').send(result.json)
}
