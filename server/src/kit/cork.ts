import type { Duplex } from 'node:stream'

const corked = new Set<Duplex>()

/**
 * Buffers writes to the socket until the current events have been processed, and sends them in one piece. The system call is most of
 * what a frame costs.
 */
export function corkUntilIdle(socket: Duplex) {
  if (corked.has(socket)) return
  if (!corked.size) setImmediate(flush)
  corked.add(socket)
  socket.cork()
}

function flush() {
  const sockets = [...corked]
  corked.clear()
  for (const socket of sockets) socket.uncork()
}
