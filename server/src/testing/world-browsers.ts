// For tests: browsers that keep to the rules of the sockets, whatever happens to their connections. After each interruption they
// connect again, read what came after the last message that they had, and send again, under the same name, what was not confirmed.
import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { type ChatMessage, closeCodes, type Newer, type Notification } from 'contract'
import WebSocket from 'ws'

type Target = { port: () => number; headers: Record<string, string> }

/** Milliseconds, each a small part of what a real browser takes. */
const pause = 10
const patience = 3000
const beat = 250

/** The answer of an endpoint over a connection of its own, however often that takes. */
async function read<T>({ port, headers }: Target, path: string): Promise<T> {
  for (;;) {
    const answer = await new Promise<T | undefined>((resolve) => {
      const asked = request({ host: '127.0.0.1', port: port(), path, headers, agent: false, timeout: patience }, (response) => {
        let text = ''
        response.on('data', (part) => (text += part))
        response.on('error', () => resolve(undefined))
        response.on('close', () => resolve(response.complete && response.statusCode === 200 ? JSON.parse(text) : undefined))
      })
      asked.on('timeout', () => asked.destroy())
      asked.on('error', () => resolve(undefined))
      asked.end()
    })
    if (answer !== undefined) return answer
    await sleep(pause)
  }
}

type Connection = {
  where: Target
  path: string | (() => string)
  /** Resolves once everything is there that was missed. Frames come afterwards. */
  onOpen: (send: (frame: object) => void) => Promise<void>
  // biome-ignore lint/suspicious/noExplicitAny: a test looks at whatever came
  onFrame: (frame: any) => void
  /** What is waited for, if anything. */
  onBeat: (send: (frame: object) => void) => void
}

/** A socket that comes back. `codes` are those with which it ended. */
function stayConnected({ where, path, onOpen, onFrame, onBeat }: Connection) {
  const codes: number[] = []
  let isStopped = false
  let isReady = false
  let socket: WebSocket | undefined
  const send = (frame: object) => socket?.readyState === WebSocket.OPEN && socket.send(JSON.stringify(frame))

  async function once() {
    const address = typeof path === 'string' ? path : path()
    const mine = new WebSocket(`ws://127.0.0.1:${where.port()}${address}`, { headers: where.headers, handshakeTimeout: patience })
    socket = mine
    let early: unknown[] | null = []
    let heardAt = performance.now()
    let askedAt = 0
    const ended = new Promise<number>((resolve) => mine.once('close', resolve))
    mine.on('error', () => undefined)
    mine.on('message', (data: Buffer) => {
      heardAt = performance.now()
      const frame = JSON.parse(data.toString())
      if (frame.temp_id === 'still there?') return
      if (early) early.push(frame)
      else onFrame(frame)
    })
    mine.on('open', async () => {
      await onOpen(send)
      if (socket !== mine || mine.readyState !== WebSocket.OPEN) return
      for (const frame of early ?? []) onFrame(frame)
      early = null
      isReady = true
    })
    const beating = setInterval(() => {
      if (isReady) onBeat(send)
      if (askedAt > heardAt && askedAt < performance.now() - patience) return mine.terminate()
      if (askedAt > heardAt) return
      askedAt = performance.now()
      send({ temp_id: 'still there?' })
    }, beat)
    codes.push(await ended)
    isReady = false
    clearInterval(beating)
  }

  const done = (async () => {
    while (!isStopped) {
      await once()
      await sleep(pause)
    }
  })()

  return {
    codes,
    isReady: () => isReady,
    send: (frame: object) => isReady && send(frame),
    stop() {
      isStopped = true
      socket?.terminate()
      return done
    },
  }
}

/** Somebody who has a room open. `seesIt` where what comes is looked at. */
export function openRoom(where: Target, { room_id, name, seesIt }: { room_id: number; name: string; seesIt: boolean }) {
  const messages = new Map<number, string>()
  /** In the order in which they came, each time. */
  const came: number[] = []
  const unconfirmed = new Map<string, string>()
  let said = 0

  function add(id: number, content: string, temp_id: string | undefined) {
    if (!messages.has(id)) came.push(id)
    messages.set(id, content)
    if (temp_id) unconfirmed.delete(temp_id)
  }
  const see = (send: (frame: object) => void) => {
    const newest = Math.max(0, ...messages.keys())
    if (seesIt && newest) send({ type: 'seen', message_id: newest })
  }

  const connection = stayConnected({
    where,
    path: `/ws/chat/${room_id}/`,
    async onOpen(send) {
      for (;;) {
        const after = came.at(-1)
        const query = after === undefined ? '' : `?after=${after}`
        const found = await read<ChatMessage[]>(where, `/api/chat-rooms/${room_id}/messages/${query}`)
        for (const { id, content, temp_id } of found.reverse()) add(id, content, temp_id)
        if (!found.length || after === undefined) break
      }
      for (const [temp_id, message] of unconfirmed) send({ message, temp_id })
      see(send)
    },
    onFrame(frame) {
      if (frame.message !== undefined) add(frame.id, frame.message, frame.temp_id)
    },
    onBeat: see,
  })

  return Object.assign(connection, {
    /** Sends now, or once there is a connection. */
    say(text: string) {
      const temp_id = `${name} ${++said}`
      unconfirmed.set(temp_id, text)
      connection.send({ message: text, temp_id })
    },
    unconfirmed,
    messages,
    came,
    said: () => said,
  })
}

/** Somebody's bell. `statesNewest` where it asks only for what it may lack. */
export function openBell(where: Target, { statesNewest }: { statesNewest: boolean }) {
  const notifications = new Map<number, Notification>()
  const wanted = new Set<number>()
  const take = (one: Notification) => {
    const isRead = one.is_read || (notifications.get(one.id)?.is_read ?? false)
    notifications.set(one.id, { ...one, is_read: isRead })
    if (isRead) wanted.delete(one.id)
  }
  const connection = stayConnected({
    where,
    path: () => `/ws/notifications/${statesNewest ? `?newest=${Math.max(0, ...notifications.keys())}` : ''}`,
    async onOpen(send) {
      for (const notification_id of wanted) send({ action: 'mark_read', notification_id })
    },
    onFrame(frame: Notification | Newer | { type: 'error' }) {
      if (!('type' in frame)) return take(frame)
      if (frame.type !== 'newer') return
      for (const one of frame.notifications) take(one)
      for (const one of notifications.values()) if (frame.unread?.includes(one.id) === false) take({ ...one, is_read: true })
    },
    onBeat(send) {
      for (const notification_id of wanted) send({ action: 'mark_read', notification_id })
    },
  })
  return Object.assign(connection, {
    notifications,
    wanted,
    markRead(id: number) {
      wanted.add(id)
      connection.send({ action: 'mark_read', notification_id: id })
    },
  })
}

export const isAgain = (code: number) =>
  ![closeCodes.forbidden, closeCodes.not_signed_in, closeCodes.failed].includes(code as never)
