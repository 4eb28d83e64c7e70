// Which subtask the person's timer runs on. The timer itself is in `TimerPill`, which loads once the page is there.
import type { Timer } from 'contract'
import { useSyncExternalStore } from 'react'
import { Unreachable } from '../api/call.ts'
import { toast } from '../ui/feedback/toast.tsx'

type TimedSubtask = Omit<Timer, 'started_at'>
export type TimerControl = { start: (subtask: TimedSubtask) => void; stop: () => void }

let running: number | undefined
const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Says on which subtask the timer runs; undefined for none. */
export function showRunning(subtask_id: number | undefined) {
  if (running === subtask_id) return
  running = subtask_id
  for (const listener of listeners) listener()
}

/** Cheap enough for hundreds of rows. */
export const useIsRunning = (subtask_id: number) => useSyncExternalStore(subscribe, () => running === subtask_id)

let control: TimerControl | undefined
let asked: ((control: TimerControl) => void) | undefined

/** Starts or stops the timer, as soon as it is there. */
export function askTimer(action: (control: TimerControl) => void) {
  if (control) action(control)
  else asked = action
}

/** Returns a function that ends it. */
export function controlTimer(next: TimerControl) {
  control = next
  asked?.(next)
  asked = undefined
  return () => {
    if (control === next) control = undefined
  }
}

/** Says why nothing happens, if the timer's code can't be loaded. */
export function refuseTimers() {
  const refuse = () => toast.error(new Unreachable().message)
  controlTimer({ start: refuse, stop: refuse })
}
