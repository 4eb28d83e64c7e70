// The sockets of many browsers in one process, which executes the bench's orders and answers each once.
import { createHistogram } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Newer, reconnecting, retryAfterOf } from 'contract'
import WebSocket from 'ws'
import { now } from './live-clock.ts'
import { type Heard, messageText, type Order, type Orders, type Seat } from './live-said.ts'

const handshakesAtOnce = 64
const isFirst = (text: string) => text.includes('"watching"') || text.includes('"ready"')
const groups = new Map<string, Guest[]>()
const guestsOf = (name: string) => groups.get(name) ?? []

let isCounting = false
let counted = { said: 0, delivered: 0, ended: 0 }
const echoes = createHistogram({ figures: 3 })

class Guest {
  readonly seat: Seat
  socket: WebSocket | undefined
  onText: ((text: string, at: number) => void) | undefined
  onEnd: ((end: { code: number; reason: string }) => void) | undefined
  /** The id of its newest notification, which is part of the socket's URL. */
  newest = 0
  constructor(seat: Seat) {
    this.seat = seat
  }

  /** Connects. Resolves at the first answer, and rejects if the socket closes before that. */
  connect() {
    const { port, host, cookie } = this.seat
    const isBell = this.seat.path.includes('notifications')
    const path = isBell ? `${this.seat.path}?newest=${this.newest}&watch=mine` : this.seat.path
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, {
      headers: { host, cookie, origin: `https://${host}` },
      perMessageDeflate: false,
      skipUTF8Validation: true,
    })
    this.socket = socket
    let isIn = false
    // The bare server ignores paths, and answers the first frame.
    socket.on('open', () => {
      if (!isBell || this.seat.isBare) socket.send(JSON.stringify({ temp_id: 'ready' }))
    })
    socket.on('message', (data: Buffer) => {
      if (isIn && isCounting) counted.delivered++
      if (isIn && !this.onText) return
      const at = now()
      const text = data.toString()
      if (isIn) return this.onText?.(text, at)
      if (text.startsWith('{"type":"newer"')) this.newest = (JSON.parse(text) as Newer).notifications.at(-1)?.id ?? this.newest
      if (!isFirst(text)) return
      isIn = true
      resolve()
    })
    socket.on('error', () => undefined)
    socket.on('close', (code, reason) => {
      if (!isIn) return reject(new Error(`A socket ended with ${code} before it was answered.`))
      counted.ended++
      this.onEnd?.({ code, reason: String(reason) })
    })
    return promise
  }

  say(temp_id: string) {
    this.socket?.send(JSON.stringify({ message: messageText, temp_id }))
  }
}

const executors: { [Name in keyof Orders]: (order: Orders[Name]['asks']) => Promise<Orders[Name]['answers']> } = {
  async open({ as, seats }) {
    const began = now()
    const guests = seats.map((seat) => new Guest(seat))
    const pending = [...guests]
    await Promise.all(
      Array.from({ length: handshakesAtOnce }, async () => {
        for (let next = pending.pop(); next; next = pending.pop()) await next.connect()
      }),
    )
    groups.set(as, [...guestsOf(as), ...guests])
    return now() - began
  },

  async leave({ as }) {
    const guests = guestsOf(as)
    groups.delete(as)
    for (const { socket } of guests) socket?.close()
    while (guests.some(({ socket }) => socket && socket.readyState !== WebSocket.CLOSED)) await sleep(20)
    return null
  },

  async pace({ as, listeners, per_second, seconds }) {
    const received = new Map<number, number[]>()
    const heard: Heard[] = []
    const sentAt = new Map<string, number>()
    for (const guest of guestsOf(listeners))
      guest.onText = (text, at) => {
        const { id } = JSON.parse(text) as { id?: number }
        if (id === undefined) return
        const known = received.get(id)
        if (known) known.push(at)
        else received.set(id, [at])
      }
    const speakers = guestsOf(as)
    for (const guest of speakers)
      guest.onText = (text) => {
        const { id, temp_id } = JSON.parse(text) as { id?: number; temp_id?: string }
        const sent = sentAt.get(temp_id ?? '')
        if (id === undefined || temp_id === undefined || sent === undefined) return
        sentAt.delete(temp_id)
        heard.push({ id, sent, received: [] })
      }
    const began = now()
    for (let n = 0; n < per_second * seconds; n++) {
      // At a random moment of its slot, so that messages don't synchronise with timers.
      await sleep(Math.max(0, began + ((n + Math.random() / 2) * 1000) / per_second - now()))
      const temp_id = `${began} ${n}`
      sentAt.set(temp_id, now())
      speakers[n % speakers.length]?.say(temp_id)
    }
    await sleep(300)
    for (const guest of [...speakers, ...guestsOf(listeners)]) guest.onText = undefined
    return heard.map((message) => ({ ...message, received: received.get(message.id) ?? [] }))
  },

  async chatter({ as, gap }) {
    for (const [index, guest] of guestsOf(as).entries()) {
      let n = 0
      let sent = 0
      const say = () => {
        if (guest.onText === undefined) return
        sent = now()
        guest.say(`${process.pid} ${as} ${index} ${n++}`)
      }
      guest.onText = (text, at) => {
        if (!text.includes('"temp_id"')) return
        if (isCounting && text.includes('"id"')) {
          counted.said++
          echoes.record(Math.max(1, Math.round((at - sent) * 1000)))
        }
        setTimeout(say, Math.max(0, sent + gap - now()))
      }
      setTimeout(say, Math.random() * gap)
    }
    return null
  },

  async count() {
    counted = { said: 0, delivered: 0, ended: 0 }
    echoes.reset()
    isCounting = true
    return null
  },

  async hush() {
    isCounting = false
    const { delivered, ended } = counted
    const at = (percent: number) => (echoes.count ? echoes.percentile(percent) / 1000 : null)
    for (const guest of [...groups.values()].flat()) guest.onText = undefined
    await sleep(500)
    return { said: counted.said, delivered, ended, p50_ms: at(50), p99_ms: at(99) }
  },

  async return({ as, spread }) {
    const guests = guestsOf(as)
    let refused = 0
    let cutAt = 0
    let openAt = 0
    const codes: Record<string, number> = {}
    const backAt = await Promise.all(
      guests.map(async (guest) => {
        const { code, reason } = await new Promise<{ code: number; reason: string }>((resolve) => {
          guest.onEnd = resolve
        })
        guest.onEnd = undefined
        codes[code] = (codes[code] ?? 0) + 1
        cutAt ||= now()
        // Like our pages: after the time that the server named, or else with exponential backoff.
        let wait = reconnecting.first + Math.random() * reconnecting.spread
        await sleep(guest.seat.isBare ? Math.random() * spread : (retryAfterOf(reason) ?? wait))
        for (;;) {
          const connected = guest.connect()
          guest.socket?.once('open', () => {
            openAt ||= now()
          })
          try {
            await connected
            return now()
          } catch {
            if (openAt) refused++
          }
          await sleep(guest.seat.isBare ? Math.random() * spread : wait)
          wait = Math.min(reconnecting.longest, wait * reconnecting.factor)
        }
      }),
    )
    const sorted = backAt.sort((a, b) => a - b)
    const since = (place: number) => (sorted[Math.ceil(place * sorted.length) - 1] ?? openAt) - openAt
    return { down_ms: openAt - cutAt, half_ms: since(0.5), all_ms: since(1), refused, codes }
  },
}

process.on('message', async ({ order, ...parameters }: Order) => {
  try {
    process.send?.({ answer: await executors[order](parameters as never) })
  } catch (error) {
    process.send?.({ error: error instanceof Error ? error.message : String(error) })
  }
})
process.on('disconnect', () => process.exit())
process.on('SIGINT', () => undefined)
