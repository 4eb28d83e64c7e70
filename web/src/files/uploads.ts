// The uploads of this tab. Their code is loaded when somebody first attaches a file.
import { useSyncExternalStore } from 'react'
import { forgetDrafts } from './drafts.ts'
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

/** Whether files are on their way to the comment on this task that somebody is writing. */
export function useHasArrivingDrafts(task_id: number) {
  const present = useUploads()
  const isOurs = ({ to, state }: OutgoingFile) => to.task_id === task_id && to.is_draft === true && state !== 'failed'
  return useSyncExternalStore(present?.subscribe ?? never, () => present?.view.files.some(isOurs) ?? false)
}
