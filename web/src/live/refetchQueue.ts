import type { Query, QueryClient } from '@tanstack/react-query'

/** Milliseconds in which several reasons to refetch a query become one refetch. */
const debounce = 300

/**
 * Refetches active queries, without cancelling a fetch in flight. Inactive queries are only invalidated. Each refetch waits up to
 * `spread` milliseconds longer, so that many browsers don't ask at once. `onStart` runs before each refetch.
 */
export function createRefetchQueue(client: QueryClient, onStart: (query: Query) => void) {
  const timers = new Map<string, ReturnType<typeof setTimeout>>()
  const inFlight = new Set<string>()
  const queued = new Set<string>()

  async function start(query: Query) {
    const { queryHash } = query
    timers.delete(queryHash)
    if (inFlight.has(queryHash)) return void queued.add(queryHash)
    if (!query.isActive() || query.isDisabled()) return
    inFlight.add(queryHash)
    // Another caller started this fetch and waits for its answer.
    if (query.state.fetchStatus === 'fetching') await query.promise?.catch(() => {})
    onStart(query)
    await client.refetchQueries({ predicate: (other) => other === query }).catch(() => {})
    inFlight.delete(queryHash)
    if (queued.delete(queryHash)) refetch(query, 0)
  }

  function refetch(query: Query, spread: number) {
    query.invalidate()
    if (timers.has(query.queryHash)) return
    const delay = debounce + Math.random() * spread
    timers.set(
      query.queryHash,
      setTimeout(() => void start(query), delay),
    )
  }

  return {
    refetch,
    stop() {
      for (const timer of timers.values()) clearTimeout(timer)
    },
  }
}
