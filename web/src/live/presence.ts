import { useSyncExternalStore } from 'react'
import { onFrame, useSubscription } from './subscriptions.ts'

let onlineIds: ReadonlySet<number> = new Set()
const listeners = new Set<() => void>()
let unsubscribe = () => {}

/** The ids of the workspace's people who are online. */
export function usePresence() {
  useSubscription('presence')
  return useSyncExternalStore(subscribe, () => onlineIds)
}

function subscribe(listener: () => void) {
  if (listeners.size === 0)
    unsubscribe = onFrame((frame) => {
      if (!('type' in frame)) return
      if (frame.type === 'here') setOnline(new Set(frame.people))
      else if (frame.type === 'presence') {
        const offline = new Set(frame.went)
        setOnline(new Set([...[...onlineIds].filter((id) => !offline.has(id)), ...frame.came]))
      }
    })
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    unsubscribe()
    onlineIds = new Set()
  }
}

function setOnline(ids: ReadonlySet<number>) {
  onlineIds = ids
  for (const listener of listeners) listener()
}
