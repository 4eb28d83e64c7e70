import type { MutationCacheNotifyEvent, Query, QueryCacheNotifyEvent, QueryClient } from '@tanstack/react-query'
import { type ReadModel, readModels } from 'contract'
import { Refused } from '../api/call.ts'
import { applyEvent, eventLogOf, readKeyOf, replaceData } from './apply.ts'
import type { EntityEvent } from './entities/events.ts'
import { entitiesInFlight, isInFlight, isPossibleEcho, isRemovalInFlight } from './entities/inFlight.ts'
import {
  aggregatesOf,
  applyToQuery,
  changedEntities,
  concernsProject,
  fingerprintsOf,
  isRemovedTask,
  isScopedToProject,
  routesOf,
  withoutProject,
} from './entities/queries.ts'
import { type EntityKey, highlight } from './highlights.ts'
import { createRefetchQueue } from './refetchQueue.ts'
import { type Frame, onFrame, onReconnect } from './subscriptions.ts'

/** Milliseconds over which the browsers that receive one event spread their refetches. */
const refetchSpread = 1000
/** Milliseconds. A page subscribes and reads at once, so a read this recent is not repeated when the subscription starts. */
const subscriptionLead = 300
/** Milliseconds after an own change in which a refetch shows that change, and highlights nothing. */
const ownChangeWindow = 2000
/** Milliseconds for which a failed read without data is not reset. */
const failureCooldown = 3000

/** The first subscription skips `me`, which the connection itself needed, and `rooms`, which wait for the subscription. */
const readBeforeSubscribing = readModels.filter((read) => read !== 'me' && read !== 'rooms')

type Fingerprints = ReadonlyMap<EntityKey, string>

/** Keeps the query cache up to date with the socket's events. Returns a function that stops it. */
export function followEvents(client: QueryClient) {
  const follower = new EventFollower(client)
  return () => follower.stop()
}

class EventFollower {
  readonly #client: QueryClient
  readonly #log
  readonly #queue
  /** What each read showed before its refetch, by query hash. */
  readonly #fingerprints = new Map<string, Fingerprints>()
  #topics: ReadonlySet<string> = new Set()
  #isFirstSubscription = true
  #ownChangeAt = 0
  /** Buffered until the answer to an own creation tells whether they echo it: applied at once, the row would appear twice. */
  #possibleEchoes: EntityEvent[] = []
  readonly #unsubscribes

  constructor(client: QueryClient) {
    this.#client = client
    this.#log = eventLogOf(client)
    this.#queue = createRefetchQueue(client, (query) => this.#takeFingerprints(query))
    this.#unsubscribes = [
      onFrame((frame) => this.#receive(frame)),
      onReconnect(() => {
        this.#topics = new Set()
        this.#isFirstSubscription = false
      }),
      client.getMutationCache().subscribe((event) => this.#onMutation(event)),
      client.getQueryCache().subscribe((event) => this.#onQuery(event)),
    ]
  }

  stop() {
    this.#queue.stop()
    for (const unsubscribe of this.#unsubscribes) unsubscribe()
  }

  #receive(frame: Frame) {
    if (!('type' in frame)) return
    switch (frame.type) {
      case 'changed':
      case 'removed':
        return this.#apply(frame)
      case 'stale':
        return this.#refetchModels(frame.reads)
      case 'outdated':
        return this.#refetch(this.#queriesAbout([frame.project_id]))
      case 'gone':
        return this.#removeProject(frame.project_id)
      case 'watching':
        return this.#refetchUncovered(new Set(frame.topics))
      case 'missed':
        return this.#refetchModels(readModels)
    }
  }

  #apply(event: EntityEvent) {
    if (isPossibleEcho(this.#client, event)) return void this.#possibleEchoes.push(event)
    const isOwn = isInFlight(this.#client, event)
    const { outdated, isChanged } = applyEvent(this.#client, event)
    if (isChanged && !isOwn) highlight(changedEntities(event))
    this.#refetch(outdated)
    this.#refetch(this.#queriesOf(aggregatesOf(event)), refetchSpread)
    if (event.type === 'removed' && isRemovalInFlight(this.#client, event.id)) return
    // The data stays, so that text typed on the page is not lost.
    for (const query of this.#queries())
      if (isRemovedTask(readKeyOf(query), query.state.data, event)) failAsNotFound(query, query.state.data)
  }

  /** Refetches what was read before its topic was subscribed to: it may have changed in between. */
  #refetchUncovered(topics: ReadonlySet<string>) {
    const added = [...topics].filter((topic) => !this.#topics.has(topic))
    this.#topics = topics
    if (added.includes('mine')) return this.#refetchModels(this.#isFirstSubscription ? readBeforeSubscribing : readModels)
    const project_ids = added.map((topic) => Number(topic.slice('project '.length))).filter(Number.isFinite)
    const isCovered = (query: Query) => Date.now() - this.#log.fetchStartedAt(query) < subscriptionLead
    this.#refetch(
      this.#queriesAbout(project_ids).filter((query) => !isCovered(query)),
      refetchSpread,
    )
  }

  /** The person lost access to the project. */
  #removeProject(project_id: number) {
    for (const query of this.#queries()) {
      const key = readKeyOf(query)
      const { value, isOutdated } = withoutProject(key, query.state.data, project_id)
      replaceData(query, value)
      const isConcerned = concernsProject(key, value, project_id)
      if (isConcerned && isScopedToProject(key)) failAsNotFound(query)
      else if (isConcerned || isOutdated) this.#queue.refetch(query, 0)
    }
  }

  #onMutation(event: MutationCacheNotifyEvent) {
    if (event.mutation && event.mutation.state.status !== 'pending') {
      const events = this.#possibleEchoes
      this.#possibleEchoes = []
      for (const possibleEcho of events) this.#apply(possibleEcho)
    }
    if (event.type === 'updated' && event.action.type === 'success') this.#ownChangeAt = Date.now()
  }

  #onQuery(event: QueryCacheNotifyEvent) {
    if (event.type === 'removed') this.#log.endFetch(event.query)
    if (event.type !== 'updated') return
    const { query, action } = event
    if (action.type === 'fetch') this.#log.startFetch(query)
    else if (action.type === 'success' && !action.manual) this.#onAnswer(query)
    else if (query.state.fetchStatus === 'idle') {
      this.#log.endFetch(query)
      this.#fingerprints.delete(query.queryHash)
    } else if (this.#fingerprints.has(query.queryHash) && action.type !== 'invalidate') this.#takeFingerprints(query)
  }

  /** Applies the events that a fetched answer may have missed, and highlights what the refetch changed. */
  #onAnswer(query: Query) {
    const key = readKeyOf(query)
    const missed = this.#log.eventsSinceFetchOf(query)
    this.#log.endFetch(query)
    const before = this.#fingerprints.get(query.queryHash)
    this.#fingerprints.delete(query.queryHash)
    for (const event of missed) {
      const { value, isOutdated } = applyToQuery(key, query.state.data, event, this.#log.known)
      replaceData(query, value)
      if (isOutdated) this.#queue.refetch(query, 0)
    }
    if (!before || Date.now() - this.#ownChangeAt < ownChangeWindow) return
    const after = fingerprintsOf(key, query.state.data)
    const own = entitiesInFlight(this.#client)
    const changed = changedKeys(before, after).filter((entity) => !own.has(entity))
    if (changed.length || [...before.keys()].some((entity) => !after.has(entity))) highlight(changed)
  }

  #takeFingerprints(query: Query) {
    this.#fingerprints.set(query.queryHash, fingerprintsOf(readKeyOf(query), query.state.data))
  }

  #refetchModels(models: readonly ReadModel[]) {
    this.#refetch(this.#queriesOf(models.flatMap((model) => routesOf[model])), refetchSpread)
  }

  #refetch(queries: readonly Query[], spread = 0) {
    for (const query of queries) {
      const hasFailed = query.state.status === 'error' && query.state.data === undefined
      if (!hasFailed) this.#queue.refetch(query, spread)
      else if (Date.now() - query.state.errorUpdatedAt > failureCooldown) query.reset()
    }
  }

  #queries() {
    return this.#client.getQueryCache().getAll()
  }

  #queriesOf(routes: readonly string[]) {
    return this.#queries().filter(({ queryKey }) => routes.includes(String(queryKey[0])))
  }

  #queriesAbout(project_ids: readonly number[]) {
    return this.#queries().filter((query) => project_ids.some((id) => concernsProject(readKeyOf(query), query.state.data, id)))
  }
}

/** Puts the query into the state in which a fetch answered 404 would leave it. */
function failAsNotFound(query: Query, data?: unknown) {
  void query.cancel({ silent: true })
  query.setState({
    data,
    status: 'error',
    fetchStatus: 'idle',
    error: new Refused(404, { detail: 'Not found.' }),
    errorUpdatedAt: Date.now(),
  })
}

const changedKeys = (before: Fingerprints, after: Fingerprints) =>
  [...after].flatMap(([key, fingerprint]) => (before.size && before.get(key) !== fingerprint ? [key] : []))
