import type { Query, QueryClient } from '@tanstack/react-query'
import { hasJustFailed } from '../api/data.ts'

/** Milliseconds in which several reasons to refetch a query become one refetch. */
const debounce = 300

/** Milliseconds. Each refetch waits up to `spread` longer, so that many browsers don't ask at once. An answer is at least `minAge` old. */
type Wait = { spread?: number; minAge?: number }

/**
 * Refetches active queries, without cancelling a fetch in flight. Inactive queries are only invalidated, so that they are read again
 * once a page shows them. `onStart` runs before each refetch.
 */
export function createRefetchQueue(client: QueryClient, onStart: (query: Query) => void) {
  const timers = new Map<string, ReturnType<typeof setTimeout>>()
  const inFlight = new Set<string>()
  const queued = new Map<string, Wait>()

  async function start(query: Query, wait: Wait) {
    const { queryHash } = query
    timers.delete(queryHash)
    if (inFlight.has(queryHash)) return void queued.set(queryHash, wait)
    inFlight.add(queryHash)
    // Another caller started this fetch and waits for its answer.
    if (query.state.fetchStatus === 'fetching') await query.promise?.catch(() => {})
    if (query.isActive() && !query.isDisabled() && !hasJustFailed(query)) {
      onStart(query)
      await client.refetchQueries({ predicate: (other) => other === query }).catch(() => {})
    }
    // An answer since then may be older than the reason to refetch, but it made the query valid.
    else query.invalidate()
    inFlight.delete(queryHash)
    const next = queued.get(queryHash)
    queued.delete(queryHash)
    if (next) refetch(query, next)
  }

  function refetch(query: Query, wait: Wait = {}) {
    const { spread = 0, minAge = 0 } = wait
    query.invalidate()
    if (timers.has(query.queryHash)) return
    const age = Date.now() - query.state.dataUpdatedAt
    const delay = Math.max(debounce, minAge - age) + Math.random() * spread
    timers.set(
      query.queryHash,
      setTimeout(() => void start(query, wait), delay),
    )
  }

  return {
    refetch,
    stop() {
      for (const timer of timers.values()) clearTimeout(timer)
    },
  }
}
