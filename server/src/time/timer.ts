// The timer of a person. It becomes entries when it is stopped.
import { type Api, addDays, keyOf, mostMinutes, oldestDay, type TimeEntry, type Timer } from 'contract'
import type { Ctx, Viewer } from '../kit/context.ts'
import { pipelined, sql } from '../kit/db/db.ts'
import { refused } from '../kit/errors.ts'
import type { Handlers } from '../kit/http/pipeline.ts'
import { inactive } from '../projects/rules.ts'
import { withProject } from '../reads/parents.ts'
import { findSubtask } from '../tasks/subtasks.ts'
import { minutesByDay, weekOf } from './days.ts'
import { entriesWhere } from './read.ts'
import {
  type LockedWork,
  lockBoth,
  lockedProblem,
  lockedWeeks,
  lockOwnTime,
  lockWork,
  minutesOfDays,
  timeChanged,
} from './rules.ts'

export const timers: Handlers<Pick<Api['time'], 'timer' | 'start' | 'stop'>> = {
  timer: async (ctx) => ({ timer: shown(await ownTimer(ctx)) }),

  async start(ctx, { params: { subtask_id } }) {
    const { db, me } = ctx
    const [, running] = await pipelined(lockOwnTime(ctx), ownTimer(ctx))
    const work = running ? await lockBoth(ctx, [running.subtask_id, subtask_id]) : []
    const { id, number, title, task_id, project_id, project } = await findSubtask(ctx, subtask_id)
    if (!project.is_active) throw inactive()
    if (running?.subtask_id === id) return { timer: shown(running), recorded: [] }
    const problem = await lockedProblem(ctx, { id: project_id, name: project.name }, ctx.tenant.today)
    if (problem) throw refused(problem)
    const recorded = running ? await stopTimer(ctx, running, work) : []
    await db.insertInto('timers').values({ person_id: me.id, project_id, task_id, subtask_id: id, number, title }).execute()
    await timeChanged(ctx, [])
    return { timer: shown(await ownTimer(ctx)), recorded }
  },

  async stop(ctx) {
    const [, running] = await pipelined(lockOwnTime(ctx), ownTimer(ctx))
    if (!running) return { timer: null, recorded: [] }
    return { timer: null, recorded: await stopTimer(ctx, running, await lockWork(ctx, running.subtask_id)) }
  },
}

type TimerRow = {
  project_id: number
  project_key: string | null
  task_id: number
  subtask_id: number
  number: number | null
  title: string
  started_at: string
  now: string
}

export async function ownTimer(viewer: Viewer) {
  const { db, tenant, me } = viewer
  const { rows } = await sql<TimerRow>`
    select r.project_id, p.key as project_key, r.task_id, r.subtask_id, r.number, r.title, r.started_at, now() as now
    from timers r ${withProject(viewer, sql`r.project_id`)}
    where r.tenant_id = ${tenant.id} and r.person_id = ${me.id}`.execute(db)
  return rows[0]
}

function shown(timer: TimerRow | undefined): Timer | null {
  if (!timer) return null
  const { project_id, project_key, task_id, subtask_id, number, title, started_at } = timer
  return { project: project_id, task: task_id, subtask: subtask_id, key: keyOf(project_key, number), title, started_at }
}

/** Never fails: whatever a day or a locked week does not take is not recorded. The caller's time and the work are locked. */
async function stopTimer(ctx: Ctx, timer: TimerRow, locked: readonly LockedWork[]): Promise<TimeEntry[]> {
  const { db, me } = ctx
  const { project_id, task_id, subtask_id, number, title } = timer
  const days = await recordableDays(ctx, timer)
  const work = days.length ? locked.filter(({ id }) => id === subtask_id) : []
  const rows = days.map((day) => ({ person_id: me.id, project_id, task_id, subtask_id, number, title, ...day }))
  const [, added] = await pipelined(
    db.deleteFrom('timers').where('person_id', '=', me.id).execute(),
    rows.length ? db.insertInto('time_entries').values(rows).returning('id').execute() : [],
    timeChanged(ctx, work),
  )
  return added.length ? entriesWhere(ctx, sql`x.id = any(${added.map(({ id }) => id)})`) : []
}

async function recordableDays(ctx: Ctx, { project_id, started_at, now }: TimerRow) {
  const { timezone, today } = ctx.tenant
  const days = minutesByDay({ from: started_at, until: now, timezone, oldest: addDays(today, -oldestDay) })
  if (!days.length) return []
  const dates = days.map(({ day }) => day)
  const [closed, recorded] = await pipelined(
    lockedWeeks(ctx, project_id, [...new Set(dates.map(weekOf))]),
    minutesOfDays(ctx, dates),
  )
  return days.flatMap(({ day, minutes }) => {
    const left = mostMinutes - (recorded.get(day) ?? 0)
    return closed.has(weekOf(day)) || left <= 0 ? [] : [{ day, minutes: Math.min(minutes, left) }]
  })
}
