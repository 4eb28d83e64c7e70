import { createHmac, timingSafeEqual } from 'node:crypto'

export type Tokens = ReturnType<typeof tokensFor>

/**
 * Signed tokens: the database alone opens no door. A token names a row (a session, a link) by its random key, and that row
 * decides whether the token still counts.
 */
export function tokensFor(secret: string) {
  const mac = (purpose: string, body: string) => createHmac('sha256', secret).update(`${purpose}\0${body}`).digest()

  return {
    /** `part.part.signature`; the parts must contain no dot. */
    sign(purpose: string, ...parts: (string | number)[]) {
      const body = parts.join('.')
      return `${body}.${mac(purpose, body).toString('base64url')}`
    },

    /** The parts, or null where the token was not signed by us for this purpose. */
    read(purpose: string, token: string) {
      const dot = token.lastIndexOf('.')
      const body = token.slice(0, dot)
      const given = Buffer.from(token.slice(dot + 1), 'base64url')
      const expected = mac(purpose, body)
      return dot > 0 && given.length === expected.length && timingSafeEqual(given, expected) ? body.split('.') : null
    },

    /** Digits that only we can derive from what they stand for. */
    digits(purpose: string, body: string, count: number) {
      return String(mac(purpose, body).readUIntBE(0, 6) % 10 ** count).padStart(count, '0')
    },
  }
}

const key = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/

/** A part of a token, where it is the key of a row. Tokens that were signed before rows had keys name ids instead. */
export const keyIn = (part: string | undefined) => (part && key.test(part) ? part : null)

/** Whether two secrets are the same, in a time that does not tell where they differ. */
export function isSame(given: string, expected: string) {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}
