// Makes the public demonstration new every night.
import { trialDays } from 'contract'
import type { Pools, Services } from '../kit/context.ts'
import { connect, type Db, inTenant, mayStandStill, sql } from '../kit/db/db.ts'
import { withRetries } from '../kit/db/retries.ts'
import { emptyTenant } from '../tenants/erase.ts'
import { fillDemo } from './demo.ts'

/** It is done from this hour on, in UTC, or later if no server runs then. */
const hour = 3

type Options = { pools: Pools; owner_url: string; services: Pick<Services, 'channels' | 'store'>; now?: Date }

/**
 * Deletes what visitors have made of the public demonstration and creates it again, relative to today. Once a night, even when several
 * servers run it: the end of its trial says when it was last done, and stays locked meanwhile. Returns whether it was due.
 */
export const renewDemo = ({ pools, owner_url, services, now = new Date() }: Options) =>
  withRetries(() =>
    inTenant(pools.platform, 0, 'read write', async (db) => {
      await mayStandStill(db)
      const tenant_id = await claim(db, now)
      if (tenant_id === undefined) return false
      // Their changes would conflict with the deletion again and again.
      await inTenant(pools.platform, tenant_id, 'read write', (workspace) => workspace.deleteFrom('sessions').execute())
      await refill({ owner_url, services, tenant_id })
      return true
    }),
  )

async function claim(db: Db, now: Date) {
  const time = sql`${now.toISOString()}::timestamptz`
  const tenant = await db
    .updateTable('tenants')
    .set({ trial_ends_on: sql<string>`(${time})::date + ${trialDays}::int` })
    // A literal, because a generic plan can't match a partial index with a parameter.
    .where('is_public_demo', '=', sql.lit(true))
    .where('trial_ends_on', '<', sql<string>`(${time} - ${hour} * interval '1 hour')::date + ${trialDays}::int`)
    .returning('id')
    .executeTakeFirst()
  return tenant?.id
}

/** One transaction of the database's owner, because the server's own role may not delete everything. Visitors see the old or the new. */
async function refill({ owner_url, services, tenant_id }: Pick<Options, 'owner_url' | 'services'> & { tenant_id: number }) {
  const owner = connect(owner_url, { max: 1, name: 'demonstration' })
  try {
    const client = await owner.connect()
    await inTenant({ connect: async () => client }, tenant_id, 'read write', async (db) => {
      await emptyTenant(client, tenant_id)
      await fillDemo(db, { living: services, password_hash: null })
      // Ends the connections of those who were looking around.
      services.channels.revalidate({ db, tenant: { id: tenant_id } }, 'everybody')
    })
  } finally {
    await owner.end()
  }
}
