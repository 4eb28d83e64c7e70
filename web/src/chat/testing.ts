// A chat server with one room, and a lossy network in front of it.
import type { ChatMessage, RoomFrame } from 'contract'
import { type IncomingFrame, Room, type RoomHandlers } from './room.ts'
import type { PendingMessage } from './roomStore.ts'

export const me = { id: 1, name: 'Dev' }
const pageSize = 50
type StoredMessage = ChatMessage & { temp_id?: string }

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** Stores messages in order, each `temp_id` once, and pushes them to its listeners. */
export class TestServer {
  readonly stored: StoredMessage[] = []
  readonly listeners = new Set<(message: StoredMessage) => void>()

  post(sender: number, content: string, temp_id?: string) {
    const duplicate = this.stored.find((message) => temp_id !== undefined && message.temp_id === temp_id)
    if (duplicate) return { message: duplicate, isNew: false }
    const id = 100 + this.stored.length * 3
    const timestamp = new Date(id * 1000).toISOString()
    const message: StoredMessage = { id, content, sender, sender_name: `No. ${sender}`, timestamp, ...(temp_id && { temp_id }) }
    this.stored.push(message)
    for (const listener of this.listeners) listener(message)
    return { message, isNew: true }
  }

  page({ before, after }: { before?: string; after?: string }) {
    const rows = this.stored.map(({ temp_id: _, ...row }) => row)
    const page =
      after === undefined
        ? rows.filter(({ id }) => before === undefined || id < Number(before)).slice(-pageSize)
        : rows.filter(({ id }) => id > Number(after)).slice(0, pageSize)
    return page.reverse()
  }
}

const frameOf = ({ id, content, sender, sender_name, timestamp, temp_id }: StoredMessage): IncomingFrame => ({
  id,
  message: content,
  sender_id: sender,
  sender_name,
  timestamp,
  ...(sender === me.id && temp_id && { temp_id }),
})

/** A connection. `upAt` and `downAt` are when its last frame in each direction arrives, in milliseconds. */
type Link = { isUp: boolean; upAt: number; downAt: number; push: (message: StoredMessage) => void }

/** Delivers each connection's frames late, but in order. Frames in transit when the connection is cut are lost. */
class TestNetwork {
  isDown = false
  /** The server receives no frames, though the connection is open. */
  isDeaf = false
  httpFails = false
  refuseWith: string | undefined
  /** Milliseconds from opening until the server pushes messages; else the usual delay. */
  joinDelay: number | undefined
  readonly sent: RoomFrame[] = []
  readonly #server: TestServer
  readonly #delay: () => number
  #link: Link | undefined
  #handlers: RoomHandlers | undefined

  constructor(server: TestServer, delay: () => number = () => 5) {
    this.#server = server
    this.#delay = delay
  }

  readonly connect = (handlers: RoomHandlers) => {
    this.#handlers = handlers
    setTimeout(() => this.open(), this.#delay())
    return { send: (frame: RoomFrame) => this.#send(frame), reconnect: () => this.#reconnect(), close: () => this.cut() }
  }

  readonly fetch = async (range: { before?: string; after?: string }) => {
    await wait(this.#delay())
    if (this.httpFails) throw new Error('no answer')
    const page = this.#server.page(range)
    await wait(this.#delay())
    return page
  }

  open() {
    if (this.isDown || this.#link?.isUp) return
    const link: Link = {
      isUp: true,
      // The server reads frames only after it has joined the room.
      upAt: Date.now() + (this.joinDelay ?? this.#delay()),
      downAt: 0,
      push: (message) => this.#deliver(link, frameOf(message)),
    }
    this.#link = link
    setTimeout(() => link.isUp && this.#server.listeners.add(link.push), link.upAt - Date.now())
    this.#handlers?.onState?.('open')
    this.#handlers?.onOpen?.()
  }

  cut() {
    if (!this.#link?.isUp) return
    this.#link.isUp = false
    this.#server.listeners.delete(this.#link.push)
    this.#handlers?.onState?.('lost')
  }

  refuse(code: number) {
    if (this.#link) this.#link.isUp = false
    this.#handlers?.onState?.('refused')
    this.#handlers?.onRefused?.(code)
  }

  receive(frame: IncomingFrame) {
    this.#handlers?.onFrame(frame)
  }

  #deliver(link: Link, frame: IncomingFrame) {
    link.downAt = Math.max(link.downAt, Date.now() + this.#delay())
    setTimeout(() => link.isUp && this.receive(frame), link.downAt - Date.now())
  }

  #send(frame: RoomFrame) {
    const link = this.#link
    if (!link?.isUp) return false
    this.sent.push(frame)
    if (!('message' in frame)) return true
    link.upAt = Math.max(link.upAt, Date.now() + this.#delay())
    setTimeout(() => {
      if (!link.isUp || this.isDeaf) return
      const { message: content, temp_id = '' } = frame
      if (this.refuseWith) return this.#deliver(link, { type: 'error', detail: this.refuseWith, temp_id })
      const { message, isNew } = this.#server.post(me.id, content, temp_id)
      if (!isNew) this.#deliver(link, frameOf(message))
    }, link.upAt - Date.now())
    return true
  }

  #reconnect() {
    this.cut()
    setTimeout(() => this.open(), 10)
  }
}

type Settings = { seen_id?: number | null; unread_count?: number; delay?: () => number }

/** Opens the server's room over a network of its own. `reopen` opens it again, as after a reload. */
export function openRoom(server: TestServer, { seen_id = null, unread_count = 0, delay }: Settings = {}) {
  const network = new TestNetwork(server, delay)
  let unsent: readonly PendingMessage[] = []
  const codes: number[] = []
  const reopen = () =>
    new Room({
      me,
      seen_id,
      unread_count,
      connect: network.connect,
      fetch: network.fetch,
      outbox: {
        read: () => [...unsent],
        write(pending) {
          unsent = pending
        },
      },
      onConnectionRefused: (code) => codes.push(code),
      onMessageRefused: () => {},
    })
  return { network, codes, reopen, room: reopen() }
}

export const idsOf = (messages: readonly { id: number }[]) => messages.map(({ id }) => id)
export const textsOf = (messages: readonly { content: string }[]) => messages.map(({ content }) => content)
