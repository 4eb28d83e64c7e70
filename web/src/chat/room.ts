import type { ChatMessage, FrameRefused, RoomFrame, RoomNews, WorkFile } from 'contract'
import type { Connection, openConnection } from '../live/connection.ts'
import { MessageFeed } from './messageFeed.ts'
import { toRoomMessage } from './messages.ts'
import { OutgoingMessages } from './outgoing.ts'
import type { FetchMessages } from './pages.ts'
import { type Outbox, RoomStore, type Typist } from './roomStore.ts'

export type IncomingFrame = RoomNews | FrameRefused
export type RoomHandlers = Parameters<typeof openConnection<RoomFrame, IncomingFrame>>[1]

type Options = {
  me: { id: number; name: string }
  /** The last message that this person has seen, from the list of rooms. */
  seen_id: number | null
  unread_count: number
  /** The message to open the room at. */
  wanted_id?: number | undefined
  connect: (handlers: RoomHandlers) => Connection<RoomFrame>
  fetch: FetchMessages
  outbox: Outbox
  /** Called with the close code that refuses the connection for good. */
  onConnectionRefused: (code: number) => void
  /** Called when a message is refused: the person's rights in the room may have changed. */
  onMessageRefused: () => void
}

/** Milliseconds. */
const delay = { joining: 2000, typingEnds: 4000, typingAgain: 3000 }

export const notConnected = 'WebSocket not connected.'

/** One live room, until it is closed. Its view shows each message once, in the order of the ids, across lost connections. */
export class Room {
  readonly #options: Options
  readonly #store: RoomStore
  readonly #feed: MessageFeed
  readonly #connection: Connection<RoomFrame>
  readonly #outgoing: OutgoingMessages
  /** The last message that was reported as seen, 0 for none. */
  #reported_id = 0
  #typedAt = 0
  readonly #typingTimers = new Map<number, ReturnType<typeof setTimeout>>()

  constructor(options: Options) {
    const { me, seen_id, unread_count, wanted_id, connect, fetch, outbox, onConnectionRefused } = options
    this.#options = options
    this.#store = new RoomStore(outbox)
    this.#feed = new MessageFeed(this.#store, { fetch, position: { me_id: me.id, seen_id, unread_count, wanted_id } })
    this.#connection = connect({
      onFrame: (frame) => this.#receive(frame),
      onOpen: () => this.#onOpen(),
      onState: (state) => {
        if (state !== 'open') this.#feed.interrupt()
        this.#store.update({ connection: state, ...(state !== 'open' && { typing: [] }) })
      },
      onRefused: onConnectionRefused,
    })
    this.#outgoing = new OutgoingMessages(this.#store, this.#connection)
    void this.load()
  }

  readonly view = () => this.#store.view

  readonly subscribe = (listener: () => void) => this.#store.subscribe(listener)

  load() {
    return this.#feed.load()
  }

  loadOlder() {
    return this.#feed.loadOlder()
  }

  catchUp() {
    return this.#feed.catchUp()
  }

  /** Returns false without a connection: the message is then neither sent nor queued. */
  send(content: string, files: readonly WorkFile[] = []) {
    const { connection } = this.#store.view
    if (connection !== 'open' && connection !== 'connecting') return false
    this.#outgoing.add(content, files)
    this.#typedAt = 0
    return true
  }

  /** Sends a failed message again, under the same `temp_id`. Returns false without a connection. */
  retry(temp_id: string) {
    return this.#store.view.connection === 'open' && this.#outgoing.retry(temp_id)
  }

  readonly discard = (temp_id: string) => this.#outgoing.discard(temp_id)

  /** Reports that this person has seen the room up to this message. Reported again on reconnect, as the server does not confirm it. */
  markSeen(message_id: number) {
    if (message_id <= this.#reported_id || message_id <= (this.#options.seen_id ?? 0)) return
    this.#reported_id = message_id
    this.#connection.send({ type: 'seen', message_id })
  }

  readonly reportTyping = () => {
    if (Date.now() - this.#typedAt < delay.typingAgain) return
    if (this.#connection.send({ type: 'typing' })) this.#typedAt = Date.now()
  }

  /** A message of this room that arrived over the tab's own connection. `previous` is the id of the message before it. */
  receiveMessage({ message, previous }: { message: ChatMessage; previous: number | null }) {
    this.#feed.receive(toRoomMessage(message), previous)
  }

  /** Merges what the others have seen, from the list of participants. */
  mergeLastSeen(people: readonly { id: number; last_seen_id: number | null }[]) {
    const { lastSeen } = this.#store.view
    const newer = people.filter(({ id, last_seen_id }) => (last_seen_id ?? 0) > (lastSeen.get(id) ?? 0))
    if (!newer.length) return
    const entries = newer.map(({ id, last_seen_id }) => [id, last_seen_id ?? 0] as const)
    this.#store.update({ lastSeen: new Map([...lastSeen, ...entries]) })
  }

  close() {
    this.#store.close()
    this.#connection.close()
  }

  #onOpen() {
    this.#feed.interrupt()
    if (this.#store.view.state === 'failed') void this.load()
    this.#outgoing.resendAll()
    if (this.#reported_id) this.#connection.send({ type: 'seen', message_id: this.#reported_id })
    void this.catchUp()
    // The server joins the room some time after it has accepted the connection.
    this.#store.schedule(delay.joining, () => void this.catchUp())
  }

  #receive(frame: IncomingFrame) {
    if ('message' in frame) {
      const { id, message: content, sender_id: sender, sender_name, timestamp, temp_id, files } = frame
      if (temp_id !== undefined) this.#outgoing.confirm(temp_id)
      this.#feed.receive({ id, content, sender, sender_name, timestamp, key: temp_id ?? id, ...(files && { files }) })
    } else if (frame.type === 'seen') {
      const { lastSeen } = this.#store.view
      const message_id = Math.max(lastSeen.get(frame.user_id) ?? 0, frame.message_id)
      this.#store.update({ lastSeen: new Map(lastSeen).set(frame.user_id, message_id) })
    } else if (frame.type === 'typing') this.#showTyping(frame)
    else if (frame.temp_id !== undefined) {
      this.#outgoing.fail(frame.temp_id, frame.detail)
      this.#options.onMessageRefused()
    }
  }

  #showTyping({ user_id, user_name }: Typist) {
    const others = () => this.#store.view.typing.filter((typist) => typist.user_id !== user_id)
    clearTimeout(this.#typingTimers.get(user_id))
    this.#typingTimers.set(
      user_id,
      this.#store.schedule(delay.typingEnds, () => this.#store.update({ typing: others() })),
    )
    this.#store.update({ typing: [...others(), { user_id, user_name }] })
  }
}
