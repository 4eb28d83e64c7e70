// Finds requests for leave, and refuses those who may not see or decide them.
import { type LeaveRequest, leaveProblems } from 'contract'
import type { Ctx } from '../kit/context.ts'
import { sql } from '../kit/db/db.ts'
import { forbidden, notFound, refused } from '../kit/errors.ts'
import { lockPeople } from '../ledger/settle.ts'
import { decidersOf } from './deciders.ts'
import { type RequestRow, requestsWhere, seesDetails, shownRequests, turnNow } from './read.ts'

/** The pending requests that wait for the caller. Nobody decides about leave before the first day of work or after the last one. */
export async function requestsToDecide(ctx: Ctx) {
  const pending = await requestsWhere(
    ctx,
    sql`r.status = 'pending' and r.person_id <> ${ctx.me.id}
    and (select p.is_active and r.to_day >= coalesce(p.starts_on, r.to_day) and r.from_day <= coalesce(p.ends_on, r.from_day)
      from people p where p.tenant_id = ${ctx.tenant.id} and p.id = r.person_id)`,
  )
  const deciders = await decidersOf(ctx, [...new Set(pending.map(({ person_id }) => person_id))])
  return pending.filter((row) => turnNow(row, deciders.get(row.person_id))?.people.some(({ id }) => id === ctx.me.id))
}

/** Finds a request that the caller may see: of HR, the person, those who have decided, and those who may now. */
export async function findRequest(ctx: Ctx, id: number): Promise<RequestRow> {
  const [row] = await requestsWhere(ctx, sql`r.id = ${id}`)
  if (!row || !(await sees(ctx, row))) throw notFound()
  return row
}

async function sees(ctx: Ctx, row: RequestRow) {
  if (seesDetails(ctx, row)) return true
  const deciders = (await decidersOf(ctx, [row.person_id])).get(row.person_id)
  if (turnNow(row, deciders)?.people.some((each) => each.id === ctx.me.id)) return true
  const own = ctx.db.selectFrom('leave_decisions').select('id').where('leave_id', '=', row.id)
  return (await own.where('decided_by', '=', ctx.me.id).limit(1).executeTakeFirst()) !== undefined
}

export async function readRequest(ctx: Ctx, id: number): Promise<LeaveRequest> {
  const [shown] = await shownRequests(ctx, [await findRequest(ctx, id)])
  return shown ?? Promise.reject(notFound())
}

/** Locks the person of a request, and then reads it again. */
export async function requestToChange(ctx: Ctx, id: number) {
  const { person_id } = await findRequest(ctx, id)
  await lockPeople(ctx.db, [person_id])
  return findRequest(ctx, id)
}

export async function requestToDecide(ctx: Ctx, id: number) {
  const row = await requestToChange(ctx, id)
  if (row.status !== 'pending') throw refused(leaveProblems.decided)
  const turn = turnNow(row, (await decidersOf(ctx, [row.person_id])).get(row.person_id))
  if (!turn?.people.some((each) => each.id === ctx.me.id)) throw forbidden(leaveProblems.notYours)
  return { row, stage: turn.stage }
}
