import { useLocation } from 'react-router'
import { useSession } from './session.ts'

/** Stored in the history entry of the log-in page: it survives a reload, belongs to one tab and does not change the address. */
type Wanted = {
  wanted: string
  /** The person whose session ended there. Nobody else is redirected to it. */
  ended_id: number | undefined
}

/** The log-in page's history state for this address. Undefined after a log-out: the next person starts at their own page. */
export function useWantedState(): Wanted | undefined {
  const { pathname, search, hash } = useLocation()
  const { hasLoggedOut, ended_id } = useSession()
  return hasLoggedOut ? undefined : { wanted: pathname + search + hash, ended_id }
}

/** The address that this person wanted before the log-in page, or its `next` parameter. Not validated. */
export function useWanted(person_id: number | undefined) {
  const { state, search } = useLocation()
  if (!isWanted(state)) return new URLSearchParams(search).get('next') ?? undefined
  return state.ended_id === undefined || state.ended_id === person_id ? state.wanted : undefined
}

const isWanted = (state: unknown): state is Wanted =>
  typeof state === 'object' && state !== null && 'wanted' in state && typeof state.wanted === 'string'
