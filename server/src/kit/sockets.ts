import { createServer, type IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import websocket from '@fastify/websocket'
import { closeCodes, frameBytes, type Socket, type Sockets, sockets } from 'contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { connect, type SocketHandler, type SocketHandlers } from './connection.ts'
import { cookieName, readCookies } from './cookies.ts'
import { inTenant } from './db.ts'
import { notASocket, notFound } from './errors.ts'
import { hostOf, mustNotBeForeign, originOf, siteOf } from './host.ts'
import { isForSocket } from './http.ts'
import { makeHub } from './hub.ts'
import { makeRecheck } from './recheck.ts'
import { type IdentifyMany, type Pipeline, sessionOf, tenantOf } from './serve.ts'

export type Timing = { heartbeat: number; sweep: number }
/** Milliseconds. The sweep closes what no notice tells of: a session that ran out, a trial that ended. */
const usual: Timing = { heartbeat: 25_000, sweep: 30_000 }
const stopMilliseconds = 3000

type SocketPipeline = Pick<Pipeline, 'pools' | 'services' | 'identify' | 'tenantIdOf'> & {
  identifyMany: IdentifyMany
  timing?: Partial<Timing>
}

/** Serves every socket of the contract, by the same steps as an endpoint: host, tenant, origin, session, role, payment, frame. */
export async function serveSockets(app: FastifyInstance, pipeline: SocketPipeline, handlers: SocketHandlers) {
  const hub = makeHub()
  const stop = watch(app, pipeline, hub)

  await app.register(websocket, {
    options: { server: upgradesOf(app), maxPayload: frameBytes, perMessageDeflate: false, skipUTF8Validation: true },
    errorHandler(error, socket, request) {
      request.log.info({ err: error }, 'socket failed')
      // The library is sending the code of what went wrong.
      setTimeout(() => socket.terminate(), 1000)
    },
    async preClose() {
      stop()
      const server = app.websocketServer
      server.close()
      for (const line of hub.lines()) line.close(closeCodes.restarting, 'The server restarts.')
      for (let waited = 0; server.clients.size && waited < stopMilliseconds; waited += 20) await sleep(20)
      for (const socket of server.clients) socket.terminate()
    },
  })
  app.addHook('onRequest', async ({ ws, routeOptions }) => {
    if (ws && !routeOptions.url?.startsWith('/ws/')) throw notFound()
  })

  const places = new WeakMap<FastifyRequest, Awaited<ReturnType<typeof placeOf>>>()
  for (const [name, socket] of Object.entries(sockets) as [keyof Sockets, Socket][]) {
    const handler = handlers[name] as unknown as SocketHandler<Socket>
    app.route({
      method: 'GET',
      url: socket.route.slice('WS '.length),
      preValidation: async (request) => {
        places.set(request, await placeOf(pipeline, request))
      },
      handler: () => Promise.reject(notASocket()),
      wsHandler(browser, request) {
        const place = places.get(request)
        if (!place) throw new Error('A handshake passes the checks of its address.')
        connect(browser, { socket, handler, place, params: request.params, pipeline, hub, log: request.log })
      },
    })
  }
}

/** Refuses what is not for a browser of this workspace's pages; the rest is told by a close code, which a browser can read. */
async function placeOf({ services, tenantIdOf }: SocketPipeline, { raw, headers }: FastifyRequest) {
  const { config, tokens } = services
  const host = hostOf(raw)
  const site = siteOf(host, config.hostname)
  const tenant_id = await tenantOf({ tenantIdOf }, site)
  mustNotBeForeign(raw, originOf(host, config))
  const session_id = sessionOf(tokens, tenant_id, readCookies(headers.cookie).get(cookieName('access', config.secure)))
  return { tenant_id, session_id, isHere: site.kind === 'workspace' }
}

/** Keeps the open sockets in step with what is told. Answers how to stop that. */
function watch(app: FastifyInstance, { pools, services, identifyMany, timing }: SocketPipeline, hub: ReturnType<typeof makeHub>) {
  const { heartbeat, sweep } = { ...usual, ...timing }
  const { bus } = services.live

  const recheck = makeRecheck(hub, {
    look: (tenant_id, lines) =>
      inTenant(tenant_id === 0 ? pools.platform : pools.workspace, tenant_id, 'read only', async (db) => {
        const found = await identifyMany(db, tenant_id, [...new Set(lines.flatMap(({ session_id }) => session_id ?? []))])
        const meOf = (session_id: number | null) => found?.people.get(session_id ?? 0) ?? null
        await Promise.all(lines.map((line) => line.look(db, found && { tenant: found.tenant, me: meOf(line.session_id) })))
      }),
    onError: (error) => app.log.warn({ err: error }, 'sockets not looked at'),
  })

  bus.onGap(() => recheck.everywhere({ andRead: true }))
  bus.listen((notice) => {
    if ('recheck' in notice) return recheck.ask(notice.tenant_id, notice.recheck)
    const text = JSON.stringify(notice.message)
    for (const line of hub.listening(notice.tenant_id, notice.topics)) {
      const isMeant = notice.only === undefined ? line.me?.id !== notice.except : line.me?.id === notice.only
      if (isMeant) line.deliver(text, notice.key)
    }
  })

  const sweeping = setInterval(() => recheck.everywhere({ andRead: false }), sweep)
  const beating = setInterval(() => {
    for (const line of hub.lines()) line.probe()
  }, heartbeat)
  return () => {
    clearInterval(sweeping)
    clearInterval(beating)
    recheck.stop()
  }
}

/** The upgrades that are ours. In development the live reload has its own, on the same server. */
function upgradesOf(app: FastifyInstance) {
  const ours = createServer()
  const waiting = new WeakMap<IncomingMessage, Duplex>()
  app.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (isForSocket(request.url)) {
      waiting.set(request, socket)
      ours.emit('upgrade', request, socket, head)
    } else if (app.server.listenerCount('upgrade') === 1) socket.destroy()
  })
  // The library ends the connection of a handshake that was refused, but not where a hook before its own refused it.
  app.addHook('onResponse', async ({ raw }) => void waiting.get(raw)?.destroy())
  return ours
}
