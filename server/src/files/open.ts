import type { previewSizes } from 'contract'
import type { Ctx } from '../kit/context.ts'
import { notFound } from '../kit/errors.ts'
import { keyOf, NoObject } from '../kit/files/store.ts'
import { Download } from '../kit/http/download.ts'
import { addPreviews } from './previews.ts'

/** A content never changes, so a browser asks once. Other cookies make it another answer. */
const kept = { 'cache-control': 'private, max-age=86400, immutable', vary: 'cookie' }

type Stored = { name: string; type: string; size: number; object: string }

/** A file as it was uploaded. */
export const download = (ctx: Ctx, { name, type, size, object }: Stored) =>
  new Download({ name, type, headers: { ...kept, 'content-length': String(size) } }, () => open(ctx, object).catch(orLost(ctx)))

/** A preview of an image. Refuses with 404 if its bytes are no image after all. */
export const downloadPreview = (ctx: Ctx, object: string, size: (typeof previewSizes)[number]) =>
  new Download({ name: null, type: 'image/webp', headers: kept }, async () => {
    try {
      return await open(ctx, `${object}.${size}`)
    } catch (error) {
      if (!(error instanceof NoObject)) throw error
      if (!(await addPreviews(ctx, object).catch(orLost(ctx)))) throw notFound()
      return open(ctx, `${object}.${size}`)
    }
  })

const open = ({ tenant, services }: Ctx, object: string) => services.store.get(keyOf(tenant.id, object))

const orLost =
  ({ log }: Ctx) =>
  (error: unknown) => {
    if (!(error instanceof NoObject)) throw error
    log.error({ object: error.message }, 'the store has lost an object')
    throw notFound()
  }
