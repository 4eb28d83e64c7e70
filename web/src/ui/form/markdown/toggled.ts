import { useSyncExternalStore } from 'react'
import { storage } from '../../../api/storage.ts'

const key = 'atrium-formatting'
const listeners = new Set<() => void>()
const isShown = () => storage.read(key) === 'shown'
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Whether toggled toolbars are shown on this device, and a function that shows or hides them. */
export function useToggledToolbar() {
  const shown = useSyncExternalStore(subscribe, isShown)
  const toggle = () => {
    if (isShown()) storage.remove(key)
    else storage.write(key, 'shown')
    for (const listener of listeners) listener()
  }
  return [shown, toggle] as const
}
