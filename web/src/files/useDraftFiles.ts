import { useQueryClient } from '@tanstack/react-query'
import { api, type WorkFile } from 'contract'
import type { ClipboardEvent } from 'react'
import { call } from '../api/call.ts'
import { attach } from './attach.ts'
import { type DraftTarget, removeDrafts, useDrafts } from './drafts.ts'
import { filesIn } from './pasted.ts'
import { useHasArrivingDrafts } from './uploads.ts'

/** The files that somebody has added to the comment, message or request for leave that they are writing. */
export function useDraftFiles(to: DraftTarget) {
  const client = useQueryClient()
  const files = useDrafts(to)
  const ids = files.map(({ id }) => id)
  const add = (chosen: readonly File[]) => {
    if (chosen.length > 0) void attach(client, chosen, to)
  }
  return {
    files,
    ids,
    /** It has to wait for more of them. */
    isArriving: useHasArrivingDrafts(to),
    add,
    remove: ({ id }: WorkFile) => {
      removeDrafts(to, [id])
      // The server deletes by itself what it is not told about. A document of leave has no call of its own.
      if (!('leave_of' in to)) void call(api.files.remove, { params: { file_id: String(id) } }).catch(() => undefined)
    },
    /** Call it when they have been sent. */
    forget: () => removeDrafts(to, ids),
    /** For the field in which the text is written. */
    paste: (event: ClipboardEvent) => {
      const pasted = filesIn(event.clipboardData)
      // Office programs add an image of the text that they copy.
      if (pasted.length === 0 || event.clipboardData.getData('text/plain')) return
      event.preventDefault()
      add(pasted)
    },
  }
}
