import { noticeDays } from 'contract'
import type { Log, Pools, Services } from '../kit/context.ts'
import { type Db, inTenant, pipelined, sql } from '../kit/db/db.ts'
import { notify } from '../notifications/notify.ts'
import { administratorsOf } from '../people/administrators.ts'
import { dayInWords } from '../tenants/dates.ts'

/** When each workspace's trial or paid time ends. `days_left` counts from today in its time zone. Blocked workspaces are left out. */
const endings = sql`
  select t.id, t.on_trial, e.ends_on, e.ends_on - (now() at time zone t.timezone)::date as days_left
  from tenants t, lateral (select greatest(case when t.on_trial then t.trial_ends_on end, t.paid_until) as ends_on) e
  where t.id > 0 and t.deleted_at is null and not t.is_blocked and isfinite(e.ends_on)`

/** The notice stage that has been reached: the smallest of `noticeDays` that is not below the days left. */
const stageOf = (days_left: number) => Math.min(...noticeDays.filter((days) => days >= days_left))

type Ending = { ends_on: string; days_left: number }
type Notice = { ends_on: string; days: number }

/** Whether no notice of this stage or a later one has been sent. */
const isNew = ({ ends_on, days_left }: Ending, notices: Notice[]) =>
  !notices.some((notice) => notice.ends_on === ends_on && notice.days <= stageOf(days_left))

type Options = { pools: Pools; services: Pick<Services, 'jobs' | 'channels'>; log: Log }

/**
 * Notifies the administrators of each workspace whose trial or paid time ends in 7, 3 or 1 days, once per stage even when
 * several servers run it. A missed stage is announced late, with the actual days left, unless a later stage has been
 * reached. Returns the number of workspaces notified.
 */
export async function announceEndings({ pools, services, log }: Options) {
  const due = await inTenant(pools.platform, 0, 'read only', findDueEndings)
  let announced = 0
  // A failure in one workspace must not stop the others.
  for (const { id } of due)
    await inTenant(pools.platform, id, 'read write', (db) => announce({ db, services }, id)).then(
      (isNew) => (announced += Number(isNew)),
      (error: unknown) => log.error({ err: error, tenant_id: id }, 'ending not announced'),
    )
  return announced
}

const isSoon = sql`e.days_left between 0 and ${Math.max(...noticeDays)}`

/** Finds the workspaces that need a notice, in two statements: a distributed database can't correlate tenants with notices. */
async function findDueEndings(db: Db) {
  const { rows: soon } = await sql<Ending & { id: number }>`
    /* across tenants */
    select e.id, e.ends_on, e.days_left from (${endings}) e where ${isSoon} order by e.id`.execute(db)
  const { rows: notices } = await sql<Notice & { tenant_id: number }>`
    /* across tenants */
    select tenant_id, ends_on, days from ending_notices where tenant_id = any(${soon.map(({ id }) => id)})`.execute(db)
  const noticesOf = Map.groupBy(notices, ({ tenant_id }) => tenant_id)
  return soon.filter((ending) => isNew(ending, noticesOf.get(ending.id) ?? []))
}

/** Checks again before it notifies: a payment may have arrived, or another server may have been first. */
async function announce({ db, services }: { db: Db; services: Options['services'] }, tenant_id: number) {
  const [{ rows }, notices] = await pipelined(
    sql<Ending & { on_trial: boolean }>`
      select e.ends_on, e.days_left, e.on_trial from (${endings} and t.id = ${tenant_id}) e where ${isSoon}`.execute(db),
    db.selectFrom('ending_notices').select(['ends_on', 'days']).execute(),
  )
  const [ending] = rows
  if (!ending || !isNew(ending, notices)) return false
  const [inserted, administrators] = await pipelined(
    db
      .insertInto('ending_notices')
      .values({ ends_on: ending.ends_on, days: stageOf(ending.days_left) })
      .onConflict((conflict) => conflict.doNothing())
      .returning('ends_on')
      .executeTakeFirst(),
    administratorsOf(db),
  )
  if (!inserted) return false
  const to = administrators.map(({ id }) => id)
  const message = `${whatEnds(ending.on_trial)} ends ${inDays(ending.days_left)}, on ${dayInWords(ending.ends_on)}.`
  await notify({ db, tenant: { id: tenant_id }, services }, { to, message, link: '/billing' })
  for (const person_id of to)
    await services.jobs.enqueue(db, 'mail', { template: 'ending', tenant_id, person_id, ends_on: ending.ends_on })
  return true
}

export const whatEnds = (on_trial: boolean) => (on_trial ? 'The free trial' : 'The paid time')

export const inDays = (days: number) => (days === 0 ? 'today' : days === 1 ? 'tomorrow' : `in ${days} days`)
