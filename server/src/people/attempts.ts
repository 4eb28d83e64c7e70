// How often a password may be guessed. docs/decisions/023-what-a-log-in-flood-reaches.md

import type { Ctx, Services } from '../kit/context.ts'
import { type Refusal, tooMany } from '../kit/errors.ts'
import type { Counter } from '../kit/security/limits.ts'
import { type HashKind, isPassword, mustHaveRoom, unknownBrowsers } from '../kit/security/passwords.ts'

const quarter = 15 * 60
export const failuresOfAccount = { max: 10, seconds: quarter }
const failuresOfAddress = { max: 100, seconds: quarter }
/** From browsers that are not known, whatever their addresses. */
const guessesOfAccount = { max: 100, seconds: 30 * 24 * 60 * 60 }

export type LoginAccount = { tenant_id: number; id: number; password_hash: string | null }

/** The counters of a log-in. `device` is the known device, or '' for any other browser. */
export function countersOf(
  { tenant, browser, services }: Ctx<unknown>,
  { email, account, device }: { email: string; account: LoginAccount | undefined; device: string },
): Counter[] {
  const ofAccount = { key: `login ${tenant.id} ${email}${device}`, ...failuresOfAccount }
  if (device) return [ofAccount]
  return [
    ofAccount,
    { key: `login from ${browser.address}`, ...failuresOfAddress },
    { key: guessesOf(services, account ?? { tenant_id: tenant.id, email }), ...guessesOfAccount },
  ]
}

const guesses = 'guesses'

/**
 * Addresses that belong to nobody share a million counters: a month of made-up addresses would fill the database. Which share one
 * is secret. Nobody real is kept out by a shared counter.
 */
const guessesOf = ({ tokens }: Services, who: Pick<LoginAccount, 'tenant_id' | 'id'> | { tenant_id: number; email: string }) =>
  'id' in who
    ? `${guesses} ${who.tenant_id} ${who.id}`
    : `${guesses} nobody ${tokens.digits(guesses, `${who.tenant_id} ${who.email}`, 6)}`

type Attempt = {
  counters: Counter[]
  kind: Exclude<HashKind, 'new password'>
  stored: string | null
  password: string
  refusal: (full: FullCounter) => Refusal
}
export type FullCounter = { key: string; wait: number }

/**
 * Whether this is the password. The attempt is counted before it is verified, so that of many at once no more pass than may, and
 * uncounted where it could not be verified. The caller gives a right one back.
 */
export async function verify({ limits }: Services, { counters, kind, stored, password, refusal }: Attempt) {
  mustHaveRoom(kind)
  const take = () => limits.takeAll(counters)
  const full = await (kind === 'log-in' ? unknownBrowsers.count(take) : take())
  if (full) throw refusal(full)
  try {
    return await isPassword(kind, stored, password)
  } catch (error) {
    await limits.giveBack(counters.map(({ key }) => key))
    throw error
  }
}

export const tooManyFailures = ({ key, wait }: FullCounter) =>
  tooMany(
    wait,
    key.startsWith(guesses)
      ? 'Too many failed log-in attempts. Use “Forgot password?” to set a new password and log in.'
      : 'Too many failed log-in attempts. Please try again later.',
  )
