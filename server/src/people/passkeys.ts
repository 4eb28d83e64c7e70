// Passkeys, each of one host: a workspace's are of no use at another's.
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { Config } from '../config.ts'
import type { Tenant } from '../kit/context.ts'

/** Loaded when the first passkey is used, so that no start waits for it. */
const library = () => import('@simplewebauthn/server')

export type Passkey = { credential_id: string; transports: string | null }

/** The origin of the tenant's pages and its host, to which browsers bind the passkeys. */
function placeOf({ config, tenant }: Place) {
  const origin = tenant.id === 0 ? config.public_url : config.workspaceUrl(tenant.subdomain)
  return { expectedOrigin: origin, expectedRPID: new URL(origin).hostname }
}
type Place = { config: Config; tenant: Pick<Tenant, 'id' | 'subdomain'> }

const asCredentials = (passkeys: readonly Passkey[]) =>
  passkeys.map(({ credential_id: id, transports }) => ({ id, transports: (transports?.split(',') ?? []) as [] }))

export const optionsToAdd = async (place: Place, { email, known }: { email: string; known: readonly Passkey[] }) =>
  (await library()).generateRegistrationOptions({
    rpName: 'Atrium',
    rpID: placeOf(place).expectedRPID,
    userName: email,
    excludeCredentials: asCredentials(known),
    authenticatorSelection: { residentKey: 'discouraged', userVerification: 'preferred' },
  })

export const optionsToUse = async (place: Place, { challenge, known }: { challenge: string; known: readonly Passkey[] }) =>
  (await library()).generateAuthenticationOptions({
    rpID: placeOf(place).expectedRPID,
    challenge: Buffer.from(challenge, 'base64url'),
    allowCredentials: asCredentials(known),
    userVerification: 'preferred',
  })

/** The columns of the new passkey, or null unless this is an answer to the challenge, from one of our pages. */
export async function verifyAdded(place: Place, challenge: string, response: RegistrationResponseJSON) {
  const { verifyRegistrationResponse } = await library()
  const verified = await verifyRegistrationResponse({
    ...placeOf(place),
    response,
    expectedChallenge: challenge,
    requireUserVerification: false,
  }).catch(() => null)
  if (!verified?.verified) return null
  const { id, publicKey, counter } = verified.registrationInfo.credential
  const transports = response.response.transports?.join(',') || null
  return { credential_id: id, public_key: Buffer.from(publicKey).toString('base64url'), counter, transports }
}

type Stored = Passkey & { public_key: string; counter: number }

/** The passkey's new counter, or null unless it signed the challenge on one of our pages. */
export async function verifyUsed(
  place: Place,
  { challenge, response, stored }: { challenge: string; response: AuthenticationResponseJSON; stored: Stored },
) {
  const credential = {
    id: stored.credential_id,
    publicKey: new Uint8Array(Buffer.from(stored.public_key, 'base64url')),
    counter: stored.counter,
  }
  const { verifyAuthenticationResponse } = await library()
  const verified = await verifyAuthenticationResponse({
    ...placeOf(place),
    response,
    expectedChallenge: challenge,
    credential,
    requireUserVerification: false,
  }).catch(() => null)
  return verified?.verified ? verified.authenticationInfo.newCounter : null
}
