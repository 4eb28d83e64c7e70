import type { Pools } from '../kit/context.ts'
import { inTenant } from '../kit/db/db.ts'

/**
 * Returns a cached look-up of workspace ids by subdomain. Each request reads the workspace's state itself. A request that
 * finds the workspace deleted passes its id as `gone` to look up the subdomain again.
 */
export function tenantFinder(pools: Pools) {
  const known = new Map<string, number>()

  return async (subdomain: string, gone?: number) => {
    const id = known.get(subdomain)
    if (id !== undefined && id !== gone) return id
    const tenant = await inTenant(pools.platform, 0, 'read only', (db) =>
      db
        .selectFrom('tenants')
        .select('id')
        .where('subdomain', '=', subdomain)
        .where('id', '>', 0)
        .where('deleted_at', 'is', null)
        .executeTakeFirst(),
    )
    if (tenant) known.set(subdomain, tenant.id)
    else known.delete(subdomain)
    return tenant?.id ?? null
  }
}
