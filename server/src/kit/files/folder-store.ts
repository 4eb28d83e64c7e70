import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, rmdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type FileStore, NoObject, type StoredObject } from './store.ts'

/** Written objects have this suffix until they are complete. No key has it. */
const partial = '.partial'

/** Keeps objects as files that the server's account alone may read. The folder is made with the first one. */
export function folderStore(folder: string): FileStore {
  const fileOf = (key: string) => path.join(folder, key)
  return {
    async put(key, bytes) {
      const file = fileOf(key)
      const unfinished = `${file}.${randomUUID()}${partial}`
      await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
      try {
        await pipeline(Readable.from(bytes), createWriteStream(unfinished, { flags: 'wx', mode: 0o600, flush: true }))
        await rename(unfinished, file)
        await syncEntries(path.dirname(file))
      } catch (error) {
        await rm(unfinished, { force: true })
        throw error
      }
    },

    async get(key) {
      const stream = createReadStream(fileOf(key))
      await once(stream, 'open').catch((error) => {
        throw isMissing(error) ? new NoObject(key) : error
      })
      return stream
    },

    async remove(keys) {
      for (const key of keys) await rm(fileOf(key), { force: true })
    },

    async *list(prefix) {
      const parent = path.dirname(`${prefix}x`)
      for await (const object of walk(folder, parent === '.' ? '' : parent)) if (object.key.startsWith(prefix)) yield object
    },
  }
}

/** Objects below a folder, and what interrupted writes have left. Removes folders that are empty. */
async function* walk(folder: string, below: string): AsyncGenerator<StoredObject> {
  const entries = await readdir(path.join(folder, below), { withFileTypes: true }).catch((error) => {
    if (isMissing(error)) return []
    throw error
  })
  for (const entry of entries) {
    const key = path.posix.join(below, entry.name)
    if (entry.isDirectory()) {
      yield* walk(folder, key)
      // Fails for those that are not empty.
      await rmdir(path.join(folder, key)).catch(() => undefined)
    } else {
      const found = await stat(path.join(folder, key)).catch(() => undefined)
      if (found) yield { key, written_at: found.mtime }
    }
  }
}

const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT'

async function syncEntries(folder: string) {
  const entries = await open(folder)
  await entries.sync().finally(() => entries.close())
}
