// The uploads of this tab. Their code is loaded when somebody first attaches a file.
import { useSyncExternalStore } from 'react'
import { type DraftTarget, forgetDrafts, isDraft, placeOf } from './drafts.ts'
import type { OutgoingFile, OutgoingFiles } from './outgoing.ts'

let outgoing: OutgoingFiles | undefined
const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

function become(next: OutgoingFiles | undefined) {
  outgoing = next
  for (const listener of listeners) listener()
}

/** Returns the present uploads, or those that `create` makes. Undefined where nothing shows them, as after a log-out. */
export function uploads(create: () => OutgoingFiles) {
  if (!outgoing && listeners.size > 0) become(create())
  return outgoing
}

export function endUploads() {
  outgoing?.end()
  become(undefined)
  forgetDrafts()
}

/** The present uploads; undefined if there were none yet. */
export const useUploads = () => useSyncExternalStore(subscribe, () => outgoing)

const never = () => () => undefined

/** Whether files are on their way to what somebody is writing there. */
export function useHasArrivingDrafts(place: DraftTarget) {
  const present = useUploads()
  const isOurs = ({ to, state }: OutgoingFile) => state !== 'failed' && isDraft(to) && placeOf(to) === placeOf(place)
  return useSyncExternalStore(present?.subscribe ?? never, () => present?.view.files.some(isOurs) ?? false)
}
