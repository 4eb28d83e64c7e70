import type { Pools } from '../kit/context.ts'
import { inTenant } from '../kit/db/db.ts'

/**
 * Finds the id of a workspace by its subdomain. An id is remembered; whether the workspace is blocked, paid for or still there,
 * each request asks anew. One that finds it deleted says so by `gone`, and is told who has the subdomain now.
 */
export function tenantFinder(pools: Pools) {
  const known = new Map<string, number>()

  return async (subdomain: string, gone?: number) => {
    const id = known.get(subdomain)
    if (id !== undefined && id !== gone) return id
    const tenant = await inTenant(pools.platform, 0, 'read only', (db) =>
      db.selectFrom('tenants').select('id').where('subdomain', '=', subdomain).where('id', '>', 0).executeTakeFirst(),
    )
    if (tenant) known.set(subdomain, tenant.id)
    else known.delete(subdomain)
    return tenant?.id ?? null
  }
}
