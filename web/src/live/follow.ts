import type { Query, QueryClient } from '@tanstack/react-query'
import { api, type ReadModel, type Result, readModels, type Task } from 'contract'
import { Refused } from '../api/call.ts'
import { keyOf } from '../api/data.ts'
import { dataAfter, isAbout, type Key, lookOf, routesOf, withoutProject } from './cached.ts'
import { type EntityEvent, type Memory, newMemory, remember } from './events.ts'
import { type Marked, mark } from './highlights.ts'
import { isBeingAdded, isUnderWay, removalUnderWay, rowsUnderWay } from './inFlight.ts'
import { readingAgain } from './refetchQueue.ts'
import { type Frame, listen, onReopen } from './subscriptions.ts'

/** Milliseconds over which browsers that hear of the same thing spread what they ask. */
const spread = 1000
/** A page asks for both at once: to be told of a project, and for what is in it. */
const together = 300
/** So soon after a change of one's own, what is read again shows that. */
const ownEcho = 2000
/** What somebody has just lost is not asked for again so soon. */
const lostFor = 3000

/** At first: who this is was asked for to connect at all, and the rooms wait until they are followed. */
const readBefore = readModels.filter((read) => read !== 'me' && read !== 'rooms')

type State = {
  memory: Memory
  /** What was told since the oldest read that is under way began, and where each began: its answer may not know of it. */
  told: EntityEvent[]
  begun: Map<string, { at: number; told: number }>
}
const states = new WeakMap<QueryClient, State>()
const stateOf = (client: QueryClient) => {
  const state: State = states.get(client) ?? { memory: newMemory(), told: [], begun: new Map() }
  states.set(client, state)
  return state
}

const keyIn = ({ queryKey }: Query) => queryKey as unknown as Key
const put = (query: Query, data: unknown) => {
  // As old as it was, and still to be read again where it was to be.
  if (data !== query.state.data) query.setState({ data })
}

/** Puts what the server has said became of something into all reads that show it; answers in which it can't be told from it. */
function learn(client: QueryClient, news: EntityEvent) {
  const state = stateOf(client)
  remember(state.memory, news)
  if (state.begun.size) state.told.push(news)
  const outdated: Query[] = []
  let isChanged = false
  for (const query of client.getQueryCache().getAll()) {
    if (query.state.data === undefined) continue
    const after = dataAfter(keyIn(query), query.state.data, news, state.memory)
    if (after.isOutdated) outdated.push(query)
    if (after.now !== query.state.data) isChanged = true
    put(query, after.now)
  }
  if (news.type === 'changed' && 'task' in news) bringBack(client, news.task)
  return { outdated, isChanged }
}

/** A task that was deleted is there again: its page, which has failed for good, asks anew. */
function bringBack(client: QueryClient, { id, version }: Pick<Task, 'id' | 'version'>) {
  const queryKey = keyOf(api.tasks.get, { params: { task_id: String(id) } })
  const query = client.getQueryCache().find({ queryKey })
  const removed = stateOf(client).memory.removed.get(`task ${id}`) ?? 0
  if (query?.state.status !== 'error' || removed >= version) return
  if (query.state.data === undefined) query.reset()
  else query.setState({ status: 'success', error: null, isInvalidated: true })
}

/** As `learn`, for what the answer to one's own change says: what can't be told from it is read again. */
export function learnAnswer(client: QueryClient, news: EntityEvent) {
  const { outdated } = learn(client, news)
  if (outdated.length) void client.invalidateQueries({ predicate: (query) => outdated.some((one) => one === query) })
}

/** Keeps all that was read as the socket tells it. Returns how to stop. */
export function followNews(client: QueryClient) {
  const cache = client.getQueryCache()
  const state = stateOf(client)
  const looks = new Map<string, Map<Marked, string>>()
  let followed: ReadonlySet<string> = new Set()
  let isFirst = true
  let changedAt = 0
  const look = (query: Query) => looks.set(query.queryHash, lookOf(keyIn(query), query.state.data))
  const { readAgain, stop } = readingAgain(client, look)

  const among = (routes: readonly string[]) => cache.getAll().filter(({ queryKey }) => routes.includes(String(queryKey[0])))
  const again = (queries: readonly Query[], wait = 0) => {
    for (const query of queries) {
      const wasLost = query.state.status === 'error' && query.state.data === undefined
      if (wasLost && Date.now() - query.state.errorUpdatedAt > lostFor) query.reset()
      else if (!wasLost) readAgain(query, wait)
    }
  }
  const readings = (which: readonly ReadModel[]) => again(among(which.flatMap((read) => routesOf[read])), spread)

  function hear(frame: Frame) {
    if (!('type' in frame)) return
    switch (frame.type) {
      case 'changed':
      case 'removed':
        return hearOf(frame)
      case 'stale':
        return readings(frame.reads)
      case 'outdated':
        return again(cache.getAll().filter((query) => isAbout(keyIn(query), query.state.data, frame.project_id)))
      case 'gone':
        return lose(frame.project_id)
      case 'watching':
        return catchUp(new Set(frame.topics))
      case 'missed':
        return readings(readModels)
    }
  }

  /** What was read before it was followed may have changed between the two. */
  function catchUp(topics: ReadonlySet<string>) {
    const fresh = [...topics].filter((topic) => !followed.has(topic))
    followed = topics
    if (fresh.includes('mine')) return readings(isFirst ? readBefore : readModels)
    const ids = fresh.map((topic) => Number(topic.slice('project '.length))).filter(Number.isFinite)
    const isTogether = ({ queryHash }: Query) => Date.now() - (state.begun.get(queryHash)?.at ?? 0) < together
    const isBefore = (query: Query) => !isTogether(query) && ids.some((id) => isAbout(keyIn(query), query.state.data, id))
    again(cache.getAll().filter(isBefore), spread)
  }

  // What may be one's own, until it is known whether it is: otherwise it would be there twice.
  let doubtful: EntityEvent[] = []
  function hearOfDoubtful() {
    const waiting = doubtful
    doubtful = []
    for (const news of waiting) hearOf(news)
  }

  function hearOf(news: EntityEvent) {
    if (isBeingAdded(client, news)) return void doubtful.push(news)
    const isOurs = isUnderWay(client, news)
    const { outdated, isChanged } = learn(client, news)
    if (isChanged && !isOurs) mark(subjectOf(news))
    again(outdated)
    again(among(countedIn(news)), spread)
    if (news.type !== 'removed' || news.kind !== 'task' || removalUnderWay(client, news.id)) return
    // What is being written about it stays, and so what it is about.
    for (const query of among([api.tasks.get.route])) if (isTask(query, news)) end(query, query.state.data)
  }

  /** An answer to a read: as it was when the server began to write it. */
  function arrived(query: Query) {
    const missed = state.told.slice(state.begun.get(query.queryHash)?.told ?? state.told.length)
    forget(state, query)
    const before = looks.get(query.queryHash)
    looks.delete(query.queryHash)
    for (const news of missed) {
      const { now, isOutdated } = dataAfter(keyIn(query), query.state.data, news, state.memory)
      put(query, now)
      if (isOutdated) readAgain(query, 0)
    }
    if (!before || Date.now() - changedAt < ownEcho) return
    const after = lookOf(keyIn(query), query.state.data)
    const ours = rowsUnderWay(client)
    const changed = different(before, after).filter((key) => !ours.has(key))
    if (changed.length || [...before.keys()].some((key) => !after.has(key))) mark(changed)
  }

  /** The project is no longer for this person: it and what is in it are not there any more. */
  function lose(project_id: number) {
    for (const query of cache.getAll()) {
      const key = keyIn(query)
      const { data } = query.state
      if (key[0] === api.projects.list.route && data) {
        put(query, withoutProject(data as ProjectList, project_id))
        if (!isWhole(data as ProjectList)) readAgain(query, 0)
      }
      if (!isAbout(key, data, project_id)) continue
      if (isOnlyAbout(key)) end(query)
      else readAgain(query, 0)
    }
  }

  const ends = [
    listen(hear),
    client.getMutationCache().subscribe(({ mutation }) => {
      if (doubtful.length && mutation && mutation.state.status !== 'pending') hearOfDoubtful()
    }),
    onReopen(() => {
      followed = new Set()
      isFirst = false
    }),
    client.getMutationCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'success') changedAt = Date.now()
    }),
    cache.subscribe((event) => {
      if (event.type === 'removed') forget(state, event.query)
      if (event.type !== 'updated') return
      const { query, action } = event
      if (action.type === 'fetch') state.begun.set(query.queryHash, { at: Date.now(), told: state.told.length })
      else if (action.type === 'success' && !action.manual) arrived(query)
      else if (query.state.fetchStatus === 'idle') {
        forget(state, query)
        looks.delete(query.queryHash)
      } else if (looks.has(query.queryHash) && action.type !== 'invalidate') look(query)
    }),
  ]
  return () => {
    stop()
    for (const end of ends) end()
  }
}

type ProjectList = Result<typeof api.projects.list>
const isWhole = ({ next, previous }: ProjectList) => next === null && previous === null

function forget({ begun, told }: State, { queryHash }: Query) {
  begun.delete(queryHash)
  if (begun.size === 0) told.length = 0
}

/** From now on the read fails as it would if it were asked. */
function end(query: Query, data?: unknown) {
  void query.cancel({ silent: true })
  query.setState({
    data,
    status: 'error',
    fetchStatus: 'idle',
    error: new Refused(404, { detail: 'Not found.' }),
    errorUpdatedAt: Date.now(),
  })
}

/** Unless it has come back since. */
const isTask = ({ queryKey, state }: Query, { id, version }: { id: number; version: number }) =>
  Number((queryKey[1] as { params: { task_id: string } }).params.task_id) === id &&
  ((state.data as Task | undefined)?.version ?? 0) <= version

/** What holds one project's things and nothing else. */
const isOnlyAbout = ([route, args]: Key) =>
  route === api.projects.get.route ||
  route === api.projects.tasks.route ||
  route === api.tasks.get.route ||
  (route === api.tasks.list.route && Boolean((args as { query?: { project?: string } }).query?.project))

/** What counts or lists the thing in a way of its own. */
function countedIn(news: EntityEvent) {
  const isWork = 'subtask' in news || 'task' in news || (news.type === 'removed' && news.kind !== 'comment')
  return isWork || 'project' in news ? [...routesOf.developers, api.dashboard.developer.route] : []
}

/** What the news says has changed. */
function subjectOf(news: EntityEvent): Marked[] {
  if (news.type === 'removed') return []
  if ('project' in news) return [`project ${news.project.id}`]
  if ('task' in news) return [`task ${news.task.id}`]
  return 'subtask' in news ? [`subtask ${news.subtask.id}`] : [`comment ${news.comment.id}`]
}

const different = (before: ReadonlyMap<Marked, string>, after: ReadonlyMap<Marked, string>) =>
  [...after].flatMap(([key, look]) => (before.size && before.get(key) !== look ? [key] : []))
