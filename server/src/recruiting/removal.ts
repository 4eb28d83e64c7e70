// Removes the data of applicants: at once, or so many days after their rejection. What remains says only that somebody has applied.
import { freeContents } from '../files/content.ts'
import type { Log, Pools, Publisher, Services } from '../kit/context.ts'
import { inTenant, sql } from '../kit/db/db.ts'
import { insertMany } from '../kit/db/insert-many.ts'
import { interviewCancelled } from '../notifications/messages.ts'
import { notify } from '../notifications/notify.ts'
import { cancelRemoved } from './mails.ts'
import { recruitingChanged } from './rules.ts'

type Needed = Pick<Services, 'channels' | 'jobs' | 'store' | 'tokens'>
type Remover = Publisher & { me: { id: number } | null; services: Needed }

/** Keeps the opening, the stages and their dates. What was planned with them is cancelled. */
export async function removeData(ctx: Remover, ids: readonly number[]) {
  const { db, me } = ctx
  const isOfThem = sql<boolean>`application_id = any(${ids})`
  await notify(ctx, { to: await cancelRemoved(ctx, ids), ...interviewCancelled() })
  await removeAnswers(ctx, ids)
  const cvs = await db.selectFrom('applications').select('cv_content_id').where('id', '=', sql<number>`any(${ids})`).execute()
  await db.deleteFrom('application_answers').where(isOfThem).execute()
  await db.deleteFrom('application_ratings').where(isOfThem).execute()
  await db.deleteFrom('interviews').where(isOfThem).execute()
  await db.deleteFrom('hires').where(isOfThem).execute()
  await db.deleteFrom('application_entries').where(isOfThem).where('event', 'not in', ['applied', 'moved', 'hired']).execute()
  // A form that is sent again is a new application.
  const blank = { full_name: '', email: '', phone: '', links: '', cv_content_id: null, cv_name: null, undeliverable_at: null }
  const removed = { ...blank, form_key: sql<string>`'removed ' || id` }
  await db
    .updateTable('applications')
    .set({ ...removed, removed_at: sql<string>`now()` })
    .where('id', '=', sql<number>`any(${ids})`)
    .execute()
  await freeContents(
    ctx,
    cvs.flatMap(({ cv_content_id }) => cv_content_id ?? []),
  )
  const entries = ids.map((application_id) => ({ application_id, event: 'removed' as const, person_id: me?.id ?? null }))
  await insertMany(db, 'application_entries', entries)
}

/** The answers that are kept for repeated requests hold the words of notes and mails. */
const removeAnswers = ({ db, tenant }: Remover, ids: readonly number[]) =>
  sql`
    with e as materialized (
      select e.id::text as id from application_entries e
      where e.tenant_id = ${tenant.id} and e.application_id = any(${ids}) and e.event in ('note', 'mail'))
    delete from answers a where a.tenant_id = ${tenant.id} and a.answer->>'event' in ('note', 'mail')
      and a.answer->>'id' = any(array(select e.id from e))`.execute(db)

type Options = { pools: Pools; services: Needed; log: Log }

/** Returns the number of applicants. A failure in one workspace doesn't stop the others. */
export async function removeRejected(options: Options) {
  const { rows } = await inTenant(options.pools.platform, 0, 'read only', (db) =>
    sql<{ tenant_id: number }>`
      select distinct tenant_id from applications where rejected_at is not null and removed_at is null /* across tenants */`.execute(
      db,
    ),
  )
  let removed = 0
  for (const { tenant_id } of rows)
    await removeInTenant(options, tenant_id).then(
      (count) => (removed += count),
      (error: unknown) => options.log.error({ err: error, tenant_id }, 'data of rejected applicants not removed'),
    )
  return removed
}

const removeInTenant = ({ pools, services }: Options, tenant_id: number) =>
  inTenant(pools.workspace, tenant_id, 'read write', async (db) => {
    const { rows } = await sql<{ id: number }>`
      select a.id from applications a
      where a.tenant_id = ${tenant_id} and a.removed_at is null and a.rejected_at is not null
        and a.rejected_at < now() - (
          select t.retention_days from tenants t where t.id = ${tenant_id}) * interval '1 day'
      order by a.id for no key update`.execute(db)
    if (!rows.length) return 0
    await removeData(
      { db, me: null, tenant: { id: tenant_id }, services },
      rows.map(({ id }) => id),
    )
    recruitingChanged({ db, tenant: { id: tenant_id }, services })
    return rows.length
  })
