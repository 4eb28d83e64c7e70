import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { turns } from './turns.ts'

// 19 MiB, two passes, one lane: the first choice of the OWASP Password Storage Cheat Sheet for Argon2id.
// Argon2id is the library's default algorithm; its name is an enum that only a compiler can read.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

// A hash fills a core for about 20 ms. More at a time than there are cores would only slow every other request.
let atOnce = availableParallelism()
const longestQueue = 200

/** From now on this process, one of so many on this machine, hashes on no more than its part of the cores. */
export function shareCores(processes: number) {
  atOnce = Math.max(1, Math.floor(availableParallelism() / processes))
}

const inTurn = turns(() => atOnce, longestQueue)

export const hashPassword = (password: string) => inTurn(() => hash(password, cost))

// Verified against when there is no account, so that the answer takes as long.
const nobody = hash('the password of nobody', cost)

/** Whether this is the password. Takes the same time when there is no hash to compare with. */
export async function isPassword(stored: string | null, password: string) {
  const against = stored ?? (await nobody)
  const matches = await inTurn(() => verify(against, password, cost))
  return stored !== null && matches
}
