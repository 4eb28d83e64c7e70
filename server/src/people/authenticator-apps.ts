// Codes of authenticator apps: RFC 6238 with what all apps can do, six digits of SHA-1 every 30 seconds.
import { Secret, TOTP } from 'otpauth'

const settings = { issuer: 'Atrium', algorithm: 'SHA1', digits: 6, period: 30 } as const
/** Accepts the previous and the next code, because clocks differ and people type slowly. */
const tolerance = 1

export const newKey = () => new Secret({ size: 20 }).base32

/** The address that an app reads as a QR code. */
export const addressOf = (key: string, { email, at }: { email: string; at: string }) =>
  new TOTP({ ...settings, issuer: `Atrium ${at}`, label: email, secret: Secret.fromBase32(key) }).toString()

/** The period whose code this is. Null if it is wrong, or not newer than `last`, the period of the last accepted code. */
export function periodOf(code: string, key: string, last = 0) {
  const totp = new TOTP({ ...settings, secret: Secret.fromBase32(key) })
  const delta = totp.validate({ token: code, window: tolerance })
  if (delta === null) return null
  const period = totp.counter() + delta
  return period > last ? period : null
}

export const isAppCode = (code: string) => /^\d{6}$/.test(code)
