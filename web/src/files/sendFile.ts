import { type Args, api, partBytes, type Upload, type WorkFile } from 'contract'
import { call, Refused } from '../api/call.ts'
import { isTransient, retryDelay } from '../api/data.ts'
import { newId } from '../api/ids.ts'
import { isOffline, onConnectionChange } from '../api/offline.ts'

/**
 * The place of a file: a task, the comment on it that the person is writing, their next message in a room, a person's
 * documents, or the request for somebody's leave that the person is making.
 */
export type Target = { task_id: number; is_draft?: boolean } | { room_id: number } | { person_id: number } | { leave_of: number }

type Sending = {
  file: File
  to: Target
  /** The upload that an earlier attempt has begun. */
  begun: Upload | undefined
  /** Under this id, however often it is sent, the server begins one upload. */
  begin_id: string
  /** Events echo it. */
  change_id: string
  signal: AbortSignal
  /** Called with each answer, and when an attempt failed and another one follows. */
  on: { progress: (upload: Upload) => void; trouble: () => void }
}

/** The browser can't read the file: it is a folder, or has been moved or changed since it was chosen. */
export class Unreadable extends Error {
  constructor() {
    super('This file could not be read.')
  }
}

/** How often a lost request is sent again, before the person has to ask for it. */
const mostRetries = 5
/** Milliseconds. A part that takes longer is taken for lost. */
const longestRequest = 120_000
/** How often the server may ask for an earlier part. */
const mostSetbacks = 5

/** Sends a file in parts. Rejects with `Unreadable`, `Refused` or `Unreachable`, or with the signal's reason. */
export async function sendFile(sending: Sending): Promise<WorkFile> {
  const { file, change_id, on } = sending
  let upload = sending.begun ?? (await begin(sending, sending.begin_id))
  let mayBeginAgain = true
  for (let setbacks = 0; setbacks <= mostSetbacks; ) {
    on.progress(upload)
    const { id, received } = upload
    const part = await partOf(file, received)
    const query = { offset: String(received) }
    try {
      const answer = await persistently(sending, (signal) =>
        call(api.uploads.append, { ...paramsOf(id), query, body: part }, signal, { change_id }),
      )
      if (answer.file) return answer.file
      if (answer.received <= received) setbacks++
      upload = { id, received: answer.received }
    } catch (error) {
      // The server forgets an upload that stood still for long. If the task is gone as well, it refuses the next one.
      if (!(error instanceof Refused && error.status === 404 && mayBeginAgain)) throw error
      mayBeginAgain = false
      upload = await begin(sending, newId())
    }
  }
  throw new Error('The server keeps asking for the same parts.')
}

/** Never stopped half-way: an upload of which nobody knows would count as one of this person's for an hour. */
async function begin(sending: Sending, change_id: string) {
  const { file, to, signal } = sending
  const { name, size } = file
  const body = { name, size }
  const upload = await persistently(sending, () => {
    const end = AbortSignal.timeout(longestRequest)
    if ('room_id' in to)
      return call(api.uploads.startInRoom, { params: { room_id: String(to.room_id) }, body }, end, { change_id })
    if ('person_id' in to)
      return call(api.uploads.startOfDocument, { params: { person_id: String(to.person_id) }, body }, end, { change_id })
    if ('leave_of' in to) return call(api.uploads.startOfLeave, { body }, end, { change_id })
    const ofTask = { params: { task_id: String(to.task_id) }, body: { ...body, is_draft: to.is_draft } }
    return call(api.uploads.start, ofTask, end, { change_id })
  })
  if (signal.aborted) void discardUpload(upload)
  signal.throwIfAborted()
  return upload
}

/** Deletes what the server has of a file. It deletes by itself what it is not told about. */
export const discardUpload = ({ id }: Upload) => call(api.uploads.cancel, paramsOf(id)).catch(() => undefined)

const paramsOf = (id: number): Pick<Args<typeof api.uploads.append>, 'params'> => ({ params: { upload_id: String(id) } })

/** Reads the part first: a request whose body can't be read fails like one that is lost. */
async function partOf(file: File, offset: number) {
  const bytes = await file
    .slice(offset, offset + partBytes)
    .arrayBuffer()
    .catch(() => {
      throw new Unreadable()
    })
  return new Blob([bytes], { type: 'application/octet-stream' })
}

/** Makes a request again while it is lost, after growing pauses. */
async function persistently<T>({ signal, on }: Sending, request: (signal: AbortSignal) => Promise<T>): Promise<T> {
  for (let failures = 0; ; failures++)
    try {
      return await request(either(signal, AbortSignal.timeout(longestRequest)))
    } catch (error) {
      if (!isTransient(error) || failures === mostRetries) throw error
      on.trouble()
      await pause(retryDelay(failures, error), signal)
    }
}

/** Aborted as soon as one of the two is. Firefox 121 has no `AbortSignal.any`. */
function either(...signals: [AbortSignal, AbortSignal]) {
  const controller = new AbortController()
  for (const signal of signals) {
    const abort = () => controller.abort(signal.reason)
    if (signal.aborted) abort()
    else signal.addEventListener('abort', abort, { once: true })
  }
  return controller.signal
}

/** Ends early when the connection is back. Rejects when the signal is aborted. */
const pause = (milliseconds: number, signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const end = () => {
      clearTimeout(timer)
      unfollow()
      signal.removeEventListener('abort', end)
      if (signal.aborted) reject(signal.reason)
      else resolve()
    }
    const timer = setTimeout(end, milliseconds)
    const unfollow = onConnectionChange(() => !isOffline() && end())
    signal.addEventListener('abort', end)
  })
