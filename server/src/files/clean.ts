import type { Ctx } from '../kit/context.ts'
import { invalid, unavailable } from '../kit/errors.ts'
import { keyOf } from '../kit/files/store.ts'

/**
 * Returns the refusal of an object that is malware, and rejects if it can't be examined. Without a scanner, everything is clean. It reads
 * the object that is kept, because the parts of an upload can still be replaced.
 */
export async function findMalware({ tenant, services, log }: Pick<Ctx, 'tenant' | 'services' | 'log'>, object: string) {
  const { scan, store } = services
  if (!scan) return null
  const bytes = await store.get(keyOf(tenant.id, object))
  const malware = await scan(bytes).catch((error: unknown) => {
    log.error({ err: error }, 'file not scanned')
    throw unavailable('Files can’t be checked for malware at the moment. Please try again later.')
  })
  if (malware === null) return null
  log.warn({ object, malware }, 'malware refused')
  return invalid({ non_field_errors: [`This file is malware (${malware}).`] })
}
