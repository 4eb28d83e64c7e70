import { createServer, type IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { unavailable } from '../errors.ts'
import { isForSocket } from '../http/server.ts'
import { observer } from '../observer.ts'

/** Seconds after which a client that was turned away may try again. */
const retryAfter = 5

type Options = {
  /** How many handshakes may wait, and how many sockets that wait to be opened. */
  maxWaiting: number
  /** How many sockets have finished their handshake and wait to be opened. */
  waitingOpenings: () => number
}

/**
 * An HTTP server that emits the upgrades for our sockets, paced by a queue. In development, live reload has upgrades of its own on the
 * same server.
 */
export function pacedUpgrades(app: FastifyInstance, options: Options) {
  const server = createServer()
  const enqueue = makeHandshakeQueue(options)
  const upgrading = new WeakMap<IncomingMessage, Duplex>()
  let isStopping = false
  app.addHook('preClose', async () => {
    isStopping = true
  })
  app.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // While the server stops, no hook sees the answer any more, and the server would wait for this connection forever.
    if (isStopping) socket.destroy()
    else if (isForSocket(request.url))
      enqueue(socket, () => {
        if (isStopping) return void socket.destroy()
        upgrading.set(request, socket)
        server.emit('upgrade', request, socket, head)
      })
    else if (app.server.listenerCount('upgrade') === 1) socket.destroy()
  })
  // The library ends the connection of a refused handshake, but not if a hook that runs before its own refused it.
  app.addHook('onResponse', async ({ raw }) => void upgrading.get(raw)?.destroy())
  return server
}

/**
 * Starts one handshake in each turn of the event loop, so that a request never waits for more than one, however many browsers
 * reconnect at once. Handshakes beyond the limits are answered 503 before any work is done for them.
 */
function makeHandshakeQueue({ maxWaiting, waitingOpenings }: Options) {
  const waiting: { socket: Duplex; begin: () => void }[] = []
  let isScheduled = false

  function startNext() {
    const handshake = waiting.shift()
    isScheduled = waiting.length > 0
    if (isScheduled) setImmediate(startNext)
    if (!handshake) return
    handshake.socket.off('error', ignore)
    if (!handshake.socket.destroyed) handshake.begin()
  }

  return (socket: Duplex, begin: () => void) => {
    // The socket has no other error listener yet.
    socket.on('error', ignore)
    if (waiting.length >= maxWaiting || waitingOpenings() >= maxWaiting) return turnAway(socket)
    waiting.push({ socket, begin })
    if (isScheduled) return
    isScheduled = true
    setImmediate(startNext)
  }
}

const ignore = () => undefined

function turnAway(socket: Duplex) {
  observer.requestRefused?.('handshakes')
  const body = JSON.stringify(unavailable().body)
  socket.end(
    [
      'HTTP/1.1 503 Service Unavailable',
      `Retry-After: ${retryAfter}`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  )
}
