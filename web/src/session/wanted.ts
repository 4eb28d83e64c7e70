import { useLocation } from 'react-router'
import { useSession } from './session.ts'

/** Kept in the history entry of the log-in page: it survives a reload, belongs to one tab and leaves the address as it is. */
type Wanted = {
  wanted: string
  /** The person whose session ended there. Nobody else is led to it. */
  ended_id: number | undefined
}

/** For the log-in page, about the address here. Nothing after a log-out: the next person starts at their own page. */
export function useWantedState(): Wanted | undefined {
  const { pathname, search, hash } = useLocation()
  const { hasLeft, ended_id } = useSession()
  return hasLeft ? undefined : { wanted: pathname + search + hash, ended_id }
}

/** The address that this person wanted when the log-in page came up, or the one that a link to it names as `next`. Not checked. */
export function useWanted(person_id: number | undefined) {
  const { state, search } = useLocation()
  if (!isWanted(state)) return new URLSearchParams(search).get('next') ?? undefined
  return state.ended_id === undefined || state.ended_id === person_id ? state.wanted : undefined
}

const isWanted = (state: unknown): state is Wanted =>
  typeof state === 'object' && state !== null && 'wanted' in state && typeof state.wanted === 'string'
