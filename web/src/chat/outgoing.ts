import type { RoomFrame, WorkFile } from 'contract'
import { newId } from '../api/ids.ts'
import type { Connection } from '../live/connection.ts'
import type { PendingMessage, RoomStore } from './roomStore.ts'

/** Milliseconds without a confirmation after which the connection is taken for dead. */
const confirmationTimeout = 10_000

/** Sends a room's messages. Each stays pending under its `temp_id` until it is confirmed, refused or discarded. */
export class OutgoingMessages {
  readonly #store: RoomStore
  readonly #connection: Connection<RoomFrame>
  /** The number of the last attempt to send a message, by `temp_id`, until it is confirmed. */
  readonly #attempts = new Map<string, number>()
  #attemptCount = 0

  constructor(store: RoomStore, connection: Connection<RoomFrame>) {
    this.#store = store
    this.#connection = connection
  }

  add(content: string, files: readonly WorkFile[]) {
    const { pending, messages } = this.#store.view
    const after_id = messages.at(-1)?.id ?? 0
    const timestamp = new Date().toISOString()
    const message: PendingMessage = { temp_id: newId(), content, files, timestamp, after_id, state: 'sending' }
    this.#store.update({ pending: [...pending, message] })
    this.#transmit(message)
  }

  /** Returns false if there is no such message. */
  retry(temp_id: string) {
    const message = this.#find(temp_id)
    if (!message) return false
    const { reason: _, ...unfailed } = message
    this.#replace({ ...unfailed, state: 'sending' })
    this.#transmit(message)
    return true
  }

  discard(temp_id: string) {
    this.#store.update({ pending: this.#store.view.pending.filter((message) => message.temp_id !== temp_id) })
  }

  /** Sends what the previous connection may have lost. The server stores each `temp_id` once. */
  resendAll() {
    for (const message of this.#store.view.pending) if (message.state === 'sending') this.#transmit(message)
  }

  confirm(temp_id: string) {
    this.#attempts.delete(temp_id)
  }

  fail(temp_id: string, reason: string) {
    this.#attempts.delete(temp_id)
    const message = this.#find(temp_id)
    if (message) this.#replace({ ...message, state: 'failed', reason })
  }

  #transmit({ temp_id, content, files = [] }: PendingMessage) {
    const ids = files.map(({ id }) => id)
    if (!this.#connection.send({ message: content, temp_id, ...(ids.length && { files: ids }) })) return
    const attempt = ++this.#attemptCount
    this.#attempts.set(temp_id, attempt)
    this.#store.schedule(confirmationTimeout, () => {
      // No clock is read: a timer may end a little early by the clock, which may be set meanwhile.
      const isOverdue = this.#attempts.get(temp_id) === attempt
      if (isOverdue && this.#store.view.connection === 'open') this.#connection.reconnect()
    })
  }

  #find(temp_id: string) {
    return this.#store.view.pending.find((message) => message.temp_id === temp_id)
  }

  #replace(message: PendingMessage) {
    const pending = this.#store.view.pending.map((other) => (other.temp_id === message.temp_id ? message : other))
    this.#store.update({ pending })
  }
}
