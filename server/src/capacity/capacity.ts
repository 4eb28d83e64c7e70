// Capacity and workload, and the work that leave endangers: docs/decisions/074-capacity.md
import { type Api, type Employment, type EndangeredItem, hoursIn, isEmployedOn, keyOf, type WorkloadItem } from 'contract'
import type { Ctx } from '../kit/context.ts'
import { byName, type RawBuilder, sql } from '../kit/db/db.ts'
import type { Handlers } from '../kit/http/pipeline.ts'
import { findRequest } from '../leave/find.ts'
import { overlaps, periodInWords, periodOf } from '../leave/periods.ts'
import type { RequestRow } from '../leave/read.ts'
import { awayDuringWork } from '../notifications/messages.ts'
import { notify } from '../notifications/notify.ts'
import { findProject } from '../projects/rules.ts'
import { isRunning } from '../reads/projects.ts'
import { capacitiesOf, type Week, weeksFrom } from './weeks.ts'

const standardWeeks = 6

export const capacity: Handlers<Api['capacity']> = {
  async ofProject(ctx, { params }) {
    const { id } = await findProject(ctx, params.project_id)
    const people = (await membersOf(ctx, [id])).map(({ person_id }) => person_id)
    const capacities = await capacitiesOf(ctx, people, weeksFrom(ctx.tenant.today, ctx.tenant.first_day, 2))
    return [...capacities].map(([person, { weeks, absences }]) => ({ person, weeks, absences }))
  },

  async workload(ctx, { query }) {
    const weeks = weeksFrom(ctx.tenant.today, ctx.tenant.first_day, query.weeks ?? standardWeeks)
    const people = await teamOf(ctx)
    const ids = people.map(({ id }) => id)
    const capacities = await capacitiesOf(ctx, ids, weeks)
    const items = await itemsWhere(
      ctx,
      (w) => sql`${w}.assigned_to_id = any(${ids}) and coalesce(${w}.due_date, '-infinity') <= ${weeks.at(-1)?.until ?? ''}`,
    )
    const itemsOf = Map.groupBy(items, ({ assigned_to_id }) => assigned_to_id)
    return {
      weeks,
      people: people
        .filter(({ id }) => itemsOf.has(id) || isEmployedIn(weeks, capacities.get(id)?.employment))
        .map((person) => ({
          person,
          weeks: capacities.get(person.id)?.weeks ?? [],
          absences: capacities.get(person.id)?.absences ?? [],
          items: (itemsOf.get(person.id) ?? []).map(itemOf),
        })),
    }
  },

  async endangered(ctx, { params }) {
    const request = await findRequest(ctx, params.leave_id)
    const projects = await endangeredBy(ctx, request)
    const own = ctx.me.role === 'project_manager' ? await itemsWhere(ctx, isDueMeanwhile(request)) : []
    const sumOf = (type: 'tasks' | 'subtasks') => projects.reduce((sum, project) => sum + project[type], 0)
    return { tasks: sumOf('tasks'), subtasks: sumOf('subtasks'), own: await withTakers(ctx, request, own) }
  },

  async tellManagers(ctx, { params }) {
    const request = await findRequest(ctx, params.leave_id)
    const projects = await endangeredBy(ctx, request)
    const others = projects.filter(({ assigned_pm }) => assigned_pm !== ctx.me.id)
    const about = { person: request.full_name, period: periodInWords(periodOf(request)) }
    for (const { assigned_pm, ...project } of others)
      await notify(ctx, { to: [assigned_pm], ...awayDuringWork({ ...about, project }) })
    return { told: new Set(others.map(({ assigned_pm }) => assigned_pm)).size }
  },
}

const isEmployedIn = (weeks: readonly Week[], { starts_on = null, ends_on = null }: Partial<Employment> = {}) =>
  weeks.some(({ from, until }) => (starts_on ?? from) <= until && from <= (ends_on ?? from))

/** The active members of projects, once each. */
async function membersOf({ db, tenant }: Ctx, projects: readonly number[]) {
  // Each is read once: a join could look up each member's person.
  const { rows } = await sql<{ person_id: number; full_name: string; role: string; project_id: number }>`
    with m as materialized (
      select m.person_id, m.project_id, m.role from members m where m.tenant_id = ${tenant.id} and m.project_id = any(${projects})),
    p as materialized (
      select p.id, p.full_name, p.role from people p where p.tenant_id = ${tenant.id} and p.is_active)
    select m.person_id, p.full_name, p.role, m.project_id from m join p on p.id = m.person_id
    order by ${byName('p.full_name')}, p.id`.execute(db)
  return rows
}

type Named = { id: number; full_name: string }

/** The caller's developers, and the members of their running projects, by name. */
async function teamOf({ db, tenant, me }: Ctx): Promise<Named[]> {
  // The memberships of the workspace are read once: looking up those of each project reads more pages than there are.
  const { rows } = await sql<Named>`
    with all_members as materialized (select m.project_id, m.person_id, m.role from members m where m.tenant_id = ${tenant.id}),
    m as materialized (
      select m.person_id from all_members m where m.project_id = any(array(
        select p.id from projects p where p.tenant_id = ${tenant.id} and p.assigned_pm = ${me.id} and ${isRunning})))
    select e.id, e.full_name from people e
    where e.tenant_id = ${tenant.id} and e.is_active and e.role = 'developer'
      and (e.manager_id = ${me.id} or e.id = any(array(select m.person_id from m)))
    order by ${byName('e.full_name')}, e.id`.execute(db)
  return rows
}

type ItemRow = Omit<WorkloadItem, 'key' | 'project'> & {
  number: number | null
  assigned_to_id: number
  project_id: number
  project_key: string | null
  project_name: string
}

/** A condition on tasks or subtasks, which have this name in the statement. */
type WorkCondition = (work: RawBuilder<unknown>) => RawBuilder<unknown>
const [task, subtask] = [sql.ref('t'), sql.ref('s')]

/** Open tasks and subtasks of the caller's running projects under a condition, by date. */
async function itemsWhere({ db, tenant, me }: Ctx, condition: WorkCondition) {
  const { rows } = await sql<ItemRow>`
    with p as materialized (
      select p.id, p.key, p.name from projects p where p.tenant_id = ${tenant.id} and p.assigned_pm = ${me.id} and ${isRunning}),
    w as materialized (
      select 'subtask' as type, s.id, s.number, s.title, s.task_id as task, s.due_date, s.estimated_hours, s.assigned_to_id, (
        select t.project_id from tasks t where t.tenant_id = ${tenant.id} and t.id = s.task_id) as project_id
      from subtasks s where s.tenant_id = ${tenant.id} and s.status <> 'done' and ${condition(subtask)}
      union all
      select 'task', t.id, t.number, t.title, t.id, t.due_date, null, t.assigned_to_id, t.project_id
      from tasks t where t.tenant_id = ${tenant.id} and t.status <> 'done' and ${condition(task)})
    select w.*, p.key as project_key, p.name as project_name
    from w join p on p.id = w.project_id order by w.due_date nulls last, w.id`.execute(db)
  return rows
}

const itemOf = ({
  type,
  id,
  number,
  title,
  task,
  due_date,
  estimated_hours,
  project_id,
  project_key,
  project_name,
}: ItemRow): WorkloadItem => ({
  ...{ type, id, key: keyOf(project_key, number), title, task, due_date, estimated_hours },
  project: { id: project_id, name: project_name },
})

const isDueMeanwhile =
  ({ person_id, from_day, to_day }: RequestRow): WorkCondition =>
  (work) =>
    sql`${work}.assigned_to_id = ${person_id} and ${work}.due_date between ${from_day} and ${to_day}`

/** The running projects in which the person has work that is due meanwhile, and how much. */
async function endangeredBy({ db, tenant }: Ctx, request: RequestRow) {
  const isDue = isDueMeanwhile(request)
  const { rows } = await sql<{ id: number; name: string; assigned_pm: number; tasks: number; subtasks: number }>`
    with s as materialized (
      select (select t.project_id from tasks t where t.tenant_id = ${tenant.id} and t.id = s.task_id) as project_id
      from subtasks s where s.tenant_id = ${tenant.id} and s.status <> 'done' and ${isDue(subtask)}),
    t as materialized (
      select t.project_id from tasks t where t.tenant_id = ${tenant.id} and t.status <> 'done' and ${isDue(task)})
    select p.id, p.name, p.assigned_pm, (select count(*)::integer from t where t.project_id = p.id) as tasks,
      (select count(*)::integer from s where s.project_id = p.id) as subtasks
    from projects p
    where p.tenant_id = ${tenant.id} and ${isRunning}
      and p.id = any(array(select s.project_id from s union select t.project_id from t)) order by p.id`.execute(db)
  return rows
}

/** Adds the two members of each project who are there on the day and have the least of their week planned. */
async function withTakers(ctx: Ctx, request: RequestRow, items: readonly ItemRow[]): Promise<EndangeredItem[]> {
  if (!items.length) return []
  const members = await membersOf(ctx, [...new Set(items.map(({ project_id }) => project_id))])
  const others = members.filter(({ person_id, role }) => person_id !== request.person_id && role === 'developer')
  const weeks = weeksFrom(ctx.tenant.today, ctx.tenant.first_day, weeksUntil(ctx, request.to_day))
  const capacities = await capacitiesOf(ctx, [...new Set(others.map(({ person_id }) => person_id))], weeks)
  return items.map((item) => {
    const day = item.due_date ?? ''
    const ranked = others.flatMap(({ person_id, full_name, project_id }) => {
      const { weeks: ofPerson = [], absences = [], employment = null } = capacities.get(person_id) ?? {}
      const week = ofPerson.find(({ from, until }) => from <= day && day <= until)
      const isAway = absences.some((period) =>
        overlaps(period, { from: day, to: day, starts_at_noon: false, ends_at_noon: false }),
      )
      if (
        project_id !== item.project_id ||
        isAway ||
        (employment && !isEmployedOn(employment, day)) ||
        (week && hoursIn(week) === 0)
      )
        return []
      return [{ id: person_id, full_name, free: week ? hoursIn(week) - week.planned : 0 }]
    })
    const takers = ranked.sort((a, b) => b.free - a.free).slice(0, 2)
    return { ...itemOf(item), takers: takers.map(({ id, full_name }) => ({ id, full_name })) }
  })
}

/** The number of weeks from this one to that of a day: at least one. */
function weeksUntil({ tenant }: Ctx, day: string) {
  let count = 1
  while (count < 60 && (weeksFrom(tenant.today, tenant.first_day, count).at(-1)?.until ?? day) < day) count++
  return count
}
