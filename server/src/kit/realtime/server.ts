import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import websocket, { type WebSocket } from '@fastify/websocket'
import { closeCodes, frameBytes, type Restart, reconnecting, type Socket, type Sockets, sockets } from 'contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Log } from '../context.ts'
import { notASocket, notFound } from '../errors.ts'
import { NamedLog } from '../http/log-lines.ts'
import type { IdentifyMany, Pipeline } from '../http/pipeline.ts'
import { networkOf, OpenSockets } from '../security/rates.ts'
import { Semaphore } from '../semaphore.ts'
import { startDispatch } from './dispatch.ts'
import { type Handshake, readHandshake } from './handshake.ts'
import { pacedUpgrades } from './handshake-queue.ts'
import { Presence, type PresenceTiming } from './presence.ts'
import { Registry } from './registry.ts'
import { serveConnection } from './serve-connection.ts'
import type { SocketHandler, SocketHandlers } from './socket-handler.ts'

/** `heartbeat` and `sweep` are milliseconds. `maxWaiting` is how many handshakes, and how many openings, may wait. */
export type Timing = { heartbeat: number; sweep: number; maxWaiting: number; presence?: Partial<PresenceTiming> }
/**
 * The sweep closes what no notice announces: an expired session, an ended trial. The queue holds more than a process opens in
 * two seconds.
 */
const defaultTiming: Timing = { heartbeat: 25_000, sweep: 30_000, maxWaiting: 1000 }
const stopMilliseconds = 3000
/** Few enough to leave the database to requests while everybody reconnects. */
const maxOpenings = 4
/** With more requests than this in flight, sockets are opened one at a time. */
const quietRequests = 2
/** A process opens this many sockets beside its requests without slowing them. */
const openingsPerSecond = 250
/** The topic of who is online. */
export const presenceTopic = 'presence'

type SocketPipeline = Pick<Pipeline, 'pools' | 'services' | 'identify' | 'tenantIdOf'> & {
  identifyMany: IdentifyMany
  timing?: Partial<Timing>
  requestsInFlight: () => number
}
type Shared = { pipeline: SocketPipeline; registry: Registry; presence: Presence; openings: Semaphore }

/** Serves every socket of the contract in the same steps as an endpoint: host, tenant, origin, session, role, payment, frame. */
export async function serveSockets(app: FastifyInstance, pipeline: SocketPipeline, handlers: SocketHandlers) {
  const { heartbeat, sweep, maxWaiting, presence: presenceTiming } = { ...defaultTiming, ...pipeline.timing }
  const { requestsInFlight } = pipeline
  const registry = new Registry()
  const stopDispatch = startDispatch(app, registry, { ...pipeline, heartbeat, sweep })
  const openings = new Semaphore({ permits: () => (requestsInFlight() > quietRequests ? 1 : maxOpenings) })
  const presence = new Presence(pipeline.services.channels, {
    timing: presenceTiming,
    publish(tenant_id, change) {
      const text = JSON.stringify(change)
      for (const connection of registry.subscribersOf(tenant_id, [presenceTopic])) connection.deliver(text)
    },
  })

  await app.register(websocket, {
    options: {
      server: pacedUpgrades(app, { maxWaiting, waitingOpenings: () => openings.waiting() }),
      maxPayload: frameBytes,
      perMessageDeflate: false,
      skipUTF8Validation: true,
    },
    errorHandler: (error, socket, { log }) => terminateFailed(socket, log, error),
    async preClose() {
      stopDispatch()
      await closeConnections(app, registry)
      presence.stop()
    },
  })
  app.addHook('onRequest', async ({ ws, routeOptions }) => {
    if (ws && !routeOptions.url?.startsWith('/ws/')) throw notFound()
  })

  const openSockets = new OpenSockets(pipeline.services.config.rate_limit)
  for (const [name, socket] of Object.entries(sockets) as [keyof Sockets, Socket][])
    routeSocket(app, socket, {
      handler: handlers[name] as unknown as SocketHandler<Socket>,
      openSockets,
      shared: { pipeline, registry, presence, openings },
    })
}

function routeSocket(
  app: FastifyInstance,
  socket: Socket,
  { handler, openSockets, shared }: { handler: SocketHandler<Socket>; openSockets: OpenSockets; shared: Shared },
) {
  const handshakes = new WeakMap<FastifyRequest, { handshake: Handshake; answer: ServerResponse }>()
  app.route({
    method: 'GET',
    exposeHeadRoute: false,
    url: socket.route.slice('WS '.length),
    preValidation: async (request, { raw }) => {
      openSockets.mustHaveRoom(networkOf(request.ip))
      handshakes.set(request, { handshake: await readHandshake(shared.pipeline, request), answer: raw })
    },
    handler: () => Promise.reject(notASocket()),
    wsHandler(browser, request) {
      const { handshake, answer } = handshakes.get(request) ?? {}
      if (!handshake || !answer) throw new Error('A handshake passes the checks of its address.')
      browser.once('close', openSockets.add(networkOf(request.ip)))
      const { params, query, raw, ip: address } = request
      const names = { socket: socket.route, address, tenant_id: handshake.tenant_id }
      const log = new NamedLog(request.log, () => names)
      releaseHandshake(browser, { raw, log }, answer)
      serveConnection(browser, { ...shared, socket, handler, handshake, params, query, address, log, networkSocket: raw.socket })
    },
  })
}

/** Drops the references to the handshake's request and answer, which would take half of an idle connection's memory. */
function releaseHandshake(browser: WebSocket, { raw, log }: Pick<FastifyRequest, 'raw'> & { log: Log }, answer: ServerResponse) {
  answer.detachSocket(raw.socket)
  browser.removeAllListeners('error')
  browser.on('error', (error) => terminateFailed(browser, log, error))
}

function terminateFailed(browser: WebSocket, log: Log, error: Error) {
  log.info({ err: error }, 'socket failed')
  // The delay lets the library send the close code of the error.
  setTimeout(() => browser.terminate(), 1000)
}

async function closeConnections({ websocketServer: server }: FastifyInstance, registry: Registry) {
  server.close()
  const connections = registry.connections()
  for (const [index, connection] of connections.entries())
    connection.close(closeCodes.restarting, restartReason(index, connections.length))
  for (let waited = 0; server.clients.size && waited < stopMilliseconds; waited += 20) await sleep(20)
  for (const socket of server.clients) socket.terminate()
}

/** Tells each connection to come back at a time of its own, at the rate at which a server opens them. */
function restartReason(index: number, count: number) {
  const spread = Math.max(reconnecting.spread, (count / openingsPerSecond) * 1000)
  const retry_after_ms = Math.round(reconnecting.first + ((index + Math.random()) / count) * spread)
  return JSON.stringify({ detail: 'The server restarts.', retry_after_ms } satisfies Restart)
}
