import type { Query, QueryCacheNotifyEvent, QueryClient } from '@tanstack/react-query'
import { api, type Endpoint, type Me } from 'contract'
import { Refused } from '../api/call.ts'
import { etagOf, setEtag } from '../api/etags.ts'
import { isConnectionLost } from '../api/offline.ts'
import { isSameOwner, type KeptRead, LocalDatabase, mostCharactersOfRead, type Owner, surplusOf } from './database.ts'
import { allProjectsIn, type KeptKey, projectsIn } from './projects.ts'

/** Milliseconds over which changes are written together. */
const writeDelay = 1000
/** Milliseconds from the page's start for which it waits for the browser's database although the server has answered. */
const openTimeout = 500
/** Milliseconds for which it waits while the server has not. */
const longestOpening = 10_000

const sleep = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))

const keptRoutes = new Set(
  Object.values<Record<string, Endpoint>>(api)
    .flatMap((endpoints) => Object.values(endpoints))
    .filter(({ is_kept_on_device }) => is_kept_on_device)
    .map(({ route }) => route as string),
)

const keyOfQuery = ({ queryKey }: Query) => queryKey as unknown as KeptKey
const isRefused = (error: unknown) => error instanceof Refused && (error.status === 403 || error.status === 404)

/** Keeps the reads of one person on their device, and draws them before the server has answered. */
class LocalData {
  readonly #release: string
  readonly #database = new LocalDatabase()
  readonly #opened: Promise<void>
  readonly #openTimeout = sleep(openTimeout)
  /** The server has answered: what the database has not given yet is not drawn any more. */
  #isTooLate = false
  #owner: Owner | undefined
  #isForgotten = false
  /** What the database had at the start and no page has asked for yet. */
  readonly #unread = new Map<string, KeptRead>()
  readonly #projectsOf = new WeakMap<Query, readonly number[]>()
  /** Drawn from the database, and not confirmed by the server. */
  readonly #unconfirmed = new WeakSet<Query>()
  #restoring: Query | undefined
  readonly #changed = new Set<Query>()
  readonly #dropped = new Set<string>()
  #losses: ((project_id: number) => boolean)[] = []
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(client: QueryClient, release: string) {
    this.#release = release
    this.#opened = this.#open()
    client.getQueryCache().subscribe((event) => this.#onQuery(event))
    for (const event of ['visibilitychange', 'pagehide']) window.addEventListener(event, () => this.#write())
  }

  async #open() {
    const stored = await this.#database.readAll().catch(() => undefined)
    if (this.#isForgotten || this.#isTooLate || stored?.owner.release !== this.#release) return
    this.#owner = stored.owner
    for (const hash of surplusOf(stored.reads)) this.#dropped.add(hash)
    for (const read of stored.reads) if (!this.#dropped.has(read.hash)) this.#unread.set(read.hash, read)
  }

  /** The person whose data the browser has, from this release; undefined if there is none. */
  async person() {
    await Promise.race([this.#opened, sleep(longestOpening)])
    return this.#owner?.me
  }

  /** The server has confirmed who is logged in. Resolves once nothing of anybody else can be drawn. */
  async own(me: Me) {
    // What the platform's own people see is never kept.
    if (!me.tenant) return this.forget()
    await Promise.race([this.#opened, this.#openTimeout])
    this.#isTooLate = true
    const owner = { me, release: this.#release }
    if (this.#owner && !isSameOwner(this.#owner, owner)) this.#reset()
    this.#owner = owner
    this.#isForgotten = false
    this.#database.own(owner).catch(() => {})
    this.#schedule()
  }

  /** Deletes everything. Nothing is kept until somebody is logged in. */
  forget() {
    this.#isForgotten = true
    this.#owner = undefined
    this.#reset()
    this.#database.clear().catch(() => {})
  }

  /** Deletes every read of a project that the person may no longer see. */
  forgetProjects(isLost: (project_id: number) => boolean) {
    for (const [hash, { project_ids }] of this.#unread) if (project_ids.some(isLost)) this.#unread.delete(hash)
    this.#losses.push(isLost)
    this.#schedule()
  }

  #reset() {
    this.#unread.clear()
    this.#changed.clear()
    this.#dropped.clear()
    this.#losses = []
  }

  #onQuery(event: QueryCacheNotifyEvent) {
    const { query } = event
    if (this.#isForgotten || query === this.#restoring || !keptRoutes.has(String(query.queryKey[0]))) return
    if (event.type === 'added') return this.#restore(query)
    if (event.type !== 'updated') return
    const { action } = event
    if (action.type === 'success' && !action.manual) this.#unconfirmed.delete(query)
    // The state still has the error of a read without a connection while that is repeated with one. The page, which no longer
    // fails and does not wait, would be handed no data.
    if (action.type === 'error') {
      if (isRefused(action.error)) this.#drop(query)
      else if (!isConnectionLost()) this.#stopDrawing(query)
    } else if (action.type === 'success' || action.type === 'setState') this.#keep(query)
  }

  /** Gives a query its data as soon as a page asks for it. The data counts as stale, so the page revalidates it at once. */
  #restore(query: Query) {
    const read = this.#unread.get(query.queryHash)
    if (!read || query.state.data !== undefined) return
    this.#unread.delete(query.queryHash)
    const data: unknown = JSON.parse(read.text)
    setEtag(data, read.etag)
    this.#projectsOf.set(query, read.project_ids)
    this.#unconfirmed.add(query)
    this.#restoring = query
    query.setState({ data, status: 'success' })
    this.#restoring = undefined
  }

  #keep(query: Query) {
    const { data } = query.state
    if (data === undefined) return
    const key = keyOfQuery(query)
    this.#projectsOf.set(query, projectsIn(key, data))
    this.#changed.add(query)
    const all = allProjectsIn(key, data)
    if (all) this.forgetProjects((id) => !all.has(id))
    this.#schedule()
  }

  /** The server has refused the read. Whoever may not see a row may not see the rest of its project, either. */
  #drop(query: Query) {
    const project_ids = this.#projectsOf.get(query) ?? []
    this.#changed.delete(query)
    this.#dropped.add(query.queryHash)
    this.forgetProjects((id) => project_ids.includes(id))
    this.#stopDrawing(query)
  }

  /** The page then says that it could not be read, as it would without local data. */
  #stopDrawing(query: Query) {
    if (this.#unconfirmed.delete(query)) query.setState({ data: undefined })
  }

  #schedule() {
    this.#timer ??= setTimeout(() => this.#write(), writeDelay)
  }

  #write() {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (!this.#owner || this.#changed.size + this.#dropped.size + this.#losses.length === 0) return
    const losses = this.#losses
    const isLost = (project_id: number) => losses.some((loses) => loses(project_id))
    const reads = [...this.#changed].map((query) => this.#readOf(query)).filter(({ project_ids }) => !project_ids.some(isLost))
    const { kept = [], tooLong = [] } = Object.groupBy(reads, ({ text }) =>
      text.length > mostCharactersOfRead ? 'tooLong' : 'kept',
    )
    const dropped = [...this.#dropped, ...tooLong.map(({ hash }) => hash)]
    this.#changed.clear()
    this.#dropped.clear()
    this.#losses = []
    this.#database.change(this.#owner, { kept, dropped, isLost }).catch(() => {})
  }

  #readOf(query: Query): KeptRead {
    const { queryHash: hash, state } = query
    const project_ids = [...(this.#projectsOf.get(query) ?? [])]
    return { hash, text: JSON.stringify(state.data), etag: etagOf(state.data), project_ids, kept_at: Date.now() }
  }
}

const localDataOf = new WeakMap<QueryClient, LocalData>()

/** Opens the browser's local data. Returns the person whose data it is. */
export function openLocalData(client: QueryClient, release: string) {
  const localData = new LocalData(client, release)
  localDataOf.set(client, localData)
  return localData.person()
}

export const ownLocalData = (client: QueryClient, me: Me) => localDataOf.get(client)?.own(me)
export const forgetLocalData = (client: QueryClient) => localDataOf.get(client)?.forget()
export const forgetLocalProject = (client: QueryClient, project_id: number) =>
  localDataOf.get(client)?.forgetProjects((id) => id === project_id)
