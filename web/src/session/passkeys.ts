import { WebAuthnError } from '@simplewebauthn/browser'
import { Refused } from '../api/call.ts'

/** Words what a browser says when it has no passkey for us. Throws, like the refusals of the server. */
export function asProblem(error: unknown): never {
  const isKnown = error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED'
  const detail = isKnown
    ? 'You have added this passkey already.'
    : 'The browser gave no passkey: it was cancelled, has taken too long, or there is none.'
  throw new Refused(400, { detail })
}
