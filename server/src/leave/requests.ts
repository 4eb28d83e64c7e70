// Requests for leave and the decisions about them: docs/decisions/073-leave.md
import { type Api, type LeaveStage, leaveProblems } from 'contract'
import type { Ctx } from '../kit/context.ts'
import { sql } from '../kit/db/db.ts'
import { insertMany } from '../kit/db/insert-many.ts'
import { forbidden, invalid, mustHaveNone, type Problems, problemsIn, refused } from '../kit/errors.ts'
import { pageOf } from '../kit/http/paging.ts'
import type { Handlers, Judges } from '../kit/http/pipeline.ts'
import { lockPeople, settle } from '../ledger/settle.ts'
import { decidersOf, turnOf } from './deciders.ts'
import { findRequest, readRequest, requestsToDecide, requestToChange, requestToDecide } from './find.ts'
import { findType, type Judgement, judgeWish, noType, type Wish } from './judge.ts'
import { periodOf, whileEmployed } from './periods.ts'
import { previewOf } from './preview.ts'
import { mayCancel, type RequestRow, requestsWhere, shownRequests, turnNow } from './read.ts'
import { leaveChanged, tellOfCancellation, tellOfDecision, tellOfRequest } from './tell.ts'

type Calls = Pick<Api['leave'], 'list' | 'preview' | 'request' | 'get' | 'cancel' | 'approve' | 'decline'>

export const leaveRequests: Handlers<Calls> = {
  async list(ctx, { query }) {
    const { show, status, person, limit, offset } = query
    if (show === 'all' && ctx.me.role !== 'hr') throw forbidden()
    const path = '/api/leave/'
    if (show === 'to_decide') {
      const rows = await requestsToDecide(ctx)
      const shown = await shownRequests(ctx, rows.slice(offset, offset + limit))
      return pageOf(path, query, rows.length, shown)
    }
    // A literal, because no generic plan for a parameter could use the indexes of those that wait and of those that are approved.
    const condition = sql`${show === 'own' ? sql`r.person_id = ${ctx.me.id}` : sql`true`}
      and ${status === undefined ? sql`true` : sql`r.status = ${sql.lit(status)}`}
      and ${person === undefined ? sql`true` : sql`r.person_id::text = ${person}`}`
    const rows = await requestsWhere(ctx, condition, sql`limit ${limit} offset ${offset}`)
    const { rows: counts } = await sql<{ count: number }>`
      select count(*) from leave_requests r where r.tenant_id = ${ctx.tenant.id} and ${condition}`.execute(ctx.db)
    return pageOf(path, query, counts[0]?.count ?? 0, await shownRequests(ctx, rows))
  },

  async preview(ctx, { query }) {
    const { person, type, from, to } = query
    const person_id = await subjectOf(ctx, person)
    const noon = { starts_at_noon: query.starts_at_noon === 'true', ends_at_noon: query.ends_at_noon === 'true' }
    return previewOf(ctx, { person_id, type, from, to, ...noon })
  },

  async request(ctx, { body }) {
    const { note, documents, type, from, to, starts_at_noon, ends_at_noon } = body
    const person_id = await subjectOf(ctx, body.person)
    await lockPeople(ctx.db, [person_id])
    const wish = { person_id, type, from, to, starts_at_noon, ends_at_noon }
    const judgement = await judgeWish(ctx, wish)
    mustHaveNone({ ...judgement.problems, ...proofProblems(judgement, body), ...(await documentProblems(ctx, documents)) })
    const isEntered = person_id !== ctx.me.id
    const isDecided = isEntered || judgement.type?.needs_approval === false
    const deciders = (await decidersOf(ctx, [person_id])).get(person_id)
    const stage: LeaveStage = deciders?.manager ? 'manager' : 'hr'
    const id = await insertRequest(ctx, wish, { note, stage: isDecided ? null : stage, judgement })
    await attach(ctx, documents, { person_id, leave_id: id })
    if (isEntered)
      await ctx.db
        .insertInto('leave_decisions')
        .values({ leave_id: id, stage: 'hr', is_approved: true, decided_by: ctx.me.id })
        .execute()
    if (isDecided) await settle(ctx, { people: [person_id], types: [type], cause: 'Approved' })
    const row = await findRequest(ctx, id)
    await tellOfRequest(ctx, row, deciders ? turnNow(row, deciders) : null)
    await leaveChanged(ctx, row, { isCertain: isDecided })
    return readRequest(ctx, id)
  },

  async get(ctx, { params }) {
    return readRequest(ctx, params.leave_id)
  },

  async cancel(ctx, { params }) {
    const row = await requestToChange(ctx, params.leave_id)
    const obstacle = mayCancel(ctx, row)
    if (obstacle === 'forbidden') throw forbidden()
    if (obstacle === 'decided') throw refused(leaveProblems.ended)
    if (obstacle === 'begun') throw refused(leaveProblems.begun)
    await end(ctx, row, 'cancelled')
    await tellOfCancellation(ctx, row)
    await leaveChanged(ctx, row, { isCertain: row.status === 'approved' })
    return readRequest(ctx, row.id)
  },

  async approve(ctx, { params, body }) {
    const { row, stage } = await requestToDecide(ctx, params.leave_id)
    if (!(await isWhileEmployed(ctx, row))) throw refused(leaveProblems.outsideEmployment)
    await addDecision(ctx, row, { stage, is_approved: true, reason: body.reason })
    const isLast = stage === 'hr'
    await ctx.db
      .updateTable('leave_requests')
      .set(isLast ? { status: 'approved', stage: null } : { stage: 'hr' })
      .where('id', '=', row.id)
      .execute()
    if (isLast) await settle(ctx, { people: [row.person_id], types: [row.type_id], cause: 'Approved' })
    const deciders = (await decidersOf(ctx, [row.person_id])).get(row.person_id)
    if (isLast || !deciders) await tellOfDecision(ctx, row, { is_approved: true })
    else await tellOfRequest(ctx, row, turnOf('hr', deciders))
    await leaveChanged(ctx, row, { isCertain: isLast })
    return readRequest(ctx, row.id)
  },

  async decline(ctx, { params, body }) {
    const { row, stage } = await requestToDecide(ctx, params.leave_id)
    await addDecision(ctx, row, { stage, is_approved: false, reason: body.reason })
    await end(ctx, row, 'declined')
    await tellOfDecision(ctx, row, { is_approved: false })
    await leaveChanged(ctx, row, { isCertain: false })
    return readRequest(ctx, row.id)
  },
}

export const leaveRequestJudges: Judges<Calls> = {
  async request(ctx, { body }) {
    const { type, from, to, starts_at_noon = false, ends_at_noon = false, note = '', documents = [] } = body
    const ofDocuments = await documentProblems(ctx, documents)
    const problems = await problemsIn(subjectOf(ctx, body.person), ofDocuments)
    if (type === undefined) return problems
    if (from === undefined || to === undefined) return { ...((await findType(ctx, type)) ? {} : noType), ...problems }
    const person_id = problems.person ? ctx.me.id : (body.person ?? ctx.me.id)
    const judgement = await judgeWish(ctx, { person_id, type, from, to, starts_at_noon, ends_at_noon })
    return { ...judgement.problems, ...proofProblems(judgement, { note, documents }), ...problems }
  },

  async approve(ctx, { params }) {
    await requestToDecide(ctx, params.leave_id)
    return {}
  },

  async decline(ctx, { params }) {
    await requestToDecide(ctx, params.leave_id)
    return {}
  },
}

/** The person whose leave it is: the caller, or anybody who works here for HR. */
async function subjectOf({ db, me }: Ctx, person: number | undefined) {
  if (person === undefined || person === me.id) return me.id
  if (me.role !== 'hr') throw invalid({ person: [leaveProblems.onlyOwn] })
  const found = await db
    .selectFrom('people')
    .select('id')
    .where('id', '=', person)
    .where('is_active', '=', true)
    .executeTakeFirst()
  if (!found) throw invalid({ person: [leaveProblems.person] })
  return person
}

function proofProblems({ type }: Judgement, { note, documents }: { note: string; documents: readonly number[] }): Problems {
  if (type?.proof === 'note' && note === '') return { note: [leaveProblems.note] }
  return type?.proof === 'document' && documents.length === 0 ? { documents: [leaveProblems.document] } : {}
}

/** Drafts of the caller. */
const draftsAmong = ({ db, me }: Ctx, ids: readonly number[]) =>
  db
    .selectFrom('documents')
    .select('id')
    .where('id', '=', sql<number>`any(${ids})`)
    .where('person_id', '=', me.id)
    .where('is_draft', '=', true)
    .where('trashed_at', 'is', null)

async function documentProblems(ctx: Ctx, ids: readonly number[]): Promise<Problems> {
  if (!ids.length) return {}
  const found = await draftsAmong(ctx, ids).execute()
  return found.length === new Set(ids).size ? {} : { documents: [leaveProblems.unknownDocument] }
}

async function attach(ctx: Ctx, ids: readonly number[], { person_id, leave_id }: { person_id: number; leave_id: number }) {
  if (!ids.length) return
  const locked = await draftsAmong(ctx, ids).forNoKeyUpdate().execute()
  if (locked.length !== new Set(ids).size) throw invalid({ documents: [leaveProblems.unknownDocument] })
  await ctx.db
    .updateTable('documents')
    .set({ owner_id: person_id, leave_id, is_draft: false })
    .where('id', '=', sql<number>`any(${locked.map(({ id }) => id)})`)
    .execute()
}

type New = { note: string; stage: LeaveStage | null; judgement: Judgement }

async function insertRequest({ db, me }: Ctx, { person_id, type, from, to, ...noon }: Wish, { note, stage, judgement }: New) {
  const { id } = await db
    .insertInto('leave_requests')
    .values({
      ...{ person_id, type_id: type, from_day: from, to_day: to, ...noon, note, stage },
      ...{ status: stage ? ('pending' as const) : ('approved' as const), created_by: me.id, half_days: judgement.halves.length },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const days = judgement.halves.map((half) => ({ ...half, person_id, leave_id: id }))
  await insertMany(db, 'leave_days', days)
  return id
}

/** Ends a request without leave. Days that were taken return. */
async function end(ctx: Ctx, { id, person_id, type_id, status }: RequestRow, as: 'cancelled' | 'declined') {
  await ctx.db.updateTable('leave_requests').set({ status: as, stage: null }).where('id', '=', id).execute()
  await ctx.db.deleteFrom('leave_days').where('leave_id', '=', id).execute()
  if (status === 'approved') await settle(ctx, { people: [person_id], types: [type_id], cause: 'Cancelled' })
}

/** Whether some day of a request is within the time of employment. */
async function isWhileEmployed({ db }: Ctx, row: RequestRow) {
  const person = db.selectFrom('people').select(['starts_on', 'ends_on']).where('id', '=', row.person_id)
  return whileEmployed(periodOf(row), await person.executeTakeFirstOrThrow()) !== null
}

type Decided = { stage: LeaveStage; is_approved: boolean; reason: string }

const addDecision = ({ db, me }: Ctx, { id }: RequestRow, decision: Decided) =>
  db
    .insertInto('leave_decisions')
    .values({ leave_id: id, decided_by: me.id, ...decision })
    .execute()
