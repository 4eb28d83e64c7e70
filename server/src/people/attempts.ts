// Limits on password attempts. See docs/decisions/023-what-a-log-in-flood-reaches.md.

import type { Ctx, Services } from '../kit/context.ts'
import { type Refusal, tooMany } from '../kit/errors.ts'
import type { Counter } from '../kit/security/limits.ts'
import { type HashKind, isPassword, mustHaveRoom, unknownBrowsersOf } from '../kit/security/passwords.ts'

const quarter = 15 * 60
export const failuresOfAccount = { max: 10, seconds: quarter }
const failuresOfAddress = { max: 100, seconds: quarter }
/** Limits all unknown browsers together, whatever their addresses. */
const guessesOfAccount = { max: 100, seconds: 30 * 24 * 60 * 60 }

/** The keys of a known device’s counters end with this. */
export const knownDevice = ' known device'

export type LoginAccount = { tenant_id: number; id: number; password_hash: string | null }

/** The counters of a log-in. `device` is '' for an unknown browser. */
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
 * Unknown e-mail addresses share a million counters, because a month of made-up addresses would fill the database. The tokens'
 * secret decides which addresses share one. An existing account has its own counter.
 */
const guessesOf = ({ tokens }: Services, owner: Pick<LoginAccount, 'tenant_id' | 'id'> | { tenant_id: number; email: string }) =>
  'id' in owner
    ? `${guesses} ${owner.tenant_id} ${owner.id}`
    : `${guesses} nobody ${tokens.digits(guesses, `${owner.tenant_id} ${owner.email}`, 6)}`

const proofs = ['app code', 'recovery code', 'passkey'] as const
type Person = { tenant_id: number; id: number }

/**
 * The counters of a second step. A code of an app has a million values, so what a month allows is a hundred guesses, as for passwords;
 * nobody guesses the others. `device` is '' for an unknown browser. A stranger who knows the password fills only their own counters.
 */
export function countersOfSecondStep({ tenant_id, id }: Person, proof: (typeof proofs)[number], device: string): Counter[] {
  const key = `${proof} ${tenant_id} ${id}${device}`
  const ofQuarter = { key, ...failuresOfAccount }
  return proof === 'app code' ? [ofQuarter, { key: `guesses at ${key}`, ...guessesOfAccount }] : [ofQuarter]
}

/** With a new password, guesses begin anew: whoever knew the former one has filled the counters. */
export const forgetGuesses = ({ db, services }: Pick<Ctx, 'db' | 'services'>, person: Person) =>
  services.limits.giveBack(
    [
      { key: guessesOf(services, person), max: guessesOfAccount.max },
      ...['', knownDevice].flatMap((device) => proofs.flatMap((proof) => countersOfSecondStep(person, proof, device))),
    ].map(({ key, max }) => ({ key, amount: max })),
    db,
  )

type Attempt = {
  tenant_id: number
  counters: Counter[]
  kind: Exclude<HashKind, 'new password'>
  stored: string | null
  password: string
  refusal: (full: FullCounter) => Refusal
}
export type FullCounter = { key: string; wait: number }

/**
 * Whether the password is right. The attempt is counted before it is verified, so that concurrent attempts can't exceed the
 * limit, and given back if verifying fails with an error. The caller gives back the count of a right password.
 */
export async function verify({ limits }: Services, { counters, refusal, ...check }: Attempt) {
  const { kind, tenant_id } = check
  mustHaveRoom(kind, tenant_id)
  const take = () => limits.takeAll(counters)
  const full = await (kind === 'log-in' ? unknownBrowsersOf(tenant_id).count(take) : take())
  if (full) throw refusal(full)
  try {
    return await isPassword(check)
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
