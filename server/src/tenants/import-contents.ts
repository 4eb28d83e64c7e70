// Puts the files of an imported workspace into the store.
import type { FileHandle } from 'node:fs/promises'
import type pg from 'pg'
import { storeContent } from '../kit/files/content.ts'
import type { FileStore } from '../kit/files/store.ts'
import { contentsOf, FileProblem, type Header } from './import-file.ts'

type Import = {
  client: pg.ClientBase
  file: FileHandle
  header: Header
  tenant_id: number
  /** The number that was added to every id of the file. */
  raise: number
  store: FileStore
}

type Row = { id: string; size: number; sha256: Buffer }

/** Stores the bytes of every row of `file_contents` in new objects. The type and the size of previews are decided anew, whatever the file says. */
export async function storeContents({ client, file, header, tenant_id, raise, store }: Import) {
  const { rows } = await client.query<Row>(
    'select (id - $2)::text as id, size, sha256 from file_contents where tenant_id = $1::bigint',
    [tenant_id, raise],
  )
  const left = new Map(rows.map((row) => [Number(row.id), row]))
  for await (const { line, id, bytes } of contentsOf(file, header)) {
    const row = left.get(id)
    if (!row) throw new FileProblem(line, `no row of file_contents has the id ${id}, or its bytes came before.`)
    left.delete(id)
    const content = await storeContent(store, { tenant_id, size: row.size }, exactly(row.size, line, bytes))
    if (!content.sha256.equals(row.sha256))
      throw new FileProblem(line, 'these are other bytes than the row of file_contents says.')
    await client.query(
      'update file_contents set object = $3, type = $4, width = $5, height = $6 where tenant_id = $1 and id = $2::bigint + $7',
      [tenant_id, id, content.object, content.type, content.width, content.height, raise],
    )
  }
  const [missing] = left.keys()
  if (missing !== undefined) throw new FileProblem(1, `the file lacks the bytes of file_contents ${missing}.`)
}

async function* exactly(size: number, line: number, bytes: AsyncIterable<Buffer>) {
  const differs = new FileProblem(line, 'these are more or fewer bytes than the row of file_contents says.')
  let length = 0
  for await (const piece of bytes) {
    length += piece.length
    if (length > size) throw differs
    yield piece
  }
  if (length < size) throw differs
}
