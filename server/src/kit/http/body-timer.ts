import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'

/** The milliseconds within which a body has to arrive, counted from the end of its headers. */
const patience = 12_000

const patient = new WeakSet<IncomingMessage>()

/** Gives this request the server's `requestTimeout` for its body: a phone sends a file slowly. */
export const mayArriveSlowly = (request: IncomingMessage) => patient.add(request)

/** Ends requests whose body takes longer, although Node's own time-out is that of the most patient route. */
export function timeBodies(server: Server, end: (socket: Duplex) => void) {
  server.on('request', (request) => {
    const { 'content-length': length = '0', 'transfer-encoding': encoding } = request.headers
    if (length === '0' && encoding === undefined) return
    const timer = setTimeout(() => {
      if (!request.complete && !patient.has(request)) end(request.socket)
    }, patience)
    request.once('close', () => clearTimeout(timer))
  })
}
