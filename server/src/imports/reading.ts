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

export const readFile = (file: ImportedFile, tenant_id: number) => reading.run(() => readInThread(file), tenant_id)

async function readInThread(file: ImportedFile) {
  const thread = new Worker(new URL('./reading-thread.ts', import.meta.url), { workerData: file, resourceLimits })
  try {
    const [answer] = (await once(thread, 'message', { signal: AbortSignal.timeout(mostMilliseconds) })) as [ReadOutcome]
    if ('problems' in answer) throw invalid(answer.problems)
    return answer.source
  } catch (error) {
    throw hasTakenTooMuch(error) ? invalid({ text: ['This file takes too long to read. Split it.'] }) : error
  } finally {
    await thread.terminate()
  }
}

const hasTakenTooMuch = (error: unknown) =>
  error instanceof Error && 'code' in error && (error.code === 'ABORT_ERR' || error.code === 'ERR_WORKER_OUT_OF_MEMORY')
