import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import { api, type Endpoint } from 'contract'
import Fastify, {
  type FastifyError,
  type FastifyHttpOptions,
  type FastifyInstance,
  type FastifyRequest,
  LogController,
  type RawServerDefault,
} from 'fastify'
import type { Config } from '../../config.ts'
import { isAway } from '../db/db.ts'
import { isBusy, isFull, notFound, notJson, Overload, Refusal, unavailable } from '../errors.ts'
import { observer, type RefusalReason } from '../observer.ts'
import { Buckets, networkOf } from '../security/rates.ts'
import { timeBodies } from './body-timer.ts'
import { compressors } from './fingerprint.ts'
import { hostOf } from './host.ts'
import { bodyLimit, Unread } from './input.ts'
import { loggedError, namesOf } from './log-lines.ts'
import { overloadAnswers } from './overload.ts'
import { protocolErrors } from './protocol-errors.ts'

export type LoggerOptions = { level: string; stream: { write(line: string): void } }

export const isForSocket = (url: string | undefined) => url?.startsWith('/ws/') ?? false

const isForLiveReload = ({ 'sec-websocket-protocol': protocol }: IncomingHttpHeaders) => /^vite-(hmr|ping)$/.test(protocol ?? '')

/** Paths without an address limit. The load balancer polls health. The card provider has few addresses, and a refused event is late. */
const isExempt = (url: string) => /^\/(healthz|readyz|api\/stripe\/webhook)\/?(\?|$)/.test(url)

/**
 * Half-sent headers have to end within 15 s, and so has a half-sent body, but for those that `mayArriveSlowly`. Node looks at each connection
 * every second, so headers end after at most 13 s.
 */
const receiveTimeouts = { headersTimeout: 12_000, requestTimeout: 120_000, connectionsCheckingInterval: 1000 }

/** Creates the HTTP server with what applies to every response: strict hosts, error bodies, headers, logs. */
export async function createServer(config: Config, logger: LoggerOptions | undefined) {
  const errors = protocolErrors(() => headersFor(config, { id: randomUUID(), url: '/api/' }))
  const app: FastifyInstance = Fastify({ ...optionsFor(config, logger), clientErrorHandler: errors.refuse })
  errors.watch(app.server)
  timeBodies(app.server, errors.refuseSlow)

  app.removeAllContentTypeParsers()
  app.addContentTypeParser<Buffer>('*', { parseAs: 'buffer' }, ({ headers }, bytes, done) =>
    done(null, new Unread(headers['content-type'] ?? '', bytes)),
  )
  await registerCompression(app)

  const addresses = new Buckets(config.rate_limit, 'address')
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headersFor(config, request))
    const network = networkOf(request.ip)
    if (network && !isExempt(request.url)) addresses.take(network)
    hostOf(request.raw)
  })

  const overload = overloadAnswers(app.log)
  app.addHook('onResponse', async (request, reply) => {
    if (overload.has(reply)) return
    const { method, hostname, routeOptions, log } = request
    const { statusCode, elapsedTime } = reply
    const route = routeOptions.url
    const ms = Math.round(elapsedTime * 10) / 10
    log.info({ method, host: hostname, route, status: statusCode, ms, ...namesOf(request) }, 'answered')
    observer.requestAnswered?.({ method, route, status: statusCode, milliseconds: elapsedTime })
  })

  app.setErrorHandler<FastifyError>(async (error, request, reply) => {
    const refusal = refusalOf(error, request)
    if (refusal instanceof Overload) return overload.hold(reply, refusal)
    const { status, headers, body } = refusal
    return reply.code(status).headers(headers).send(body)
  })
  return app
}

const optionsFor = (config: Config, logger: LoggerOptions | undefined) =>
  ({
    logger: { ...(logger ?? { level: config.log_level }), serializers: { err: loggedError } },
    // We log our own line with the route's pattern, because an address may hold a token.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: config.trust_proxy,
    bodyLimit,
    // A HEAD is answered like the GET, without its body.
    exposeHeadRoutes: true,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
    requestTimeout: receiveTimeouts.requestTimeout,
    forceCloseConnections: 'idle',
    http: {
      ...receiveTimeouts,
      // `hostOf` refuses a missing host like a malformed one.
      requireHostHeader: false,
      // HTTP lets a server ignore other upgrades. In development, live reload has its own.
      shouldUpgradeCallback: ({ url, headers }) => isForSocket(url) || (!config.production && isForLiveReload(headers)),
    },
    // A path that can't be decoded reaches no hook and no error handler. Like any malformed id, it is not found.
    frameworkErrors: (_error, request, { raw }) => {
      const { status, body } = notFound()
      raw.writeHead(status, { ...headersFor(config, request), 'content-type': 'application/json; charset=utf-8' })
      raw.end(JSON.stringify(body))
    },
  }) satisfies FastifyHttpOptions<RawServerDefault>

/** Must run before any route is registered, because the plugin hooks into their registration. */
async function registerCompression(app: FastifyInstance) {
  await app.register(compress, {
    // A smaller response costs more to compress than the bytes that it saves.
    threshold: 8192,
    // Compresses in one call: a stream costs four times as much, and an answer's text takes longer to write than to compress.
    syncThreshold: Number.MAX_SAFE_INTEGER,
    encodings: ['zstd', 'br', 'gzip'],
    zlib: compressors,
    // The default brotli level takes a fifth of a second for a long list. These levels take a few milliseconds for about the same size.
    zlibOptions: { level: 6 },
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  })
}

const unusedFeatures = [
  'accelerometer',
  'autoplay',
  'camera',
  'display-capture',
  'encrypted-media',
  'fullscreen',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'picture-in-picture',
  'screen-wake-lock',
  'usb',
  'xr-spatial-tracking',
]
  .map((feature) => `${feature}=()`)
  .join(', ')

/** The headers of every response. Nothing in a response of the API may be executed, framed or cached. */
const headersFor = ({ secure }: Config, { id, url }: Pick<FastifyRequest, 'id' | 'url'>) => ({
  'x-request-id': id,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  // The address of a mailed link holds its token.
  'referrer-policy': url.startsWith('/set-password/') ? 'no-referrer' : 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': unusedFeatures,
  ...(secure && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
  ...(/^\/api(?![^/?])/.test(url) && {
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  }),
})

/** The refusal that answers an error. An error that is none is logged. */
export function refusalOf(error: FastifyError, request: FastifyRequest) {
  const refusal = refusalFor(error, request)
  const reason = refusal && reasonOf(refusal)
  if (reason) observer.requestRefused?.(reason)
  if (!refusal) request.log.error({ err: error, route: request.routeOptions.url, ...namesOf(request) }, 'request failed')
  return refusal ?? new Refusal(500, { detail: 'Something went wrong.' })
}

function refusalFor(error: FastifyError, { routeOptions, log }: FastifyRequest) {
  if (error instanceof Refusal) return error
  if (isFull(error)) {
    log.error({ err: error }, 'no room for files')
    return new Refusal(
      503,
      { detail: 'There is no room for files at the moment. Please try again later.' },
      { 'retry-after': '60' },
    )
  }
  if (isBusy(error)) return unavailable()
  if (isAway(error)) return unavailable('The service is briefly unavailable. Please try again in a moment.')
  if (error.statusCode === 413)
    return new Refusal(413, { detail: `The body is larger than ${routeOptions.bodyLimit ?? bodyLimit} bytes.` })
  if (error.statusCode === 415) return notJson()
  if (error.statusCode === 408) return new Refusal(408, { detail: 'The request took too long to arrive.' })
  if (error.statusCode && error.statusCode < 500) return new Refusal(400, { detail: 'Bad request.' })
  return null
}

function reasonOf(refusal: Refusal): RefusalReason | null {
  if (refusal.status === 429) return refusal instanceof Overload ? 'rate' : 'attempts'
  if (refusal.status === 503) return refusal instanceof Overload ? 'overload' : 'unavailable'
  return null
}

/** Returns a function that counts the requests in flight, without handshakes. */
export function requestCounter(app: FastifyInstance) {
  let count = 0
  app.addHook('onRequest', async ({ ws }, { raw }) => {
    if (ws) return
    count++
    raw.once('close', () => count--)
  })
  return () => count
}

const patterns = Object.values(api)
  .flatMap((domain) => Object.values(domain) as Endpoint[])
  .map(({ route }) => route.split(' ') as [string, string])
  .map(([method, path]) => ({ method, path: new RegExp(`^${path.replace(/\/$/, '').replace(/:\w+/g, '[^/]+')}/?$`) }))

/** Answers calls that match no endpoint: 405 for another method of a known path, else 404. */
export function refuseUnknownCalls(app: FastifyInstance) {
  app.setNotFoundHandler(() => {
    throw notFound()
  })
  const refuse = ({ url, method }: FastifyRequest) => {
    const path = url.split('?')[0] ?? ''
    const known = patterns.filter((pattern) => pattern.path.test(path)).map((pattern) => pattern.method)
    const allowed = known.includes('GET') ? [...known, 'HEAD'] : known
    if (!allowed.length || allowed.includes(method)) throw notFound()
    throw new Refusal(405, { detail: `Method ${method} is not allowed.` }, { allow: [...new Set(allowed)].join(', ') })
  }
  app.all('/api', refuse)
  app.all('/api/*', refuse)
}
