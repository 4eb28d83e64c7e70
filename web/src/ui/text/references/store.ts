// The people and the work that the texts on the screen name. A store of its own, because many texts may name the same: a change
// re-renders those that show it. The live connection, which is a layer above, fills it.
import type { ReferredPerson, ReferredWork } from 'contract'
import { useEffect, useSyncExternalStore } from 'react'
import type { WorkAddress } from './address.ts'
import { wantReferences } from './start.ts'

/** `person 12`, `key WEB-42` or `task 12`. */
export type Reference = string
/** Null if there is no such thing for this person. */
type Known = ReferredPerson | ReferredWork | null

let me_id: number | undefined
let known: ReadonlyMap<Reference, Known> = new Map()
const users = new Map<Reference, number>()
const listeners = new Set<() => void>()
let onWanted: () => void = () => undefined

const referenceOf = (work: WorkAddress): Reference => ('key' in work ? `key ${work.key.toUpperCase()}` : `task ${work.task_id}`)
const referenceOfPerson = (id: number): Reference => `person ${id}`

/** Everything that the texts on the screen name. */
export const wantedReferences = (): Reference[] => [...users.keys()]
export const knownReferences = () => known

/** Calls the listener when a text names what is not known. Returns a function that forgets everything. */
export function followWanted(of: { me_id: number; onWanted: () => void }) {
  me_id = of.me_id
  onWanted = of.onWanted
  return () => {
    me_id = undefined
    onWanted = () => undefined
    known = new Map()
    for (const listener of listeners) listener()
  }
}

/** Shows these from now on, and what else is known as before. */
export function showReferences(found: Iterable<readonly [Reference, Known]>) {
  known = new Map([...known, ...found].filter(([reference]) => users.has(reference)))
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** The current state of it: undefined while it is not known. */
function useReference(reference: Reference) {
  useEffect(() => {
    users.set(reference, (users.get(reference) ?? 0) + 1)
    wantReferences()
    if (!known.has(reference)) onWanted()
    return () => {
      const left = (users.get(reference) ?? 1) - 1
      if (left) users.set(reference, left)
      else users.delete(reference)
    }
  }, [reference])
  return useSyncExternalStore(subscribe, () => known.get(reference))
}

export const useReferredPerson = (id: number) => useReference(referenceOfPerson(id)) as ReferredPerson | null | undefined
export const useReferredWork = (work: WorkAddress) => useReference(referenceOf(work)) as ReferredWork | null | undefined
export const useIsMe = (id: number) => useSyncExternalStore(subscribe, () => me_id === id)
