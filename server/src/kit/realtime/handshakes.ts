import type { Duplex } from 'node:stream'
import { unavailable } from '../errors.ts'

/** Seconds after which a client that was turned away may try again. */
const retryAfter = 5

type Options = {
  /** How many handshakes may wait, and how many openings. */
  mostWaiting: number
  /** How many sockets wait to be opened whose handshake is over. */
  openingsWaiting: () => number
}

/**
 * Takes one handshake in each turn of the event loop, so that a request never waits for more than one of them, however many browsers
 * come back at once. Those beyond what is opened in a moment are answered 503 before anything is done for them.
 */
export function paceHandshakes({ mostWaiting, openingsWaiting }: Options) {
  const waiting: { socket: Duplex; begin: () => void }[] = []
  let isScheduled = false

  function next() {
    const handshake = waiting.shift()
    isScheduled = waiting.length > 0
    if (isScheduled) setImmediate(next)
    if (!handshake) return
    handshake.socket.off('error', ignore)
    if (!handshake.socket.destroyed) handshake.begin()
  }

  return (socket: Duplex, begin: () => void) => {
    // Nobody else listens to it yet.
    socket.on('error', ignore)
    if (waiting.length >= mostWaiting || openingsWaiting() >= mostWaiting) return turnAway(socket)
    waiting.push({ socket, begin })
    if (isScheduled) return
    isScheduled = true
    setImmediate(next)
  }
}

const ignore = () => undefined

function turnAway(socket: Duplex) {
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
