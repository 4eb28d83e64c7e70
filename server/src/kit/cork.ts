import type { Duplex } from 'node:stream'

const gathering = new Set<Duplex>()

/**
 * What is written to this connection before the events at hand have been dealt with goes out in one piece. A call of the
 * system's is most of what a frame costs.
 */
export function corkUntilIdle(wire: Duplex) {
  if (gathering.has(wire)) return
  if (!gathering.size) setImmediate(flush)
  gathering.add(wire)
  wire.cork()
}

function flush() {
  const wires = [...gathering]
  gathering.clear()
  for (const wire of wires) wire.uncork()
}
