// The files that have arrived for the comments, messages and requests for leave which somebody is writing. They survive a reload, but
// not a log-out.
import type { WorkFile } from 'contract'
import { useSyncExternalStore } from 'react'
import { draftOf, keepDraft } from '../api/drafts.ts'
import { storage, typedPrefix } from '../api/storage.ts'
import type { Target } from './sendFile.ts'

/** The comment on a task, the message in a room, or the request for leave that somebody is writing. */
export type DraftTarget = Extract<Target, { room_id: number } | { leave_of: number }> | { task_id: number; is_draft: true }
type Files = readonly WorkFile[]

export const isDraft = (to: Target): to is DraftTarget =>
  'room_id' in to || 'leave_of' in to || ('task_id' in to && to.is_draft === true)

export const placeOf = (to: DraftTarget) =>
  'room_id' in to ? `room ${to.room_id}` : 'leave_of' in to ? `leave ${to.leave_of}` : `task ${to.task_id}`

/** Milliseconds. The server deletes what nothing has taken for a day. */
const longestKept = 20 * 60 * 60 * 1000

const none: Files = []
const drafts = new Map<string, Files>()
let owner_id: number | undefined
const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

function filesFor(to: DraftTarget) {
  const place = placeOf(to)
  const files = drafts.get(place) ?? keptFiles(place)
  drafts.set(place, files)
  return files
}

/** The beginning of the keys under which the device keeps this person's files. */
const prefix = () => `files ${owner_id} `

function keptFiles(place: string): Files {
  try {
    const { files = none, at = 0 } = JSON.parse(draftOf(prefix() + place) || '{}') as { files?: Files; at?: number }
    return Date.now() - at < longestKept ? files : none
  } catch {
    return none
  }
}

function become(to: DraftTarget, files: Files) {
  drafts.set(placeOf(to), files)
  keepDraft(prefix() + placeOf(to), files.length ? JSON.stringify({ files, at: Date.now() }) : '')
  for (const listener of listeners) listener()
}

/** Finds what this person has added before a reload. */
export function openDrafts(person_id: number) {
  owner_id = person_id
  drafts.clear()
  for (const listener of listeners) listener()
}

export const addDraft = (to: DraftTarget, file: WorkFile) => become(to, [...filesFor(to), file])

export const removeDrafts = (to: DraftTarget, ids: readonly number[]) =>
  become(
    to,
    filesFor(to).filter(({ id }) => !ids.includes(id)),
  )

/** The next person on this device must not send them. */
export function forgetDrafts() {
  drafts.clear()
  storage.removeAll(typedPrefix + prefix())
}

export const useDrafts = (to: DraftTarget) => useSyncExternalStore(subscribe, () => filesFor(to))
