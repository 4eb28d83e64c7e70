// The HTTP baseline: answers every request with the bytes that it received last from the bench.
import http from 'node:http'

export type Bytes = {
  status: number
  headers: Record<string, string | string[]>
  /** Base64. */
  body: string
}

let answer: Bytes = { status: 404, headers: {}, body: '' }
let body = Buffer.alloc(0)

const server = http.createServer((request, response) => {
  request.resume()
  request.on('end', () => response.writeHead(answer.status, { ...answer.headers, 'content-length': body.length }).end(body))
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.send?.({ port: typeof address === 'object' && address?.port })
})
process.on('message', (bytes: Bytes) => {
  answer = bytes
  body = Buffer.from(bytes.body, 'base64')
  process.send?.({ ready: true })
})
process.on('disconnect', () => process.exit())
process.on('SIGINT', () => undefined)
