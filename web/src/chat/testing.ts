// A server with one room, and a network that loses things, for the tests of the room.
import type { ChatMessage, RoomFrame } from 'contract'
import type { Heard, openRoom } from './room.ts'

export const me = { id: 1, name: 'Dev' }
const pageSize = 50
type Stored = ChatMessage & { temp_id?: string }
type Handlers = Parameters<Parameters<typeof openRoom>[0]['connect']>[0]

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** One room: messages are kept in order, each name once, and told to whoever listens. */
export function makeServer() {
  const stored: Stored[] = []
  const listeners = new Set<(message: Stored) => void>()
  return {
    stored,
    listeners,
    say(sender: number, content: string, temp_id?: string) {
      const earlier = stored.find((one) => temp_id !== undefined && one.temp_id === temp_id)
      if (earlier) return { message: earlier, isNew: false }
      const id = 100 + stored.length * 3
      const timestamp = new Date(id * 1000).toISOString()
      const message: Stored = { id, content, sender, sender_name: `No. ${sender}`, timestamp, ...(temp_id && { temp_id }) }
      stored.push(message)
      for (const listener of listeners) listener(message)
      return { message, isNew: true }
    },
    read({ before, after }: { before?: string; after?: string }) {
      const rows = stored.map(({ temp_id: _, ...row }) => row)
      if (after !== undefined)
        return rows
          .filter(({ id }) => id > Number(after))
          .slice(0, pageSize)
          .reverse()
      return rows
        .filter(({ id }) => before === undefined || id < Number(before))
        .slice(-pageSize)
        .reverse()
    },
  }
}

const frameOf = ({ id, content, sender, sender_name, timestamp, temp_id }: Stored): Heard => ({
  id,
  message: content,
  sender_id: sender,
  sender_name,
  timestamp,
  ...(sender === me.id && temp_id && { temp_id }),
})

/**
 * What is in between. Frames of one connection arrive in order, some time later; it listens only a while after it has opened; what is
 * under way when it is cut is lost, in both directions.
 */
export function makeNetwork(server: ReturnType<typeof makeServer>, delay: () => number = () => 5) {
  type Link = { isUp: boolean; up: number; down: number; hear: (message: Stored) => void }
  let link: Link | undefined
  let handlers: Handlers
  const network = {
    isDown: false,
    /** Frames go out and nothing comes of it. */
    isDeaf: false,
    httpFails: false,
    refuseWith: undefined as string | undefined,
    /** Milliseconds from opening until it listens, where that is told. */
    joinsAfter: undefined as number | undefined,
    sent: [] as RoomFrame[],
    open() {
      if (network.isDown || link?.isUp) return
      // What it is sent is read only once it listens.
      const own: Link = {
        isUp: true,
        up: Date.now() + (network.joinsAfter ?? delay()),
        down: 0,
        hear: (message) => toBrowser(own, frameOf(message)),
      }
      link = own
      setTimeout(() => own.isUp && server.listeners.add(own.hear), own.up - Date.now())
      handlers.onState?.('open')
      handlers.onOpen?.()
    },
    cut() {
      if (!link?.isUp) return
      link.isUp = false
      server.listeners.delete(link.hear)
      handlers.onState?.('lost')
    },
    end(code: number) {
      if (link) link.isUp = false
      handlers.onState?.('over')
      handlers.onOver?.(code)
    },
    tell: (frame: Heard) => handlers.onFrame(frame),
    connect(given: Handlers) {
      handlers = given
      setTimeout(network.open, delay())
      return { send, reconnect, close: network.cut }
    },
    async read(range: { before?: string; after?: string }) {
      await wait(delay())
      if (network.httpFails) throw new Error('no answer')
      const page = server.read(range)
      await wait(delay())
      return page
    },
  }

  function toBrowser(own: Link, frame: Heard) {
    own.down = Math.max(own.down, Date.now() + delay())
    setTimeout(() => own.isUp && handlers.onFrame(frame), own.down - Date.now())
  }
  function send(frame: RoomFrame) {
    const own = link
    if (!own?.isUp) return false
    network.sent.push(frame)
    if (!('message' in frame)) return true
    own.up = Math.max(own.up, Date.now() + delay())
    setTimeout(() => {
      if (!own.isUp || network.isDeaf) return
      const { message: content, temp_id = '' } = frame
      if (network.refuseWith) return toBrowser(own, { type: 'error', detail: network.refuseWith, temp_id })
      const { message, isNew } = server.say(me.id, content, temp_id)
      if (!isNew) toBrowser(own, frameOf(message))
    }, own.up - Date.now())
    return true
  }
  function reconnect() {
    network.cut()
    setTimeout(network.open, 10)
  }
  return network
}
