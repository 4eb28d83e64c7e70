// The socket baseline: forwards each message to all sockets with the same path, and nothing else.
import http from 'node:http'
import { type WebSocket, WebSocketServer } from 'ws'

const rooms = new Map<string, Set<WebSocket>>()
const server = http.createServer((_request, response) => response.end())
const sockets = new WebSocketServer({ server, perMessageDeflate: false, skipUTF8Validation: true })
let ids = 0

sockets.on('connection', (browser, { url = '/' }) => {
  const room = rooms.get(url) ?? new Set()
  rooms.set(url, room.add(browser))
  browser.on('close', () => room.delete(browser))
  browser.on('message', (data: Buffer) => {
    const { message, temp_id } = JSON.parse(data.toString()) as { message?: string; temp_id?: string }
    if (message === undefined) return browser.send(JSON.stringify({ type: 'watching', topics: ['mine'], temp_id }))
    const frame = { id: ++ids, message, sender_id: 1001, sender_name: 'Person 1', timestamp: new Date().toISOString() }
    const text = JSON.stringify(frame)
    for (const socket of room) socket.send(socket === browser ? JSON.stringify({ ...frame, temp_id }) : text)
  })
})
server.listen(Number(process.argv[2] ?? 0), '127.0.0.1', () => {
  const address = server.address()
  process.send?.({ port: typeof address === 'object' && address?.port })
})
process.on('message', () => {
  for (let times = 0; times < 3; times++) globalThis.gc?.()
  const { rss, heapUsed, external } = process.memoryUsage()
  process.send?.({ rss, heap: heapUsed, outside: external })
})
process.on('disconnect', () => process.exit())
process.on('SIGINT', () => undefined)
