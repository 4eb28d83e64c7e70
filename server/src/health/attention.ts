import { type Attention, hoursIn, mostListed, type OpenItem, type PersonLoad } from 'contract'
import { daysAfter, endOfWeek, inTenths, startOfWeek } from '../capacity/hours.ts'
import { capacitiesOf, weeksFrom } from '../capacity/weeks.ts'
import type { Viewer } from '../kit/context.ts'
import { byName, pipelined, type RawBuilder, sql } from '../kit/db/db.ts'
import { isRunning } from '../reads/projects.ts'
import { keyJson } from '../reads/task.ts'
import { visible } from '../reads/visible.ts'

type Developer = { id: number; full_name: string; is_idle: boolean }
type OpenWork = Pick<Attention, 'overdue_count' | 'unassigned_count'> & {
  overdue: OpenItem[]
  unassigned: OpenItem[]
  load: Omit<PersonLoad, 'capacity'>[]
}

export async function readAttention(ctx: Viewer): Promise<Attention> {
  const { today, first_day } = ctx.tenant
  const [{ load: loaded, ...work }, developers] = await pipelined(readOpenWork(ctx), readDevelopers(ctx))
  const until = endOfWeek(today, first_day)
  const known = new Set(developers.map(({ id }) => id))
  const concerned = loaded.filter(({ person, open_subtasks }) => open_subtasks > 0 || known.has(person.id))
  const load = await withCapacities(ctx, withDevelopers(concerned, developers))
  const overloaded = load
    .filter(({ hours_this_week, capacity }) => hours_this_week > capacity)
    .map(({ person, hours_this_week: hours, capacity }) => ({ person, hours, capacity, until }))
    .sort((a, b) => b.hours - a.hours)
  const idle = developers.filter(({ is_idle }) => is_idle).map(({ id, full_name }) => ({ id, full_name }))
  return { ...work, idle, overloaded, load }
}

async function withCapacities(ctx: Viewer, load: OpenWork['load']): Promise<PersonLoad[]> {
  const people = load.map(({ person }) => person.id)
  const capacities = await capacitiesOf(ctx, people, weeksFrom(ctx.tenant.today, ctx.tenant.first_day, 1))
  return load.map((each) => {
    const [week] = capacities.get(each.person.id)?.weeks ?? []
    return { ...each, capacity: week ? hoursIn(week) : 0 }
  })
}

/** Adds the developers without any open subtask, and sorts everybody by name. */
function withDevelopers(load: OpenWork['load'], developers: readonly Developer[]) {
  const known = new Set(load.map(({ person }) => person.id))
  const free = developers.filter(({ id }) => !known.has(id))
  const nothing = { open_subtasks: 0, hours_this_week: 0, hours_next_week: 0, overdue: 0 }
  const all = [...load, ...free.map(({ id, full_name }) => ({ person: { id, full_name }, ...nothing }))]
  return all.sort((a, b) => a.person.full_name.localeCompare(b.person.full_name) || a.person.id - b.person.id)
}

/**
 * One scan of the tasks of each project, and of the subtasks of each task. Each `offset 0` keeps a lateral subquery from becoming a join,
 * which could start with all tasks of the workspace. Titles and names are looked up for what is listed alone.
 */
async function readOpenWork(ctx: Viewer): Promise<OpenWork> {
  const { db, tenant } = ctx
  const today = sql`${tenant.today}::date`
  const [from, until] = [startOfWeek(tenant.today, tenant.first_day), endOfWeek(tenant.today, tenant.first_day)]
  const isInWeek = sql`due_date between ${from}::date and ${until}::date`
  const isOverdue = sql`due_date < ${today}`
  const isUnassigned = sql`type = 'subtask' and assigned_to_id is null`
  const { rows } = await sql<Record<keyof OpenWork, string>>`
    with seen as materialized (
      select p.id, p.key, p.name from projects p where p.tenant_id = ${tenant.id} and ${isRunning} and ${visible(ctx)}),
    work as materialized (
      select p.id as project, p.key, p.name, item.* from seen p
      cross join lateral (
        select 'task' as type, t.id, t.number, t.id as task, t.due_date, t.assigned_to_id, null::numeric as hours, true as is_open
        from tasks t where t.tenant_id = ${tenant.id} and t.project_id = p.id and t.status <> 'done'
        union all
        select 'subtask', s.id, s.number, s.task_id, s.due_date, s.assigned_to_id, s.estimated_hours, s.status <> 'done'
        from tasks t
        cross join lateral (
          select * from subtasks s where s.tenant_id = ${tenant.id} and s.task_id = t.id and (s.status <> 'done' or s.${isInWeek}) offset 0) s
        where t.tenant_id = ${tenant.id} and t.project_id = p.id
        offset 0) item),
    open as (select * from work where is_open),
    overdue as materialized (select * from open where ${isOverdue} order by due_date, id limit ${mostListed}),
    unassigned as materialized (
      select * from open where ${isUnassigned} order by due_date nulls last, id limit ${mostListed}),
    load as materialized (
      select assigned_to_id, count(*) filter (where is_open) as open_subtasks,
        coalesce(sum(hours) filter (where ${isInWeek}), 0) as hours_this_week,
        coalesce(sum(hours) filter (where due_date > ${until}::date and due_date <= ${daysAfter(until, 7)}::date), 0) as hours_next_week,
        count(*) filter (where is_open and ${isOverdue}) as overdue
      from work where type = 'subtask' and assigned_to_id is not null group by assigned_to_id)
    select (select count(*) from open where ${isOverdue})::text as overdue_count,
      (select count(*) from open where ${isUnassigned})::text as unassigned_count,
      (select ${itemsJson(ctx, sql`i.due_date, i.id`)} from overdue i) as overdue,
      (select ${itemsJson(ctx, sql`i.due_date nulls last, i.id`)} from unassigned i) as unassigned,
      (select coalesce(json_agg(json_build_object('person', ${personJson(ctx, sql`l.assigned_to_id`)}, 'open_subtasks', l.open_subtasks,
        'hours_this_week', l.hours_this_week, 'hours_next_week', l.hours_next_week, 'overdue', l.overdue)), '[]') from load l) as load
    `.execute(db)
  const found = rows[0] ?? { overdue_count: '0', unassigned_count: '0', overdue: '[]', unassigned: '[]', load: '[]' }
  const load: OpenWork['load'] = JSON.parse(found.load)
  return {
    overdue: JSON.parse(found.overdue),
    overdue_count: Number(found.overdue_count),
    unassigned: JSON.parse(found.unassigned),
    unassigned_count: Number(found.unassigned_count),
    load: load.map((each) => ({
      ...each,
      hours_this_week: inTenths(each.hours_this_week),
      hours_next_week: inTenths(each.hours_next_week),
    })),
  }
}

export const itemsJson = (ctx: Viewer, order: RawBuilder<unknown>) => sql`coalesce(json_agg(json_build_object(
  'type', i.type, 'id', i.id, 'key', ${keyJson(sql`i.key`, sql`i.number`)}, 'task', i.task, 'due_date', i.due_date, 'project', json_build_object('id', i.project, 'name', i.name),
  'title', case i.type
    when 'task' then (select t.title from tasks t where t.tenant_id = ${ctx.tenant.id} and t.id = i.id)
    else (select s.title from subtasks s where s.tenant_id = ${ctx.tenant.id} and s.id = i.id) end,
  'assigned_to', ${personJson(ctx, sql`i.assigned_to_id`)}) order by ${order}), '[]')`

/** Null for nobody. */
const personJson = ({ tenant }: Viewer, id: RawBuilder<unknown>) => sql`(
  select json_build_object('id', e.id, 'full_name', e.full_name) from people e where e.tenant_id = ${tenant.id} and e.id = ${id})`

/** The caller's active developers, or all, by name. The search for work ends at the first that is open in a project that is running. */
async function readDevelopers({ db, tenant, me }: Viewer) {
  const { rows } = await sql<Developer>`
    select e.id, e.full_name, coalesce((
      select s.id from subtasks s
      where s.tenant_id = ${tenant.id} and s.assigned_to_id = e.id and s.status <> 'done' and (
        select ${isRunning} from projects p where p.tenant_id = ${tenant.id} and p.id = (
          select t.project_id from tasks t where t.tenant_id = ${tenant.id} and t.id = s.task_id))
      limit 1), (
      select t.id from tasks t
      where t.tenant_id = ${tenant.id} and t.assigned_to_id = e.id and t.status <> 'done' and (
        select ${isRunning} from projects p where p.tenant_id = ${tenant.id} and p.id = t.project_id)
      limit 1)) is null and coalesce(e.starts_on, '-infinity') <= ${tenant.today}::date
      and coalesce(e.ends_on, 'infinity') >= ${tenant.today}::date as is_idle
    from people e
    where e.tenant_id = ${tenant.id} and e.role = 'developer' and e.is_active
      ${me.role === 'project_manager' ? sql`and e.manager_id = ${me.id}` : sql``}
    order by ${byName('e.full_name')}, e.id`.execute(db)
  return rows
}
