import { closeCodes, reconnecting, retryAfterOf } from 'contract'
import ReconnectingWebSocket from 'partysocket/ws'
import { refreshSession } from '../api/call.ts'
import { sessionVersion } from '../api/sessionVersion.ts'

/** `lost` reconnects by itself; `refused` does not: the session is over, or this person may not connect. */
export type ConnectionState = 'connecting' | 'open' | 'lost' | 'refused'

type ConnectionHandlers<Received> = {
  onFrame: (frame: Received) => void
  /** Called on each connect and reconnect: frames may have been missed before it. */
  onOpen?: () => void
  onState?: (state: ConnectionState) => void
  /** Called with the close code that refuses the connection for good. */
  onRefused?: (code: number) => void
}

export type Connection<Sent> = {
  /** Returns false without a connection: frames are not queued. */
  send: (frame: Sent) => boolean
  reconnect: () => void
  close: () => void
}

/** Milliseconds. */
const connectTimeout = 10_000
const refusalCodes: readonly number[] = [closeCodes.payment_required, closeCodes.forbidden]
const connections = new Set<Connection<never>>()

/** Opens a socket on this page's host. It reconnects by itself, and refreshes the session first if the server asks for that. */
export function openConnection<Sent, Received>(
  path: string | (() => string),
  { onFrame, onOpen, onState, onRefused }: ConnectionHandlers<Received>,
): Connection<Sent> {
  let version = ''
  let refreshedAt = 0
  let isClosed = false
  let reconnectTimer: ReturnType<typeof setTimeout> | undefined
  const socket = createSocket(() => {
    version = sessionVersion()
    return `${window.location.origin.replace(/^http/, 'ws')}${typeof path === 'string' ? path : path()}`
  })

  async function refreshAndReconnect() {
    const wait = Math.max(0, refreshedAt + reconnecting.first - Date.now())
    refreshedAt = Date.now() + wait
    await new Promise((resolve) => setTimeout(resolve, wait))
    // A refused refresh ends the session, and the owner then closes this connection.
    await refreshSession(version).catch(() => undefined)
    if (!isClosed) socket.reconnect()
  }
  const reconnectUnlessOpen = () => {
    if (socket.readyState !== WebSocket.OPEN) socket.reconnect()
  }

  socket.addEventListener('open', () => {
    onState?.('open')
    onOpen?.()
  })
  socket.addEventListener('message', ({ data }) => onFrame(JSON.parse(data as string) as Received))
  socket.addEventListener('close', ({ code, reason }) => {
    if (isClosed) return
    const wait = retryAfterOf(reason)
    clearTimeout(reconnectTimer)
    if (wait !== undefined) reconnectTimer = setTimeout(reconnectUnlessOpen, wait)
    const isRefused = refusalCodes.includes(code)
    onState?.(isRefused ? 'refused' : 'lost')
    if (isRefused) onRefused?.(code)
    else if (code === closeCodes.not_signed_in) void refreshAndReconnect()
  })
  window.addEventListener('online', reconnectUnlessOpen)

  const connection: Connection<Sent> = {
    send: (frame) => socket.readyState === WebSocket.OPEN && socket.send(JSON.stringify(frame)),
    reconnect: () => socket.reconnect(),
    close() {
      isClosed = true
      clearTimeout(reconnectTimer)
      connections.delete(connection)
      window.removeEventListener('online', reconnectUnlessOpen)
      socket.close()
    },
  }
  connections.add(connection)
  return connection
}

const createSocket = (url: () => string) =>
  new ReconnectingWebSocket(url, [], {
    minReconnectionDelay: reconnecting.first + Math.random() * reconnecting.spread,
    maxReconnectionDelay: reconnecting.longest,
    reconnectionDelayGrowFactor: reconnecting.factor,
    connectionTimeout: connectTimeout,
    maxEnqueuedMessages: 0,
    shouldReconnectOnClose: ({ code, reason }) =>
      !refusalCodes.includes(code) && code !== closeCodes.not_signed_in && retryAfterOf(reason) === undefined,
  })

/** Reconnects every socket: when one is dead without a close event, so are the others. */
export const reconnectAll = () => {
  for (const connection of connections) connection.reconnect()
}
