// Puts the content of a file into the store, and finds out what it is.
import { createHash, randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { fileTypeFromBuffer } from 'file-type'
import { type FileStore, keyOf } from './store.ts'

type Preview = { image: Buffer; width: number; height: number }
type Previews = { small: Preview; large: Preview }

export type Maker = {
  store: FileStore
  /** Loads an image when there is room to draw it. Resolves to null for one that can't be drawn, or has too many pixels. */
  draw: (load: () => Promise<Buffer>) => Promise<Previews | null>
}
/** `type` is the media type. */
type StoredObject = { sha256: Buffer; type: string; object: string }
/** `width` and `height` are those of the large preview, in pixels, and null without previews. */
export type Content = StoredObject & { width: number | null; height: number | null }

/** The types of which previews are drawn. */
const drawn: readonly string[] = ['image/png', 'image/jpeg', 'image/webp', 'image/gif']

/** How many bytes decide the type. */
const headBytes = 512 * 1024

/** Puts a new object of so many bytes into the store. Nothing refers to it yet. */
export async function storeObject(
  store: FileStore,
  { tenant_id, size }: { tenant_id: number; size: number },
  bytes: AsyncIterable<Uint8Array>,
): Promise<StoredObject> {
  const object = randomUUID()
  const seen: Seen = { hash: createHash('sha256'), head: [], length: 0 }
  await store.put(keyOf(tenant_id, object), watched(bytes, seen), size)
  return { sha256: seen.hash.digest(), type: await typeOf(Buffer.concat(seen.head)), object }
}

/** Adds previews to an object in the store, if it is an image that can be drawn. */
export async function addPreviews({ store, draw }: Maker, tenant_id: number, stored: StoredObject): Promise<Content> {
  const key = keyOf(tenant_id, stored.object)
  const previews = drawn.includes(stored.type) ? await draw(async () => buffer(await store.get(key))) : null
  if (previews) for (const [name, { image }] of Object.entries(previews)) await store.put(`${key}.${name}`, [image], image.length)
  const { width = null, height = null } = previews?.large ?? {}
  return { ...stored, width, height }
}

/** Puts a new object and its previews into the store. */
export const storeContent = async (
  maker: Maker,
  { tenant_id, size }: { tenant_id: number; size: number },
  bytes: AsyncIterable<Uint8Array>,
) => addPreviews(maker, tenant_id, await storeObject(maker.store, { tenant_id, size }, bytes))

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
