import { closeCodes, reconnecting, retryAfterOf } from 'contract'
import ReconnectingWebSocket from 'partysocket/ws'
import { refreshSession } from '../api/call.ts'
import { sessionStamp } from '../api/sessionVersion.ts'

/** `lost` is being mended; `over` is for good: the session has ended, or this is not for this person. */
export type LineState = 'connecting' | 'open' | 'lost' | 'over'

type Heard<Frame> = {
  onFrame: (frame: Frame) => void
  /** Each time it has connected: something may have been missed. */
  onOpen?: () => void
  onState?: (state: LineState) => void
  /** Ended for good by the server, with one of `closeCodes`. */
  onOver?: (code: number) => void
}

export type Line<Sent> = {
  /** False where there is no connection: nothing is kept for later. */
  send: (frame: Sent) => boolean
  /** Begins anew, at once. */
  reconnect: () => void
  close: () => void
}

/** Milliseconds. */
const patience = 10_000
const final: readonly number[] = [closeCodes.payment_required, closeCodes.forbidden]
const lines = new Set<Line<never>>()

/** A socket of this page's own host that comes back by itself, with a renewed session where that is what it lacked. */
export function openLine<Sent, Frame>(
  path: string | (() => string),
  { onFrame, onOpen, onState, onOver }: Heard<Frame>,
): Line<Sent> {
  let stamp = ''
  let renewedAt = 0
  let isClosed = false
  const socket = new ReconnectingWebSocket(
    () => {
      stamp = sessionStamp()
      return `${window.location.origin.replace(/^http/, 'ws')}${typeof path === 'string' ? path : path()}`
    },
    [],
    {
      minReconnectionDelay: reconnecting.first + Math.random() * reconnecting.spread,
      maxReconnectionDelay: reconnecting.longest,
      reconnectionDelayGrowFactor: reconnecting.factor,
      connectionTimeout: patience,
      maxEnqueuedMessages: 0,
      shouldReconnectOnClose: ({ code, reason }) =>
        !final.includes(code) && code !== closeCodes.not_signed_in && retryAfterOf(reason) === undefined,
    },
  )

  async function renew() {
    const wait = Math.max(0, renewedAt + reconnecting.first - Date.now())
    renewedAt = Date.now() + wait
    await new Promise((resolve) => setTimeout(resolve, wait))
    // Where it is refused the session ends, and whoever opened this closes it.
    await refreshSession(stamp).catch(() => undefined)
    if (!isClosed) socket.reconnect()
  }

  socket.addEventListener('open', () => {
    onState?.('open')
    onOpen?.()
  })
  socket.addEventListener('message', ({ data }) => onFrame(JSON.parse(data as string) as Frame))
  let returning: ReturnType<typeof setTimeout> | undefined
  socket.addEventListener('close', ({ code, reason }) => {
    if (isClosed) return
    const wait = retryAfterOf(reason)
    clearTimeout(returning)
    if (wait !== undefined) returning = setTimeout(comeBack, wait)
    const isOver = final.includes(code)
    onState?.(isOver ? 'over' : 'lost')
    if (isOver) onOver?.(code)
    else if (code === closeCodes.not_signed_in) void renew()
  })

  const line: Line<Sent> = {
    send(frame) {
      if (socket.readyState !== WebSocket.OPEN) return false
      return socket.send(JSON.stringify(frame))
    },
    reconnect: () => socket.reconnect(),
    close() {
      isClosed = true
      clearTimeout(returning)
      lines.delete(line)
      window.removeEventListener('online', comeBack)
      socket.close()
    },
  }
  const comeBack = () => {
    if (socket.readyState !== WebSocket.OPEN) socket.reconnect()
  }
  window.addEventListener('online', comeBack)
  lines.add(line)
  return line
}

/** One of them has turned out to be dead, though nobody said so: then all of them are. */
export const reconnectAll = () => {
  for (const line of lines) line.reconnect()
}
