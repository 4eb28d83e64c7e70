import { setTimeout as wait } from 'node:timers/promises'

const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopping.abort(new Error('Stopped.')))
process.on('disconnect', () => stopping.abort(new Error('Stopped.')))

/** Aborted when we are to end: everything that waits rejects, and what was begun is taken down on the way out. */
export const stopped = stopping.signal

export async function sleep(milliseconds: number) {
  stopped.throwIfAborted()
  await wait(milliseconds, undefined, { signal: stopped })
}
