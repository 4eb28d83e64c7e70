// Draws the previews of an image when somebody asks for one that the store does not have.
import { buffer } from 'node:stream/consumers'
import type { Ctx } from '../kit/context.ts'
import { keyOf } from '../kit/files/store.ts'
import { Semaphore } from '../kit/semaphore.ts'
import { drawingOf, drawPreviews } from '../pictures/draw.ts'

/** A workspace has one image drawn at a time. A request that waits holds no bytes. */
const waiting = new Semaphore<number>({
  permitsPerKey: () => 1,
  maxWaiting: () => 100,
  maxWaitingInAll: () => 1000,
  timeout: () => 30_000,
})
/** By the key of the image: both sizes are drawn at once, whoever asks. */
const drawings = new Map<string, Promise<boolean>>()

/** Puts both previews of an image into the store. Resolves to false if it can't be drawn. Rejects with 503 if many wait. */
export function addPreviews({ tenant, services }: Pick<Ctx, 'tenant' | 'services'>, object: string): Promise<boolean> {
  const key = keyOf(tenant.id, object)
  const draw = async () => {
    const previews = await drawingOf(tenant.id).run(() => drawPreviews(async () => buffer(await services.store.get(key))))
    for (const [size, { image }] of Object.entries(previews ?? {}))
      await services.store.put(`${key}.${size}`, [image], image.length)
    return previews !== null
  }
  const drawing = drawings.get(key) ?? waiting.run(draw, tenant.id).finally(() => drawings.delete(key))
  drawings.set(key, drawing)
  return drawing
}
