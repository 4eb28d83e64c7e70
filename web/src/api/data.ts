import {
  QueryClient,
  useMutation,
  useMutationState,
  usePrefetchQuery,
  useQueryClient,
  useSuspenseQuery,
} from '@tanstack/react-query'
import type { Args, Endpoint, Result } from 'contract'
import { call, Refused, Unreachable } from './call.ts'

/** Seconds: somebody waits for the page. */
const longestWait = 10

const isPassing = (error: unknown) =>
  error instanceof Unreachable ||
  (error instanceof Refused &&
    (error.status >= 500 || error.status === 429) &&
    (error.retry_after === undefined || error.retry_after <= longestWait))

/** As long as the server asks for, and a little more, so that what was refused together does not come back together. */
const pauseBefore = (failures: number, error: unknown) =>
  error instanceof Refused && error.retry_after !== undefined
    ? error.retry_after * 1000 * (1 + Math.random() / 4)
    : 500 * 2 ** failures

export const createClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 5_000,
        networkMode: 'always',
        retry: (failures, error) => failures < 2 && isPassing(error),
        retryDelay: pauseBefore,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })

export const keyOf = <E extends Endpoint>(endpoint: E, args: Args<E>) => [endpoint.route, args] as const

const read = <E extends Endpoint>(endpoint: E, args: Args<E>) => ({
  queryKey: keyOf(endpoint, args),
  queryFn: ({ signal }: { signal: AbortSignal }) => call(endpoint, args, signal),
})

/** What the server says, kept fresh. Waits in the nearest `Loaded`, and fails in it. */
export const useData = <E extends Endpoint>(endpoint: E, args: Args<E>): Result<E> =>
  useSuspenseQuery<Result<E>>(read(endpoint, args)).data

/** Starts a read that comes later on the screen, so that several run side by side. */
export const usePreload = <E extends Endpoint>(endpoint: E, args: Args<E>) => usePrefetchQuery(read(endpoint, args))

type Effects<E extends Endpoint> = {
  /** The reads that it makes stale. */
  touches: readonly Endpoint[]
  /** The reads that show it already once the answer is in place; a refusal puts them in doubt. */
  shows?: readonly Endpoint[]
  /** Puts the answer where it shows. */
  onAnswer?: (answer: Result<E>, args: Args<E>) => void
  /** Which row is changed, where the path does not say. */
  rowIn?: (args: Args<E>) => unknown
}

/**
 * A change. It stays pending until its answer is in place, and the reads that it touches, where on screen, have been fetched
 * again. Changes of one row are sent one after another, in the order they were made.
 */
export function useChange<E extends Endpoint>(endpoint: E, { touches, shows = [], onAnswer, rowIn }: Effects<E>) {
  const client = useQueryClient()
  return useMutation<Result<E>, Error, Args<E>>({
    mutationKey: [endpoint.route],
    mutationFn: (args) =>
      inTurn(rowIn ? JSON.stringify([endpoint.route, rowIn(args)]) : rowOf(endpoint, args), () =>
        aFewAtATime(() => call(endpoint, args)),
      ),
    ...(onAnswer && { onSuccess: onAnswer }),
    onSettled: async (_, error) => {
      const stale = [...touches, ...(error ? shows : [])]
      if (stale.length === 0) return
      // Of many changes made at once each would fetch all of it, only to be overtaken by the next.
      const fetched = await noneWaits()
      await Promise.all(
        stale.map(({ route }) => {
          const isFirst = !fetched.has(route)
          fetched.add(route)
          return client.invalidateQueries({ queryKey: [route] }, { cancelRefetch: isFirst })
        }),
      )
    },
  })
}

/** The arguments of every change of this kind still under way, oldest first: what the screen may show ahead of the server. */
export const usePending = <E extends Endpoint>(endpoint: E): Args<E>[] =>
  useMutationState({ filters: { mutationKey: [endpoint.route], status: 'pending' }, select: (m) => m.state.variables as Args<E> })

// Browsers open six connections to a host by HTTP 1; two are left for reads.
const atOnce = 4
let underWay = 0
const waiting: (() => void)[] = []
const heldBack: ((fetched: Set<string>) => void)[] = []

/** Lets four changes be under way at once; further ones wait, and begin in the order they came. */
async function aFewAtATime<T>(work: () => Promise<T>): Promise<T> {
  if (underWay >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve))
  else underWay++
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else underWay--
    const fetched = new Set<string>()
    if (waiting.length === 0) for (const go of heldBack.splice(0)) go(fetched)
  }
}

/** Resolves once no change waits, for all that waited for this with one set: the routes fetched again since. */
const noneWaits = () => (waiting.length === 0 ? new Set<string>() : new Promise<Set<string>>((resolve) => heldBack.push(resolve)))

const turns = new Map<string, Promise<unknown>>()

function inTurn<T>(row: string | undefined, work: () => Promise<T>): Promise<T> {
  if (!row) return work()
  const turn = (turns.get(row) ?? Promise.resolve()).then(work, work)
  const leave = () => {
    if (turns.get(row) === turn) turns.delete(row)
  }
  turns.set(row, turn)
  turn.then(leave, leave)
  return turn
}

/** What a change is about, whichever its method; undefined for one that makes something new. */
function rowOf<E extends Endpoint>({ route }: E, args: Args<E>) {
  const { params } = args as { params?: object }
  return params && JSON.stringify([route.slice(route.indexOf('/')), params])
}
