// Continues the ledgers of leave, once a night: next year's grants, and its days with the holidays that are known by then.
import type { Log, Pools } from '../kit/context.ts'
import { inTenant, sql } from '../kit/db/db.ts'
import { lockPeople, settle } from '../ledger/settle.ts'
import { costAgain } from './days.ts'

/** Returns the number of workspaces. A failure in one doesn't stop the others. */
export async function continueLedgers({ pools, log }: { pools: Pools; log: Log }) {
  const { rows } = await inTenant(pools.platform, 0, 'read only', (db) =>
    sql<{ tenant_id: number }>`select distinct tenant_id from leave_types /* across tenants */`.execute(db),
  )
  let continued = 0
  for (const { tenant_id } of rows)
    await continueLedger(pools, tenant_id).then(
      () => continued++,
      (error: unknown) => log.error({ err: error, tenant_id }, 'ledgers of leave not continued'),
    )
  return continued
}

const continueLedger = (pools: Pools, tenant_id: number) =>
  inTenant(pools.workspace, tenant_id, 'read write', async (db) => {
    const { rows } = await sql<{ today: string }>`
      select (now() at time zone t.timezone)::date as today from tenants t where t.id = ${tenant_id}`.execute(db)
    const today = rows[0]?.today
    if (today === undefined) return
    const next = Number(today.slice(0, 4)) + 1
    const tenant = { id: tenant_id, today }
    const people = await lockPeople(db)
    const ids = people.map(({ id }) => id)
    await costAgain({ db, tenant }, ids, { from: `${next}-01-01`, to: `${next}-12-31` })
    await settle({ db, tenant, me: null }, { cause: 'Holidays of next year' })
  })
