import type { Query, QueryClient } from '@tanstack/react-query'

/** Milliseconds: of many reasons to read something again within so long, one is enough. */
const together = 300

/**
 * Reads again what is on the screen, once for any number of reasons, and never breaking off a read that is under way; what
 * is not on the screen is read when it next is. `spread` milliseconds at most are waited more, so that a thousand browsers
 * that hear of the same thing do not ask in the same moment. `begins` is told of each read.
 */
export function readingAgain(client: QueryClient, begins: (query: Query) => void) {
  const waiting = new Map<string, ReturnType<typeof setTimeout>>()
  const underWay = new Set<string>()
  const wanted = new Set<string>()

  async function read(query: Query) {
    const { queryHash } = query
    waiting.delete(queryHash)
    if (underWay.has(queryHash)) return void wanted.add(queryHash)
    if (!query.isActive() || query.isDisabled()) return
    underWay.add(queryHash)
    // Begun by somebody else, who waits for it.
    if (query.state.fetchStatus === 'fetching') await query.promise?.catch(() => {})
    begins(query)
    await client.refetchQueries({ predicate: (one) => one === query }).catch(() => {})
    underWay.delete(queryHash)
    if (wanted.delete(queryHash)) readAgain(query, 0)
  }

  function readAgain(query: Query, spread: number) {
    query.invalidate()
    if (waiting.has(query.queryHash)) return
    const delay = together + Math.random() * spread
    waiting.set(
      query.queryHash,
      setTimeout(() => void read(query), delay),
    )
  }

  return {
    readAgain,
    stop() {
      for (const timer of waiting.values()) clearTimeout(timer)
    },
  }
}
