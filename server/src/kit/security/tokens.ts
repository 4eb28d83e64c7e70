import { createCipheriv, createDecipheriv, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

export type Tokens = ReturnType<typeof tokensFor>

/**
 * Signs and reads tokens, so that a leaked database alone grants no access. A token names a row (a session, a link) by its random key,
 * and the row decides whether the token is still valid. What the `old` secret signed or sealed is read as well.
 */
export function tokensFor(secret: string, old: string | null = null) {
  const secrets = old === null ? [secret] : [secret, old]
  const mac = (purpose: string, body: string, by = secret) => createHmac('sha256', by).update(`${purpose}\0${body}`).digest()
  const digits = (purpose: string, body: string, { count, by }: { count: number; by?: string }) =>
    String(mac(purpose, body, by).readUIntBE(0, 6) % 10 ** count).padStart(count, '0')

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
      const isOurs = secrets.some((by) => areSame(signature, mac(purpose, body, by)))
      return dot > 0 && isOurs ? body.split('.') : null
    },

    /** Encrypts a text for a column, so that a leaked database alone does not reveal it. */
    seal(purpose: string, text: string) {
      const iv = randomBytes(ivBytes)
      const cipher = createCipheriv('aes-256-gcm', mac('seal', purpose), iv)
      return Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64url')
    },

    /** The text that was sealed for this purpose, or null if another secret sealed it. `isOld` says that it has to be sealed again. */
    unseal(purpose: string, sealed: string) {
      const bytes = Buffer.from(sealed, 'base64url')
      for (const by of secrets) {
        const text = decrypt(bytes, mac('seal', purpose, by))
        if (text !== null) return { text, isOld: by !== secret }
      }
      return null
    },

    /** A numeric code that only we can derive from `body`. */
    digits: (purpose: string, body: string, count: number) => digits(purpose, body, { count }),

    /** Whether these are the digits for `body`. */
    areDigits: (purpose: string, body: string, given: string) =>
      secrets.some((by) => isSame(given, digits(purpose, body, { count: given.length, by }))),
  }
}

function decrypt(bytes: Buffer, key: Buffer) {
  if (bytes.length < ivBytes + tagBytes) return null
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivBytes))
  decipher.setAuthTag(bytes.subarray(-tagBytes))
  try {
    return Buffer.concat([decipher.update(bytes.subarray(ivBytes, -tagBytes)), decipher.final()]).toString('utf8')
  } catch {
    return null
  }
}

const ivBytes = 12
const tagBytes = 16

const key = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/

/** A token's part if it is a row's key, else null. Older tokens name ids instead. */
export const keyIn = (part: string | undefined) => (part && key.test(part) ? part : null)

/** Compares two secrets in constant time. */
export const isSame = (given: string, expected: string) => areSame(Buffer.from(given), Buffer.from(expected))

const areSame = (given: Buffer, expected: Buffer) => given.length === expected.length && timingSafeEqual(given, expected)
