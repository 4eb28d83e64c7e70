// npm run export-tenant -- --subdomain SUBDOMAIN [--out FILE]: exports one workspace's data as one file.
import { existsSync, linkSync, renameSync, rmSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import path from 'node:path'
import { ConfigError } from '../config.ts'
import { asOwner } from '../database.ts'
import { openStore } from '../kit/files/store.ts'
import { exportTenant, LostFile } from '../tenants/export.ts'
import { runCommand, say } from './run.ts'

const usage = 'npm run export-tenant -- --subdomain SUBDOMAIN [--out FILE]'

await runCommand(usage, { subdomain: { type: 'string' }, out: { type: 'string' } }, async ({ subdomain, out }, config) => {
  const wanted = subdomain?.trim().toLowerCase()
  if (!wanted) throw new ConfigError(`Usage: ${usage}`)
  const store = await openStore(config)
  await asOwner(config, async (client) => {
    await client.query('begin isolation level repeatable read read only')
    const exported = await exportTenant(client, store, { subdomain: wanted })
    if (!exported) throw new ConfigError(`There is no workspace ${wanted}.`)
    const { tenant, text } = exported
    const file = path.resolve(out ?? `${tenant.schema}-${new Date().toISOString().slice(0, 10)}.jsonl`)
    const rows = await writeWhole(file, async (to) => {
      for (;;) {
        const { done, value } = await text.next()
        if (done) return value
        await to.appendFile(value)
      }
    })
    say(`${tenant.name} (${tenant.subdomain}): ${rows} rows in ${file}`)
  })
})

/** Writes a complete file or none, readable by its owner only. Never overwrites a file. */
async function writeWhole<T>(file: string, write: (to: FileHandle) => Promise<T>) {
  const part = `${file}.${process.pid}.part`
  const discard = () => rmSync(part, { force: true })
  process.once('exit', discard)
  try {
    mustBeNew(file)
    const to = await open(part, 'wx', 0o600)
    try {
      const written = await write(to)
      await to.sync()
      moveTo(file, part)
      return written
    } finally {
      await to.close()
    }
  } catch (error) {
    const isOfFiles = error instanceof Error && 'syscall' in error && 'path' in error
    if (error instanceof LostFile) throw new ConfigError(`${error.message} Nothing was written.`)
    throw isOfFiles || isFull(error) ? new ConfigError(`Can't write ${file}: ${error.message}`) : error
  } finally {
    discard()
  }
}

function isFull(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && /^(ENOSPC|EDQUOT|EFBIG|EIO)$/.test(String(error.code))
}

function mustBeNew(file: string) {
  if (existsSync(file)) throw new ConfigError(`${file} exists already: remove it, or name another by --out.`)
}

function moveTo(file: string, part: string) {
  try {
    // Unlike a rename, a link never replaces a file.
    linkSync(part, file)
  } catch {
    // The file exists by now, or the file system has no hard links.
    mustBeNew(file)
    renameSync(part, file)
  }
}
