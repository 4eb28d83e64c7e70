import { useSyncExternalStore } from 'react'
import { storage } from '../api/storage.ts'
import { useMe } from '../session/session.ts'

const keyOf = (person_id: number) => `atrium-pins ${person_id}`
const listeners = new Set<() => void>()

function subscribe(listener: () => void) {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

/** The ids of the projects that this person has pinned in this browser. */
export function usePins() {
  const key = keyOf(useMe().id)
  const ids = useSyncExternalStore(subscribe, () => storage.read(key) ?? '').split(' ')
  return {
    isPinned: (project_id: number) => ids.includes(String(project_id)),
    toggle: (project_id: number) => {
      const id = String(project_id)
      const others = ids.filter((other) => other !== id && other !== '')
      storage.write(key, (ids.includes(id) ? others : [...others, id]).join(' '))
      for (const listener of listeners) listener()
    },
  }
}
