import { noticeDays } from 'contract'
import { type Db, inTenant, sql } from '../kit/db.ts'
import type { Log, Pools, Services } from '../kit/serve.ts'
import { notify } from '../notifications/notify.ts'
import { administratorsOf } from '../people/administrators.ts'
import { dayInWords } from './days.ts'

/** What keeps workspaces open ends on `ends_on`, `days_left` days from today in their own time zone. Those that are blocked are left out. */
const endings = sql`
  select t.id, t.on_trial, e.ends_on, e.ends_on - (now() at time zone t.timezone)::date as days_left
  from tenants t, lateral (select greatest(case when t.on_trial then t.trial_ends_on end, t.paid_until) as ends_on) e
  where t.id > 0 and not t.is_blocked and isfinite(e.ends_on)`

/** The stage of the notices that has been reached: the smallest number of days that is not less than those left. */
const reached = sql`(select min(n) from unnest(${[...noticeDays]}::int[]) as n where n >= e.days_left)`

type Deps = { pools: Pools; services: Pick<Services, 'jobs' | 'live'>; log: Log }

/**
 * Tells the administrators of each workspace whose trial or paid time ends in 7, 3 or 1 days. A stage that was missed
 * is made up for with the days that are left, unless a later one has been reached. However many do this at once,
 * and however often, each is told once. Answers how many workspaces it told.
 */
export async function announceEndings({ pools, services, log }: Deps) {
  const due = await inTenant(pools.platform, 0, 'read only', async (db) => {
    const { rows } = await sql<{ id: number }>`
      /* across tenants */
      select e.id from (${endings}) e
      where e.days_left between 0 and ${Math.max(...noticeDays)} and not exists (
        select from ending_notices n where n.tenant_id = e.id and n.ends_on = e.ends_on and n.days <= ${reached})
      order by e.id`.execute(db)
    return rows
  })
  let told = 0
  // One workspace's trouble must not keep the others from being told.
  for (const { id } of due)
    await inTenant(pools.platform, id, 'read write', (db) => announce({ db, services }, id)).then(
      (isNew) => (told += Number(isNew)),
      (error: unknown) => log.error({ err: error, tenant_id: id }, 'ending not announced'),
    )
  return told
}

/** Judged anew: it may have been paid for since, or another server may have been quicker. */
async function announce({ db, services }: { db: Db; services: Deps['services'] }, tenant_id: number) {
  const { rows } = await sql<{ ends_on: string; days_left: number; on_trial: boolean }>`
    with due as (
      select e.*, ${reached} as stage from (${endings} and t.id = ${tenant_id}) e where e.days_left >= 0),
    noted as (
      insert into ending_notices (tenant_id, ends_on, days)
      select id, ends_on, stage from due where stage is not null and not exists (
        select from ending_notices n where n.tenant_id = ${tenant_id} and n.ends_on = due.ends_on and n.days <= due.stage)
      on conflict do nothing
      returning ends_on)
    select due.ends_on, due.days_left, due.on_trial from due, noted`.execute(db)
  const [ending] = rows
  if (!ending) return false
  const to = (await administratorsOf(db, tenant_id)).map(({ id }) => id)
  const message = `${whatEnds(ending.on_trial)} ends ${inDays(ending.days_left)}, on ${dayInWords(ending.ends_on)}.`
  await notify({ db, tenant: { id: tenant_id }, services }, { to, message, link: '/billing' })
  for (const person_id of to)
    await services.jobs.enqueue(db, 'mail', { template: 'ending', tenant_id, person_id, ends_on: ending.ends_on })
  return true
}

export const whatEnds = (on_trial: boolean) => (on_trial ? 'The free trial' : 'The paid time')

export const inDays = (days: number) => (days === 0 ? 'today' : days === 1 ? 'tomorrow' : `in ${days} days`)
