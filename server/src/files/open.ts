import type { Ctx } from '../kit/context.ts'
import { notFound } from '../kit/errors.ts'
import { keyOf, NoObject } from '../kit/files/store.ts'
import { Download } from '../kit/http/download.ts'

/** A content never changes, so a browser asks once. Other cookies make it another answer. */
const kept = { 'cache-control': 'private, max-age=86400, immutable', vary: 'cookie' }

type Stored = { name: string; type: string; size: number; object: string }

/** A file as it was uploaded. */
export const download = (ctx: Ctx, { name, type, size, object }: Stored) =>
  new Download({ name, type, headers: { ...kept, 'content-length': String(size) } }, () => open(ctx, object))

export const downloadPreview = (ctx: Ctx, object: string) =>
  new Download({ name: null, type: 'image/webp', headers: kept }, () => open(ctx, object))

async function open({ tenant, services, log }: Ctx, object: string) {
  return services.store.get(keyOf(tenant.id, object)).catch((error) => {
    if (!(error instanceof NoObject)) throw error
    log.error({ object: error.message }, 'the store has lost an object')
    throw notFound()
  })
}
