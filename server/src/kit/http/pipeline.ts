import type { IncomingHttpHeaders } from 'node:http'
import { type Api, api, type Endpoint, type Input, type Me, type Result } from 'contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Browser, Ctx, Pools, Services, Tenant } from '../context.ts'
import type { Assembled } from '../db/assembled.ts'
import { type Db, inTenant, type Mode, snapshot } from '../db/db.ts'
import { WorkspaceGone, withRetries } from '../db/retries.ts'
import { Invalid, invalid, notFound, notSignedIn, noWorkspace, type Problems, Refusal, tokenNotValid } from '../errors.ts'
import { keyIn, type Tokens } from '../security/tokens.ts'
import { mustBeAdmitted, mustBeModest } from './access.ts'
import { type AdmissionControl, makeAdmissionControl } from './admission-control.ts'
import { cookieName, readCookies, writeCookie } from './cookies.ts'
import type { Download } from './download.ts'
import { type Conditional, readUnlessKnown } from './fingerprint.ts'
import { hostOf, mustBeSameOrigin, mustNotBeForeign, originOf, type Site, siteOf } from './host.ts'
import { bodyLimit, readInput, readSent, type Sent } from './input.ts'
import { logOf, nameCaller } from './log-lines.ts'
import { changeIdOf, mayBeRepetition, recallAnswer, rememberAnswer } from './repetition.ts'
import { type ImageAnswer, jsonOf, send } from './send.ts'
import { inRequestSpan } from './trace-request.ts'

type Caller<E extends Endpoint> = Ctx<E['access'] extends 'public' ? Me | null : Me>
/** A handler as the pipeline sees it. The pipeline has validated the caller and the input that the handler's own type demands. */
type AnyHandler = Handler<Endpoint & { access: 'public' }>
type AnyJudge = Judge<Endpoint & { access: 'public' }>
type Outcome<E extends Endpoint> = Promise<Result<E> | Assembled<Result<E>> | ImageAnswer | Download | Refusal>
type Handle<E extends Endpoint> = (ctx: Caller<E>, input: Input<E>) => Outcome<E>

/**
 * Finds the problems of a form that only its handler's rules can find, so that all invalid fields are reported at once. It runs after
 * the schema or the handler has refused a field, with the fields that are valid by themselves. Its transaction is rolled back.
 */
type Judge<E extends Endpoint> = (ctx: Caller<E>, sent: Sent<E>) => Promise<Problems>
export type Judges<Domain extends Record<string, Endpoint>> = { [Name in keyof Domain]?: Judge<Domain[Name]> }
export type AllJudges = { [Domain in keyof Api]?: Judges<Api[Domain]> }

type Queue = { mustHaveRoom(): void; lookUp?<T>(work: () => Promise<T>): Promise<T> }

/**
 * A handler whose slow part (hashing a password, calling another server) must not hold a transaction. `before` looks things up and
 * returns the slow part, which runs between two transactions. `handle` gets its result and validates everything again.
 */
export type Slow<E extends Endpoint, P> = {
  /**
   * The queue of this caller, or null. A full one refuses before the body is read, so that a flood costs little. One with `lookUp`
   * runs `before` in its turn.
   */
  queue?: (caller: Pick<Browser, 'cookie'> & { services: Services; tenant_id: number }) => Queue | null
  before: (ctx: Caller<E>, input: Input<E>) => Promise<(() => Promise<P>) | Refusal>
  handle: (ctx: Caller<E>, input: Input<E>, prepared: P) => Outcome<E>
}
// biome-ignore lint/suspicious/noExplicitAny: each slow handler prepares a value of its own type, which only `slow` below knows
export type Handler<E extends Endpoint> = Handle<E> | Slow<E, any> | Conditional<Handle<E>>
export type Handlers<Domain extends Record<string, Endpoint>> = { [Name in keyof Domain]: Handler<Domain[Name]> }
export type AllHandlers = { [Domain in keyof Api]: Handlers<Api[Domain]> }

/** Infers what `before` prepares for `handle`. */
export const slow = <E extends Endpoint, P>(handler: Slow<E, P>): Handler<E> => handler

/** Looks up the caller and the tenant in the request's own transaction. Null if the workspace no longer exists. */
export type Identify = (
  db: Db,
  tenant_id: number,
  session_key: string | null,
) => Promise<{ tenant: Tenant; me: Me | null; session_id: number | null } | null>

/** The same for several sessions of one tenant. `people` has the person of each valid session, by its key. */
export type IdentifyMany = (
  db: Db,
  tenant_id: number,
  session_keys: string[],
) => Promise<{ tenant: Tenant; people: Map<string, Me> } | null>

export type Pipeline = {
  pools: Pools
  services: Services
  identify: Identify
  /** The id of the subdomain's workspace. `stale_id` is an earlier result that is no longer valid. */
  tenantIdOf: (subdomain: string, stale_id?: number) => Promise<number | null>
  judges: AllJudges
  /** Also validates responses that the database assembled. For tests only, because it costs more than assembling them. */
  checkAnswers: boolean
}

type Route = { endpoint: Endpoint; handler: AnyHandler; judge: AnyJudge | undefined }

/** Registers every endpoint of the table. The compiler demands a handler for each. Returns the control of their admission. */
export function serve(app: FastifyInstance, pipeline: Pipeline, handlers: AllHandlers) {
  const admission = makeAdmissionControl(pipeline.pools, pipeline.services.config)
  for (const [domain, endpoints] of Object.entries(api) as [keyof Api, Record<string, Endpoint>][])
    for (const [name, endpoint] of Object.entries(endpoints)) {
      const handler = (handlers[domain] as unknown as Record<string, AnyHandler>)[name]
      if (!handler) throw new Error(`No handler for ${endpoint.route}.`)
      const judge = (pipeline.judges[domain] as Record<string, AnyJudge> | undefined)?.[name]
      serveRoute(app, { ...pipeline, admission }, { endpoint, handler, judge })
    }
  return admission
}

function serveRoute(app: FastifyInstance, pipeline: ServingPipeline, route: Route) {
  const { services, admission } = pipeline
  const { endpoint, handler } = route
  const mustBeWithinLimits = async (request: FastifyRequest) => {
    const { raw, headers } = request
    const { config, tokens } = services
    const tenant_id = await tenantOf(pipeline, siteOf(hostOf(raw), config.hostname))
    // A full queue refuses first, because what it refuses should not count against its workspace.
    queueOf(services, handler, { request, tenant_id })?.mustHaveRoom()
    admission.admit(tenant_id)
    const session_key = sessionOf(tokens, tenant_id, readCookies(headers.cookie).get(cookieName('access', config.secure)))
    if (session_key !== null) admission.admitSession(tenant_id, session_key)
    // Strangers could otherwise fill the memory with large bodies.
    else if (endpoint.max_bytes && !isShort(headers)) throw headers.cookie === undefined ? notSignedIn() : tokenNotValid()
  }
  const [method, url] = endpoint.route.split(' ') as [string, string]
  app.route({
    method,
    url,
    // The card provider's events may be longer than a form. They come from few addresses, and a refused one arrives late.
    ...(endpoint.max_bytes && { bodyLimit: endpoint.max_bytes }),
    ...(endpoint.is_raw ? { bodyLimit: 256 * 1024 } : { onRequest: mustBeWithinLimits }),
    handler: (request, reply) =>
      inRequestSpan({ route: endpoint.route, request, reply }, () => answer(pipeline, route, request, reply)),
  })
}

/** Whether the body is known to be as short as that of other calls. */
const isShort = ({ 'content-length': length, 'transfer-encoding': encoding }: IncomingHttpHeaders) =>
  encoding === undefined && Number(length ?? 0) <= bodyLimit

function queueOf(
  services: Services,
  handler: AnyHandler,
  { request, tenant_id }: { request: FastifyRequest; tenant_id: number },
) {
  if (!('before' in handler) || !handler.queue) return null
  const cookies = readCookies(request.headers.cookie)
  return handler.queue({ services, tenant_id, cookie: (name) => cookies.get(cookieName(name, services.config.secure)) })
}

type ServingPipeline = Pipeline & { admission: AdmissionControl }

/** The one path of every request: host, tenant, session, role, payment, input, handler, output, commit. */
async function answer(pipeline: ServingPipeline, route: Route, request: FastifyRequest, reply: FastifyReply) {
  const { config } = pipeline.services
  const { endpoint } = route
  const host = hostOf(request.raw)
  const site = siteOf(host, config.hostname)
  const tenant_id = await tenantOf(pipeline, site)
  nameCaller(request, { tenant_id })
  // A slow call writes, whatever its method: a download is recorded.
  if ('before' in route.handler) mustNotBeForeign(request.raw, originOf(host, config))
  else mustBeSameOrigin(request.raw, originOf(host, config))
  const isServedHere = endpoint.host === 'both' || endpoint.host === (site.kind === 'platform' ? 'platform' : 'workspace')
  if (!isServedHere && endpoint.access === 'public') throw notFound()

  const call = new Call(tenant_id, { pipeline, route, request, site, isServedHere })
  const result = await call.perform()
  for (const cookie of call.setCookies) reply.header('set-cookie', cookie)
  if (result instanceof Refusal) throw result
  return send({ request, reply }, { endpoint, result, fingerprint: call.fingerprint, checkAnswers: pipeline.checkAnswers })
}

/** Characters of a browser's description of itself that are kept. */
const maxAgent = 400

const isRead = ({ route }: Endpoint) => route.startsWith('GET ')

/** Rolls a transaction back, and carries its result. */
class Undone extends Error {
  readonly result: unknown
  constructor(result: unknown) {
    super()
    this.result = result
  }
}

type CallOptions = { pipeline: ServingPipeline; route: Route; request: FastifyRequest; site: Site; isServedHere: boolean }

/** A request whose host has been accepted. Each attempt is one transaction, which looks the caller up and reads the input. */
class Call {
  readonly #options: CallOptions
  readonly #cookies: Map<string, string>
  #tenant_id: number
  /** The `set-cookie` headers of the last attempt. */
  setCookies: string[] = []
  /** That of the answer, if its handler declares one. There is no answer if the browser has it already. */
  fingerprint: string | undefined

  constructor(tenant_id: number, options: CallOptions) {
    this.#tenant_id = tenant_id
    this.#options = options
    this.#cookies = readCookies(options.request.headers.cookie)
  }

  /** Runs the handler. If a field of the form is invalid, reports it with the problems that the form's judge finds. */
  async perform() {
    const { judge } = this.#options.route
    try {
      return await this.#withRetries(() => this.#handle())
    } catch (error) {
      if (!judge || !(error instanceof Invalid)) throw error
      const judgeAll = async (ctx: Ctx<Me | null>, sent: Sent<Endpoint>): Promise<never> => {
        throw invalid({ ...(await judge(ctx, sent)), ...error.problems })
      }
      return await this.#withRetries(() => this.#attempt(judgeAll, readSent))
    }
  }

  async #handle() {
    const { request, pipeline, route } = this.#options
    const { handler, endpoint } = route
    if (typeof handler === 'function')
      return endpoint.is_repeatable && changeIdOf(request) ? this.#handleOnce(handler) : this.#attempt(handler)
    if ('read' in handler) {
      const found = await this.#attempt((ctx, input) => readUnlessKnown(handler, request, ctx, input))
      this.fingerprint = found.fingerprint
      return found.answer
    }
    const lookUp = () => this.#attempt(handler.before, readInput, 'read only')
    const queue = queueOf(pipeline.services, handler, { request, tenant_id: this.#tenant_id })
    const prepare = await (queue?.lookUp ? queue.lookUp(lookUp) : lookUp())
    if (prepare instanceof Refusal) return prepare
    const prepared: unknown = await prepare()
    // A file's, too, writes: that it is taken is recorded.
    return this.#attempt((ctx, input) => handler.handle(ctx, input, prepared), readInput, 'read write')
  }

  /** Answers a repeated request like the first. Only one that fails looks for an earlier answer, so that the others cost no round trip. */
  async #handleOnce(handler: Handle<Endpoint>) {
    const { request, route } = this.#options
    try {
      return await this.#attempt(async (ctx, input) => {
        const result = await handler(ctx as Ctx, input)
        if (!(result instanceof Refusal)) rememberAnswer(ctx as Ctx, request, jsonOf(route.endpoint, result))
        return result
      })
    } catch (error) {
      if (!mayBeRepetition(error)) throw error
      const answer = await this.#attempt(
        (ctx) => recallAnswer(ctx as Ctx, request),
        () => undefined,
        'read only',
      )
      if (!answer) throw error
      return answer
    }
  }

  #attempt<T, Read = Input<Endpoint>>(
    work: (ctx: Ctx<Me | null>, input: Read) => Promise<T>,
    read: (endpoint: Endpoint, request: FastifyRequest) => unknown = readInput,
    mode: Mode = isRead(this.#options.route.endpoint) ? snapshot : 'read write',
  ) {
    this.setCookies = []
    const attempted = inTenant(this.#options.pipeline.admission.poolOf(this.#tenant_id), this.#tenant_id, mode, async (db) => {
      const ctx = await this.#identify(db)
      const result = await work(ctx, (await read(this.#options.route.endpoint, this.#options.request)) as Read)
      // A HEAD asks what a GET would answer, and changes nothing: neither is a download recorded.
      if (mode === 'read write' && this.#options.request.method === 'HEAD') throw new Undone(result)
      return result
    })
    return attempted.catch((error: unknown) => {
      if (error instanceof Undone) return error.result as T
      throw error
    })
  }

  async #identify(db: Db): Promise<Ctx<Me | null>> {
    const { pipeline, route, request, isServedHere } = this.#options
    const { services, identify, admission } = pipeline
    const tenant_id = this.#tenant_id
    const session_key = sessionOf(services.tokens, tenant_id, this.#cookie('access'))
    const found = await identify(db, tenant_id, session_key)
    if (!found) throw new WorkspaceGone()
    const { tenant, me, session_id } = found
    if (me) nameCaller(request, { tenant_id, person_id: me.id })
    if (me && session_key !== null) admission.remember({ tenant_id, session_key, person_id: me.id })
    const hadCookie = this.#cookie('access') !== undefined || this.#cookie('refresh') !== undefined
    mustBeAdmitted(found, route.endpoint, { isServedHere, hadCookie })
    if (!isRead(route.endpoint) && route.endpoint.access !== 'public')
      await mustBeModest({ db, tenant, services, address: request.ip })
    const change_id = changeIdOf(request)
    return { db, me, tenant, session_id, change_id, browser: this.#browser(), services, log: logOf(request) }
  }

  #browser(): Browser {
    const { secure } = this.#options.pipeline.services.config
    const { ip, headers, id } = this.#options.request
    return {
      address: ip,
      agent: (headers['user-agent'] ?? '').slice(0, maxAgent),
      request_id: id,
      cookie: (name) => this.#cookie(name),
      setCookie: (name, value, seconds) => this.setCookies.push(writeCookie(name, value, { seconds, secure })),
    }
  }

  #cookie(name: string) {
    return this.#cookies.get(cookieName(name, this.#options.pipeline.services.config.secure))
  }

  #withRetries<T>(work: () => Promise<T>) {
    const { pipeline, site } = this.#options
    return withRetries(work, async () => {
      this.#tenant_id = await tenantOf(pipeline, site, this.#tenant_id)
    })
  }
}

export async function tenantOf({ tenantIdOf }: Pick<Pipeline, 'tenantIdOf'>, site: Site, stale_id?: number) {
  if (site.kind === 'platform') return 0
  const id = site.kind === 'workspace' ? await tenantIdOf(site.subdomain, stale_id) : null
  if (id === null) throw noWorkspace()
  return id
}

/** The key of the session that an access token names. Null unless the token is signed by us, of this tenant and unexpired. */
export function sessionOf(tokens: Tokens, tenant_id: number, token: string | undefined) {
  const [tenant, session_key, expires] = (token && tokens.read('access', token)) || []
  return Number(tenant) === tenant_id && Number(expires) > Date.now() / 1000 ? keyIn(session_key) : null
}
