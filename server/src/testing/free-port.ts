// A port for a server that has to know its address before it starts.
import { once } from 'node:events'
import { createServer } from 'node:net'

/** The ports below those that systems give to outgoing connections: 32768 and above on Linux, 49152 and above elsewhere. */
const [first, last] = [20_000, 32_767]

/**
 * A port of 127.0.0.1 that nobody listens on. Unlike a port that the system chose for 0, it stays free until the server starts:
 * no connection that somebody opens meanwhile takes it, and another process is unlikely to draw the same number.
 */
export async function freePort(): Promise<number> {
  const port = first + Math.floor(Math.random() * (last - first + 1))
  const probe = createServer()
  try {
    await once(probe.listen(port, '127.0.0.1'), 'listening')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') return freePort()
    throw error
  }
  await once(probe.close(), 'close')
  return port
}
