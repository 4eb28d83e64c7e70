// The files that have arrived for comments which somebody is writing. A reload of the page forgets them.
import type { WorkFile } from 'contract'
import { useSyncExternalStore } from 'react'

type Files = readonly WorkFile[]

const none: Files = []
/** By the task's id. */
const drafts = new Map<number, Files>()
const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

function become(task_id: number, files: Files) {
  drafts.set(task_id, files)
  for (const listener of listeners) listener()
}

export const addDraft = (task_id: number, file: WorkFile) => become(task_id, [...(drafts.get(task_id) ?? none), file])

export const removeDrafts = (task_id: number, ids: readonly number[]) =>
  become(
    task_id,
    (drafts.get(task_id) ?? none).filter(({ id }) => !ids.includes(id)),
  )

/** The next person on this device must not send them. */
export const forgetDrafts = () => drafts.clear()

/** The files for the comment on this task. */
export const useDrafts = (task_id: number) => useSyncExternalStore(subscribe, () => drafts.get(task_id) ?? none)
