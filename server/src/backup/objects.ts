// The objects of a backup: the bytes of all files, one after the other in one file. A line of JSON, with the key and the number of bytes,
// precedes the bytes of each. Previews are drawn again when they are needed.
import type pg from 'pg'
import { z } from 'zod'
import { tenantSetting } from '../kit/db/db.ts'
import { type FileStore, keyOf, NoObject } from '../kit/files/store.ts'
import { partsOf } from './rows.ts'

type Content = { tenant_id: number; object: string; size: number }

/** Lists the contents of all files in the snapshot. */
export async function listContents(client: pg.ClientBase) {
  const contents: Content[] = []
  for await (const where of partsOf(client, 'file_contents')) {
    const { rows } = await client.query<Content>(
      `select tenant_id::float8 as tenant_id, object, size from file_contents ${where} order by tenant_id, id`,
    )
    contents.push(...rows)
  }
  return contents
}

type Counts = { files: number; lost_files: number }

/** Reads the objects from the store. Leaves out those that it has lost, and adds to the counts. Needs no snapshot: objects outlive their rows. */
export async function* objectsOf(client: pg.ClientBase, store: FileStore, contents: Content[], counts: Counts) {
  for (const content of contents)
    try {
      yield* contentOf(store, content)
      counts.files++
    } catch (error) {
      if (!(error instanceof NoObject)) throw error
      // The objects of a deleted workspace are removed at once.
      if (await exists(client, content)) counts.lost_files++
    }
}

async function* contentOf(store: FileStore, { tenant_id, object, size }: Content) {
  const key = keyOf(tenant_id, object)
  const bytes = await store.get(key)
  yield Buffer.from(`${JSON.stringify({ key, size })}\n`)
  let length = 0
  for await (const chunk of bytes) {
    length += (chunk as Buffer).length
    yield chunk as Buffer
  }
  if (length !== size) throw new Error(`The store has ${length} bytes of ${key}, not ${size}.`)
}

async function exists(client: pg.ClientBase, { tenant_id, object }: Content) {
  await client.query('begin read only')
  await client.query(tenantSetting(tenant_id))
  const { rowCount } = await client.query('select from file_contents where tenant_id = $1 and object = $2', [tenant_id, object])
  await client.query('commit')
  return Boolean(rowCount)
}

/** Earlier releases kept the previews in a backup, too. */
const Head = z.object({ key: z.string().regex(/^\d+\/[\da-f-]{36}(\.small|\.large)?$/), size: z.number().int().positive() })

/** Puts the objects of a backup into the store. */
export async function storeObjects(store: FileStore, content: AsyncIterable<Buffer>) {
  const chunks = content[Symbol.asyncIterator]()
  let rest: Buffer = Buffer.alloc(0)
  const more = async () => {
    const { value, done } = await chunks.next()
    if (!done) rest = value
    return !done
  }
  async function* take(bytes: number) {
    for (let left = bytes; left > 0; ) {
      if (!rest.length && !(await more())) throw new Error('The objects of the backup end within one of them.')
      const chunk = rest.subarray(0, left)
      rest = rest.subarray(chunk.length)
      left -= chunk.length
      yield chunk
    }
  }
  const line = async () => {
    for (const read: Buffer[] = []; ; ) {
      const end = rest.indexOf('\n')
      read.push(end < 0 ? rest : rest.subarray(0, end))
      rest = end < 0 ? Buffer.alloc(0) : rest.subarray(end + 1)
      if (end >= 0) return Buffer.concat(read).toString()
      if (!(await more())) return null
    }
  }
  for (let head = await line(); head !== null; head = await line()) {
    const { key, size } = Head.parse(JSON.parse(head))
    await store.put(key, take(size), size)
  }
}
