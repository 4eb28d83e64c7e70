import type { Query, QueryClient } from '@tanstack/react-query'
import { type EntityEvent, newKnownVersions, recordEvent } from './entities/events.ts'
import { applyToQuery, type ReadKey, restoredTask } from './entities/queries.ts'

/** What events have announced, and those that a fetch in flight may have missed. */
class EventLog {
  readonly known = newKnownVersions()
  /** The events since the oldest fetch in flight started. */
  readonly #buffer: EntityEvent[] = []
  readonly #fetches = new Map<string, { startedAt: number; position: number }>()

  record(event: EntityEvent) {
    recordEvent(this.known, event)
    if (this.#fetches.size) this.#buffer.push(event)
  }

  startFetch({ queryHash }: Query) {
    this.#fetches.set(queryHash, { startedAt: Date.now(), position: this.#buffer.length })
  }

  endFetch({ queryHash }: Query) {
    this.#fetches.delete(queryHash)
    if (this.#fetches.size === 0) this.#buffer.length = 0
  }

  eventsSinceFetchOf({ queryHash }: Query) {
    return this.#buffer.slice(this.#fetches.get(queryHash)?.position ?? this.#buffer.length)
  }

  /** Milliseconds; 0 for a query without a fetch in flight. */
  fetchStartedAt({ queryHash }: Query) {
    return this.#fetches.get(queryHash)?.startedAt ?? 0
  }
}

const logs = new WeakMap<QueryClient, EventLog>()
export function eventLogOf(client: QueryClient) {
  const log = logs.get(client) ?? new EventLog()
  logs.set(client, log)
  return log
}

export const readKeyOf = ({ queryKey }: Query) => queryKey as unknown as ReadKey

/** Replaces a query's data. Its age and its invalidation stay. */
export function replaceData(query: Query, data: unknown) {
  if (data !== query.state.data) query.setState({ data })
}

/** Applies the event to all cached reads. Returns the reads that need a refetch. */
export function applyEvent(client: QueryClient, event: EntityEvent) {
  const log = eventLogOf(client)
  log.record(event)
  const outdated: Query[] = []
  let isChanged = false
  for (const query of client.getQueryCache().getAll()) {
    if (query.state.data === undefined) continue
    const { value, isOutdated } = applyToQuery(readKeyOf(query), query.state.data, event, log.known)
    if (isOutdated) outdated.push(query)
    if (value !== query.state.data) isChanged = true
    replaceData(query, value)
  }
  reviveTaskPage(client, event)
  return { outdated, isChanged }
}

/** The page of a deleted task has failed for good. Once the task is restored, the page fetches it again. */
function reviveTaskPage(client: QueryClient, event: EntityEvent) {
  const queryKey = restoredTask(event, eventLogOf(client).known)
  const query = queryKey && client.getQueryCache().find({ queryKey })
  if (query?.state.status !== 'error') return
  if (query.state.data === undefined) query.reset()
  else query.setState({ status: 'success', error: null, isInvalidated: true })
}

/** Applies the answer to an own change, and refetches what the answer does not determine. */
export function applyAnswer(client: QueryClient, event: EntityEvent) {
  const { outdated } = applyEvent(client, event)
  if (outdated.length) void client.invalidateQueries({ predicate: (query) => outdated.includes(query) })
}
