import { type Query, type QueryClient, queryOptions, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { type Args, api, type Endpoint, homeOf, type Me, type Role, roles } from 'contract'
import { createContext, use, useEffect } from 'react'
import { call, onSessionEnd, Refused, Unreachable } from '../api/call.ts'
import { keyOf, openQueue, suspending } from '../api/data.ts'
import { setServerAway, useIsOffline } from '../api/offline.ts'
import { queue } from '../api/queue.ts'
import { bumpSessionVersion } from '../api/sessionVersion.ts'
import { storage, typedPrefix } from '../api/storage.ts'
import { forgetLocalData, ownLocalData } from '../local/localData.ts'
import { keepFresh } from './keepFresh.ts'
import { forgetLogout, logOutOnServer, settleLogout } from './logout.ts'
import { forgetTyped, keepTyped, watchTyping } from './typed.ts'

type Session = {
  me: Me | null
  /** Drawn from local data: the server has not answered yet. */
  isUnconfirmed?: true
  closed?: 'workspace_not_found' | 'tenant_blocked' | 'workspace_deleted'
  /** The session ended without a log-out. */
  hasEnded?: boolean
  /** The person whose session has ended. */
  ended_id?: number | undefined
  hasLoggedOut?: boolean
}

const key = keyOf(api.auth.me, {})
/** Milliseconds. */
const logoutTimeout = 2000
const logoutRetry = 30_000
const confirmationRetry = 5000
/** True from the click on, as the server may end the session before it answers. */
let isLoggingOut = false
const otherTabs = new BroadcastChannel('atrium-session')

export const sessionQuery = queryOptions<Session>({
  queryKey: key,
  queryFn: async ({ signal, client }) => {
    if (!(await settleLogout())) return { me: null }
    const session = await fetchSession(signal)
    if (session.me && !isLoggingOut && !signal.aborted) await ownLocalData(client, session.me)
    const before = client.getQueryData<Session>(key)
    if (before?.me && !isSamePerson(before.me, session.me)) removeOtherQueries(client)
    if (before?.closed === 'workspace_deleted' && session.closed === 'workspace_not_found') return before
    return before?.hasEnded && !session.me ? { ...session, hasEnded: true } : session
  },
})

const fetchSession = (signal: AbortSignal): Promise<Session> =>
  call(api.auth.me, {}, signal).then(
    (me) => ({ me: { ...me, role: me.role.toLowerCase() as Role } }),
    (error) => {
      if (error instanceof Unreachable) setServerAway(true)
      if (error instanceof Refused && error.status === 401) return { me: null }
      if (error instanceof Refused && (error.code === 'workspace_not_found' || error.code === 'tenant_blocked'))
        return { me: null, closed: error.code }
      throw error
    },
  )

const isSamePerson = (one: Me, other: Me | null) => one.id === other?.id && one.role === other.role

/** Draws the pages of this person until the server has answered. */
export const drawAs = (client: QueryClient, me: Me) =>
  client.setQueryData<Session>(key, { me, isUnconfirmed: true }, { updatedAt: 0 })

export const useSession = () => useSuspenseQuery(suspending(sessionQuery)).data

/**
 * The person whom the whole page is drawn for. The cache may be ahead of it: its observers are notified later than it changes,
 * so a component that renders by itself in between would find another session than the page around it.
 */
export const PersonContext = createContext<Me | null>(null)

/** The logged-in person. For components inside `PersonContext`. */
export function useMe(): Me {
  const me = use(PersonContext)
  if (!me) throw new Error('useMe outside of PersonContext')
  return me
}

/** The start page of the person's role. */
export const startOf = ({ role }: Me) => (roles.includes(role) ? homeOf(role) : '/unauthorized')

export function useLogin() {
  const enter = useEntrance()
  return (body: Args<typeof api.auth.token>['body']) => enter(() => call(api.auth.token, { body }))
}

/** Begins a session by a call that gives its cookies. */
export function useEntrance() {
  const client = useQueryClient()
  return async (begin: () => Promise<unknown>) => {
    // A pending log-out would remove the new session's cookies.
    await settleLogout()
    await begin()
    forgetLogout()
    bumpSessionVersion()
    removeOtherQueries(client)
    await client.fetchQuery({ ...sessionQuery, staleTime: 0 })
    otherTabs.postMessage('in')
  }
}

/** Logs out in every tab, even if the server refuses or does not answer. */
export function useLogout() {
  const client = useQueryClient()
  return async () => {
    isLoggingOut = true
    forgetLocalData(client)
    void queue.clear()
    await Promise.race([logOutOnServer(), new Promise((resolve) => setTimeout(resolve, logoutTimeout))])
    endSession(client, { me: null })
    isLoggingOut = false
    leaveNothing()
  }
}

/** Returns the function that leaves a workspace which the person has deleted: nothing of it stays in the browser. */
export function useLeaveDeleted() {
  const client = useQueryClient()
  return () => {
    void queue.clear()
    endSession(client, { me: null, closed: 'workspace_deleted' })
    leaveNothing()
  }
}

function leaveNothing() {
  forgetTyped()
  storage.removeAll(typedPrefix)
  otherTabs.postMessage('out')
}

/** Refreshes the session and keeps it in sync with the server and the other tabs. Mounted once. */
export function useSessionKeeper() {
  const client = useQueryClient()
  const { me, isUnconfirmed } = useSession()
  const person_id = me?.id
  const isOffline = useIsOffline()

  useEffect(() => {
    if (!isUnconfirmed && !isOffline) return
    const timer = setInterval(() => void client.refetchQueries({ queryKey: key }, { cancelRefetch: false }), confirmationRetry)
    return () => clearInterval(timer)
  }, [client, isUnconfirmed, isOffline])

  useEffect(() => {
    // What could not be read meanwhile.
    if (!isOffline) void client.invalidateQueries({ predicate: ({ state }) => state.error !== null })
  }, [client, isOffline])

  useEffect(() => {
    const remove = onSessionEnd((ending) =>
      endSession(client, ending === 'tenant_blocked' ? { me: null, closed: ending } : { me: null, hasEnded: true }),
    )
    const onMessage = ({ data }: MessageEvent) =>
      data === 'out' ? endSession(client, { me: null, hasLoggedOut: true }) : void client.invalidateQueries({ queryKey: key })
    otherTabs.addEventListener('message', onMessage)
    return () => {
      remove()
      otherTabs.removeEventListener('message', onMessage)
    }
  }, [client])

  useEffect(() => {
    if (person_id === undefined) {
      removeOtherQueries(client)
      forgetLocalData(client)
      return retryLogout()
    }
    void openQueue(client, person_id)
    const stops = [keepFresh(), watchTyping(), () => queue.close()]
    return () => {
      for (const stop of stops) stop()
    }
  }, [client, person_id])
}

/** Retries a pending log-out. Returns a function that stops it. */
function retryLogout() {
  const settle = () => void settleLogout()
  const timer = setInterval(settle, logoutRetry)
  window.addEventListener('online', settle)
  return () => {
    clearInterval(timer)
    window.removeEventListener('online', settle)
  }
}

function endSession(client: QueryClient, session: Session) {
  const { isUnconfirmed, ...before } = client.getQueryData<Session>(key) ?? { me: null }
  if (before.me) keepTyped(before.me.id)
  forgetLocalData(client)
  void client.cancelQueries({ predicate: isOfSession })
  client.setQueryData<Session>(key, {
    ...session,
    hasLoggedOut: session.hasLoggedOut === true || isLoggingOut || before.hasLoggedOut === true,
    ended_id: isUnconfirmed ? undefined : (before.me?.id ?? before.ended_id),
    hasEnded: session.hasEnded === true && !isUnconfirmed && Boolean(before.me ?? before.hasEnded),
  })
}

/** What guests may read stays: the page that follows may already be reading it. */
const publicRoutes: readonly unknown[] = Object.values(api)
  .flatMap((endpoints) => Object.values<Endpoint>(endpoints))
  .filter(({ access }) => access === 'public')
  .map(({ route }) => route)
const isOfSession = ({ queryKey }: Query) => !publicRoutes.includes(queryKey[0])

const removeOtherQueries = (client: QueryClient) =>
  client.removeQueries({ predicate: (query) => isOfSession(query) && query.queryKey[0] !== key[0] })
