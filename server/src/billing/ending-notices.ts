import { noticeDays } from 'contract'
import type { Log, Pools, Services } from '../kit/context.ts'
import { type Db, inTenant, pipelined, sql } from '../kit/db/db.ts'
import { notify } from '../notifications/notify.ts'
import { administratorsOf } from '../people/read.ts'
import { dayInWords } from '../tenants/dates.ts'

/** What keeps workspaces open ends on `ends_on`, `days_left` days from today in their own time zone. Those that are blocked are left out. */
const endings = sql`
  select t.id, t.on_trial, e.ends_on, e.ends_on - (now() at time zone t.timezone)::date as days_left
  from tenants t, lateral (select greatest(case when t.on_trial then t.trial_ends_on end, t.paid_until) as ends_on) e
  where t.id > 0 and not t.is_blocked and isfinite(e.ends_on)`

/** A stage of the notices that has been reached: the smallest number of days that is not less than those left. */
const stageOf = (days_left: number) => Math.min(...noticeDays.filter((days) => days >= days_left))

type Ending = { ends_on: string; days_left: number }
type Notice = { ends_on: string; days: number }

/** Whether none of these notices was of this stage or a later one. */
const isNew = ({ ends_on, days_left }: Ending, notices: Notice[]) =>
  !notices.some((notice) => notice.ends_on === ends_on && notice.days <= stageOf(days_left))

type Options = { pools: Pools; services: Pick<Services, 'jobs' | 'channels'>; log: Log }

/**
 * Tells the administrators of each workspace whose trial or paid time ends in 7, 3 or 1 days. A stage that was missed
 * is made up for with the days that are left, unless a later one has been reached. However many do this at once,
 * and however often, each is told once. Answers how many workspaces it told.
 */
export async function announceEndings({ pools, services, log }: Options) {
  const due = await inTenant(pools.platform, 0, 'read only', findDueEndings)
  let told = 0
  // One workspace's trouble must not keep the others from being told.
  for (const { id } of due)
    await inTenant(pools.platform, id, 'read write', (db) => announce({ db, services }, id)).then(
      (isTold) => (told += Number(isTold)),
      (error: unknown) => log.error({ err: error, tenant_id: id }, 'ending not announced'),
    )
  return told
}

const isComing = sql`e.days_left between 0 and ${Math.max(...noticeDays)}`

/** The workspaces with something to tell. Two statements, as a distributed database can't correlate tenants with their notices. */
async function findDueEndings(db: Db) {
  const { rows: coming } = await sql<Ending & { id: number }>`
    /* across tenants */
    select e.id, e.ends_on, e.days_left from (${endings}) e where ${isComing} order by e.id`.execute(db)
  const { rows: notices } = await sql<Notice & { tenant_id: number }>`
    /* across tenants */
    select tenant_id, ends_on, days from ending_notices where tenant_id = any(${coming.map(({ id }) => id)})`.execute(db)
  const noticesOf = Map.groupBy(notices, ({ tenant_id }) => tenant_id)
  return coming.filter((ending) => isNew(ending, noticesOf.get(ending.id) ?? []))
}

/** Judged anew: it may have been paid for since, or another server may have been quicker. */
async function announce({ db, services }: { db: Db; services: Options['services'] }, tenant_id: number) {
  const [{ rows }, notices] = await pipelined(
    sql<Ending & { on_trial: boolean }>`
      select e.ends_on, e.days_left, e.on_trial from (${endings} and t.id = ${tenant_id}) e where ${isComing}`.execute(db),
    db.selectFrom('ending_notices').select(['ends_on', 'days']).where('tenant_id', '=', tenant_id).execute(),
  )
  const [ending] = rows
  if (!ending || !isNew(ending, notices)) return false
  const [noted, administrators] = await pipelined(
    db
      .insertInto('ending_notices')
      .values({ tenant_id, ends_on: ending.ends_on, days: stageOf(ending.days_left) })
      .onConflict((conflict) => conflict.doNothing())
      .returning('ends_on')
      .executeTakeFirst(),
    administratorsOf(db, tenant_id),
  )
  if (!noted) return false
  const to = administrators.map(({ id }) => id)
  const message = `${whatEnds(ending.on_trial)} ends ${inDays(ending.days_left)}, on ${dayInWords(ending.ends_on)}.`
  await notify({ db, tenant: { id: tenant_id }, services }, { to, message, link: '/billing' })
  for (const person_id of to)
    await services.jobs.enqueue(db, 'mail', { template: 'ending', tenant_id, person_id, ends_on: ending.ends_on })
  return true
}

export const whatEnds = (on_trial: boolean) => (on_trial ? 'The free trial' : 'The paid time')

export const inDays = (days: number) => (days === 0 ? 'today' : days === 1 ? 'tomorrow' : `in ${days} days`)
