import { type QueryClient, queryOptions, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { type Args, api, homeOf, type Me, type Role, roles } from 'contract'
import { useEffect } from 'react'
import { call, onSessionEnd, Refused } from '../api/call.ts'
import { keyOf } from '../api/data.ts'
import { bumpSessionVersion } from '../api/sessionVersion.ts'
import { storage, typedPrefix } from '../api/storage.ts'
import { keepFresh } from './keepFresh.ts'
import { forgetLogout, logOutOnServer, settleLogout } from './logout.ts'
import { forgetTyped, keepTyped, watchTyping } from './typed.ts'

type Session = {
  me: Me | null
  closed?: 'workspace_not_found' | 'tenant_blocked'
  /** It ended by itself, in the middle of somebody's work. */
  hasEnded?: boolean
  /** The person whose session has ended. */
  ended_id?: number | undefined
  /** The person logged out. */
  hasLeft?: boolean
}

const key = keyOf(api.auth.me, {})
const patience = 2000
const retry = 30_000
/** From the click on, as the server may end the session before it answers. */
let isLeaving = false
const otherTabs = new BroadcastChannel('atrium-session')

export const sessionQuery = queryOptions<Session>({
  queryKey: key,
  queryFn: async ({ signal, client }) => {
    if (!(await settleLogout())) return { me: null }
    const before = client.getQueryData<Session>(key)
    const session = await ask(signal)
    if (before?.me && before.me.id !== session.me?.id) forgetEverythingButSession(client)
    return before?.hasEnded && !session.me ? { ...session, hasEnded: true } : session
  },
})

const ask = (signal: AbortSignal): Promise<Session> =>
  call(api.auth.me, {}, signal).then(
    (me) => ({ me: { ...me, role: me.role.toLowerCase() as Role } }),
    (error) => {
      if (error instanceof Refused && error.status === 401) return { me: null }
      if (error instanceof Refused && (error.code === 'workspace_not_found' || error.code === 'tenant_blocked'))
        return { me: null, closed: error.code }
      throw error
    },
  )

export const useSession = () => useSuspenseQuery(sessionQuery).data

/** The person who is logged in. Only for what stands inside `Only`. */
export function useMe(): Me {
  const { me } = useSession()
  if (!me) throw new Error('useMe outside of Only')
  return me
}

/** Where a person of this role starts. */
export const startOf = ({ role }: Me) => (roles.includes(role) ? homeOf(role) : '/unauthorized')

export function useLogin() {
  const client = useQueryClient()
  return async (body: Args<typeof api.auth.token>['body']) => {
    // A late log-out would remove the new session's cookies.
    await settleLogout()
    await call(api.auth.token, { body })
    forgetLogout()
    bumpSessionVersion()
    forgetEverythingButSession(client)
    await client.fetchQuery({ ...sessionQuery, staleTime: 0 })
    otherTabs.postMessage('in')
  }
}

/** Out, in every tab, whatever the server answers and if it answers at all. */
export function useLogout() {
  const client = useQueryClient()
  return async () => {
    isLeaving = true
    await Promise.race([logOutOnServer(), new Promise((resolve) => setTimeout(resolve, patience))])
    endSession(client, { me: null })
    isLeaving = false
    forgetTyped()
    storage.removeAll(typedPrefix)
    otherTabs.postMessage('out')
  }
}

/** Keeps the session alive and in step with the server and the other tabs. Mounted once. */
export function useSessionKeeper() {
  const client = useQueryClient()
  const { me } = useSession()
  const person_id = me?.id

  useEffect(() => {
    const stop = onSessionEnd((ending) =>
      endSession(client, ending === 'tenant_blocked' ? { me: null, closed: ending } : { me: null, hasEnded: true }),
    )
    const hear = ({ data }: MessageEvent) =>
      data === 'out' ? endSession(client, { me: null, hasLeft: true }) : void client.invalidateQueries({ queryKey: key })
    otherTabs.addEventListener('message', hear)
    return () => {
      stop()
      otherTabs.removeEventListener('message', hear)
    }
  }, [client])

  useEffect(() => {
    if (person_id === undefined) {
      forgetEverythingButSession(client)
      return tellOfLogout()
    }
    const ends = [keepFresh(), watchTyping()]
    return () => {
      for (const end of ends) end()
    }
  }, [client, person_id])
}

/** As long as nobody is logged in and the server does not know yet. */
function tellOfLogout() {
  const tell = () => void settleLogout()
  const timer = setInterval(tell, retry)
  window.addEventListener('online', tell)
  return () => {
    clearInterval(timer)
    window.removeEventListener('online', tell)
  }
}

function endSession(client: QueryClient, session: Session) {
  const before = client.getQueryData<Session>(key)
  if (before?.me) keepTyped(before.me.id)
  void client.cancelQueries()
  client.setQueryData<Session>(key, {
    ...session,
    hasLeft: session.hasLeft === true || isLeaving || before?.hasLeft === true,
    ended_id: before?.me?.id ?? before?.ended_id,
    hasEnded: session.hasEnded === true && Boolean(before?.me ?? before?.hasEnded),
  })
}

const forgetEverythingButSession = (client: QueryClient) =>
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== key[0] })
