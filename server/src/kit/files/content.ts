// Puts the content of a file into the store, and finds out what it is.
import { createHash, randomUUID } from 'node:crypto'
import { fileTypeFromBuffer } from 'file-type'
import { previewSizeOf } from './picture-size.ts'
import { type FileStore, keyOf } from './store.ts'

/** `type` is the media type. `width` and `height` are those of the large preview, in pixels, and null without previews. */
export type Content = { sha256: Buffer; type: string; object: string; width: number | null; height: number | null }

/** How many bytes decide the type. */
const headBytes = 512 * 1024

/** Puts a new object of so many bytes into the store. Nothing refers to it yet. */
export async function storeContent(
  store: FileStore,
  { tenant_id, size }: { tenant_id: number; size: number },
  bytes: AsyncIterable<Uint8Array>,
): Promise<Content> {
  const object = randomUUID()
  const seen: Seen = { hash: createHash('sha256'), head: [], length: 0 }
  await store.put(keyOf(tenant_id, object), watched(bytes, seen), size)
  const head = Buffer.concat(seen.head)
  const type = await typeOf(head)
  const { width = null, height = null } = previewSizeOf(type, head) ?? {}
  return { sha256: seen.hash.digest(), type, object, width, height }
}

/** The keys of an object and of its previews. */
export const keysOf = (tenant_id: number, object: string) =>
  ['', '.small', '.large'].map((suffix) => `${keyOf(tenant_id, object)}${suffix}`)

type Seen = { hash: ReturnType<typeof createHash>; head: Uint8Array[]; length: number }

async function* watched(bytes: AsyncIterable<Uint8Array>, seen: Seen) {
  for await (const chunk of bytes) {
    seen.hash.update(chunk)
    if (seen.length < headBytes) seen.head.push(chunk)
    seen.length += chunk.length
    yield chunk
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
