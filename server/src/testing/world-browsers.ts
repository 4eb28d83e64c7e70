// For tests: browsers that follow the rules of the sockets while connections fail. After each interruption they reconnect, read
// the messages after their last one, and resend unconfirmed ones under the same `temp_id`.
import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { type ChatMessage, closeCodes, type Newer, type Notification } from 'contract'
import WebSocket from 'ws'

type Target = { port: () => number; headers: Record<string, string> }

/** Milliseconds, each a fraction of a real browser's. */
const reconnectDelay = 10
const patience = 3000
const beatInterval = 250

/** Requests an endpoint over a new connection, and retries until it answers or nobody needs the answer. */
async function read<T>({ port, headers }: Target, path: string, isStopped: () => boolean): Promise<T | undefined> {
  while (!isStopped()) {
    let wait = reconnectDelay
    const answer = await new Promise<T | undefined>((resolve) => {
      const call = request({ host: '127.0.0.1', port: port(), path, headers, agent: false, timeout: patience }, (response) => {
        let text = ''
        wait = Number(response.headers['retry-after'] ?? 0) * 1000 || reconnectDelay
        response.on('data', (part) => (text += part))
        response.on('error', () => resolve(undefined))
        response.on('close', () => resolve(response.complete && response.statusCode === 200 ? JSON.parse(text) : undefined))
      })
      call.on('timeout', () => call.destroy())
      call.on('error', () => resolve(undefined))
      call.end()
    })
    if (answer !== undefined) return answer
    await sleep(wait)
  }
  return undefined
}

type Connection = {
  target: Target
  path: string | (() => string)
  /** Resolves once it has caught up, or the socket is closed. Frames are buffered until then. */
  onOpen: (send: (frame: object) => void, isClosed: () => boolean) => Promise<void>
  // biome-ignore lint/suspicious/noExplicitAny: each socket has its own frames
  onFrame: (frame: any) => void
  /** Called at each beat, to resend what is pending. */
  onBeat: (send: (frame: object) => void) => void
}

function openWebSocket({ port, headers }: Target, path: string) {
  const ws = new WebSocket(`ws://127.0.0.1:${port()}${path}`, { headers, handshakeTimeout: patience })
  ws.on('error', () => undefined)
  return { ws, ended: new Promise<number>((resolve) => ws.once('close', resolve)) }
}

/** Keeps a socket connected. `codes` are the codes with which its attempts closed, `losses` how many of them had been open. */
function stayConnected({ target, path, onOpen, onFrame, onBeat }: Connection) {
  const codes: number[] = []
  let losses = 0
  let isStopped = false
  let isReady = false
  let socket: WebSocket | undefined
  const send = (frame: object) => socket?.readyState === WebSocket.OPEN && socket.send(JSON.stringify(frame))

  async function connectOnce() {
    const { ws, ended } = openWebSocket(target, typeof path === 'string' ? path : path())
    socket = ws
    let buffer: unknown[] | null = []
    let receivedAt = performance.now()
    let pingedAt = 0
    ws.on('message', (data: Buffer) => {
      receivedAt = performance.now()
      const frame = JSON.parse(data.toString())
      if (frame.temp_id === 'still there?') return
      if (buffer) buffer.push(frame)
      else onFrame(frame)
    })
    ws.on('open', async () => {
      ws.once('close', () => losses++)
      const isClosed = () => ws.readyState !== WebSocket.OPEN
      await onOpen(send, isClosed)
      if (isClosed()) return
      for (const frame of buffer ?? []) onFrame(frame)
      buffer = null
      isReady = true
    })
    const beats = setInterval(() => {
      if (isReady) onBeat(send)
      if (pingedAt > receivedAt && pingedAt < performance.now() - patience) return ws.terminate()
      if (pingedAt > receivedAt) return
      pingedAt = performance.now()
      send({ temp_id: 'still there?' })
    }, beatInterval)
    codes.push(await ended)
    isReady = false
    clearInterval(beats)
  }

  const done = (async () => {
    while (!isStopped) {
      await connectOnce()
      await sleep(reconnectDelay)
    }
  })()

  return {
    codes,
    losses: () => losses,
    isReady: () => isReady,
    send: (frame: object) => isReady && send(frame),
    stop() {
      isStopped = true
      socket?.terminate()
      return done
    },
  }
}

/** Opens a chat room. With `seesIt`, it marks messages as seen. */
export function openRoom(target: Target, { room_id, name, seesIt }: { room_id: number; name: string; seesIt: boolean }) {
  const messages = new Map<number, string>()
  /** Ids in the order of their first arrival. */
  const arrivals: number[] = []
  const unconfirmed = new Map<string, string>()
  /** The `temp_id`s of messages that came too fast. */
  const refused = new Set<string>()
  let sentCount = 0

  function add(id: number, content: string, temp_id: string | undefined) {
    if (!messages.has(id)) arrivals.push(id)
    messages.set(id, content)
    if (temp_id) unconfirmed.delete(temp_id)
  }
  const markSeen = (send: (frame: object) => void) => {
    const newest = Math.max(0, ...messages.keys())
    if (seesIt && newest) send({ type: 'seen', message_id: newest })
  }

  const connection = stayConnected({
    target,
    path: `/ws/chat/${room_id}/`,
    async onOpen(send, isClosed) {
      for (;;) {
        const path = `/api/chat-rooms/${room_id}/messages/?after=${arrivals.at(-1) ?? 1}`
        const page = await read<ChatMessage[]>(target, path, isClosed)
        if (!page) return
        for (const { id, content, temp_id } of page.reverse()) add(id, content, temp_id)
        if (!page.length) break
      }
      for (const [temp_id, message] of unconfirmed) send({ message, temp_id })
      markSeen(send)
    },
    onFrame(frame) {
      if (frame.message !== undefined) add(frame.id, frame.message, frame.temp_id)
      else if (frame.type === 'error') refused.add(frame.temp_id)
    },
    onBeat(send) {
      for (const temp_id of refused) if (unconfirmed.has(temp_id)) send({ message: unconfirmed.get(temp_id), temp_id })
      refused.clear()
      markSeen(send)
    },
  })

  return Object.assign(connection, {
    /** Sends a message now, or once connected. */
    say(text: string) {
      const temp_id = `${name} ${++sentCount}`
      unconfirmed.set(temp_id, text)
      connection.send({ message: text, temp_id })
    },
    unconfirmed,
    messages,
    arrivals: arrivals,
    sentCount: () => sentCount,
  })
}

/** Opens a person's notifications. With `statesNewest`, it only requests those that it may lack. */
export function openBell(target: Target, { statesNewest }: { statesNewest: boolean }) {
  const notifications = new Map<number, Notification>()
  const wanted = new Set<number>()
  const add = (notification: Notification) => {
    const { id } = notification
    const is_read = notification.is_read || (notifications.get(id)?.is_read ?? false)
    notifications.set(id, { ...notification, is_read })
    if (is_read) wanted.delete(id)
  }
  const connection = stayConnected({
    target,
    path: () => `/ws/notifications/${statesNewest ? `?newest=${Math.max(0, ...notifications.keys())}` : ''}`,
    async onOpen(send) {
      for (const notification_id of wanted) send({ action: 'mark_read', notification_id })
    },
    onFrame(frame: Notification | Newer | { type: 'error' }) {
      if (!('type' in frame)) return add(frame)
      if (frame.type !== 'newer') return
      for (const notification of frame.notifications) add(notification)
      for (const notification of notifications.values())
        if (frame.unread?.includes(notification.id) === false) add({ ...notification, is_read: true })
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

export const mayReconnect = (code: number) =>
  ![closeCodes.forbidden, closeCodes.not_signed_in, closeCodes.failed].includes(code as never)
