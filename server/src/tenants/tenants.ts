import { inTenant } from '../kit/db.ts'
import type { Pools } from '../kit/serve.ts'

/**
 * Finds the id of a workspace by its subdomain. An id is remembered, as a subdomain never changes hands; whether the
 * workspace is blocked, paid for or still there, each request asks anew.
 */
export function tenantFinder(pools: Pools) {
  const known = new Map<string, number>()

  return async (subdomain: string) => {
    const id = known.get(subdomain)
    if (id !== undefined) return id
    const tenant = await inTenant(pools.platform, 0, 'read only', (db) =>
      db.selectFrom('tenants').select('id').where('subdomain', '=', subdomain).where('id', '>', 0).executeTakeFirst(),
    )
    if (tenant) known.set(subdomain, tenant.id)
    return tenant?.id ?? null
  }
}
