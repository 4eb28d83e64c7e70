// For tests: the client side of a socket, which records its frames and its end.
import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { type Socket, sockets } from 'contract'
import type { FastifyInstance } from 'fastify'
import WebSocket from 'ws'

// biome-ignore lint/suspicious/noExplicitAny: each socket has its own frames
type Frame = any

const ports = new Map<FastifyInstance, Promise<number>>()
/** Starts to listen at the first call, and returns the port. */
export function portOf(app: FastifyInstance) {
  const port = ports.get(app) ?? app.listen({ port: 0, host: '127.0.0.1' }).then(() => (app.server.address() as AddressInfo).port)
  ports.set(app, port)
  return port
}

type Opening = { port: number; path: string; headers: Record<string, string>; answersPings?: boolean }

export function openSocket({ port, path, headers, answersPings = true }: Opening) {
  const client = new WebSocket(`ws://127.0.0.1:${port}${path}`, { headers, autoPong: answersPings })
  const { receives } =
    (Object.values(sockets) as Socket[]).find(({ route }) => patternOf(route).test(path.split('?')[0] ?? '')) ?? {}
  const frames: Frame[] = []
  const strange: unknown[] = []
  client.on('error', () => undefined)
  client.on('message', (data: Buffer) => {
    const frame: Frame = JSON.parse(data.toString())
    if (!receives?.safeParse(frame).success) strange.push(frame)
    frames.push(frame)
    client.emit('frame')
  })
  const ended = new Promise<number>((resolve) => client.once('close', resolve))
  const status = new Promise<number>((resolve) => {
    client.once('error', () => resolve(0))
    client.once('open', () => resolve(101))
    client.once('unexpected-response', (_request, { statusCode = 0 }) => {
      resolve(statusCode)
      client.terminate()
    })
  })
  let barriers = 0

  const socket = {
    client,
    /** All frames, in order of arrival. */
    frames,
    /** The status of the handshake: 101 on success, 0 if the connection was cut. */
    status,
    /** The code with which the connection closed. */
    ended,
    send: (frame: unknown) => client.send(typeof frame === 'string' || Buffer.isBuffer(frame) ? frame : JSON.stringify(frame)),
    /** Resolves to the first matching frame, past or future. */
    async frame(matches: (frame: Frame) => boolean): Promise<Frame> {
      for (;;) {
        const frame = frames.find(matches)
        assert.deepEqual(strange, [], 'Every frame is one of the contract.')
        if (frame) return frame
        const code = await Promise.race([new Promise((resolve) => client.once('frame', resolve)), ended])
        if (typeof code === 'number' && !frames.some(matches)) assert.fail(`The socket ended with ${code} before that came.`)
      }
    },
    /** Waits for the answer to a barrier frame, and returns the frames so far without barriers. */
    async settled() {
      await status
      const temp_id = `barrier ${++barriers}`
      socket.send({ temp_id })
      await socket.frame((frame) => frame.temp_id === temp_id)
      return frames.filter((frame) => !frame.temp_id?.startsWith('barrier'))
    },
    close: () => client.close(),
  }
  return socket
}

const patternOf = (route: string) => new RegExp(`^${route.slice('WS '.length).replace(/:\w+/g, '[^/]+')}?$`)
