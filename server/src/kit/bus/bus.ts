import { randomUUID } from 'node:crypto'
import { observer } from '../observer.ts'

/** Carries notices between the servers that share a database, each at most once. Reports a gap when notices may have been lost. */
export type Bus<Notice> = {
  /** Calls this process's listeners at once, and those of the others a moment later. Never throws or waits. */
  publish(notice: Notice): void
  listen(listener: (notice: Notice) => void): void
  /** Called when notices of other processes may have been lost. */
  onGap(listener: () => void): void
  /** Whether it has no connection, and so hears no other process. A broken connection may not have been noticed yet. */
  isDeaf(): boolean
  /** Sends the pending notices, then closes the connection. */
  close(): Promise<void>
}

/** Broadcasts texts to all processes, this one included, in the order of sending. */
type Transport = {
  /** Resolves once the text has been handed over. Rejects while there is no connection. */
  send(text: string): Promise<void>
  isOpen(): boolean
  close(): Promise<void>
}
/**
 * Opens a transport that reconnects by itself. `onConnected` is called after the first and every later connect, `onError` with
 * what the operator has to know.
 */
export type Connect = (on: { onText: (text: string) => void; onConnected: () => void; onError: OnError }) => Promise<Transport>

/** `since` is when its first notice was published, on the sender's own clock. */
type Batch<Notice> = { from: string; notices?: Notice[]; gap?: true; since?: number }
type OnError = (error: unknown) => void

const batchSize = 500

/** Opens a bus over a transport. */
export async function openBus<Notice>(connect: Connect, onError: OnError): Promise<Bus<Notice>> {
  const ownId = randomUUID()
  const listeners: ((notice: Notice) => void)[] = []
  const gapListeners: (() => void)[] = []

  function notify<T extends unknown[]>(targets: ((...args: T) => void)[], ...args: T) {
    for (const listener of targets)
      try {
        listener(...args)
      } catch (error) {
        onError(error)
      }
  }

  const batches = new BatchQueue<Notice>(ownId, (text) => transport.send(text))
  const transport = await connect({
    onText(text) {
      const batch = parse<Notice>(text, onError)
      if (!batch) return
      if (batch.from === ownId) return batch.since && observer.busHeard?.(performance.now() - batch.since)
      for (const notice of batch.notices ?? []) notify(listeners, notice)
      if (batch.gap) notify(gapListeners)
    },
    onConnected() {
      notify(gapListeners)
      batches.announceGap()
    },
    onError,
  })

  return {
    publish(notice) {
      notify(listeners, notice)
      batches.add(notice)
      observer.eventPublished?.()
    },
    listen: (listener) => void listeners.push(listener),
    onGap: (listener) => void gapListeners.push(listener),
    isDeaf: () => !transport.isOpen(),
    async close() {
      await batches.flushed()
      await transport.close()
    },
  }
}

function parse<Notice>(text: string, onError: OnError) {
  try {
    return JSON.parse(text) as Batch<Notice> | null
  } catch (error) {
    onError(error)
    return null
  }
}

/** Sends one batch at a time. Notices that arrive meanwhile form the next one, so batches grow with the load. */
class BatchQueue<Notice> {
  readonly #from: string
  readonly #sendText: (text: string) => Promise<void>
  #pending: { notice: Notice; since: number }[] = []
  #sending: Promise<void> | null = null
  #haveOthersMissed = false

  constructor(from: string, sendText: (text: string) => Promise<void>) {
    this.#from = from
    this.#sendText = sendText
  }

  add(notice: Notice) {
    this.#pending.push({ notice, since: performance.now() })
    this.#flush()
  }

  /** Tells the others of a batch that may have been lost. */
  announceGap() {
    if (this.#haveOthersMissed) this.#flush()
  }

  async flushed() {
    await this.#sending
  }

  #flush() {
    this.#sending ??= this.#send()
  }

  async #send() {
    try {
      while (this.#pending.length || this.#haveOthersMissed) {
        const sent = this.#pending.slice(0, batchSize)
        const notices = sent.map(({ notice }) => notice)
        const since = sent[0] && Math.round(sent[0].since * 1000) / 1000
        const batch: Batch<Notice> = {
          from: this.#from,
          notices,
          ...(since && { since }),
          ...(this.#haveOthersMissed && { gap: true }),
        }
        this.#pending = this.#pending.slice(batchSize)
        this.#haveOthersMissed = true
        await this.#sendText(JSON.stringify(batch))
        this.#haveOthersMissed = false
      }
    } catch {
      // The transport reconnects, and then calls onConnected.
      this.#pending = []
    } finally {
      this.#sending = null
    }
  }
}
