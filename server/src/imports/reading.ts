// Files are read in threads: a large one stops nobody's requests, and one that never ends is ended.
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { ImportFile } from 'contract'
import type { z } from 'zod'
import { invalid, type Problems, unavailable } from '../kit/errors.ts'
import { Semaphore } from '../kit/semaphore.ts'
import type { ImportSource } from './source.ts'

export type ImportedFile = z.output<typeof ImportFile>
/** The thread sends this back. */
export type ReadOutcome = { source: ImportSource } | { problems: Problems }

/** One at a time, because a file may fill a core for seconds. Workspaces take turns. Those that wait hold up to 10 MB each. */
const reading = new Semaphore<number>({
  permits: () => 1,
  maxWaiting: () => 4,
  maxWaitingInAll: () => 16,
  timeout: () => 15_000,
})
const mostMilliseconds = 10_000
const resourceLimits = { maxOldGenerationSizeMb: 512 }

/** Refuses a file before its body is read. */
export function mustHaveRoomToRead(tenant_id: number) {
  if (!reading.hasRoom(tenant_id)) throw unavailable()
}

export async function readFile(file: ImportedFile, tenant_id: number) {
  const answer = await reading.run(() => readInThread(file), tenant_id)
  if ('problems' in answer) throw invalid(answer.problems)
  return answer.source
}

/** An idle thread is kept for the next file, because starting one takes longer than reading most files. */
let thread: Worker | undefined
const idleMilliseconds = 60_000
let ending: NodeJS.Timeout | undefined

function startThread() {
  const started = new Worker(new URL('./reading-thread.ts', import.meta.url), { resourceLimits })
  // The thread keeps no server from stopping.
  started.unref()
  // A thread that fails has ended. `readInThread` rejects with its error if a file was being read.
  started.on('error', () => {
    if (thread === started) thread = undefined
  })
  return started
}

async function endThread() {
  const ended = thread
  thread = undefined
  await ended?.terminate()
}

async function readInThread(file: ImportedFile) {
  clearTimeout(ending)
  thread ??= startThread()
  const answered = once(thread, 'message', { signal: AbortSignal.timeout(mostMilliseconds) })
  thread.postMessage(file)
  try {
    const [answer] = (await answered) as [ReadOutcome]
    ending = setTimeout(() => void endThread(), idleMilliseconds).unref()
    return answer
  } catch (error) {
    await endThread()
    throw hasTakenTooMuch(error) ? invalid({ text: ['This file takes too long to read. Split it.'] }) : error
  }
}

const hasTakenTooMuch = (error: unknown) =>
  error instanceof Error && 'code' in error && (error.code === 'ABORT_ERR' || error.code === 'ERR_WORKER_OUT_OF_MEMORY')
