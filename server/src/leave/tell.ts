// Tells people of requests for leave and of decisions, by notifications and mails, and refreshes what their screens show.
import { workspaceRoles } from 'contract'
import type { Ctx } from '../kit/context.ts'
import { sql } from '../kit/db/db.ts'
import { leaveCancelled, leaveDecided, leaveEntered, leaveRequested, leaveTold } from '../notifications/messages.ts'
import { notify } from '../notifications/notify.ts'
import { reportsTo } from '../reads/people.ts'
import { changed } from '../realtime/changed.ts'
import { decidersOf, type turnOf } from './deciders.ts'
import { periodInWords, periodOf } from './periods.ts'
import type { RequestRow } from './read.ts'

/**
 * Everybody may see who is away, in calendars and in the directory, once it is certain. Until then, only those whom the request concerns
 * hear of it: the steps of a decision would tell others apart leave that needs one and leave that needs none.
 */
export async function leaveChanged(ctx: Ctx, { id, person_id }: RequestRow, { isCertain }: { isCertain: boolean }) {
  if (isCertain) changed(ctx, { roles: workspaceRoles, models: ['leave', 'directory'] })
  else {
    const deciders = (await decidersOf(ctx, [person_id])).get(person_id)
    const next = [...(deciders?.hr ?? []), ...(deciders?.manager ? [deciders.manager] : [])].map((each) => each.id)
    changed(ctx, { people: [...new Set([person_id, ...next, ...(await decidedBy(ctx, id))])], roles: ['hr'], models: ['leave'] })
  }
  changed(ctx, { people: [person_id], models: ['records'] })
}

async function decidedBy({ db }: Ctx, id: number) {
  const rows = await db.selectFrom('leave_decisions').select('decided_by').where('leave_id', '=', id).execute()
  return rows.map(({ decided_by }) => decided_by)
}

/** Tells those who have to decide. Leave that needs no decision is told to the manager and HR, and to the person if HR has entered it. */
export async function tellOfRequest(ctx: Ctx, row: RequestRow, turn: ReturnType<typeof turnOf> | null) {
  const about = { id: row.id, period: periodInWords(periodOf(row)) }
  if (turn) {
    const to = turn.people.map(({ id }) => id)
    await notify(ctx, { to, ...leaveRequested(row.full_name, about) })
    await mail(
      ctx,
      to.map((person_id) => ({ template: 'leave_request', leave_id: row.id, person_id })),
    )
    return
  }
  if (row.person_id !== ctx.me.id) await notify(ctx, { to: [row.person_id], ...leaveEntered(ctx.me.name, about) })
  const staff = await staffOf(ctx)
  await notify(ctx, { to: staff.filter((id) => id !== row.person_id), ...leaveTold(row.full_name, about) })
  await tellManager(ctx, row, staff)
}

/** Tells the manager of leave that is certain, unless they have just been told as somebody else. */
async function tellManager(ctx: Ctx, row: RequestRow, told: readonly number[]) {
  const manager = await managerOf(ctx, row)
  if (manager === null || told.includes(manager)) return
  // There is nothing to decide, so that the request may not be theirs to open.
  const { message } = leaveTold(row.full_name, { id: row.id, period: periodInWords(periodOf(row)) })
  await notify(ctx, { to: [manager], message, link: '/leave/calendar' })
}

async function managerOf({ db, tenant }: Ctx, { person_id }: RequestRow) {
  const { rows } = await sql<{ manager: number | null }>`
    select ${reportsTo(tenant.id)} as manager from people p where p.tenant_id = ${tenant.id} and p.id = ${person_id}`.execute(db)
  return rows[0]?.manager ?? null
}

export async function tellOfDecision(ctx: Ctx, row: RequestRow, { is_approved }: { is_approved: boolean }) {
  const about = { id: row.id, period: periodInWords(periodOf(row)), is_approved }
  await notify(ctx, { to: [row.person_id], ...leaveDecided(ctx.me.name, about) })
  await mail(ctx, [{ template: 'leave_decision', leave_id: row.id, person_id: row.person_id }])
  if (is_approved) await tellManager(ctx, row, [ctx.me.id])
}

/** Tells the person, those who would have decided next, and those who have decided; the manager of all leave that was certain. */
export async function tellOfCancellation(ctx: Ctx, row: RequestRow) {
  const { id, person_id, full_name } = row
  const by = ctx.me.name
  const about = { id, period: periodInWords(periodOf(row)) }
  await notify(ctx, { to: [person_id], ...leaveCancelled(by, { ...about, of: null }) })
  const decided = await decidedBy(ctx, id)
  const manager = row.status === 'approved' ? await managerOf(ctx, row) : null
  const deciders = (await decidersOf(ctx, [person_id])).get(person_id)
  const next = row.status === 'pending' ? [...(deciders?.hr ?? []), ...(deciders?.manager ? [deciders.manager] : [])] : []
  const others = [...decided, ...(manager === null ? [] : [manager]), ...next.map((each) => each.id), ...(await staffOf(ctx))]
  const to = [...new Set(others)].filter((each) => each !== person_id)
  const { message } = leaveCancelled(by, { ...about, of: full_name })
  await notify(ctx, { to, message })
}

async function staffOf({ db }: Ctx) {
  const rows = await db.selectFrom('people').select('id').where('role', '=', 'hr').where('is_active', '=', true).execute()
  return rows.map(({ id }) => id)
}

const mail = ({ db, tenant, services }: Ctx, mails: readonly { template: string; leave_id: number; person_id: number }[]) =>
  services.jobs.enqueueAll(
    db,
    'mail',
    mails.map((each) => ({ ...each, tenant_id: tenant.id })),
  )
