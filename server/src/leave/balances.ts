// Balances of leave, the ledgers behind them, and HR's corrections: docs/decisions/073-leave.md
import { type Api, type LeaveBalance, type LeaveEntry, leaveProblems } from 'contract'
import type { Ctx, Viewer } from '../kit/context.ts'
import { byName, type RawBuilder, sql } from '../kit/db/db.ts'
import { forbidden, mustHaveNone, notFound, type Problems } from '../kit/errors.ts'
import { pageOf } from '../kit/http/paging.ts'
import type { Handlers, Judges } from '../kit/http/pipeline.ts'
import { factsWithPending, lockPeople, runningBalance, settle } from '../ledger/settle.ts'
import { changed } from '../realtime/changed.ts'

type Calls = Pick<Api['leave'], 'balancesOf' | 'ledger' | 'correct' | 'balances'>

export const leaveBalances: Handlers<Calls> = {
  async balancesOf(ctx, { params, query }) {
    const { id } = await subjectOf(ctx, params.person_id)
    const year = query.year ?? yearOf(ctx)
    return { year, balances: (await balancesIn(ctx, year, [id])).get(id) ?? [] }
  },

  async ledger(ctx, { params, query }) {
    const { id } = await subjectOf(ctx, params.person_id)
    const { limit, offset, type } = query
    const condition = sql`l.person_id = ${id} and ${type === undefined ? sql`true` : sql`l.type_id::text = ${type}`}`
    const { rows } = await sql<{ count: number }>`
      select count(*) from leave_ledger l where l.tenant_id = ${ctx.tenant.id} and ${condition}`.execute(ctx.db)
    const results = await entriesWhere(ctx, condition, sql`limit ${limit} offset ${offset}`)
    return pageOf(`/api/people/${id}/leave/ledger/`, query, rows[0]?.count ?? 0, results)
  },

  async correct(ctx, { params, body }) {
    const { type, day, half_days, reason } = body
    const person = await subjectOf(ctx, params.person_id)
    await lockPeople(ctx.db, [person.id])
    mustHaveNone(await correctionProblems(ctx, body))
    const { id } = await ctx.db
      .insertInto('leave_ledger')
      .values({ person_id: person.id, type_id: type, kind: 'correction', day, half_days, reason, by_id: ctx.me.id })
      .returning('id')
      .executeTakeFirstOrThrow()
    await settle(ctx, { people: [person.id], types: [type], cause: `Corrected: ${reason}` })
    changed(ctx, { people: [person.id], roles: ['hr'], models: ['leave'] })
    const [entry] = await entriesWhere(ctx, sql`l.id = ${id}`)
    return entry ?? Promise.reject(notFound())
  },

  async balances(ctx, { query }) {
    const year = query.year ?? yearOf(ctx)
    const balances = await balancesIn(ctx, year)
    return { year, people: [...balances].map(([person, ofPerson]) => ({ person, balances: ofPerson })) }
  },
}

export const leaveBalanceJudges: Judges<Calls> = {
  async correct(ctx, { params, body }) {
    await subjectOf(ctx, params.person_id)
    return correctionProblems(ctx, body)
  },
}

const yearOf = ({ tenant }: Pick<Ctx, 'tenant'>) => Number(tenant.today.slice(0, 4))

/** Finds somebody whose balances the caller sees: HR those of all, also of people who have left, and everybody their own. */
async function subjectOf({ db, me }: Ctx, id: number) {
  const found = await db.selectFrom('people').select(['id', 'is_active']).where('id', '=', id).executeTakeFirst()
  if (!found || !(found.is_active || me.role === 'hr')) throw notFound()
  if (me.role !== 'hr' && me.id !== id) throw forbidden()
  return found
}

async function correctionProblems(
  { db, tenant }: Ctx,
  { type, day, half_days }: { type?: number | undefined; day?: string | undefined; half_days?: number | undefined },
): Promise<Problems> {
  const year = yearOf({ tenant })
  const isFar = day !== undefined && (day < '2000-01-01' || day > `${year + 1}-12-31`)
  const found = type === undefined || (await db.selectFrom('leave_types').select('id').where('id', '=', type).executeTakeFirst())
  return {
    ...(!found && { type: [leaveProblems.type] }),
    ...(isFar && { day: [leaveProblems.correctionDay] }),
    ...(half_days === 0 && { half_days: [leaveProblems.noDays] }),
  }
}

type BalanceRow = Omit<LeaveBalance, 'left'> & { person: number; is_counted: boolean; is_waiting: boolean }

/**
 * The balances of each person by type, as of the last day of a year; of all who work here, if no ids are given. Where a request is pending,
 * what is left is what it is judged by: days that it takes may be carried ones, which would expire.
 */
async function balancesIn({ db, tenant }: Pick<Viewer, 'db' | 'tenant'>, year: number, people?: readonly number[]) {
  const [first, last] = [`${year}-01-01`, `${year}-12-31`]
  const ofThem = (column: RawBuilder<unknown>) => (people ? sql`and ${column} = any(${people})` : sql``)
  // The ledgers of all are read once, in the index alone.
  const { rows } = await sql<BalanceRow>`
    with sums as materialized (
      select l.person_id, l.type_id, sum(l.half_days) as total,
        coalesce(sum(l.half_days) filter (where l.day >= ${first} and l.kind in ('taken', 'returned')), 0) as taken
      from leave_ledger l where l.tenant_id = ${tenant.id} and l.day <= ${last} ${ofThem(sql`l.person_id`)} group by l.person_id, l.type_id),
    pending as materialized (
      select r.person_id, r.type_id, sum(case when r.from_day >= ${first} and r.to_day <= ${last} then r.half_days else (
        select count(*) from leave_days d
        where d.tenant_id = ${tenant.id} and d.leave_id = r.id and d.day between ${first} and ${last}) end) as halves
      from leave_requests r where r.tenant_id = ${tenant.id} and r.status = 'pending' ${ofThem(sql`r.person_id`)}
      group by r.person_id, r.type_id),
    t as materialized (
      select t.id, t.name, (
        select k.allowance from leave_policies k
        where k.tenant_id = ${tenant.id} and k.type_id = t.id and k.year <= ${year}::integer order by k.year desc limit 1) is null as is_counted
      from leave_types t where t.tenant_id = ${tenant.id} and not t.is_archived),
    p as materialized (
      select p.id, p.full_name as name from people p
      where p.tenant_id = ${tenant.id} ${people ? sql`and p.id = any(${people})` : sql`and p.is_active`})
    select p.id as person, t.id as type, t.is_counted, (coalesce(s.total, 0) - coalesce(s.taken, 0))::integer as entitled,
      -coalesce(s.taken, 0)::integer as taken, coalesce(w.halves, 0)::integer as pending,
      w.person_id is not null as is_waiting
    from p cross join t
    left join sums s on s.person_id = p.id and s.type_id = t.id
    left join pending w on w.person_id = p.id and w.type_id = t.id
    order by ${byName('p.name')}, p.id, ${byName('t.name')}, t.id`.execute(db)
  const leftWithPending = await leftOf(
    { db, tenant },
    rows.filter(({ is_waiting }) => is_waiting),
    last,
  )
  const balances = rows.map(({ is_counted, is_waiting, ...row }): LeaveBalance & { person: number } => {
    if (is_counted) return { ...row, entitled: 0, left: null }
    const left = is_waiting ? leftWithPending(row) : row.entitled - row.taken
    return { ...row, entitled: left + row.taken + row.pending, left }
  })
  const byPerson = Map.groupBy(balances, ({ person }) => person)
  return new Map([...byPerson].map(([person, all]) => [person, all.map(({ person: _, ...balance }) => balance)]))
}

type Pair = Pick<BalanceRow, 'person' | 'type'>

/** What is left on a day if all pending requests are granted. */
async function leftOf(reader: Pick<Viewer, 'db' | 'tenant'>, pairs: readonly Pair[], day: string) {
  const scope = { people: pairs.map(({ person }) => person), types: pairs.map(({ type }) => type) }
  const factsOf = pairs.length ? await factsWithPending(reader, scope) : null
  return ({ person, type }: Pair) => (factsOf ? runningBalance(factsOf(person, type)).at(day) : 0)
}

type EntryRow = Omit<LeaveEntry, 'by'> & { by_id: number | null; full_name: string | null }

/** The rows `l` of ledgers under a condition, the latest day first. */
async function entriesWhere({ db, tenant }: Viewer, condition: RawBuilder<unknown>, page = sql``): Promise<LeaveEntry[]> {
  const { rows } = await sql<EntryRow>`
    select l.id, l.type_id as type, l.kind, l.day, l.half_days, l.reason, l.leave_id as request, l.created_at, l.by_id,
      (select e.full_name from people e where e.tenant_id = ${tenant.id} and e.id = l.by_id) as full_name
    from leave_ledger l where l.tenant_id = ${tenant.id} and ${condition} order by l.day desc, l.id desc ${page}`.execute(db)
  return rows.map(({ by_id, full_name, ...row }) => ({
    ...row,
    by: by_id === null ? null : { id: by_id, full_name: full_name ?? '' },
  }))
}
