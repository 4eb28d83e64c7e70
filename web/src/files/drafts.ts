// The files that have arrived for the comments and messages which somebody is writing. A reload of the page forgets them.
import type { WorkFile } from 'contract'
import { useSyncExternalStore } from 'react'
import type { Target } from './sendFile.ts'

/** The comment on a task, or the message in a room, that somebody is writing. */
export type DraftTarget = Extract<Target, { room_id: number }> | { task_id: number; is_draft: true }
type Files = readonly WorkFile[]

export const isDraft = (to: Target): to is DraftTarget => 'room_id' in to || to.is_draft === true

export const placeOf = (to: DraftTarget) => ('room_id' in to ? `room ${to.room_id}` : `task ${to.task_id}`)

const none: Files = []
const drafts = new Map<string, Files>()
const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
const filesFor = (to: DraftTarget) => drafts.get(placeOf(to)) ?? none

function become(to: DraftTarget, files: Files) {
  drafts.set(placeOf(to), files)
  for (const listener of listeners) listener()
}

export const addDraft = (to: DraftTarget, file: WorkFile) => become(to, [...filesFor(to), file])

export const removeDrafts = (to: DraftTarget, ids: readonly number[]) =>
  become(
    to,
    filesFor(to).filter(({ id }) => !ids.includes(id)),
  )

/** The next person on this device must not send them. */
export const forgetDrafts = () => drafts.clear()

export const useDrafts = (to: DraftTarget) => useSyncExternalStore(subscribe, () => filesFor(to))
