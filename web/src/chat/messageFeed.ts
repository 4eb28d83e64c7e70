import { mergeById, type RoomMessage, toRoomMessage } from './messages.ts'
import { type FetchMessages, fetchAll, fetchInitial, pageSize, type ReadPosition } from './pages.ts'
import type { RoomStore } from './roomStore.ts'

/** Milliseconds. */
const retryDelay = 3000

/**
 * Fills a room's store with messages, without gaps. Only fetches move `#known_id`: every message up to it has been fetched. Pushed
 * messages are buffered until a fetch on the open connection has caught up.
 */
export class MessageFeed {
  readonly #store: RoomStore
  readonly #fetch: FetchMessages
  readonly #position: ReadPosition
  #known_id: number | undefined
  #isCaughtUp = false
  #buffer: RoomMessage[] = []
  #catchingUp: Promise<void> | undefined
  #mustFetchAgain = false

  constructor(store: RoomStore, { fetch, position }: { fetch: FetchMessages; position: ReadPosition }) {
    this.#store = store
    this.#fetch = fetch
    this.#position = position
  }

  async load() {
    this.#store.update({ state: 'loading' })
    await this.#loadInitial()
  }

  async #loadInitial() {
    try {
      const { messages, hasOlder, first_unread_id } = await fetchInitial(this.#fetch, this.#position)
      // Another attempt may have succeeded meanwhile.
      if (this.#store.isClosed || this.#store.view.state === 'ready') return
      this.#known_id = messages.at(-1)?.id
      this.#store.update({ state: 'ready', messages, first_unread_id, older: hasOlder ? 'some' : 'none' })
      void this.catchUp()
    } catch {
      if (this.#store.view.state === 'ready') return
      this.#store.update({ state: 'failed' })
      this.#store.schedule(retryDelay, () => this.#loadAgain())
    }
  }

  /** Keeps the error on the screen until it succeeds. A connection that opens later loads by itself. */
  #loadAgain() {
    const { state, connection } = this.#store.view
    if (state === 'failed' && connection === 'open') void this.#loadInitial()
  }

  async loadOlder() {
    const { messages, older } = this.#store.view
    const oldest = messages[0]
    if (!oldest || (older !== 'some' && older !== 'failed')) return
    this.#store.update({ older: 'loading' })
    try {
      const page = await this.#fetch({ before: String(oldest.id) })
      this.#store.update({
        messages: mergeById(this.#store.view.messages, page.map(toRoomMessage)),
        older: page.length === pageSize ? 'some' : 'none',
      })
    } catch {
      this.#store.update({ older: 'failed' })
    }
  }

  /** Fetches everything after the known messages. A call while this runs makes it fetch once more. */
  catchUp(): Promise<void> {
    if (this.#store.isClosed || this.#store.view.state !== 'ready') return Promise.resolve()
    this.#mustFetchAgain = true
    this.#catchingUp ??= this.#fetchMissed().finally(() => {
      this.#catchingUp = undefined
    })
    return this.#catchingUp
  }

  /** A message that the server pushed. If the one before it is not here, a message was lost, and is fetched. */
  receive(message: RoomMessage, previous: number | null = null) {
    if (!this.#isCaughtUp) return void this.#buffer.push(message)
    const newest = this.#store.view.messages.at(-1)?.id ?? 0
    const isGap = previous !== null && previous > newest
    if (isGap) {
      this.#isCaughtUp = false
      this.#buffer.push(message)
    } else this.#store.addMessages([message])
    if (isGap || this.#countPushed() >= pageSize) void this.catchUp()
  }

  /** Call it when the connection changes: messages may be missed from then on. */
  interrupt() {
    this.#isCaughtUp = false
  }

  async #fetchMissed() {
    while (this.#mustFetchAgain && !this.#store.isClosed) {
      this.#mustFetchAgain = false
      try {
        let count: number
        do count = await this.#fetchPage()
        while (count === pageSize)
      } catch {
        this.#store.schedule(retryDelay, () => void this.catchUp())
        return
      }
    }
    if (this.#store.view.connection !== 'open') return
    this.#isCaughtUp = true
    const buffered = this.#buffer
    this.#buffer = []
    this.#store.addMessages(buffered)
  }

  /** Returns the number of messages fetched. */
  async #fetchPage() {
    const page = this.#known_id === undefined ? await fetchAll(this.#fetch) : await this.#fetch({ after: String(this.#known_id) })
    if (this.#store.isClosed) return 0
    this.#known_id = page[0]?.id ?? this.#known_id
    this.#store.addMessages(page.map(toRoomMessage))
    return page.length
  }

  #countPushed() {
    const { messages } = this.#store.view
    return messages.length - 1 - messages.findLastIndex(({ id }) => id <= (this.#known_id ?? 0))
  }
}
