import type { Ctx } from '../kit/context.ts'
import { invalid, unavailable } from '../kit/errors.ts'
import { type FileStore, NoObject } from '../kit/files/store.ts'
import { partsOf } from './parts.ts'

/** Refuses an upload that is malware, or that can't be examined. Without a scanner, everything is taken. */
export async function mustBeClean(
  { tenant, services, log }: Pick<Ctx, 'tenant' | 'services' | 'log'>,
  upload: { id: number; size: number },
) {
  const { scan, store } = services
  if (!scan) return
  const malware = await scan(bytesOf(store, partsOf(tenant.id, upload))).catch((error: unknown) => {
    if (error instanceof NoObject) throw error
    log.error({ err: error }, 'file not scanned')
    throw unavailable('Files can’t be checked for malware at the moment. Please try again later.')
  })
  if (malware === null) return
  log.warn({ upload_id: upload.id, malware }, 'malware refused')
  throw invalid({ non_field_errors: [`This file is malware (${malware}).`] })
}

async function* bytesOf(store: FileStore, keys: readonly string[]) {
  for (const key of keys) yield* (await store.get(key)) as AsyncIterable<Buffer>
}
