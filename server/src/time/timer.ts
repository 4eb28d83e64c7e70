// The timer of a person. It becomes entries when it is stopped.
import {
  type Api,
  addDays,
  keyOf,
  longestTimer,
  mostMinutes,
  oldestDay,
  type TimeEntry,
  type Timer,
  timeProblems,
} from 'contract'
import type { Ctx, Viewer } from '../kit/context.ts'
import { pipelined, sql } from '../kit/db/db.ts'
import { refused } from '../kit/errors.ts'
import type { Handlers } from '../kit/http/pipeline.ts'
import { withProject } from '../reads/parents.ts'
import { minutesByDay, weekOf } from './days.ts'
import { entriesWhere } from './read.ts'
import {
  isSameWork,
  type LockedWork,
  lockBoth,
  lockedProblem,
  lockedWeeks,
  lockOwnTime,
  lockWork,
  minutesOfDays,
  type TimedWork,
  timeChanged,
  workToTime,
} from './rules.ts'

export const timers: Handlers<Pick<Api['time'], 'timer' | 'start' | 'startOnTask' | 'stop'>> = {
  timer: async (ctx) => ({ timer: shown(await ownTimer(ctx)) }),

  async start(ctx, { params: { subtask_id } }) {
    const subtask = await ctx.db.selectFrom('subtasks').select('task_id').where('id', '=', subtask_id).executeTakeFirst()
    return startOn(ctx, { task_id: subtask?.task_id ?? 0, subtask_id })
  },
  startOnTask: (ctx, { params: { task_id } }) => startOn(ctx, { task_id, subtask_id: null }),

  async stop(ctx, { query: { minutes, started_at } }) {
    const [, running] = await pipelined(lockOwnTime(ctx), ownTimer(ctx))
    if (!running) return { timer: null, recorded: [] }
    // Another device has stopped the one that is meant, and begun the next.
    if (started_at !== undefined && started_at !== running.started_at) return { timer: shown(running), recorded: [] }
    if (minutes === undefined && isForgotten(running)) throw refused(timeProblems.forgotten)
    if (minutes !== undefined) running.now = earlier(running.now, minutesAfter(running.started_at, minutes))
    return { timer: null, recorded: await stopTimer(ctx, running, await lockWork(ctx, running)) }
  },
}

async function startOn(ctx: Ctx, next: TimedWork) {
  const { db, me } = ctx
  const [, running] = await pipelined(lockOwnTime(ctx), ownTimer(ctx))
  const locked = running ? await lockBoth(ctx, [running, next]) : []
  const { project, ...work } = await workToTime(ctx, next)
  if (running && isSameWork(running, work)) return { timer: shown(running), recorded: [] }
  if (running && isForgotten(running)) throw refused(timeProblems.forgotten)
  const problem = await lockedProblem(ctx, { id: work.project_id, name: project.name }, ctx.tenant.today)
  if (problem) throw refused(problem)
  const recorded = running ? await stopTimer(ctx, running, locked) : []
  await db
    .insertInto('timers')
    .values({ person_id: me.id, ...work })
    .execute()
  await timeChanged(ctx, [])
  return { timer: shown(await ownTimer(ctx)), recorded }
}

const minutesAfter = (moment: string, minutes: number) => Temporal.Instant.from(moment).add({ minutes }).toString()
const earlier = (a: string, b: string) => (Temporal.Instant.compare(a, b) < 0 ? a : b)

/** Nobody works day and night: what such a timer has counted is not recorded unasked. */
const isForgotten = ({ started_at, now }: TimerRow) =>
  Temporal.Instant.from(started_at).until(Temporal.Instant.from(now)).total('minutes') > longestTimer

type TimerRow = {
  project_id: number
  project_key: string | null
  task_id: number
  subtask_id: number | null
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
  const work = days.length ? locked.filter((each) => isSameWork(each, timer)) : []
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
