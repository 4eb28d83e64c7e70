// Makes the content of a file from the parts that have arrived.
import type { Ctx, Services } from '../kit/context.ts'
import { afterCommit, type Db } from '../kit/db/db.ts'
import { type Content, keysOf, storeContent } from '../kit/files/content.ts'
import type { FileStore } from '../kit/files/store.ts'
import { drawPreviews } from '../pictures/draw.ts'
import { partsOf } from './parts.ts'

/** Puts a new object and its previews into the store. Nothing refers to them until `keepContent`. */
export function make({ tenant, services: { store } }: Pick<Ctx, 'tenant' | 'services'>, upload: { id: number; size: number }) {
  const bytes = joined(store, partsOf(tenant.id, upload))
  return storeContent({ store, draw: drawPreviews }, { tenant_id: tenant.id, size: upload.size }, bytes)
}

/** The parts in their order. */
async function* joined(store: FileStore, parts: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) yield* await store.get(part)
}

/** A transaction in which files are kept, and the store. */
type Keeper = { db: Db; tenant: { id: number }; services: Pick<Services, 'store'> }

/** Adds the content, or uses the one that the workspace has of the same bytes. Returns its id. */
export async function keepContent(ctx: Keeper, made: Content, size: number) {
  const kept = await ctx.db
    .insertInto('file_contents')
    .values({ ...made, size })
    // The row is locked, and new to the sweep, until the file refers to it.
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'sha256']).doUpdateSet({ used_at: ({ ref }) => ref('excluded.used_at') }),
    )
    .returning(['id', 'object'])
    .executeTakeFirstOrThrow()
  if (kept.object !== made.object) discard(ctx, keysOf(ctx.tenant.id, made.object))
  return kept.id
}

/** Removes objects from the store once the transaction has committed: until then they are needed if it fails. The sweep removes the others. */
export const discard = ({ db, services }: Keeper, keys: readonly string[]) =>
  afterCommit(db, () => void services.store.remove(keys).catch(() => undefined))
