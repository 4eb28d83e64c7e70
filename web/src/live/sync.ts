// Keeps cached answers up to date. A slice registers how its answers change; everything else happens here.
import type { MutationCacheNotifyEvent, Query, QueryCacheNotifyEvent, QueryClient } from '@tanstack/react-query'
import { type Args, api, type Endpoint, type Project, type ReadModel, type Result, readModels, type Task } from 'contract'
import { Refused } from '../api/call.ts'
import { changeIdOf } from '../api/data.ts'
import { type EntityKey, highlight } from './highlights.ts'
import { createRefetchQueue } from './refetchQueue.ts'
import { type Frame, onFrame } from './subscriptions.ts'

/** The answer to an own change of a part of a task. `version` is that of the task, undefined if the answer does not say it. */
type Patch = { type: 'patched'; task_id: number; version?: number; patch: (task: Task) => Task }
/** What happened: a frame of the server, or the answer to an own change in the form of one. */
export type Change = Frame | Patch

/** A changed answer that has to be read again all the same, because the change does not say all that a fresh read would. */
export class Outdated<T> {
  readonly value: T
  constructor(value: T) {
    this.value = value
  }
}
/** What the server would answer 404 now. */
export const missing = Symbol('missing')
type Applied<T> = T | Outdated<T> | typeof missing

/** `projectOf` is a project's state according to the newest event about it, undefined if there was none. */
type Context<E extends Endpoint> = { args: Args<E>; me_id: number; projectOf: (id: number) => Project | undefined }
type Rows = ReadonlyMap<EntityKey, object>
type LiveRead<E extends Endpoint> = {
  /**
   * Returns the answer after the change: the same object if it is not concerned. Changes may come twice, late and in the wrong order.
   */
  apply: (answer: Result<E>, change: Change, context: Context<E>) => Applied<Result<E>>
  /** The rows that the answer shows, so that those that somebody else has changed are highlighted. */
  rowsOf?: (answer: Result<E>) => Rows
  /** Whether an answer that has failed should be read again after this change. */
  revives?: (change: Change, args: Args<E>) => boolean
}

const liveReads = new Map<string, LiveRead<Endpoint>>()

/** Registers how cached answers of this endpoint change. */
export function onLive<E extends Endpoint>(endpoint: E, read: LiveRead<E>) {
  liveReads.set(endpoint.route, read as unknown as LiveRead<Endpoint>)
}

/** Milliseconds over which the browsers that receive one event spread their refetches. */
const refetchSpread = 1000
/** Milliseconds after an own change in which a refetch shows that change, and highlights nothing. */
const ownChangeWindow = 2000
/** Milliseconds for which a failed read without data is not reset. */
const failureCooldown = 3000

/** By its route, each read that these models invalidate. */
const readsOf = (models: readonly ReadModel[]): ReadonlyMap<string, Endpoint> =>
  new Map(
    Object.values(api)
      .flatMap((calls) => Object.values(calls) as Endpoint[])
      .filter((endpoint) => endpoint.models?.some((model) => models.includes(model)))
      .map((endpoint) => [endpoint.route, endpoint]),
  )

const syncs = new WeakMap<QueryClient, Sync>()
function syncOf(client: QueryClient) {
  const sync = syncs.get(client) ?? new Sync(client)
  syncs.set(client, sync)
  return sync
}

/** Applies the server's frames to the cache of this person. Returns a function that stops it. */
export function followEvents(client: QueryClient, me_id: number) {
  const sync = syncOf(client)
  sync.me_id = me_id
  return onFrame((frame) => sync.receive(frame))
}

/** Applies the answer to an own change, and refetches what the answer does not determine. */
export const applyAnswer = (client: QueryClient, change: Change) => syncOf(client).apply(change, { isAnswer: true, isOwn: true })

class Sync {
  me_id = 0
  readonly #client: QueryClient
  readonly #queue
  /** The newest version that is known of each task and project. A removal comes right after the version that was removed. */
  readonly #versions = new Map<string, number>()
  readonly #projects = new Map<number, Project>()
  /** The changes since the oldest fetch in flight started, and where in them each fetch started. */
  readonly #buffer: Change[] = []
  readonly #fetches = new Map<string, number>()
  /** Echoes of own changes without an answer. Applied before it, a new row would show beside the pending one. */
  #echoes: Frame[] = []
  /** What each read showed before its refetch, by query hash. */
  readonly #rowsBefore = new Map<string, Rows>()
  #ownChangeAt = 0

  constructor(client: QueryClient) {
    this.#client = client
    this.#queue = createRefetchQueue(client, (query) => this.#rememberRows(query))
    // A page draws its local data and reads again before this tab follows anything.
    for (const query of this.#queries()) if (query.state.fetchStatus !== 'idle') this.#fetches.set(query.queryHash, 0)
    client.getMutationCache().subscribe((event) => this.#onMutation(event))
    client.getQueryCache().subscribe((event) => this.#onQuery(event))
  }

  receive(frame: Frame) {
    const own = 'change_id' in frame ? this.#ownChange(frame.change_id) : undefined
    if (own?.state.status === 'pending') return void this.#echoes.push(frame)
    if ('type' in frame && frame.type === 'stale') return this.#refetchModels(frame.reads)
    if ('type' in frame && frame.type === 'missed') return this.#refetchModels(readModels)
    this.apply(frame, { isOwn: own !== undefined })
  }

  apply(change: Change, { isOwn, isAnswer = false }: { isOwn: boolean; isAnswer?: boolean }) {
    if (!this.#isNews(change)) return
    if (this.#fetches.size) this.#buffer.push(change)
    for (const query of this.#queries()) {
      const { data } = query.state
      if (data !== undefined && this.#applyTo(query, change, isAnswer) && !isOwn)
        highlightChanges(this.#rowsOf(query, data), this.#rowsOf(query))
      if (query.state.status === 'error' && liveReadOf(query)?.revives?.(change, argsOf(query))) revive(query)
    }
  }

  /** Returns whether the data has changed. */
  #applyTo(query: Query, change: Change, isAnswer = false) {
    const { data } = query.state
    const context = { args: argsOf(query), me_id: this.me_id, projectOf: (id: number) => this.#projects.get(id) }
    const applied = liveReadOf(query)?.apply(data as never, change, context) ?? data
    // A person who removes something is led away from its page.
    if (applied === missing) return isAnswer ? false : failAsNotFound(query, change)
    if (applied instanceof Outdated) this.#queue.refetch(query)
    const value = applied instanceof Outdated ? applied.value : applied
    if (value === data) return false
    // The answer's age and its invalidation stay.
    query.setState({ data: value })
    return true
  }

  /** Whether the change is newer than what is known of its entity. Records its version. */
  #isNews(change: Change) {
    const [key, version] = versionOf(change) ?? []
    if (key === undefined || version === undefined) return true
    if ((this.#versions.get(key) ?? 0) >= version) return false
    this.#versions.set(key, version)
    if ('project' in change) this.#projects.set(change.project.id, change.project)
    return true
  }

  #ownChange(change_id: string | undefined) {
    if (change_id === undefined) return undefined
    const mutations = this.#client.getMutationCache().getAll()
    return mutations.find(({ state }) => state.variables && changeIdOf(state.variables as object) === change_id)
  }

  #onMutation(event: MutationCacheNotifyEvent) {
    if (event.type !== 'updated') return
    this.#ownChangeAt = Date.now()
    if (event.mutation.state.status === 'pending') return
    const echoes = this.#echoes
    this.#echoes = []
    for (const echo of echoes) this.receive(echo)
  }

  #onQuery(event: QueryCacheNotifyEvent) {
    const { query } = event
    const { queryHash } = query
    if (event.type === 'removed') this.#endFetch(query)
    if (event.type !== 'updated') return
    if (event.action.type === 'fetch') this.#fetches.set(queryHash, this.#buffer.length)
    else if (event.action.type === 'success' && !event.action.manual) this.#onAnswer(query)
    else if (query.state.fetchStatus === 'idle') this.#endFetch(query)
    else if (this.#rowsBefore.has(queryHash) && event.action.type !== 'invalidate') this.#rememberRows(query)
  }

  /** Applies the changes that a fetched answer may have missed, and highlights what the refetch changed. */
  #onAnswer(query: Query) {
    const missed = this.#buffer.slice(this.#fetches.get(query.queryHash) ?? this.#buffer.length)
    const before = this.#rowsBefore.get(query.queryHash)
    this.#endFetch(query)
    for (const change of missed) if (query.state.data !== undefined) this.#applyTo(query, change)
    if (before && Date.now() - this.#ownChangeAt > ownChangeWindow) highlightChanges(before, this.#rowsOf(query))
  }

  #endFetch({ queryHash }: Query) {
    this.#fetches.delete(queryHash)
    this.#rowsBefore.delete(queryHash)
    if (this.#fetches.size === 0) this.#buffer.length = 0
  }

  #rememberRows(query: Query) {
    const rows = this.#rowsOf(query)
    if (rows) this.#rowsBefore.set(query.queryHash, rows)
  }

  #rowsOf(query: Query, data = query.state.data) {
    return data === undefined || !query.isActive() ? undefined : liveReadOf(query)?.rowsOf?.(data as never)
  }

  #refetchModels(models: readonly ReadModel[]) {
    const reads = readsOf(models)
    for (const query of this.#queries()) {
      const read = reads.get(String(query.queryKey[0]))
      if (!read) continue
      const hasFailed = query.state.status === 'error' && query.state.data === undefined
      if (!hasFailed) this.#queue.refetch(query, { spread: refetchSpread, minAge: (read.min_age ?? 0) * 1000 })
      else if (Date.now() - query.state.errorUpdatedAt > failureCooldown) query.reset()
    }
  }

  #queries() {
    return this.#client.getQueryCache().getAll()
  }
}

const liveReadOf = ({ queryKey }: Query) => liveReads.get(String(queryKey[0]))
const argsOf = ({ queryKey }: Query) => queryKey[1] as Args<Endpoint>

function versionOf(change: Change): [key: string, version: number] | undefined {
  if (!('type' in change)) return undefined
  if (change.type === 'removed') return [`task ${change.task_id}`, change.version + 0.5]
  if (change.type !== 'changed') return undefined
  return 'project' in change
    ? [`project ${change.project.id}`, change.project.version]
    : [`task ${change.task.id}`, change.task.version]
}

/** Puts the query into the state in which a fetch answered 404 would leave it. Text typed on the page of a removed task is kept. */
function failAsNotFound(query: Query, change: Change) {
  void query.cancel({ silent: true })
  query.setState({
    ...(!('type' in change && change.type === 'removed') && { data: undefined }),
    status: 'error',
    fetchStatus: 'idle',
    error: new Refused(404, { detail: 'Not found.' }),
    errorUpdatedAt: Date.now(),
  })
  return false
}

/** Lets a page that has failed for good read again. */
function revive(query: Query) {
  if (query.state.data === undefined) query.reset()
  else query.setState({ status: 'success', error: null, isInvalidated: true })
}

/** Highlights the rows that differ. A change of a row's version alone is none. */
function highlightChanges(before: Rows | undefined, after: Rows | undefined) {
  if (!before || !after) return
  const changed = [...after].flatMap(([key, row]) => {
    const earlier = before.get(key)
    return before.size && earlier !== row && contentOf(earlier) !== contentOf(row) ? [key] : []
  })
  if (changed.length || [...before.keys()].some((key) => !after.has(key))) highlight(changed)
}

const contentOf = (row: object | undefined) =>
  JSON.stringify(row, (key, value) => (['version', 'subtasks', 'comments', 'files'].includes(key) ? undefined : value))
