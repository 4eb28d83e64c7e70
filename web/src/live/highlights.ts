import { useCallback, useSyncExternalStore } from 'react'

type Kind = 'project' | 'task' | 'subtask' | 'comment'
/** What is marked, such as `task 5`. */
export type Marked = `${Kind} ${number}`

const milliseconds = 2000
const marked = new Map<Marked, ReturnType<typeof setTimeout>>()
const listeners = new Set<() => void>()
let count = 0

const tell = () => {
  for (const listener of listeners) listener()
}

/** Somebody else has just changed these, or taken something away: for 2 s it shows. */
export function mark(keys: readonly Marked[]) {
  count++
  for (const key of keys) {
    clearTimeout(marked.get(key))
    const unmark = () => {
      marked.delete(key)
      tell()
    }
    marked.set(key, setTimeout(unmark, milliseconds))
  }
  tell()
}

const subscribe = (changed: () => void) => {
  listeners.add(changed)
  return () => void listeners.delete(changed)
}

/** Spread on what shows it: `data-is-news` while it is marked. */
export function useNews(kind: Kind, id: number) {
  const isMarked = useSyncExternalStore(
    subscribe,
    useCallback(() => marked.has(`${kind} ${id}`), [kind, id]),
  )
  return isMarked ? { 'data-is-news': true } : {}
}

/** Grows whenever somebody else has changed something. */
export const useOthersChanges = () => useSyncExternalStore(subscribe, () => count)
