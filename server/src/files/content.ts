// Makes the content of a file from the parts that have arrived.
import type { Ctx, Services } from '../kit/context.ts'
import { afterCommit, type Db, sql } from '../kit/db/db.ts'
import { type Refusal, unavailable } from '../kit/errors.ts'
import { type Content, keysOf, storeContent } from '../kit/files/content.ts'
import type { FileStore } from '../kit/files/store.ts'
import { Semaphore } from '../kit/semaphore.ts'
import { findMalware } from './clean.ts'
import { partsOf } from './parts.ts'

/** Files that are put together and examined at a time. Each request that waits holds its part in memory. */
const finishing = new Semaphore<number>({
  permits: () => 4,
  permitsPerKey: () => 2,
  maxWaiting: () => 16,
  maxWaitingInAll: () => 64,
  timeout: () => 30_000,
})
/** The ids of the uploads whose parts are being put together. */
const joining = new Set<number>()

type Finished = Refusal | Content

/**
 * Puts the parts of an upload together as a new object. Nothing refers to it until `keepContent`. Returns a refusal of malware. A process
 * puts the same upload together once at a time, and asks its other requests to come back.
 */
export async function finish(ctx: Ctx, upload: { id: number; size: number }): Promise<Finished> {
  if (joining.has(upload.id)) throw unavailable()
  joining.add(upload.id)
  try {
    return await finishing.run(() => join(ctx, upload), ctx.tenant.id)
  } finally {
    joining.delete(upload.id)
  }
}

async function join(ctx: Ctx, upload: { id: number; size: number }): Promise<Finished> {
  const { tenant, services } = ctx
  const { store } = services
  const stored = await storeContent(store, { tenant_id: tenant.id, size: upload.size }, joined(store, partsOf(tenant.id, upload)))
  try {
    const malware = await findMalware(ctx, stored.object)
    if (malware) await drop(ctx, stored)
    return malware ?? stored
  } catch (error) {
    await drop(ctx, stored)
    throw error
  }
}

/** Removes an object and its previews. The nightly sweep removes what this misses. */
export const drop = ({ tenant, services }: Omit<Keeper, 'db'>, { object }: { object: string }) =>
  services.store.remove(keysOf(tenant.id, object)).catch(() => undefined)

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

/** Deletes those of these contents to which nothing refers any more, and their objects once the transaction has committed. */
export async function freeContents(ctx: Keeper, ids: readonly number[]) {
  const id = ctx.tenant.id
  const { rows } = await sql<{ object: string }>`
    delete from file_contents c where c.tenant_id = ${id} and c.id = any(${ids}) and ${isUnused(id)} returning c.object`.execute(
    ctx.db,
  )
  discard(
    ctx,
    rows.flatMap(({ object }) => keysOf(id, object)),
  )
}

/** Whether nothing of the workspace refers to a content `c`. */
export const isUnused = (tenant_id: number) => sql<boolean>`(
  (select f.id from files f where f.tenant_id = ${tenant_id} and f.content_id = c.id limit 1) is null
  and (select d.id from documents d where d.tenant_id = ${tenant_id} and d.content_id = c.id limit 1) is null
  and (select a.id from applications a where a.tenant_id = ${tenant_id} and a.cv_content_id = c.id limit 1) is null)`

/** Removes objects from the store once the transaction has committed: until then they are needed if it fails. The sweep removes the others. */
export const discard = ({ db, services }: Keeper, keys: readonly string[]) =>
  afterCommit(db, () => void services.store.remove(keys).catch(() => undefined))
