// Writes a backup: one moment of all rows, the queued jobs, the files, and the secret that DATA_DIR keeps.
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import type pg from 'pg'
import { type Config, ConfigError } from '../config.ts'
import { openStore } from '../kit/files/store.ts'
import { openKeyring } from './encryption.ts'
import { type Place, syncEntries, writeFile } from './files.ts'
import { type Manifest, oneChunk, writeManifest } from './manifest.ts'
import { listContents, objectsOf } from './objects.ts'
import { listJobs } from './queued-jobs.ts'
import { beginSnapshot, copiedRows, countRows, listMigrations, listSequences, listTables } from './rows.ts'

/** Writes a backup to a new folder. It has a temporary name until it is complete. */
export async function writeBackup(client: pg.ClientBase, config: Config, folder: string) {
  if (existsSync(folder)) throw new ConfigError(`${folder} exists already: remove it, or name another folder.`)
  const part = `${folder}.part`
  if (existsSync(part)) throw new ConfigError(`${part} exists: another backup writes it, or was killed. Remove it then.`)
  const discard = () => rmSync(part, { recursive: true, force: true })
  try {
    mkdirSync(path.dirname(folder), { recursive: true })
    mkdirSync(part, { mode: 0o700 })
  } catch (error) {
    throw asUsers(error, folder)
  }
  process.once('exit', discard)
  try {
    const place = { folder: part, keyring: config.backup_key ? openKeyring(config.backup_key) : null }
    const { manifest, counts } = await writeFiles(client, config, place)
    await writeManifest(place, manifest)
    await syncEntries(part)
    renameSync(part, folder)
    await syncEntries(path.dirname(folder))
    return { rows: manifest.tables.reduce((sum, { rows }) => sum + rows, 0), ...counts, bytes: sizeOf(manifest) }
  } catch (error) {
    throw asUsers(error, folder)
  } finally {
    discard()
    process.off('exit', discard)
  }
}

async function writeFiles(client: pg.ClientBase, config: Config, place: Place) {
  await beginSnapshot(client)
  const { rows } = await client.query<{ made_at: string; postgres: string }>(
    `select to_json(now())#>>'{}' as made_at, current_setting('server_version') as postgres`,
  )
  const { made_at = '', postgres = '' } = rows[0] ?? {}
  const tables: Manifest['tables'] = []
  for (const table of await listTables(client, { whole: false })) {
    const content = await writeFile(place, `${table.name}.copy.gz`, copiedRows(client, table))
    tables.push({ ...table, ...(await countRows(client, table)), content })
  }
  const jobs = await writeFile(place, 'jobs.json.gz', oneChunk(Buffer.from(JSON.stringify(await listJobs(client)))))
  const kept = keptSecretOf(config)
  const secret = kept ? await writeFile(place, 'session-secret.gz', oneChunk(Buffer.from(kept))) : null
  const migrations = await listMigrations(client)
  const sequences = await listSequences(client)
  const contents = tables.some(({ name }) => name === 'file_contents') ? await listContents(client) : []
  await client.query('commit')
  const counts = { files: 0, lost_files: 0 }
  const objects = await writeFile(place, 'objects.gz', objectsOf(client, await openStore(config), contents, counts))
  return { manifest: { made_at, postgres, migrations, tables, sequences, jobs, objects, secret }, counts }
}

export const secretFile = ({ data_dir }: Config) => path.join(data_dir, 'session-secret')

/** The secret in DATA_DIR. Null if SESSION_SECRET replaces it. */
export function keptSecretOf(config: Config) {
  const file = secretFile(config)
  const secret = existsSync(file) ? readFileSync(file, 'utf8') : null
  return secret === config.session_secret ? secret : null
}

const sizeOf = ({ tables, jobs, objects }: Awaited<ReturnType<typeof writeFiles>>['manifest']) =>
  tables.reduce((sum, { content }) => sum + content.bytes, jobs.bytes + objects.bytes)

function asUsers(error: unknown, folder: string) {
  if (!(error instanceof Error && 'code' in error)) return error
  return /^E[A-Z]+$/.test(String(error.code)) && 'syscall' in error
    ? new ConfigError(`Can't write ${folder}: ${error.message}`)
    : error
}
