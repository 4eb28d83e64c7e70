import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import type { ConnectionError } from 'fastify'

const tooSlow = 'ERR_HTTP_REQUEST_TIMEOUT'
const refusals: Record<string, [status: number, detail: string]> = {
  [tooSlow]: [408, 'The request took too long to arrive.'],
  HPE_HEADER_OVERFLOW: [431, 'The headers are too large.'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'The body is too large.'],
}
const malformed: [number, string] = [400, 'Malformed HTTP request.']

/** Answers what never becomes a request of the app: parser errors, slow requests, CONNECT and Expect. */
export function protocolErrors(headersNow: () => Record<string, string>) {
  const answer = (status: number, detail: string) => {
    const body = JSON.stringify({ detail })
    const type = { 'content-type': 'application/json; charset=utf-8', 'content-length': String(Buffer.byteLength(body)) }
    return { status, body, headers: { ...headersNow(), ...type, connection: 'close' } }
  }

  function end(socket: Duplex, status: number, detail: string) {
    const { headers, body } = answer(status, detail)
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy())
  }

  function refuse({ code }: Pick<ConnectionError, 'code'>, socket: Duplex) {
    if (code === 'ECONNRESET' || !socket.writable || hasAnswered(socket)) socket.destroy()
    else end(socket, ...(refusals[code] ?? malformed))
  }

  return {
    /** For Fastify's `clientErrorHandler`. */
    refuse,
    /** Ends a request that takes too long, as Node's own time-out does. */
    refuseSlow: (socket: Duplex) => refuse({ code: tooSlow }, socket),

    watch(server: Server) {
      server.on('connect', (_request: IncomingMessage, socket: Duplex) => {
        socket.on('error', () => undefined)
        end(socket, 400, 'This server is no proxy.')
      })
      server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
        const { headers, body } = answer(417, 'The expectation cannot be met.')
        response.writeHead(417, headers).end(body)
      })
    },
  }
}

/** Whether a response has begun on this connection. Node's own handler reads the same property. */
const hasAnswered = (socket: Duplex & { _httpMessage?: { headersSent: boolean } | null }) =>
  socket._httpMessage?.headersSent ?? false
