// A passkey in software, which answers as a browser with a security key does: ES256, no attestation.
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

const hash = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest()
const base64url = (bytes: Buffer | string) => Buffer.from(bytes).toString('base64url')

/** CBOR of what is needed here: integers up to 16 bits, texts, bytes, and maps in the given order. */
function cbor(value: number | string | Buffer | [number | string, unknown][]): Buffer {
  const head = (major: number, n: number) =>
    n < 24
      ? Buffer.from([(major << 5) | n])
      : n < 256
        ? Buffer.from([(major << 5) | 24, n])
        : Buffer.from([(major << 5) | 25, n >> 8, n & 255])
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  return Buffer.concat([head(5, value.length), ...value.flatMap(([key, held]) => [cbor(key), cbor(held as string)])])
}

const [present, verified, attested] = [0x01, 0x04, 0x40]

/** Creates a passkey for this origin. */
export function softwarePasskey(origin: string) {
  const id = randomBytes(16)
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  let counter = 0
  const rpHash = hash(new URL(origin).hostname)
  const clientData = (type: string, challenge: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const state = (flags: number) => {
    const bytes = Buffer.alloc(5)
    bytes[0] = flags
    bytes.writeUInt32BE(counter, 1)
    return Buffer.concat([rpHash, bytes])
  }
  const credential = { id: base64url(id), rawId: base64url(id), type: 'public-key', clientExtensionResults: {} } as const

  return {
    /** The answer to the options of a new passkey. */
    create({ challenge }: { challenge: string }) {
      const key = cbor([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ])
      const length = Buffer.from([0, id.length])
      const authData = Buffer.concat([state(present | verified | attested), Buffer.alloc(16), length, id, key])
      const attestationObject = cbor([
        ['fmt', 'none'],
        ['attStmt', []],
        ['authData', authData],
      ])
      const clientDataJSON = clientData('webauthn.create', challenge)
      return {
        ...credential,
        response: {
          clientDataJSON: base64url(clientDataJSON),
          attestationObject: base64url(attestationObject),
          transports: ['usb'],
        },
      }
    },
    /** The answer to the options of a log-in. */
    get({ challenge }: { challenge: string }) {
      counter++
      const authenticatorData = state(present | verified)
      const clientDataJSON = clientData('webauthn.get', challenge)
      const signature = sign('sha256', Buffer.concat([authenticatorData, hash(clientDataJSON)]), privateKey)
      return {
        ...credential,
        response: {
          clientDataJSON: base64url(clientDataJSON),
          authenticatorData: base64url(authenticatorData),
          signature: base64url(signature),
        },
      }
    },
  }
}
