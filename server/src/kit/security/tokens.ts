import { createCipheriv, createDecipheriv, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

export type Tokens = ReturnType<typeof tokensFor>

/**
 * Signs and reads tokens, so that a leaked database alone grants no access. A token names a row (a session, a link) by its random key,
 * and the row decides whether the token is still valid.
 */
export function tokensFor(secret: string) {
  const mac = (purpose: string, body: string) => createHmac('sha256', secret).update(`${purpose}\0${body}`).digest()

  return {
    /** Returns `part.part.signature`. Parts must contain no dot. */
    sign(purpose: string, ...parts: (string | number)[]) {
      const body = parts.join('.')
      return `${body}.${mac(purpose, body).toString('base64url')}`
    },

    /** The parts, or null unless the token was signed by us for this purpose. */
    read(purpose: string, token: string) {
      const dot = token.lastIndexOf('.')
      const body = token.slice(0, dot)
      const signature = Buffer.from(token.slice(dot + 1), 'base64url')
      const expected = mac(purpose, body)
      return dot > 0 && signature.length === expected.length && timingSafeEqual(signature, expected) ? body.split('.') : null
    },

    /** Encrypts a text for a column, so that a leaked database alone does not reveal it. */
    seal(purpose: string, text: string) {
      const iv = randomBytes(ivBytes)
      const cipher = createCipheriv('aes-256-gcm', mac('seal', purpose), iv)
      return Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64url')
    },

    /** The text that was sealed for this purpose, or null if another secret sealed it. */
    unseal(purpose: string, sealed: string) {
      const bytes = Buffer.from(sealed, 'base64url')
      if (bytes.length < ivBytes + tagBytes) return null
      const decipher = createDecipheriv('aes-256-gcm', mac('seal', purpose), bytes.subarray(0, ivBytes))
      decipher.setAuthTag(bytes.subarray(-tagBytes))
      try {
        return Buffer.concat([decipher.update(bytes.subarray(ivBytes, -tagBytes)), decipher.final()]).toString('utf8')
      } catch {
        return null
      }
    },

    /** A numeric code that only we can derive from `body`. */
    digits(purpose: string, body: string, count: number) {
      return String(mac(purpose, body).readUIntBE(0, 6) % 10 ** count).padStart(count, '0')
    },
  }
}

const ivBytes = 12
const tagBytes = 16

const key = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/

/** A token's part if it is a row's key, else null. Older tokens name ids instead. */
export const keyIn = (part: string | undefined) => (part && key.test(part) ? part : null)

/** Compares two secrets in constant time. */
export function isSame(given: string, expected: string) {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}
