import { type QueryClient, queryOptions, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { type Args, api, homeOf, type Me, type Role, roles } from 'contract'
import { useEffect } from 'react'
import { call, onSessionEnd, Refused, refreshedAt, refreshSession } from '../api/call.ts'
import { keyOf } from '../api/data.ts'

type Session = { me: Me | null; closed?: 'workspace_not_found' | 'tenant_blocked' }

const key = keyOf(api.auth.me, {})
const period = 240_000
const retry = 30_000
const otherTabs = new BroadcastChannel('atrium-session')

export const sessionQuery = queryOptions<Session>({
  queryKey: key,
  queryFn: ({ signal }) =>
    call(api.auth.me, {}, signal).then(
      (me) => ({ me: { ...me, role: me.role.toLowerCase() as Role } }),
      (error) => {
        if (error instanceof Refused && error.status === 401) return { me: null }
        if (error instanceof Refused && (error.code === 'workspace_not_found' || error.code === 'tenant_blocked'))
          return { me: null, closed: error.code }
        throw error
      },
    ),
})

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
    await call(api.auth.token, { body })
    forgetEverythingButSession(client)
    await client.fetchQuery({ ...sessionQuery, staleTime: 0 })
    otherTabs.postMessage('in')
  }
}

/** Out, in every tab, whatever the server answers. */
export function useLogout() {
  const client = useQueryClient()
  return async () => {
    try {
      await call(api.auth.logout, {})
    } catch (error) {
      // biome-ignore lint/suspicious/noConsole: a failed log-out is logged and nothing else
      console.error('Log-out failed', error)
    }
    endSession(client, { me: null })
    otherTabs.postMessage('out')
  }
}

/** Keeps the session alive and in step with the server and the other tabs. Mounted once. */
export function useSessionKeeper() {
  const client = useQueryClient()
  const { me } = useSession()
  const isLoggedIn = me !== null

  useEffect(() => {
    const stop = onSessionEnd((ending) =>
      endSession(client, ending === 'tenant_blocked' ? { me: null, closed: ending } : { me: null }),
    )
    const hear = ({ data }: MessageEvent) => (data === 'out' ? endSession(client, { me: null }) : void client.invalidateQueries())
    otherTabs.addEventListener('message', hear)
    return () => {
      stop()
      otherTabs.removeEventListener('message', hear)
    }
  }, [client])

  useEffect(() => {
    if (!isLoggedIn) {
      forgetEverythingButSession(client)
      return
    }
    return keepFresh()
  }, [client, isLoggedIn])
}

/** Renews the session 240 s after any tab last did. A hidden tab waits until it is seen again. */
function keepFresh() {
  const startedAt = Date.now()
  let timer: ReturnType<typeof setTimeout>
  let isOver = false
  const early = () => Math.max(startedAt, refreshedAt()) + period - Date.now()
  const wait = (ms: number) => {
    clearTimeout(timer)
    if (!isOver) timer = setTimeout(renew, ms)
  }
  const renew = () => {
    if (document.hidden) return
    if (early() > 0) return wait(early())
    refreshSession(refreshedAt()).then(
      () => wait(early()),
      () => wait(retry),
    )
  }
  wait(period)
  document.addEventListener('visibilitychange', renew)
  return () => {
    isOver = true
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', renew)
  }
}

function endSession(client: QueryClient, session: Session) {
  void client.cancelQueries()
  client.setQueryData(key, session)
}

const forgetEverythingButSession = (client: QueryClient) =>
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== key[0] })
