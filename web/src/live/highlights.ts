import { useCallback, useSyncExternalStore } from 'react'

type EntityKind = 'project' | 'task' | 'subtask' | 'comment' | 'file' | 'message'
/** Such as `task 5`. */
export type EntityKey = `${EntityKind} ${number}`

const milliseconds = 2000
const timers = new Map<EntityKey, ReturnType<typeof setTimeout>>()
const listeners = new Set<() => void>()
let changeCount = 0

const notifyListeners = () => {
  for (const listener of listeners) listener()
}

/** Highlights entities that somebody else has just changed. Called with no keys for a removal. */
export function highlight(keys: readonly EntityKey[]) {
  changeCount++
  pointTo(keys)
}

/** Highlights entities for 2 s. */
export function pointTo(keys: readonly EntityKey[]) {
  for (const key of keys) {
    clearTimeout(timers.get(key))
    const expire = () => {
      timers.delete(key)
      notifyListeners()
    }
    timers.set(key, setTimeout(expire, milliseconds))
  }
  notifyListeners()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Props for the element that shows the entity: `data-is-highlighted` while it is highlighted. */
export function useHighlight(kind: EntityKind, id: number) {
  const isHighlighted = useSyncExternalStore(
    subscribe,
    useCallback(() => timers.has(`${kind} ${id}`), [kind, id]),
  )
  return isHighlighted ? { 'data-is-highlighted': true } : {}
}

/** The number of changes by others so far. */
export const useRemoteChangeCount = () => useSyncExternalStore(subscribe, () => changeCount)
