import { useSyncExternalStore } from 'react'
import { listen, useTopic } from './subscriptions.ts'

let here: ReadonlySet<number> = new Set()
const watchers = new Set<() => void>()
let stop = () => {}

/** Who of the workspace is here, by id, as long as this is on the screen. */
export function usePresence() {
  useTopic('presence')
  return useSyncExternalStore(follow, () => here)
}

function follow(changed: () => void) {
  if (watchers.size === 0)
    stop = listen((frame) => {
      if (!('type' in frame)) return
      if (frame.type === 'here') put(new Set(frame.people))
      else if (frame.type === 'presence') {
        const went = new Set(frame.went)
        put(new Set([...[...here].filter((id) => !went.has(id)), ...frame.came]))
      }
    })
  watchers.add(changed)
  return () => {
    watchers.delete(changed)
    if (watchers.size > 0) return
    stop()
    here = new Set()
  }
}

function put(now: ReadonlySet<number>) {
  here = now
  for (const changed of watchers) changed()
}
