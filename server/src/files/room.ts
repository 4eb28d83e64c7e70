// How much room the files of a workspace take.
import { type Db, pipelined, sql } from '../kit/db/db.ts'
import { lockWorkspace } from '../kit/db/locks.ts'

type Counter = { db: Db; tenant: { id: number }; me: { id: number } | null }

/** Uploads whose last part is older stand still. What has arrived of them is kept until they are swept. */
const isArriving = sql`u.touched_at > now() - interval '1 hour'`

/**
 * Counts the bytes of the workspace's files, those on their way included, and how many the person has on their way. Locks the workspace,
 * so that several files that come at the same moment are counted one by one: the caller adds its own in this transaction.
 */
export async function countFiles({ db, tenant, me }: Counter) {
  const [, { rows }] = await pipelined(
    lockWorkspace({ db, tenant }),
    sql<{ bytes: number; own: number }>`
      select (select coalesce(sum(c.size), 0) from file_contents c where c.tenant_id = ${tenant.id})
          + coalesce(sum(case when ${isArriving} then u.size else u.received end), 0) as bytes,
        count(*) filter (where u.person_id = ${me?.id ?? 0} and ${isArriving}) as own
      from uploads u where u.tenant_id = ${tenant.id} and u.file_id is null`.execute(db),
  )
  const { bytes = 0, own = 0 } = rows[0] ?? {}
  return { bytes, own }
}
