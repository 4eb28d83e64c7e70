import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { overloaded, unavailable } from '../errors.ts'
import { SharedSemaphore } from '../semaphore.ts'

// 19 MiB, two passes, one lane: the first choice of the OWASP Password Storage Cheat Sheet for Argon2id.
// Argon2id is the library's default algorithm; its name is an enum that only a compiler can read.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Each has a queue of its own, so that a flood of one kind leaves the others their share of the cores. */
const kinds = ['known device', 'log-in', 'new password'] as const
export type HashKind = (typeof kinds)[number]

// A hash fills a core for about 20 ms. More at a time than there are cores would only slow every other request.
let atOnce = availableParallelism()
let averageMilliseconds = 20
/** How slowly the average follows. */
const memory = 20
const longestMilliseconds = 1000
/** However slow the machine is: an account's ten attempts at once are verified, not refused. */
const fewestPlaces = 16

/** From now on this process, one of so many on this machine, hashes on no more than its part of the cores. */
export function shareCores(processes: number) {
  atOnce = Math.max(1, Math.floor(availableParallelism() / processes))
}

const queues = new SharedSemaphore(kinds, {
  slots: () => atOnce,
  longest: () => Math.max(fewestPlaces, Math.ceil((longestMilliseconds * atOnce) / averageMilliseconds)),
})

// They are few of the connections that all workspaces share, and enough to keep two cores hashing.
const unknownAtOnce = 4
/** Scripts make up to 200 log-ins at once. */
const mostUnknown = 256
const lookUps = new SharedSemaphore(['look-up', 'count'], { slots: () => unknownAtOnce, longest: () => mostUnknown })

/**
 * Browsers that are not known wait here for what their log-in asks the database before its password is verified. So a flood of them
 * takes neither the places of the workspace nor the connections that everybody else needs.
 */
export const unknownBrowsers = {
  mustHaveRoom() {
    if (!lookUps.hasRoom('look-up') || !queues.hasRoom('log-in')) throw overloaded()
  },
  lookUp: <T>(work: () => Promise<T>) => lookUps.run('look-up', work),
  count: <T>(work: () => Promise<T>) => lookUps.run('count', work),
}

/** Each hash as it enters its queue and as it starts, for the tests of their order. */
export const hashes = { seen: undefined as ((step: 'enters' | 'starts', kind: HashKind) => void) | undefined }

function inTurn<T>(kind: HashKind, work: () => Promise<T>) {
  hashes.seen?.('enters', kind)
  return queues.run(kind, async () => {
    hashes.seen?.('starts', kind)
    const start = performance.now()
    try {
      return await work()
    } finally {
      averageMilliseconds += (performance.now() - start - averageMilliseconds) / memory
    }
  })
}

/** Throws where a hash of this kind would be refused now. */
export function mustHaveRoom(kind: HashKind) {
  if (!queues.hasRoom(kind)) throw unavailable()
}

export const hashPassword = (password: string) => inTurn('new password', () => hash(password, cost))

// Verified against when there is no account, so that the answer takes as long.
const nobody = hash('the password of nobody', cost)

/** Whether this is the password. Takes the same time when there is no hash to compare with. */
export async function isPassword(kind: Exclude<HashKind, 'new password'>, stored: string | null, password: string) {
  const against = stored ?? (await nobody)
  const matches = await inTurn(kind, () => verify(against, password, cost))
  return stored !== null && matches
}
