import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { overloaded, unavailable } from '../errors.ts'
import { observer } from '../observer.ts'
import { Semaphore } from '../semaphore.ts'
import { traced } from '../tracer.ts'

// 19 MiB, two passes, one lane: the first choice of the OWASP Password Storage Cheat Sheet for Argon2id.
// Argon2id is the library's default algorithm. It can't be named here, because the library declares a const enum.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Each kind has queues of its own, so that a flood of one kind leaves the others their share of the cores. */
const kinds = ['known device', 'log-in', 'new password'] as const
export type HashKind = (typeof kinds)[number]

/** Each workspace has a queue of its own, for the same reason. */
type QueueName = `${string} of ${number}`

// A hash fills a core for about 20 ms. More hashes at a time than cores would only slow every other request.
let permits = availableParallelism()
let averageMilliseconds = 20
/** The number of hashes that the moving average covers. */
const averagedHashes = 20
const maxWaitMilliseconds = 1000
/** Even on a slow machine, ten simultaneous attempts on an account are verified and not refused. */
const minQueueLength = 16

/** Limits hashing to this process's share of the cores, given how many processes run on this machine. */
export function shareCores(processes: number) {
  permits = Math.max(1, Math.floor(availableParallelism() / processes))
}

const hashing: Semaphore<QueueName> = new Semaphore({
  permits: () => permits,
  // The queues share what can be done within the longest wait.
  maxWaiting: () =>
    Math.max(minQueueLength, Math.ceil((maxWaitMilliseconds * permits) / averageMilliseconds / Math.max(1, hashing.keys))),
})
const queueOf = (kind: HashKind, tenant_id: number): QueueName => `${kind} of ${tenant_id}`

// Four takes few of the connections that all workspaces share, and keeps two cores hashing.
const lookUpPermits = 4
/** Scripts make up to 200 log-ins at once. */
const maxUnknownWaiting = 256
const lookUps = new Semaphore<QueueName>({
  permits: () => lookUpPermits,
  maxWaiting: () => maxUnknownWaiting,
})

/**
 * The queues in which a workspace's unknown browsers wait for the database before their password is verified. A flood of them takes
 * neither the workspace's slots nor the connections that everybody else needs.
 */
export const unknownBrowsersOf = (tenant_id: number) => ({
  mustHaveRoom() {
    if (!lookUps.hasRoom(`look-up of ${tenant_id}`) || !hashing.hasRoom(queueOf('log-in', tenant_id))) throw overloaded()
  },
  lookUp: <T>(work: () => Promise<T>) => lookUps.run(work, `look-up of ${tenant_id}`),
  count: <T>(work: () => Promise<T>) => lookUps.run(work, `count of ${tenant_id}`),
})

/** Tests set `seen` to observe the order in which hashes enter their queue and start. */
export const hashes = { seen: undefined as ((step: 'enters' | 'starts', kind: HashKind) => void) | undefined }

function queued<T>(kind: HashKind, tenant_id: number, work: () => Promise<T>) {
  hashes.seen?.('enters', kind)
  const entered = performance.now()
  const run = async () => {
    hashes.seen?.('starts', kind)
    const start = performance.now()
    observer.hashStarted?.(kind, start - entered)
    try {
      return await work()
    } finally {
      averageMilliseconds += (performance.now() - start - averageMilliseconds) / averagedHashes
    }
  }
  return traced('hash', { 'atrium.hash.kind': kind }, () => hashing.run(run, queueOf(kind, tenant_id)))
}

/** How many hashes of each kind wait for a core. */
export const waitingHashes = () =>
  kinds.map((kind) => ({ kind, waiting: hashing.waiting((queue) => queue.startsWith(`${kind} `)) }))

/** Throws 503 if the workspace's queue of this kind is full. */
export function mustHaveRoom(kind: HashKind, tenant_id: number) {
  if (!hashing.hasRoom(queueOf(kind, tenant_id))) throw unavailable()
}

/**
 * Waits among the workspace's other new passwords. The platform is 0. Keyboards and systems type the same letter as one character or
 * as two, so that one spelling is hashed.
 */
export const hashPassword = (password: string, tenant_id = 0) =>
  queued('new password', tenant_id, () => hash(password.normalize('NFC'), cost))

// Verified against if there is no account, so that the answer takes as long.
const decoy = hash('the password of nobody', cost)

type Check = { tenant_id: number; kind: Exclude<HashKind, 'new password'>; stored: string | null; password: string }

/** Whether this is the password. It takes the same time without a stored hash, so timing does not reveal which accounts exist. */
export async function isPassword({ tenant_id, kind, stored, password }: Check) {
  const against = stored ?? (await decoy)
  const matches = await queued(kind, tenant_id, () => matchesAnySpelling(against, password))
  return stored !== null && matches
}

/** Older hashes are of the password as it was typed. */
async function matchesAnySpelling(stored: string, password: string) {
  for (const spelling of new Set([password.normalize('NFC'), password])) if (await verify(stored, spelling, cost)) return true
  return false
}
