// What a backup holds: the file that names all others with their checksums.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { ConfigError } from '../config.ts'
import { migrations } from '../kit/db/migrate.ts'
import { problemOf } from './files.ts'

const version = 1
const manifestFile = 'manifest.json'
/** Written last, in the form that `sha256sum --check` reads. */
const checksumFile = 'manifest.json.sha256'

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
  /** The secret that a server without SESSION_SECRET keeps in DATA_DIR. */
  secret: File.nullable(),
})
export type Manifest = z.output<typeof Manifest>

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')

export function writeManifest(folder: string, manifest: Omit<Manifest, 'format' | 'version'>) {
  const text = `${JSON.stringify({ format: 'atrium-backup', version, ...manifest }, null, 2)}\n`
  const options = { mode: 0o600, flag: 'wx', flush: true }
  writeFileSync(path.join(folder, manifestFile), text, options)
  writeFileSync(path.join(folder, checksumFile), `${hashOf(text)}  ${manifestFile}\n`, options)
}

/** Reads the manifest of a whole and unaltered backup that this program can restore. Refuses any other in one sentence. */
export async function readManifest(folder: string): Promise<Manifest> {
  const refuse = (reason: string) => new ConfigError(`${folder} can't be restored: ${reason}.`)
  if (!existsSync(path.join(folder, manifestFile)))
    throw refuse('it has no manifest.json, so it is no backup, or an unfinished one')
  const text = readFileSync(path.join(folder, manifestFile), 'utf8')
  if (!existsSync(path.join(folder, checksumFile))) throw refuse(`${checksumFile} is missing`)
  if (readFileSync(path.join(folder, checksumFile), 'utf8') !== `${hashOf(text)}  ${manifestFile}\n`)
    throw refuse(`${manifestFile} was altered`)
  const found = JSON.parse(text)
  if (found.version > version) throw refuse('a newer Atrium has made it')
  const parsed = Manifest.safeParse(found)
  if (!parsed.success) throw refuse(`its ${manifestFile} is not that of a backup`)
  const manifest = parsed.data
  const known = migrations()
  const unknown = manifest.migrations.filter((name) => !known.includes(name))
  if (unknown.length) throw refuse(`a newer Atrium has made it, with ${unknown.join(', ')}`)
  const files = [...manifest.tables.map(({ content }) => content), manifest.jobs, ...(manifest.secret ? [manifest.secret] : [])]
  for (const file of files) {
    const problem = await problemOf(folder, file)
    if (problem) throw refuse(problem)
  }
  return manifest
}
