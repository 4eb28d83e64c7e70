import { randomUUID } from 'node:crypto'

/** Carries notices between the servers that share a database, each at most once. Who may have missed some is told so. */
export type Bus<Notice> = {
  /** To every listener: to this process's at once, to the others' a moment later. Does not throw, and waits for nobody. */
  publish(notice: Notice): void
  listen(listener: (notice: Notice) => void): void
  /** Notices of other processes may have been lost. */
  onGap(listener: () => void): void
  /** Whether it can hear no other process at this moment, as far as it knows. */
  isDeaf(): boolean
  /** Sends what waits, then lets go. */
  close(): Promise<void>
}

/** What brings texts from each process to all of them, this one included, in the order in which it was given them. */
type Transport = {
  /** Resolves once the text is on its way. Rejects while there is no connection. */
  send(text: string): Promise<void>
  isOpen(): boolean
  close(): Promise<void>
}
/**
 * Opens a transport that reconnects by itself. `onConnected` is called after each time it had no connection, the first time
 * too; `onError` with what whoever runs the server has to know.
 */
export type Connect = (on: { onText: (text: string) => void; onConnected: () => void; onError: OnError }) => Promise<Transport>

type Batch<Notice> = { from: string; notices?: Notice[]; gap?: true }
type OnError = (error: unknown) => void

const batchSize = 500

/** Notices wait for the batch before them, so that the busier the server, the more of them travel together. */
export async function openBus<Notice>(connect: Connect, onError: OnError): Promise<Bus<Notice>> {
  const me = randomUUID()
  const listeners: ((notice: Notice) => void)[] = []
  const gapListeners: (() => void)[] = []
  let waiting: Notice[] = []
  let sending: Promise<void> | null = null
  let haveOthersMissed = false

  function tell<T extends unknown[]>(whom: ((...what: T) => void)[], ...what: T) {
    for (const one of whom)
      try {
        one(...what)
      } catch (error) {
        onError(error)
      }
  }

  function read(text: string) {
    try {
      return JSON.parse(text) as Batch<Notice> | null
    } catch (error) {
      onError(error)
      return null
    }
  }

  async function send() {
    try {
      while (waiting.length || haveOthersMissed) {
        const batch: Batch<Notice> = { from: me, notices: waiting.slice(0, batchSize), ...(haveOthersMissed && { gap: true }) }
        waiting = waiting.slice(batchSize)
        haveOthersMissed = true
        await transport.send(JSON.stringify(batch))
        haveOthersMissed = false
      }
    } catch {
      // The transport reconnects, and then says so.
      waiting = []
    } finally {
      sending = null
    }
  }

  const flush = () => {
    sending ??= send()
  }

  const transport = await connect({
    onText(text) {
      const batch = read(text)
      if (!batch || batch.from === me) return
      for (const notice of batch.notices ?? []) tell(listeners, notice)
      if (batch.gap) tell(gapListeners)
    },
    onConnected() {
      tell(gapListeners)
      if (haveOthersMissed) flush()
    },
    onError,
  })

  return {
    publish(notice) {
      tell(listeners, notice)
      waiting.push(notice)
      flush()
    },
    listen: (listener) => void listeners.push(listener),
    onGap: (listener) => void gapListeners.push(listener),
    isDeaf: () => !transport.isOpen(),
    async close() {
      await sending
      await transport.close()
    },
  }
}
