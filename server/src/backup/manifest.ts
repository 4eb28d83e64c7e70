// The manifest of a backup: it names all other files with their checksums.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { z } from 'zod'
import { ConfigError } from '../config.ts'
import { migrations } from '../kit/db/migrate.ts'
import { decrypt, encrypt, NotAuthentic, openKeyring } from './encryption.ts'
import { encryptedSuffix, type Place, problemOf } from './files.ts'

const version = 1
const plainFile = 'manifest.json'
const encryptedFile = `${plainFile}${encryptedSuffix}`

const File = z.object({ file: z.string().regex(/^[\w.-]+$/), bytes: z.number(), sha256: z.string() })
const Manifest = z.object({
  format: z.literal('atrium-backup'),
  version: z.literal(version),
  made_at: z.string(),
  postgres: z.string(),
  migrations: z.array(z.string()),
  tables: z.array(
    z.object({ name: z.string(), columns: z.array(z.string()), rows: z.number(), checksum: z.string(), content: File }),
  ),
  sequences: z.array(z.object({ name: z.string(), value: z.string() })),
  jobs: File,
  /** Backups of older releases have none. */
  objects: File.nullable().default(null),
  /** The secret that a server without SESSION_SECRET keeps in DATA_DIR. */
  secret: File.nullable(),
})
export type Manifest = z.output<typeof Manifest>

const hashOf = (content: Buffer) => createHash('sha256').update(content).digest('hex')

export async function writeManifest(place: Place, manifest: Omit<Manifest, 'format' | 'version'>) {
  const text = `${JSON.stringify({ format: 'atrium-backup', version, ...manifest }, null, 2)}\n`
  const file = place.keyring ? encryptedFile : plainFile
  const content = place.keyring ? await buffer(encrypt(place.keyring, file)(oneChunk(Buffer.from(text)))) : Buffer.from(text)
  const options = { mode: 0o600, flag: 'wx', flush: true }
  writeFileSync(path.join(place.folder, file), content, options)
  writeFileSync(path.join(place.folder, `${file}.sha256`), `${hashOf(content)}  ${file}\n`, options)
}

export async function* oneChunk(content: Buffer) {
  yield content
}

/** Opens a whole and unaltered backup that this program can restore. Refuses any other in one sentence. */
export async function openBackup(folder: string, passphrase: string | null) {
  const refuse = (reason: string) => new ConfigError(`${folder} can't be restored: ${reason}.`)
  const { place, text } = await readManifest(folder, passphrase, refuse)
  const found = JSON.parse(text)
  if (found.version > version) throw refuse('a newer Atrium has made it')
  const parsed = Manifest.safeParse(found)
  if (!parsed.success) throw refuse(`its ${plainFile} is not that of a backup`)
  const manifest = parsed.data
  const known = migrations()
  const unknown = manifest.migrations.filter((name) => !known.includes(name))
  if (unknown.length) throw refuse(`a newer Atrium has made it, with ${unknown.join(', ')}`)
  const { tables, jobs, objects, secret } = manifest
  for (const file of [...tables.map(({ content }) => content), jobs, objects, secret]) {
    if (!file) continue
    const problem = await problemOf(folder, file)
    if (problem) throw refuse(problem)
  }
  return { place, manifest }
}

async function readManifest(folder: string, passphrase: string | null, refuse: (reason: string) => ConfigError) {
  const file = [plainFile, encryptedFile].find((name) => existsSync(path.join(folder, name)))
  if (!file) throw refuse('it has no manifest.json, so it is no backup, or an unfinished one')
  const content = readFileSync(path.join(folder, file))
  const checksum = path.join(folder, `${file}.sha256`)
  if (!existsSync(checksum)) throw refuse(`${file}.sha256 is missing`)
  if (readFileSync(checksum, 'utf8') !== `${hashOf(content)}  ${file}\n`) throw refuse(`${file} was altered`)
  if (file === plainFile) {
    // Somebody who may write to the folder could otherwise replace an encrypted backup.
    if (passphrase) throw refuse('it is not encrypted, so start the restore without BACKUP_KEY if it is really yours')
    return { place: { folder, keyring: null }, text: content.toString() }
  }
  if (!passphrase) throw refuse('it is encrypted, so set BACKUP_KEY as it was')
  const keyring = openKeyring(passphrase)
  const text = await buffer(decrypt(keyring, file)(oneChunk(content))).catch((error: unknown) => {
    throw error instanceof NotAuthentic ? refuse('BACKUP_KEY is another than it was encrypted with, or it was altered') : error
  })
  return { place: { folder, keyring }, text: text.toString() }
}
