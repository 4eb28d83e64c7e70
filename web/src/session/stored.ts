import { useSyncExternalStore } from 'react'
import { storage } from '../api/storage.ts'

const listeners = new Set<() => void>()

function subscribe(listener: () => void) {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

/** Text that this browser keeps for a person, and the function that changes it. Every tab shows the change. */
export function useStored(key: string) {
  const text = useSyncExternalStore(subscribe, () => storage.read(key))
  const put = (next: string) => {
    storage.write(key, next)
    for (const listener of listeners) listener()
  }
  return [text, put] as const
}
