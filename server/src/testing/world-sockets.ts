// A browser's end of a socket, for tests: what it received, and how it ended.
import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { type Socket, sockets } from 'contract'
import type { FastifyInstance } from 'fastify'
import WebSocket from 'ws'

// biome-ignore lint/suspicious/noExplicitAny: a test looks at whatever came
type Frame = any

const ports = new Map<FastifyInstance, Promise<number>>()
/** The port on which it really listens, from the first time on that somebody asks. */
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
    /** All that came, in order. */
    frames,
    /** What the handshake answered: 101 where it succeeded, 0 where the connection was cut. */
    status,
    /** The code with which the connection ended. */
    ended,
    send: (frame: unknown) => client.send(typeof frame === 'string' || Buffer.isBuffer(frame) ? frame : JSON.stringify(frame)),
    /** The first frame of this kind, whether it came already or is to come. */
    async frame(isIt: (frame: Frame) => boolean): Promise<Frame> {
      for (;;) {
        const found = frames.find(isIt)
        assert.deepEqual(strange, [], 'Every frame is one of the contract.')
        if (found) return found
        const code = await Promise.race([new Promise((resolve) => client.once('frame', resolve)), ended])
        if (typeof code === 'number' && !frames.some(isIt)) assert.fail(`The socket ended with ${code} before that came.`)
      }
    },
    /** What has come once everything has that was sent before this moment. */
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
