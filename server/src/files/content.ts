// Makes the content of a file from the parts that have arrived.
import { createHash, randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { fileTypeFromBuffer } from 'file-type'
import type { Ctx } from '../kit/context.ts'
import { afterCommit } from '../kit/db/db.ts'
import { type FileStore, keyOf, partsOf } from '../kit/files/store.ts'
import { drawPreviews, Undrawable } from '../pictures/draw.ts'

export type Made = { sha256: Buffer; type: string; object: string; width: number | null; height: number | null }

/** The types of which previews are drawn. */
const drawn: readonly string[] = ['image/png', 'image/jpeg', 'image/webp', 'image/gif']

/** Puts a new object and its previews into the store. Nothing refers to them until `keepContent`. */
export async function make(ctx: Pick<Ctx, 'tenant' | 'services'>, upload: { id: number; size: number }): Promise<Made> {
  const { store } = ctx.services
  const object = randomUUID()
  const key = keyOf(ctx.tenant.id, object)
  const hash = createHash('sha256')
  const head: Uint8Array[] = []
  await store.put(key, joined(store, partsOf(ctx.tenant.id, upload), { hash, head }), upload.size)
  const type = await typeOf(Buffer.concat(head))
  const size = drawn.includes(type) ? await putPreviews(store, key) : null
  return { sha256: hash.digest(), type, object, width: size?.width ?? null, height: size?.height ?? null }
}

type Seen = { hash: ReturnType<typeof createHash>; head: Uint8Array[] }

/** The parts in their order. Keeps the first one. */
async function* joined(store: FileStore, parts: readonly string[], { hash, head }: Seen) {
  for (const [nth, part] of parts.entries())
    for await (const chunk of await store.get(part)) {
      const bytes = chunk as Buffer
      hash.update(bytes)
      if (nth === 0) head.push(bytes)
      yield bytes
    }
}

/** Decides by the content. The name, and what a browser says, are anybody's claim. */
async function typeOf(head: Buffer) {
  const found = await fileTypeFromBuffer(head)
  if (found) return found.mime
  return isText(head) ? 'text/plain' : 'application/octet-stream'
}

/** The last character may be cut off. */
const isText = (head: Buffer) => {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(head.subarray(0, Math.max(head.length - 3, 0)), {
      stream: true,
    })
    return !/(?![\t-\r])\p{Cc}/u.test(text)
  } catch {
    return false
  }
}

/** Null for an image that can't be drawn, or has too many pixels. It can still be downloaded. */
async function putPreviews(store: FileStore, key: string) {
  const file = await buffer(await store.get(key))
  try {
    const { small, large } = await drawPreviews(file)
    for (const [name, { image }] of [
      ['small', small],
      ['large', large],
    ] as const)
      await store.put(`${key}.${name}`, [image], image.length)
    return large
  } catch (error) {
    if (error instanceof Undrawable) return null
    throw error
  }
}

/** Adds the content, or uses the one that the workspace has of the same bytes. Returns its id. */
export async function keepContent(ctx: Ctx, made: Made, size: number) {
  const kept = await ctx.db
    .insertInto('file_contents')
    .values({ ...made, size })
    // The row is locked, and new to the sweep, until the file refers to it.
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'sha256']).doUpdateSet({ used_at: ({ ref }) => ref('excluded.used_at') }),
    )
    .returning(['id', 'object'])
    .executeTakeFirstOrThrow()
  if (kept.object !== made.object) {
    const key = keyOf(ctx.tenant.id, made.object)
    discard(ctx, [key, `${key}.small`, `${key}.large`])
  }
  return kept.id
}

/** Removes objects from the store once the transaction has committed: until then they are needed if it fails. The sweep removes the others. */
export const discard = ({ db, services }: Ctx, keys: readonly string[]) =>
  afterCommit(db, () => void services.store.remove(keys).catch(() => undefined))
