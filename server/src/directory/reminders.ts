// Reminds HR and the person of documents that expire, once a night.
import { expiryReminders } from 'contract'
import type { Log, Pools, Services } from '../kit/context.ts'
import { type Db, inTenant, sql } from '../kit/db/db.ts'
import { documentExpires } from '../notifications/messages.ts'
import { notify } from '../notifications/notify.ts'

type Options = { pools: Pools; services: Pick<Services, 'channels'>; log: Log }
type Due = { id: number; expires_on: string; owner_id: number; full_name: string; is_active: boolean; days: number }

/** The latest reminder that is due for a document `d` on the workspace's `today`, or null. */
const reminder = (today: ReturnType<typeof sql>) => sql<number | null>`(
  select min(n) from unnest(${[...expiryReminders]}::integer[]) n where d.expires_on - ${today} between 0 and n)`

/** Returns the number of reminders. One night without a server loses none; a failure in one workspace doesn't stop the others. */
export async function remindOfDocuments({ pools, services, log }: Options) {
  const longest = Math.max(...expiryReminders)
  const { rows: tenants } = await inTenant(pools.platform, 0, 'read only', (db) =>
    sql<{ tenant_id: number }>`
      /* across tenants */
      select distinct tenant_id from documents
      where expires_on between current_date - 1 and current_date + 1 + ${longest}::integer and trashed_at is null`.execute(db),
  )
  let reminded = 0
  for (const { tenant_id } of tenants)
    await inTenant(pools.workspace, tenant_id, 'read write', (db) => remind({ db, tenant: { id: tenant_id }, services })).then(
      (count) => (reminded += count),
      (error: unknown) => log.error({ err: error, tenant_id }, 'expiring documents not reminded of'),
    )
  return reminded
}

async function remind(publisher: { db: Db; tenant: { id: number }; services: Options['services'] }) {
  const { db, tenant } = publisher
  const today = sql`(select (now() at time zone t.timezone)::date from tenants t where t.id = ${tenant.id})`
  const { rows } = await sql<Due>`
    select d.id, d.expires_on, d.owner_id, p.full_name, p.is_active, ${reminder(today)} as days from documents d
    join people p on p.tenant_id = d.tenant_id and p.tenant_id = ${tenant.id} and p.id = d.owner_id
    where d.tenant_id = ${tenant.id} and d.expires_on is not null and d.trashed_at is null
      and ${reminder(today)} < coalesce(d.reminded_days, 1 + ${Math.max(...expiryReminders)}::integer)
    order by d.expires_on, d.id for no key update of d`.execute(db)
  if (!rows.length) return 0
  const staff = await db.selectFrom('people').select('id').where('role', '=', 'hr').where('is_active', '=', true).execute()
  for (const { id, expires_on: day, owner_id, full_name, is_active, days } of rows) {
    const others = staff.map((each) => each.id).filter((each) => each !== owner_id)
    await notify(publisher, { to: others, ...documentExpires(owner_id, { day, owner: full_name }) })
    if (is_active) await notify(publisher, { to: [owner_id], ...documentExpires(owner_id, { day }) })
    await db.updateTable('documents').set({ reminded_days: days }).where('id', '=', id).execute()
  }
  return rows.length
}
