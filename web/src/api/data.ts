import {
  type Query,
  QueryClient,
  useMutation,
  useMutationState,
  usePrefetchQuery,
  useQueryClient,
  useSuspenseQuery,
} from '@tanstack/react-query'
import type { Args, Endpoint, Result } from 'contract'
import { useCallback } from 'react'
import { call, Refused, Unreachable } from './call.ts'
import { shareStructure } from './etags.ts'
import { newId } from './ids.ts'
import { isConnectionLost, isJustBack, isOffline } from './offline.ts'
import { type QueuedChange, queue, queued } from './queue.ts'

/** Seconds. A person waits for the page. */
const longestRetryAfter = 10

/** Whether the same request may succeed a little later. */
export const isTransient = (error: unknown) =>
  error instanceof Unreachable ||
  (error instanceof Refused &&
    (error.status >= 500 || error.status === 429) &&
    (error.retry_after === undefined || error.retry_after <= longestRetryAfter))

/** Milliseconds. Jitter on top of the server's `Retry-After` keeps browsers from retrying together. */
export const retryDelay = (failures: number, error: unknown) =>
  error instanceof Refused && error.retry_after !== undefined
    ? error.retry_after * 1000 * (1 + Math.random() / 4)
    : 500 * 2 ** failures

/** Whether a read is repeated: twice at most, or five times while the connection is only just back. */
const isRepeated = (failures: number, error: unknown) =>
  isTransient(error) && failures < (error instanceof Unreachable && isJustBack() ? 5 : 2)

/** Milliseconds. Nothing but a person asks again so soon for what could not be read. */
const failureTime = 10_000

export const hasJustFailed = ({ state }: Pick<Query, 'state'>) =>
  state.status === 'error' && state.data === undefined && Date.now() - state.errorUpdatedAt < failureTime

/** The query of a read that suspends: its boundary decides when a failed one is tried again. */
export const suspending = <Query extends object>(query: Query) => ({ ...query, retryOnMount: true })

export const createClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 5_000,
        networkMode: 'always',
        retry: isRepeated,
        retryDelay,
        retryOnMount: (query) => !hasJustFailed(query),
        structuralSharing: shareStructure,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })

export const keyOf = <E extends Endpoint>(endpoint: E, args: Args<E>) => [endpoint.route, args] as const

export type ReadContext = { signal: AbortSignal; client: QueryClient }

/** The query of a read. It asks the server for what has changed since the data in the cache. */
export function readOf<E extends Endpoint>(endpoint: E, args: Args<E>) {
  const queryKey = keyOf(endpoint, args)
  return {
    queryKey,
    queryFn: ({ signal, client }: ReadContext) =>
      call(endpoint, args, signal, { before: client.getQueryData<Result<E>>(queryKey) }),
  }
}

/** The endpoint's answer, revalidated when stale. Suspends and fails in the nearest `Loaded`. */
export const useData = <E extends Endpoint>(endpoint: E, args: Args<E>): Result<E> =>
  useSuspenseQuery<Result<E>>(suspending(readOf(endpoint, args))).data

/** Starts a read that a child component needs, so that several run in parallel. */
export const usePreload = <E extends Endpoint>(endpoint: E, args: Args<E>) => usePrefetchQuery(readOf(endpoint, args))

type Effects<E extends Endpoint> = {
  /** Reads to refetch after the change. */
  touches: readonly Endpoint[]
  /** Reads that `onAnswer` updates. They are refetched only after an error. */
  shows?: readonly Endpoint[]
  /** Puts the answer into cached reads. */
  onAnswer?: (answer: Result<E>, args: Args<E>) => void
  /** The changed row, for a route whose path does not name it. */
  rowIn?: (args: Args<E>) => unknown
}

/** A change that may wait on the device resolves to `queued` as soon as it does. */
type Outcome<E extends Endpoint> = E extends { is_repeatable: true } ? Result<E> | typeof queued : Result<E>

/**
 * A mutation. It stays pending until its answer is applied and the active reads that it touches are refetched. Changes of one
 * row are sent one at a time, in the order they were made. Without a connection, a change that is `described` waits on the device.
 */
export function useChange<E extends Endpoint>(endpoint: E, { touches, shows = [], onAnswer, rowIn }: Effects<E>) {
  const client = useQueryClient()
  const { mutateAsync, ...mutation } = useMutation<Result<E>, Error, Args<E>>({
    mutationKey: [endpoint.route],
    mutationFn: (args) => {
      if (isOffline() || queue.isWaiting) return sendLater(client, endpoint, args)
      const row = rowIn ? JSON.stringify([endpoint.route, rowIn(args)]) : rowOf(endpoint, args)
      return inSequence(row, () => limitConcurrency(() => sendNow(endpoint, args))).catch((error) => {
        // The server may have made the change. If it is sent again, the server recognises it.
        if (error instanceof Unreachable && isConnectionLost()) return sendLater(client, endpoint, args)
        throw error
      })
    },
    ...(onAnswer && { onSuccess: onAnswer }),
    onSettled: async (_, error) => {
      const stale = [...touches, ...(error ? shows : [])]
      if (stale.length === 0) return
      // Waits for a burst of changes to be sent: otherwise each would refetch, and the next would cancel that.
      const fetched = await queueDrained()
      await Promise.all(
        stale.map(({ route }) => {
          const isFirst = !fetched.has(route)
          fetched.add(route)
          return client.invalidateQueries({ queryKey: [route] }, { cancelRefetch: isFirst })
        }),
      )
    },
  })
  const change = useCallback(
    (args: Args<E>) =>
      new Promise<Outcome<E>>((resolve, reject) => {
        onQueued.set(args as object, () => resolve(queued as Outcome<E>))
        mutateAsync(args).then((answer) => resolve(answer as Outcome<E>), reject)
      }),
    [mutateAsync],
  )
  return { ...mutation, mutateAsync: change }
}

const sendNow = <E extends Endpoint>(endpoint: E, args: Args<E>) =>
  call(endpoint, args, undefined, { change_id: changeIdOf(args as object) })

type Description = Pick<QueuedChange, 'about' | 'text'>
type Describe<E extends Endpoint> = (args: Args<E>, client: QueryClient) => Description
const descriptions = new Map<string, Describe<Endpoint>>()
/** By a change's arguments. */
const onQueued = new WeakMap<object, () => void>()

/** Lets changes wait on the device while there is no connection. `describe` words them for their author. */
export function queueable<E extends Endpoint & { is_repeatable: true }>({ route }: E, describe: Describe<E>) {
  descriptions.set(route, describe as Describe<Endpoint>)
}

/** Queues the change if it may wait; otherwise tries to send it. Resolves to its answer. */
async function sendLater<E extends Endpoint>(client: QueryClient, endpoint: E, args: Args<E>): Promise<Result<E>> {
  const describe = descriptions.get(endpoint.route)
  if (!describe) return sendNow(endpoint, args)
  const change_id = changeIdOf(args as object)
  const { answer } = await queue.add(endpoint, args, { ...describe(args as Args<Endpoint>, client), change_id })
  onQueued.get(args as object)?.()
  return answer
}

/** Shows this person's queued changes as pending, also after a reload. */
export const openQueue = (client: QueryClient, person_id: number) =>
  queue.open(person_id, ({ route, args, change_id }, answer) => {
    changeIds.set(args, change_id)
    const mutation = client.getMutationCache().build<unknown, Error, object, unknown>(client, {
      mutationKey: [route],
      mutationFn: () => answer,
      networkMode: 'always',
      onSettled: async () => {
        if (!queue.isWaiting) await client.invalidateQueries()
      },
    })
    mutation.execute(args).catch(() => undefined)
  })

const changeIds = new WeakMap<object, string>()

/** The id of the change with these arguments, by which its event is recognised. The same for each attempt to send it. */
export function changeIdOf(args: object) {
  const id = changeIds.get(args) ?? newId()
  changeIds.set(args, id)
  return id
}

/** The arguments of the endpoint's pending changes, oldest first, for optimistic display. */
export const usePending = <E extends Endpoint>(endpoint: E): Args<E>[] =>
  useMutationState({ filters: { mutationKey: [endpoint.route], status: 'pending' }, select: (m) => m.state.variables as Args<E> })

// Browsers open six connections to a host over HTTP/1; two are left for reads.
const maxInFlight = 4
let inFlight = 0
const waiting: (() => void)[] = []
const drainListeners: ((fetched: Set<string>) => void)[] = []

/** Runs at most four changes at once, and queues the others in order. */
async function limitConcurrency<T>(work: () => Promise<T>): Promise<T> {
  if (inFlight >= maxInFlight) await new Promise<void>((resolve) => waiting.push(resolve))
  else inFlight++
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else inFlight--
    const fetched = new Set<string>()
    if (waiting.length === 0) for (const resolve of drainListeners.splice(0)) resolve(fetched)
  }
}

/** Resolves once no change is queued. All that waited share one set, the routes already refetched. */
const queueDrained = () =>
  waiting.length === 0 ? new Set<string>() : new Promise<Set<string>>((resolve) => drainListeners.push(resolve))

const lastByRow = new Map<string, Promise<unknown>>()

function inSequence<T>(row: string | undefined, work: () => Promise<T>): Promise<T> {
  if (!row) return work()
  const change = (lastByRow.get(row) ?? Promise.resolve()).then(work, work)
  const forget = () => {
    if (lastByRow.get(row) === change) lastByRow.delete(row)
  }
  lastByRow.set(row, change)
  change.then(forget, forget)
  return change
}

/** The row that a change is about, for any method; undefined for a creation. */
function rowOf<E extends Endpoint>({ route }: E, args: Args<E>) {
  const { params } = args as { params?: object }
  return params && JSON.stringify([route.slice(route.indexOf('/')), params])
}
