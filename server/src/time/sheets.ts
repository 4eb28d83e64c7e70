import { type Api, timeProblems } from 'contract'
import type { Ctx } from '../kit/context.ts'
import { pipelined, sql } from '../kit/db/db.ts'
import { forbidden, refused } from '../kit/errors.ts'
import { pageOf } from '../kit/http/paging.ts'
import type { Handlers, Judges } from '../kit/http/pipeline.ts'
import { weekApproved, weekReturned } from '../notifications/messages.ts'
import { notify } from '../notifications/notify.ts'
import { orNotFound } from '../tasks/rules.ts'
import { countSheets, managesProject, sheetsWhere } from './read.ts'
import { sheetsChanged } from './weeks.ts'

type Sheets = Pick<Api['time'], 'sheets' | 'approve' | 'return'>

export const sheets: Handlers<Sheets> = {
  async sheets(ctx, { query }) {
    const { status } = query
    const condition = sql`${managesProject(ctx, sql`h.project_id`)} and h.person_id <> ${ctx.me.id}
      ${status === undefined ? sql`` : sql`and h.status = ${status}`}`
    const [results, count] = await pipelined(sheetsWhere(ctx, condition, query), countSheets(ctx, condition))
    return pageOf('/api/time/sheets/', query, count, results)
  },

  async approve(ctx, { params }) {
    const sheet = await sheetToDecide(ctx, params.sheet_id)
    if (sheet.status === 'approved') throw refused(timeProblems.decided)
    if (sheet.status !== 'submitted') throw refused(timeProblems.notSubmitted)
    return decide(ctx, sheet, { status: 'approved', reason: '' })
  },

  async return(ctx, { params, body }) {
    const sheet = await sheetToDecide(ctx, params.sheet_id)
    if (sheet.status === 'returned') throw refused(timeProblems.notSubmitted)
    return decide(ctx, sheet, { status: 'returned', reason: body.reason })
  },
}

export const sheetJudges: Judges<Sheets> = {
  async return(ctx, { params }) {
    await sheetToDecide(ctx, params.sheet_id)
    return {}
  },
}

type Sheet = Awaited<ReturnType<typeof sheetToDecide>>

/** Locks a sheet of a project that the caller manages, or of any for an administrator. Nobody decides about their own time. */
async function sheetToDecide(ctx: Ctx, id: number) {
  const sheet = await ctx.db
    .selectFrom('time_sheets as h')
    .innerJoin('projects as p', (join) => join.onRef('p.tenant_id', '=', 'h.tenant_id').onRef('p.id', '=', 'h.project_id'))
    .select(['h.id', 'h.status', 'h.week', 'h.person_id', 'p.name', 'p.assigned_pm'])
    .where('h.id', '=', id)
    .where(managesProject(ctx, sql`h.project_id`))
    .forNoKeyUpdate('h')
    .forShare('p')
    .executeTakeFirst()
  const found = orNotFound(sheet)
  if (found.person_id === ctx.me.id) throw forbidden(timeProblems.own)
  return found
}

type Decision = { status: 'approved' | 'returned'; reason: string }

async function decide(ctx: Ctx, { id, person_id, week, name, assigned_pm }: Sheet, decision: Decision) {
  const { db, me } = ctx
  const { status, reason } = decision
  const message = { project: name, week, reason }
  const [, , shown] = await pipelined(
    db
      .updateTable('time_sheets')
      .set({ ...decision, decided_at: sql<string>`now()`, decided_by: me.id })
      .where('id', '=', id)
      .execute(),
    notify(ctx, {
      to: [person_id],
      ...(status === 'approved' ? weekApproved(me.name, message) : weekReturned(me.name, message)),
    }),
    sheetsWhere(ctx, sql`h.id = ${id}`),
  )
  sheetsChanged(ctx, { person_id, managers: [assigned_pm] })
  return orNotFound(shown[0])
}
