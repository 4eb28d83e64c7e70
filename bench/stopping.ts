import { setTimeout as wait } from 'node:timers/promises'

const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopping.abort(new Error('Stopped.')))
process.on('disconnect', () => stopping.abort(new Error('Stopped.')))

/** Aborted by a signal or a lost parent: waits reject, and the clean-up runs on the way out. */
export const stopped = stopping.signal

export async function sleep(milliseconds: number) {
  stopped.throwIfAborted()
  await wait(milliseconds, undefined, { signal: stopped })
}
