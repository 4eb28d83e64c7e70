import type { WorkFile } from 'contract'
import type { ConnectionState } from '../live/connection.ts'
import { mergeById, type RoomMessage } from './messages.ts'

/** A message written in this tab and not confirmed yet. A failed one has the `reason`. */
export type PendingMessage = {
  temp_id: string
  content: string
  files?: readonly WorkFile[]
  timestamp: string
  /** The newest message when this one was written. */
  after_id: number
  state: 'sending' | 'failed'
  reason?: string
}

export type Typist = { user_id: number; user_name: string }

export type RoomView = {
  /** `failed` is about the initial load only. Later fetches retry by themselves. */
  state: 'loading' | 'ready' | 'failed'
  connection: ConnectionState
  /** Confirmed messages, by id, without a gap. */
  messages: readonly RoomMessage[]
  /** In the order they were written. */
  pending: readonly PendingMessage[]
  /** The first message that was unread when the room was opened. */
  first_unread_id: number | undefined
  older: 'none' | 'some' | 'loading' | 'failed'
  /** The last message that each of the others has seen, by person. */
  lastSeen: ReadonlyMap<number, number>
  typing: readonly Typist[]
}

/** Keeps unconfirmed messages beyond the page. */
export type Outbox = { read: () => PendingMessage[]; write: (pending: readonly PendingMessage[]) => void }

/** The view of one room with its subscribers and timers. `close` stops all three. */
export class RoomStore {
  readonly #outbox: Outbox
  readonly #listeners = new Set<() => void>()
  readonly #timers = new Set<ReturnType<typeof setTimeout>>()
  #view: RoomView
  #isClosed = false

  constructor(outbox: Outbox) {
    this.#outbox = outbox
    this.#view = {
      state: 'loading',
      connection: 'connecting',
      messages: [],
      pending: outbox.read(),
      first_unread_id: undefined,
      older: 'none',
      lastSeen: new Map(),
      typing: [],
    }
  }

  get view() {
    return this.#view
  }

  get isClosed() {
    return this.#isClosed
  }

  subscribe(listener: () => void) {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  update(changes: Partial<RoomView>) {
    if (this.#isClosed) return
    if (changes.pending) this.#outbox.write(changes.pending)
    this.#view = { ...this.#view, ...changes }
    for (const listener of this.#listeners) listener()
  }

  /** Adds confirmed messages. They replace their pending versions, and end their authors' typing. */
  addMessages(added: readonly RoomMessage[]) {
    if (added.length === 0) return
    const { messages, older, ...view } = this.#view
    const pending = view.pending.filter(({ temp_id }) => !added.some(({ key }) => key === temp_id))
    const typing = view.typing.filter(({ user_id }) => !added.some(({ sender }) => sender === user_id))
    // Messages older than the loaded ones would leave a gap; they come with `loadOlder`.
    const oldest_id = older === 'none' ? 0 : (messages[0]?.id ?? 0)
    this.update({
      messages: mergeById(
        messages,
        added.filter(({ id }) => id >= oldest_id),
      ),
      ...(pending.length < view.pending.length && { pending }),
      ...(typing.length < view.typing.length && { typing }),
    })
  }

  /** Runs the work after so many milliseconds, unless the room is closed before. */
  schedule(ms: number, work: () => void) {
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      work()
    }, ms)
    this.#timers.add(timer)
    return timer
  }

  close() {
    this.#isClosed = true
    for (const timer of this.#timers) clearTimeout(timer)
  }
}
