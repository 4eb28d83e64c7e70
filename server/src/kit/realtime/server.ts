import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import websocket, { type WebSocket } from '@fastify/websocket'
import { closeCodes, frameBytes, type Restart, reconnecting, type Socket, type Sockets, sockets } from 'contract'
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify'
import { inTenant } from '../db/db.ts'
import { notASocket, notFound } from '../errors.ts'
import { cookieName, readCookies } from '../http/cookies.ts'
import { hostOf, mustNotBeForeign, originOf, siteOf } from '../http/host.ts'
import { type IdentifyMany, type Pipeline, sessionOf, tenantOf } from '../http/pipeline.ts'
import { isForSocket } from '../http/server.ts'
import { networkOf, OpenSockets } from '../security/rates.ts'
import { semaphore } from '../semaphore.ts'
import { paceHandshakes } from './handshakes.ts'
import { openPresence, type PresenceTiming } from './presence.ts'
import { makeRegistry } from './registry.ts'
import { makeRevalidation } from './revalidation.ts'
import { type SocketHandler, type SocketHandlers, serveConnection } from './serve-connection.ts'

export type Timing = { heartbeat: number; sweep: number; mostWaiting: number; presence?: Partial<PresenceTiming> }
/** Milliseconds, but for how many handshakes and openings may wait: more than a process opens in two seconds. The sweep closes what no notice tells of: a session that ran out, a trial that ended. */
const usual: Timing = { heartbeat: 25_000, sweep: 30_000, mostWaiting: 1000 }
const stopMilliseconds = 3000
/** So few that requests find the database free, when everybody comes at once. */
const openingsAtOnce = 4
/** With more of them under way sockets are opened one at a time. */
const fewRequests = 2
/** A process opens this many beside its requests without slowing them. */
const openingsPerSecond = 250
const deafMilliseconds = 800
/** Who follows who is here. */
export const presenceTopic = 'presence'

type SocketPipeline = Pick<Pipeline, 'pools' | 'services' | 'identify' | 'tenantIdOf'> & {
  identifyMany: IdentifyMany
  timing?: Partial<Timing>
}

/** Serves every socket of the contract, by the same steps as an endpoint: host, tenant, origin, session, role, payment, frame. */
export async function serveSockets(app: FastifyInstance, pipeline: SocketPipeline, handlers: SocketHandlers) {
  const hub = makeRegistry()
  const stop = watch(app, pipeline, hub)
  const requests = countRequests(app)
  const openings = semaphore(() => (requests() > fewRequests ? 1 : openingsAtOnce))
  const { mostWaiting } = { ...usual, ...pipeline.timing }
  const inTurn = paceHandshakes({ mostWaiting, openingsWaiting: openings.waiting })
  const presence = openPresence(pipeline.services.channels, {
    timing: pipeline.timing?.presence,
    tell(tenant_id, news) {
      const text = JSON.stringify(news)
      for (const line of hub.listening(tenant_id, [presenceTopic])) line.deliver(text)
    },
  })

  await app.register(websocket, {
    options: { server: upgradesOf(app, inTurn), maxPayload: frameBytes, perMessageDeflate: false, skipUTF8Validation: true },
    errorHandler: (error, socket, { log }) => failed(socket, log, error),
    async preClose() {
      stop()
      const server = app.websocketServer
      server.close()
      const lines = hub.lines()
      for (const [place, line] of lines.entries()) line.close(closeCodes.restarting, restart(place, lines.length))
      for (let waited = 0; server.clients.size && waited < stopMilliseconds; waited += 20) await sleep(20)
      for (const socket of server.clients) socket.terminate()
      presence.stop()
    },
  })
  app.addHook('onRequest', async ({ ws, routeOptions }) => {
    if (ws && !routeOptions.url?.startsWith('/ws/')) throw notFound()
  })

  const open = new OpenSockets(pipeline.services.config.rate_limit)
  const places = new WeakMap<FastifyRequest, { place: Awaited<ReturnType<typeof placeOf>>; answer: ServerResponse }>()
  for (const [name, socket] of Object.entries(sockets) as [keyof Sockets, Socket][]) {
    const handler = handlers[name] as unknown as SocketHandler<Socket>
    app.route({
      method: 'GET',
      url: socket.route.slice('WS '.length),
      preValidation: async (request, { raw }) => {
        open.mustHaveRoom(networkOf(request.ip))
        places.set(request, { place: await placeOf(pipeline, request), answer: raw })
      },
      handler: () => Promise.reject(notASocket()),
      wsHandler(browser, request) {
        const { place, answer } = places.get(request) ?? {}
        if (!place || !answer) throw new Error('A handshake passes the checks of its address.')
        browser.once('close', open.add(networkOf(request.ip)))
        letGo(browser, request, answer)
        serveConnection(browser, {
          socket,
          handler,
          place,
          params: request.params,
          query: request.query,
          pipeline,
          hub,
          wire: request.raw.socket,
          presence,
          openings,
          log: request.log,
        })
      },
    })
  }
}

/**
 * Of the handshake, whose request and answer would otherwise be kept as long as the connection: they would be half of what an
 * idle one takes.
 */
function letGo(browser: WebSocket, { raw, log }: FastifyRequest, answer: ServerResponse) {
  answer.detachSocket(raw.socket)
  browser.removeAllListeners('error')
  browser.on('error', (error) => failed(browser, log, error))
}

function failed(browser: WebSocket, log: FastifyBaseLogger, error: Error) {
  log.info({ err: error }, 'socket failed')
  // The library is sending the code of what went wrong.
  setTimeout(() => browser.terminate(), 1000)
}

/** How many requests, but for handshakes, are under way. */
function countRequests(app: FastifyInstance) {
  let count = 0
  app.addHook('onRequest', async ({ ws }, { raw }) => {
    if (ws) return
    count++
    raw.once('close', () => count--)
  })
  return () => count
}

/** Each of so many connections comes back in a time of its own, at a rate that a server opens them at. */
function restart(place: number, of: number) {
  const spread = Math.max(reconnecting.spread, (of / openingsPerSecond) * 1000)
  const retry_after_ms = Math.round(reconnecting.first + ((place + Math.random()) / of) * spread)
  return JSON.stringify({ detail: 'The server restarts.', retry_after_ms } satisfies Restart)
}

/** Refuses what is not for a browser of this workspace's pages; the rest is told by a close code, which a browser can read. */
async function placeOf({ services, tenantIdOf }: SocketPipeline, { raw, headers }: FastifyRequest) {
  const { config, tokens } = services
  const host = hostOf(raw)
  const site = siteOf(host, config.hostname)
  const tenant_id = await tenantOf({ tenantIdOf }, site)
  mustNotBeForeign(raw, originOf(host, config))
  const session_key = sessionOf(tokens, tenant_id, readCookies(headers.cookie).get(cookieName('access', config.secure)))
  return {
    tenant_id,
    session_key,
    isHere: site.kind === 'workspace',
    /** The workspace is not there any more: the next connection is that of who has its subdomain now. */
    forget: () => void tenantOf({ tenantIdOf }, site, tenant_id).catch(() => undefined),
  }
}

/** Keeps the open sockets in step with what is told. Answers how to stop that. */
function watch(
  app: FastifyInstance,
  { pools, services, identifyMany, timing }: SocketPipeline,
  hub: ReturnType<typeof makeRegistry>,
) {
  const { heartbeat, sweep } = { ...usual, ...timing }
  const { channels } = services

  const recheck = makeRevalidation(hub, {
    look: (tenant_id, lines) =>
      inTenant(tenant_id === 0 ? pools.platform : pools.workspace, tenant_id, 'read only', async (db) => {
        const found = await identifyMany(db, tenant_id, [...new Set(lines.flatMap(({ session_key }) => session_key ?? []))])
        const meOf = (session_key: string | null) => found?.people.get(session_key ?? '') ?? null
        await Promise.all(lines.map((line) => line.revalidate(db, found && { tenant: found.tenant, me: meOf(line.session_key) })))
      }),
    onError: (error) => app.log.warn({ err: error }, 'sockets not looked at'),
  })

  channels.bus.onGap(() => {
    for (const line of hub.lines()) line.hold()
    recheck.everywhere({ andRead: true })
  })
  channels.onLost(({ tenant_id, topic }) => {
    for (const line of hub.listening(tenant_id, [topic])) void line.read()
  })
  channels.onDoubt(recheck.doubt)
  channels.listen((notice) => {
    if ('recheck' in notice) return recheck.ask(notice.tenant_id, notice.recheck)
    const { tenant_id, topics, message, instead, only, except, key } = notice
    const meant = { topics, ...(only !== undefined && { only }), ...(except !== undefined && { except }), ...(key && { key }) }
    const text = JSON.stringify(message)
    const own = instead && except !== undefined && { text: JSON.stringify(instead), meant: { topics, only: except } }
    for (const line of hub.listening(tenant_id, topics)) {
      line.deliver(text, meant)
      if (own) line.deliver(own.text, own.meant)
    }
  })

  const look = () => recheck.everywhere({ andRead: false })
  const sweeping = setInterval(look, sweep)
  // What another server has ended is not heard of, and yet is to end within a second.
  const listening = setInterval(() => channels.bus.isDeaf() && look(), deafMilliseconds)
  const beating = setInterval(() => {
    for (const line of hub.lines()) line.probe()
  }, heartbeat)
  return () => {
    clearInterval(sweeping)
    clearInterval(listening)
    clearInterval(beating)
    recheck.stop()
  }
}

/** The upgrades that are ours. In development the live reload has its own, on the same server. */
function upgradesOf(app: FastifyInstance, inTurn: ReturnType<typeof paceHandshakes>) {
  const ours = createServer()
  const waiting = new WeakMap<IncomingMessage, Duplex>()
  let isStopping = false
  app.addHook('preClose', async () => {
    isStopping = true
  })
  app.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // From then on no hook would see the answer, and the server would wait for this connection for ever.
    if (isStopping) socket.destroy()
    else if (isForSocket(request.url))
      inTurn(socket, () => {
        if (isStopping) return void socket.destroy()
        waiting.set(request, socket)
        ours.emit('upgrade', request, socket, head)
      })
    else if (app.server.listenerCount('upgrade') === 1) socket.destroy()
  })
  // The library ends the connection of a handshake that was refused, but not where a hook before its own refused it.
  app.addHook('onResponse', async ({ raw }) => void waiting.get(raw)?.destroy())
  return ours
}
