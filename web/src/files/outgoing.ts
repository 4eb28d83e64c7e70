import type { QueryClient } from '@tanstack/react-query'
import { api, fileProblems, mostFilesAtOnce, type Upload, type WorkFile } from 'contract'
import { Refused } from '../api/call.ts'
import { changeIdOf } from '../api/data.ts'
import { newId } from '../api/ids.ts'
import { messageOf } from '../api/messages.ts'
import { applyAnswer } from '../live/sync.ts'
import { toast } from '../ui/feedback/toast.tsx'
import { addDraft, isDraft } from './drafts.ts'
import { discardUpload, sendFile, type Target, Unreadable } from './sendFile.ts'

/** A file on its way, or one that could not be attached. */
export type OutgoingFile = {
  id: string
  name: string
  /** Bytes. */
  size: number
  to: Target
  /** How many of its bytes the server has. */
  received: number
  /** `retrying` while a request is lost and will be sent again. */
  state: 'waiting' | 'sending' | 'retrying' | 'failed'
  /** Why it failed. */
  reason?: string
  /** Whether another attempt may succeed. */
  mayRetry?: boolean
}

type View = {
  files: readonly OutgoingFile[]
  /** How many of the files that were on their way together have arrived. */
  arrived: number
}

/** What is kept of a file to send it. */
type Source = { file: File; begin_id: string; abort: AbortController; begun?: Upload }

/** Connections to leave for the page, of the six that browsers open to a host over HTTP/1. */
const mostAtOnce = 2
const isUnderWay = ({ state }: OutgoingFile) => state === 'sending' || state === 'retrying'

/** Sends files, two at a time, in the order in which they were attached. Goes on while the person visits other pages. */
export class OutgoingFiles {
  view: View = { files: [], arrived: 0 }
  readonly #client: QueryClient
  readonly #sources = new Map<string, Source>()
  readonly #listeners = new Set<() => void>()
  /** The name of the file that has arrived last. */
  #newest = ''

  constructor(client: QueryClient) {
    this.#client = client
  }

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Refuses more files than can be attached at once, and empty ones, before any byte is sent. */
  add(files: readonly File[], to: Target) {
    const added = files.map((file, nth): OutgoingFile => {
      const id = newId()
      this.#sources.set(id, { file, begin_id: newId(), abort: new AbortController() })
      const reason = nth >= mostFilesAtOnce ? fileProblems.tooMany : file.size === 0 ? fileProblems.empty : undefined
      const row = { id, name: file.name, size: file.size, to, received: 0 }
      return reason ? { ...row, state: 'failed', reason, mayRetry: false } : { ...row, state: 'waiting' }
    })
    this.#update({ files: [...this.view.files, ...added] })
    this.#sendNext()
  }

  retry(id: string) {
    this.#change(id, ({ reason: _, mayRetry: __, ...row }) => ({ ...row, state: 'waiting' }))
    this.#sendNext()
  }

  /** Removes a file, wherever it is on its way. */
  discard(id: string) {
    const source = this.#sources.get(id)
    source?.abort.abort()
    if (source?.begun) void discardUpload(source.begun)
    this.#remove(id)
    this.#sendNext()
  }

  /** Stops everything: the person logs out, or another one takes over. */
  end() {
    for (const { abort } of this.#sources.values()) abort.abort()
    this.#sources.clear()
    this.#update({ files: [], arrived: 0 })
  }

  #sendNext() {
    const { files } = this.view
    const next = files.find(({ state }) => state === 'waiting')
    if (next && files.filter(isUnderWay).length < mostAtOnce) {
      this.#change(next.id, (row) => ({ ...row, state: 'sending' }))
      void this.#send(next.id)
      this.#sendNext()
    } else if (!next && !files.some(isUnderWay)) this.#finish()
  }

  async #send(id: string) {
    const [row, source] = [this.#find(id), this.#sources.get(id)]
    if (!row || !source) return
    try {
      await this.#mutate(row, source)
      this.#newest = row.name
      // The comment, message or request shows what has arrived for it.
      this.#remove(id, isDraft(row.to) ? 0 : 1)
    } catch (error) {
      if (source.abort.signal.aborted) return
      const [reason, mayRetry] = explain(error, row.to)
      this.#change(id, (latest) => ({ ...latest, state: 'failed', reason, mayRetry }))
    }
    this.#sendNext()
  }

  /** Sends a file as one change of this tab, so that its event is taken for an echo, and no new release reloads the page meanwhile. */
  #mutate({ id, to }: OutgoingFile, source: Source) {
    const variables = { to }
    const on = {
      progress: (begun: Upload) => {
        source.begun = begun
        this.#change(id, (latest) => ({ ...latest, state: 'sending', received: begun.received }))
      },
      trouble: () => this.#change(id, (latest) => ({ ...latest, state: 'retrying' })),
    }
    const { file, begun, begin_id, abort } = source
    return this.#client
      .getMutationCache()
      .build<WorkFile, Error, typeof variables, unknown>(this.#client, {
        mutationKey: [api.uploads.append.route],
        mutationFn: () => sendFile({ file, to, begun, begin_id, change_id: changeIdOf(variables), signal: abort.signal, on }),
        networkMode: 'always',
        onSuccess: (attached) => showFile(this.#client, to, attached),
      })
      .execute(variables)
  }

  /** Says what has arrived since the last time that nothing was on its way. */
  #finish() {
    const { arrived } = this.view
    if (arrived === 0) return
    toast.success(arrived === 1 ? `${this.#newest} attached.` : `${arrived} files attached.`)
    this.#update({ arrived: 0 })
  }

  #find(id: string) {
    return this.view.files.find((row) => row.id === id)
  }

  #change(id: string, change: (row: OutgoingFile) => OutgoingFile) {
    this.#update({ files: this.view.files.map((row) => (row.id === id ? change(row) : row)) })
  }

  #remove(id: string, arrived: 0 | 1 = 0) {
    this.#sources.delete(id)
    this.#update({ files: this.view.files.filter((row) => row.id !== id), arrived: this.view.arrived + arrived })
  }

  #update(change: Partial<View>) {
    this.view = { ...this.view, ...change }
    const isBusy = this.view.files.some(({ state }) => state !== 'failed')
    if (isBusy) window.addEventListener('beforeunload', warn)
    else window.removeEventListener('beforeunload', warn)
    for (const listener of this.#listeners) listener()
  }
}

/** Lets the browser ask before the tab closes or reloads. */
const warn = (event: BeforeUnloadEvent) => event.preventDefault()

/** Shows an attached file wherever its task or person is shown, or below what somebody is writing. */
function showFile(client: QueryClient, to: Target, file: WorkFile) {
  if (isDraft(to)) addDraft(to, file)
  else if ('person_id' in to) void client.invalidateQueries({ queryKey: [api.directory.get.route] })
  else
    applyAnswer(client, {
      type: 'patched',
      task_id: to.task_id,
      patch: (task) => ({ ...task, files: [...task.files.filter(({ id }) => id !== file.id), file] }),
    })
}

const noTask = 'Somebody has deleted this task, so that nothing can be attached to it any more.'
const noPerson = 'Documents can only be added by HR, about people of this workspace.'
const noRoom = 'You are no longer in this chat.'

/** Why a file was not attached, and whether another attempt may succeed. */
function explain(error: unknown, to: Target): [reason: string, mayRetry: boolean] {
  if (error instanceof Unreadable) return [error.message, false]
  const isGone = error instanceof Refused && error.status === 404
  if (isGone) return ['room_id' in to ? noRoom : 'person_id' in to ? noPerson : noTask, false]
  return [messageOf(error, 'This file could not be attached.'), !(error instanceof Refused && error.status === 403)]
}
