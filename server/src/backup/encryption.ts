// Encrypts the files of a backup: AES-256-GCM in frames. Each frame has its number and whether it is the last one in its nonce, so that frames can't
// be cut off, swapped or moved, and each file has a key of its own that depends on its name.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes, scrypt } from 'node:crypto'
import { promisify } from 'node:util'

const magic = Buffer.from('ATRIUM1\n')
const frameBytes = 64 * 1024
const [tagBytes, saltBytes] = [16, 16]
const headBytes = magic.length + 2 * saltBytes
/** Takes 64 MB of memory and about 0.2 s, so that a passphrase is expensive to guess. */
const cost = { N: 2 ** 16, r: 8, p: 1, maxmem: 128 * 1024 * 1024 }

/** The content is not what was encrypted with this key under this name. */
export class NotAuthentic extends Error {}

const derive = promisify<string, Buffer, number, typeof cost, Buffer>(scrypt)

/** Derives the keys of the files from a passphrase. */
export function openKeyring(passphrase: string) {
  const masters = new Map<string, Promise<Buffer>>()
  const own = randomBytes(saltBytes)
  const masterOf = (salt: Buffer) => {
    const id = salt.toString('hex')
    const master = masters.get(id) ?? derive(passphrase, salt, 32, cost)
    masters.set(id, master)
    return master
  }
  return {
    /** The head of a new file and its key. */
    async forNew(name: string) {
      const salt = randomBytes(saltBytes)
      return { head: Buffer.concat([magic, own, salt]), key: fileKey(await masterOf(own), salt, name) }
    },
    async forHead(name: string, head: Buffer) {
      if (!head.subarray(0, magic.length).equals(magic)) throw new NotAuthentic()
      const salt = head.subarray(magic.length + saltBytes)
      return fileKey(await masterOf(head.subarray(magic.length, magic.length + saltBytes)), salt, name)
    },
  }
}
export type Keyring = ReturnType<typeof openKeyring>

const fileKey = (master: Buffer, salt: Buffer, name: string) =>
  Buffer.from(hkdfSync('sha256', master, salt, `atrium backup ${name}`, 32))

export const encrypt = (keyring: Keyring, name: string) =>
  async function* (content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    const { head, key } = await keyring.forNew(name)
    yield head
    let number = 0
    for await (const { frame, isLast } of framesOf(content, frameBytes)) {
      const cipher = createCipheriv('aes-256-gcm', key, nonceOf(number++, isLast))
      yield Buffer.concat([cipher.update(frame), cipher.final(), cipher.getAuthTag()])
    }
  }

/** Yields authenticated content only. Throws `NotAuthentic` at the first frame that is none. */
export const decrypt = (keyring: Keyring, name: string) =>
  async function* (content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let key: Buffer | undefined
    let number = 0
    for await (const { frame, isLast } of framesOf(content, frameBytes + tagBytes, headBytes)) {
      if (!key) {
        if (isLast) throw new NotAuthentic()
        key = await keyring.forHead(name, frame)
        continue
      }
      yield opened(frame, key, nonceOf(number++, isLast))
    }
  }

function opened(frame: Buffer, key: Buffer, nonce: Buffer) {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes })
    decipher.setAuthTag(frame.subarray(-tagBytes))
    return Buffer.concat([decipher.update(frame.subarray(0, -tagBytes)), decipher.final()])
  } catch {
    throw new NotAuthentic()
  }
}

function nonceOf(number: number, isLast: boolean) {
  const nonce = Buffer.alloc(12)
  nonce.writeUIntBE(number, 0, 6)
  nonce[11] = isLast ? 1 : 0
  return nonce
}

/** Cuts content into frames of this size, after a head of another. The last one is marked, and may be shorter or empty. */
async function* framesOf(content: AsyncIterable<Buffer>, size: number, head = 0) {
  let rest = Buffer.alloc(0)
  let wanted = head || size
  for await (const chunk of content) {
    rest = Buffer.concat([rest, chunk])
    while (rest.length > wanted) {
      yield { frame: rest.subarray(0, wanted), isLast: false }
      rest = rest.subarray(wanted)
      wanted = size
    }
  }
  yield { frame: rest, isLast: true }
}
