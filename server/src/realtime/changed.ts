// A handler states here what it has changed. This raises versions, and publishes the new state after the commit.
import type { LiveEvent, Project, ReadModel, Task } from 'contract'
import type { Ctx, Publisher } from '../kit/context.ts'
import { pipelined, sql } from '../kit/db/db.ts'
import { notFound } from '../kit/errors.ts'
import { readProject } from '../reads/projects.ts'
import { readTask } from '../reads/task.ts'
import { publish, type Recipients } from './publish.ts'

/** A longer event is published as an invalidation. */
const maxEventCharacters = 32 * 1024

/** A task with anything in it. `unassigned` are people who had it or subtasks in it before; `isDiscussion`: its comments alone have changed. */
type TaskChange = { task: number; unassigned?: readonly (number | null)[]; isDiscussion?: boolean }
/** `joinedOrLeft` are people for whom the project has appeared or disappeared. */
type ProjectChange = { project: number; joinedOrLeft?: readonly number[] }
type RemovedTask = {
  removed: { id: number; version: number; project_id: number }
  unassigned: readonly (number | null)[]
}
/**
 * `work_of` is the project. `touched` are tasks that stay and whose content changes. `removed` are those of the tasks that are gone which
 * an event of the last minute may have shown: pages that open later receive that event, too.
 */
type ChangedWork = {
  work_of: number
  assignees: readonly (number | null)[]
  touched?: readonly number[]
  removed?: readonly { id: number; version: number }[]
}
/** These recipients read these models again, because each sees them differently or they appear in many places. */
type Invalidation = Recipients & { models: readonly ReadModel[] }

/** The caller has locked the task. Returns its new state. */
export function changed(ctx: Ctx, change: TaskChange): Promise<Task>
/** The caller has locked the project for update: upgrading a shared lock could deadlock. Returns its new state. */
export function changed(ctx: Ctx, change: ProjectChange): Promise<Project>
/** Many tasks at once, published as an invalidation. Call it before changing their subtasks, because it locks the tasks. */
export function changed(ctx: Ctx, change: { tasks: readonly number[] }): Promise<void>
export function changed(ctx: Ctx, change: RemovedTask): Promise<void>
/** Many tasks of a project appear or go, published as an invalidation. Locks those that are touched. */
export function changed(ctx: Ctx, change: ChangedWork): Promise<void>
export function changed(publisher: Publisher, change: Invalidation): void
export function changed(
  publisher: Publisher,
  change: TaskChange | ProjectChange | { tasks: readonly number[] } | RemovedTask | ChangedWork | Invalidation,
) {
  if ('models' in change) return publish(publisher, change, { type: 'stale', reads: [...change.models] })
  // The overloads demand a whole context for the others.
  const ctx = publisher as Ctx
  if ('task' in change) return taskChanged(ctx, change)
  if ('project' in change) return projectChanged(ctx, change)
  if ('work_of' in change) return manyChanged(ctx, change)
  return 'tasks' in change ? tasksChanged(ctx, change.tasks) : taskRemoved(ctx, change)
}

async function taskChanged(ctx: Ctx, { task: id, unassigned = [], isDiscussion = false }: TaskChange) {
  const { db, tenant } = ctx
  const [{ rows }, task] = await pipelined(
    sql<Team>`
      update tasks t set version = t.version + 1, changed_at = now() from projects p
      where t.tenant_id = ${tenant.id} and t.id = ${id} and p.tenant_id = ${tenant.id} and p.id = t.project_id
      returning ${teamOf(tenant.id)}`.execute(db),
    readTask(ctx, id),
  )
  if (!rows[0] || !task) throw notFound()
  const project_id = task.project
  const isLong = JSON.stringify(task).length > maxEventCharacters
  const event: LiveEvent = isLong ? { type: 'outdated', project_id } : { type: 'changed', ...echo(ctx), project_id, task }
  publish(ctx, { projects: [project_id] }, event)
  if (!isDiscussion)
    workChanged(ctx, rows[0], [...[task, ...task.subtasks].map(({ assigned_to }) => assigned_to?.id ?? null), ...unassigned])
  return task
}

async function taskRemoved(ctx: Ctx, { removed: { id, version, project_id }, unassigned }: RemovedTask) {
  publish(ctx, { projects: [project_id] }, { type: 'removed', ...echo(ctx), project_id, task_id: id, version })
  await workAppearedOrGone(ctx, { work_of: project_id, assignees: unassigned })
}

async function manyChanged(ctx: Ctx, change: ChangedWork) {
  const { work_of: project_id, touched = [], removed = [] } = change
  for (const { id, version } of removed)
    publish(ctx, { projects: [project_id] }, { type: 'removed', project_id, task_id: id, version })
  publish(ctx, { projects: [project_id] }, { type: 'outdated', project_id })
  await pipelined(raiseVersions(ctx, touched), workAppearedOrGone(ctx, change))
}

async function workAppearedOrGone(ctx: Ctx, { work_of, assignees }: ChangedWork) {
  const { db, tenant } = ctx
  const { rows } = await sql<Team>`
    select ${teamOf(tenant.id)} from projects p where p.tenant_id = ${tenant.id} and p.id = ${work_of}`.execute(db)
  if (!rows[0]) return
  workChanged(ctx, rows[0], assignees)
  // The proposals of a task are deleted with it.
  changed(ctx, { people: rows[0].members.map(Number), models: ['proposals'] })
}

/** The people who see a project `p`, apart from the administrators. An array, because a distributed database returns no JSON from an update. */
type Team = { assigned_pm: number; members: string[] }
const teamOf = (tenant_id: number) => sql`p.assigned_pm, array(
  select m.person_id from members m where m.tenant_id = ${tenant_id} and m.project_id = p.id) as members`

/**
 * Invalidates what shows or counts work: the dashboards of their assignees, the manager's and the administrators' counts, and the
 * project's health for everybody who sees it.
 */
function workChanged(ctx: Ctx, { assigned_pm, members }: Team, assignees: readonly (number | null)[]) {
  changed(ctx, { people: assignees.filter((id) => id !== null), models: ['dashboard'] })
  changed(ctx, { people: [assigned_pm], models: ['developers'] })
  changed(ctx, { people: members.map(Number), models: ['health'] })
  changed(ctx, { roles: ['tenant_admin'], models: ['assignments', 'health'] })
}

async function tasksChanged(ctx: Ctx, ids: readonly number[]) {
  for (const project_id of await raiseVersions(ctx, ids))
    publish(ctx, { projects: [project_id] }, { type: 'outdated', project_id })
}

/** Returns the projects of the tasks. */
async function raiseVersions({ db, tenant }: Ctx, ids: readonly number[]) {
  if (!ids.length) return new Set<number>()
  const { rows } = await sql<{ project_id: number }>`
    with locked as (
      select t.id from tasks t where t.tenant_id = ${tenant.id} and t.id = any(${ids}) order by t.id for no key update)
    update tasks t set version = t.version + 1, changed_at = now() from locked
    where t.tenant_id = ${tenant.id} and t.id = locked.id
    returning t.project_id`.execute(db)
  return new Set(rows.map((row) => row.project_id))
}

async function projectChanged(ctx: Ctx, { project: id, joinedOrLeft = [] }: ProjectChange) {
  const update = ctx.db
    .updateTable('projects')
    .set({ version: sql<number>`version + 1`, changed_at: sql`now()` })
    .where('id', '=', id)
  const [_updated, { json }] = await pipelined(update.execute(), readProject(ctx, id))
  const project: Project = JSON.parse(json)
  const members = project.members.map(({ employee }) => employee.id)
  publish(ctx, { people: members, roles: ['tenant_admin'], projects: [id] }, { type: 'changed', ...echo(ctx), project })
  changed(ctx, { people: members, models: ['dashboard', 'rooms', 'health'] })
  changed(ctx, { roles: ['tenant_admin'], models: ['assignments', 'health'] })
  changed(ctx, { people: joinedOrLeft, models: ['projects', 'work', 'developers', 'rooms', 'health'] })
  return project
}

/** Lets the browser that made the request recognise the event. */
const echo = ({ change_id }: Ctx) => (change_id === undefined ? {} : { change_id })
