// Which work the person's timer runs on. The timer itself is in `TimerPill`, which loads once the page is there.
import type { Timer } from 'contract'
import { useSyncExternalStore } from 'react'
import { Unreachable } from '../api/call.ts'
import { toast } from '../ui/feedback/toast.tsx'

type TimedWork = Omit<Timer, 'started_at'>
export type TimerControl = { start: (work: TimedWork) => unknown; stop: () => unknown }

/** The id of a subtask or of the task itself. No two rows of a workspace have the same. */
export const workIdOf = ({ task, subtask }: Pick<Timer, 'task' | 'subtask'>) => subtask ?? task
/** Where the work is shown. */
export const pageOf = ({ task, subtask }: Pick<Timer, 'task' | 'subtask'>) =>
  `/project_manager/tasks/${task}${subtask === null ? '' : `#subtask-${subtask}`}`

let running: number | undefined
const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Says on which work the timer runs; undefined for none. */
export function showRunning(work_id: number | undefined) {
  if (running === work_id) return
  running = work_id
  for (const listener of listeners) listener()
}

/** Cheap enough for hundreds of rows. */
export const useIsRunning = (work_id: number) => useSyncExternalStore(subscribe, () => running === work_id)

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
