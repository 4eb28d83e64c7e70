import type { Server } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Keeps a stopping server serving for a while, so that a load balancer takes it out first. `/readyz` is expected to read `isDraining`.
 * Meanwhile each answer ends its connection, so that the next request goes to another server.
 */
export function readinessOf(server: Server) {
  const readiness = {
    isDraining: false,
    async drain(milliseconds: number) {
      if (!milliseconds) return
      readiness.isDraining = true
      await sleep(milliseconds)
    },
  }
  // First, because the application may answer at once.
  server.prependListener('request', (_request, response) => {
    if (readiness.isDraining) response.setHeader('connection', 'close')
  })
  return readiness
}
