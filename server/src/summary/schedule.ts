import type { Log, Pools, Services } from '../kit/context.ts'
import { type Db, inTenant, sql } from '../kit/db/db.ts'
import { isOpen } from '../people/sessions.ts'

/** The summary of a week leaves on its Monday from this hour on, in the workspace's time zone. */
const hour = 7

/** Who gets it, unless they have turned it off. */
export const summaryRoles = ['tenant_admin', 'project_manager'] as const

type Options = { pools: Pools; services: Pick<Services, 'jobs'>; log: Log; now?: Date }
type Due = { id: number; monday: string }

/**
 * Enqueues the summaries of the workspaces whose Monday has come, once a week even when several servers run it. A Monday on which no
 * server runs is left out: on Tuesday the mail would be old. Returns the number of workspaces.
 */
export async function sendSummaries({ pools, services, log, now = new Date() }: Options) {
  const due = await inTenant(pools.platform, 0, 'read only', (db) => findDue(db, now))
  let sent = 0
  // A failure in one workspace must not stop the others.
  for (const { id, monday } of due)
    await inTenant(pools.platform, id, 'read write', (db) => enqueue({ db, services }, id, monday)).then(
      (isFirst) => (sent += Number(isFirst)),
      (error: unknown) => log.error({ err: error, tenant_id: id }, 'weekly summary not sent'),
    )
  return sent
}

async function findDue(db: Db, now: Date) {
  const { rows } = await sql<Due>`
    /* across tenants */
    select t.id, local.time::date as monday
    from tenants t, lateral (select ${now.toISOString()}::timestamptz at time zone t.timezone as time) local
    where t.id > 0 and t.deleted_at is null and not t.is_blocked and ${isOpen} and extract(isodow from local.time) = 1
      and extract(hour from local.time) >= ${hour} and (t.summarised_on is null or t.summarised_on < local.time::date)
    order by t.id`.execute(db)
  return rows
}

async function enqueue({ db, services }: { db: Db; services: Options['services'] }, tenant_id: number, monday: string) {
  const { rows } = await sql`
    update tenants set summarised_on = ${monday}::date
    where id = ${tenant_id} and (summarised_on is null or summarised_on < ${monday}::date) returning id`.execute(db)
  if (!rows.length) return false
  const readers = await db
    .selectFrom('people')
    .select('id')
    .where('role', 'in', summaryRoles)
    .where('is_active', '=', true)
    .where('gets_weekly_summary', '=', true)
    .orderBy('id')
    .execute()
  const mails = readers.map(({ id }) => ({ template: 'weekly_summary', tenant_id, person_id: id, week: monday }))
  await services.jobs.enqueueAll(db, 'mail', mails)
  return true
}
