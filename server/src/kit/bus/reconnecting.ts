import type { Connect } from './bus.ts'

/** A listening connection. `send` rejects if the text may not have arrived, `probe` if the other side no longer answers. */
type Connection = { send(text: string): Promise<unknown>; probe(): Promise<unknown>; end(): Promise<unknown> }
/** Opens a connection and resolves once it is listening. `onEnd` is called when it ends. */
type Dial = (on: { onText: (text: string) => void; onEnd: () => void }) => Promise<Connection>

const probeMilliseconds = 10_000
const maxDelay = 2000

/** A transport that opens another connection, after a growing delay, when one breaks or can't be opened. */
export const reconnecting =
  (dial: Dial): Connect =>
  async ({ onText, onConnected }) => {
    let current: Connection | null = null
    let isClosed = false
    let attempts = 0
    let reconnectTimer: NodeJS.Timeout | undefined
    let loseCurrent = () => {}

    async function connect() {
      let connection: Connection | null = null
      let isLost = false
      const lose = () => {
        if (isLost) return
        isLost = true
        end(connection)
        if (current === connection) current = null
        if (isClosed) return
        const delay = Math.min(maxDelay, 50 * 2 ** attempts++) * (0.5 + Math.random() / 2)
        reconnectTimer = setTimeout(() => void connect(), delay)
      }
      loseCurrent = lose
      try {
        connection = await dial({ onText, onEnd: lose })
      } catch {
        return lose()
      }
      if (isLost || isClosed) return end(connection)
      current = connection
      attempts = 0
      onConnected()
    }

    async function ask(request: (connection: Connection) => Promise<unknown>) {
      if (!current) throw new Error('The bus has no connection.')
      const lose = loseCurrent
      try {
        await request(current)
      } catch (error) {
        lose()
        throw error
      }
    }

    // A connection can be lost without an event, and would then stay silent forever.
    const probing = setInterval(() => void ask((connection) => connection.probe()).catch(() => undefined), probeMilliseconds)
    await connect()

    return {
      isOpen: () => current !== null,
      send: (text) => ask((connection) => connection.send(text)),
      async close() {
        isClosed = true
        clearInterval(probing)
        clearTimeout(reconnectTimer)
        const last = current
        current = null
        await last?.end().catch(() => undefined)
      },
    }
  }

const end = (connection: Connection | null) => void connection?.end().catch(() => undefined)
