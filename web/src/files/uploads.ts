// The uploads of this tab. Their code is loaded when somebody first attaches a file.
import { useSyncExternalStore } from 'react'
import type { OutgoingFiles } from './outgoing.ts'

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
}

/** The present uploads; undefined if there were none yet. */
export const useUploads = () => useSyncExternalStore(subscribe, () => outgoing)
