// The files of a backup: compressed, encrypted if there is a key, with a checksum each.
import { createHash, type Hash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import path from 'node:path'
import { compose } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { decrypt, encrypt, type Keyring } from './encryption.ts'

export const encryptedSuffix = '.encrypted'

/** A backup's folder. Its files are encrypted if there is a keyring. */
export type Place = { folder: string; keyring: Keyring | null }
export type WrittenFile = { file: string; bytes: number; sha256: string }

/** Writes a file that its owner alone may read, and waits until it is on the disk. */
export async function writeFile({ folder, keyring }: Place, name: string, source: AsyncIterable<Buffer>): Promise<WrittenFile> {
  const hash = createHash('sha256')
  const counted = { bytes: 0 }
  const file = keyring ? `${name}${encryptedSuffix}` : name
  const compressed = compose(source, createGzip()) as AsyncIterable<Buffer>
  const stored = keyring ? encrypt(keyring, name)(compressed) : compressed
  const to = createWriteStream(path.join(folder, file), { flags: 'wx', mode: 0o600, flush: true })
  await pipeline(measured(stored, hash, counted), to)
  return { file, bytes: counted.bytes, sha256: hash.digest('hex') }
}

async function* measured(chunks: AsyncIterable<Buffer>, hash: Hash, counted: { bytes: number }) {
  for await (const chunk of chunks) {
    hash.update(chunk)
    counted.bytes += chunk.length
    yield chunk
  }
}

export async function* readContent({ folder, keyring }: Place, { file }: Pick<WrittenFile, 'file'>): AsyncGenerator<Buffer> {
  const stored = createReadStream(path.join(folder, file))
  const compressed = keyring ? decrypt(keyring, file.slice(0, -encryptedSuffix.length))(stored) : stored
  yield* compose(compressed, createGunzip()) as AsyncIterable<Buffer>
}

/** Says what is wrong with a file, or nothing. */
export async function problemOf(folder: string, { file, bytes, sha256 }: WrittenFile) {
  const hash = createHash('sha256')
  const counted = { bytes: 0 }
  try {
    for await (const _ of measured(createReadStream(path.join(folder, file)), hash, counted));
  } catch {
    return `${file} is missing`
  }
  if (counted.bytes < bytes) return `${file} is cut off`
  return hash.digest('hex') === sha256 ? undefined : `${file} was altered`
}

/** Waits until the entries of a folder are on the disk. */
export async function syncEntries(folder: string) {
  const entries = await open(folder)
  await entries.sync()
  await entries.close()
}
