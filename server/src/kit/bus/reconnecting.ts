import type { Connect } from './bus.ts'

/** One connection, listening. `send` rejects where the text may not have arrived, `probe` where nobody answers any more. */
type Open = { send(text: string): Promise<unknown>; probe(): Promise<unknown>; end(): Promise<unknown> }
/** Opens a connection, and resolves once it hears everything; `onEnd` says that it no longer does. */
type Dial = (on: { onText: (text: string) => void; onEnd: () => void }) => Promise<Open>

const probeMilliseconds = 10_000
const longestPause = 2000

/** A transport out of connections: where one breaks, or can't be opened, there is another a little later. */
export const keptOpen =
  (dial: Dial): Connect =>
  async ({ onText, onConnected }) => {
    let open: Open | null = null
    let isClosed = false
    let tries = 0
    let pause: NodeJS.Timeout | undefined
    let lose = () => {}

    async function connect() {
      let mine: Open | null = null
      let isOver = false
      const over = () => {
        if (isOver) return
        isOver = true
        letGo(mine)
        if (open === mine) open = null
        if (!isClosed)
          pause = setTimeout(() => void connect(), Math.min(longestPause, 50 * 2 ** tries++) * (0.5 + Math.random() / 2))
      }
      lose = over
      try {
        mine = await dial({ onText, onEnd: over })
      } catch {
        return over()
      }
      if (isOver || isClosed) return letGo(mine)
      open = mine
      tries = 0
      onConnected()
    }

    async function ask(what: (connection: Open) => Promise<unknown>) {
      if (!open) throw new Error('The bus has no connection.')
      const loseIt = lose
      try {
        await what(open)
      } catch (error) {
        loseIt()
        throw error
      }
    }

    // A connection can be gone without a word, and then brings nothing for ever.
    const probing = setInterval(() => void ask((connection) => connection.probe()).catch(() => undefined), probeMilliseconds)
    await connect()

    return {
      isOpen: () => open !== null,
      send: (text) => ask((connection) => connection.send(text)),
      async close() {
        isClosed = true
        clearInterval(probing)
        clearTimeout(pause)
        const last = open
        open = null
        await last?.end().catch(() => undefined)
      },
    }
  }

const letGo = (connection: Open | null) => void connection?.end().catch(() => undefined)
