// Judges a request for leave before it is made: what it costs, and what speaks against it.
import { type LeavePeriod, leaveProblems } from 'contract'
import type { Ctx } from '../kit/context.ts'
import type { Problems } from '../kit/errors.ts'
import { factsWithPending, runningBalance } from '../ledger/settle.ts'
import { costOf, type HalfDay, type WorkingTime, workingTimes } from './days.ts'
import { employmentProblems, inDays, overlaps, periodInWords, periodOf, periodProblems } from './periods.ts'

export type Wish = LeavePeriod & { person_id: number; type: number }

type YearCost = { year: number; half_days: number; left: number | null }
export type Judgement = {
  type: { id: number; proof: 'none' | 'note' | 'document'; needs_approval: boolean } | null
  halves: HalfDay[]
  years: YearCost[]
  time: WorkingTime | null
  problems: Problems
}

/** The caller has locked the person, unless it only looks. */
export async function judgeWish(ctx: Ctx, wish: Wish): Promise<Judgement> {
  const type = await findType(ctx, wish.type)
  const allows_half_days = type?.allows_half_days ?? true
  const periodIsWrong = periodProblems(wish, { allows_half_days, today: ctx.tenant.today })
  const problems = { ...(!type && noType), ...periodIsWrong }
  if (!type || Object.keys(problems).length) return { type: type ?? null, halves: [], years: [], time: null, problems }
  const time = (await workingTimes(ctx, [wish.person_id], wish)).get(wish.person_id) ?? null
  const halves = time ? costOf(time, wish) : []
  const isOutside = time ? employmentProblems(wish, time.employment) : {}
  if (Object.keys(isOutside).length) return { type, halves, years: [], time, problems: isOutside }
  const { years, short } = await balancesWith(ctx, wish, halves)
  const overlap = await overlapProblems(ctx, wish)
  return {
    ...{ type, halves, years, time },
    problems: {
      ...(short !== null && { to: [leaveProblems.tooMuch(inDays(Math.max(0, halves.length + short)))] }),
      ...(halves.length === 0 && { to: [leaveProblems.nothing] }),
      ...overlap,
    },
  }
}

export const noType = { type: [leaveProblems.type] }

/** Finds a type that can be requested. */
export const findType = ({ db }: Ctx, id: number) =>
  db
    .selectFrom('leave_types')
    .select(['id', 'allows_half_days', 'proof', 'needs_approval'])
    .where('id', '=', id)
    .where('is_archived', '=', false)
    .executeTakeFirst()

/** Names another request of the person that meets the period. */
async function overlapProblems({ db }: Ctx, wish: Wish): Promise<Problems> {
  const others = await db
    .selectFrom('leave_requests')
    .select(['from_day', 'starts_at_noon', 'to_day', 'ends_at_noon'])
    .where('person_id', '=', wish.person_id)
    .where('status', 'in', ['pending', 'approved'])
    .where('from_day', '<=', wish.to)
    .where('to_day', '>=', wish.from)
    .orderBy('from_day')
    .execute()
  const other = others.map(periodOf).find((each) => overlaps(each, wish))
  return other ? { from: [leaveProblems.overlap(periodInWords(other))] } : {}
}

/**
 * The cost of each year with what is left at its end, and the lowest balance above what the rules allow, if that is below zero. Requests
 * that are pending count as taken.
 */
async function balancesWith(ctx: Ctx, wish: Wish, halves: readonly HalfDay[]) {
  const first = halves[0]
  if (!first) return { years: [], short: null }
  const facts = (await factsWithPending(ctx, { people: [wish.person_id], types: [wish.type] }))(wish.person_id, wish.type)
  const days = [...Map.groupBy(halves, ({ day }) => day)].map(([day, ofDay]) => ({ day, halves: ofDay.length }))
  const running = runningBalance({ ...facts, taken: [...facts.taken, { leave_id: 0, days }] })
  const policyOf = (year: number) => facts.policies.findLast((policy) => policy.year <= year)
  const years = [...Map.groupBy(halves, ({ day }) => yearOf(day))].map(([year, ofYear]): YearCost => {
    const isCounted = (policyOf(year)?.allowance ?? null) === null
    return { year, half_days: ofYear.length, left: isCounted ? null : running.at(`${year}-12-31`) }
  })
  const room = running.after(first.day).map(({ day, balance }) => {
    const policy = policyOf(yearOf(day))
    return policy && policy.allowance !== null ? balance + policy.overdraft : 0
  })
  const least = Math.min(0, ...room)
  return { years, short: least < 0 ? least : null }
}

const yearOf = (day: string) => Number(day.slice(0, 4))
