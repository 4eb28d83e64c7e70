// What happens to projects, tasks and assignments when a person leaves or changes roles.

import { changes, parts, recordEach, type Subject } from '../history/record.ts'
import type { Ctx } from '../kit/context.ts'
import { countAll, pipelined, sql } from '../kit/db/db.ts'
import { invalid, refused } from '../kit/errors.ts'
import { developerTaken } from '../notifications/messages.ts'
import { notify } from '../notifications/notify.ts'
import { deletePicture } from '../pictures/pictures.ts'
import { changed } from '../realtime/changed.ts'
import { record } from '../security-log/record.ts'
import { wherePeopleAppear } from './audiences.ts'
import { endLinks } from './links.ts'
import { nameOf } from './read.ts'
import { endSessionsOf } from './sessions.ts'

type Leaving = { id: number; role: string; full_name: string; manager_id: number | null }

/** Deletes a person, whom the caller has locked. Their row stays, for the history. */
export async function leaveWorkspace(ctx: Ctx, person: Leaving) {
  await stopManaging(ctx, person, 'deleted')
  await endMemberships(ctx, person.id)
  await unassignOpenWork(ctx, { person_id: person.id })
  await deletePrivateViews(ctx, person.id)
  await discardTimer(ctx, person.id)
  await deletePicture(ctx, person.id)
  await handOverReports(ctx, person.id)
  await endLinks(ctx, person.id)
  await endSessionsOf(ctx, person.id)
  await notifyManager(ctx, person)
  await record(ctx, 'person_deleted', { about: person.full_name })
  changed(ctx, wherePeopleAppear)
  await ctx.db.updateTable('people').set({ is_active: false, manager_id: null }).where('id', '=', person.id).execute()
}

/** Ends what depends on the role: managed developers, memberships and open work. `field` is where the new role was chosen. */
export async function leaveRole(ctx: Ctx, person: Leaving, { field = 'role' } = {}) {
  if (person.role === 'project_manager') {
    await stopManaging(ctx, person, 'given another role')
    // The rest of it is in inactive projects.
    await unassignOpenWork(ctx, { person_id: person.id })
    changed(ctx, wherePeopleAppear)
  }
  if (person.role === 'developer') {
    await endMemberships(ctx, person.id)
    await mustHaveNoOpenSubtasks(ctx, person, { field })
    await unassignOpenWork(ctx, { person_id: person.id })
    await notifyManager(ctx, person)
    changed(ctx, wherePeopleAppear)
    await ctx.db.updateTable('people').set({ manager_id: null }).where('id', '=', person.id).execute()
  }
}

/** Refuses a change of role while a developer has open subtasks. */
export async function mustHaveNoOpenSubtasks(ctx: Ctx, { id, role }: Pick<Leaving, 'id' | 'role'>, { field = 'role' } = {}) {
  const open = role === 'developer' ? await openSubtasksOf(ctx, id) : 0
  if (open)
    throw invalid({
      [field]: [`This developer still has ${open} open ${open === 1 ? 'subtask' : 'subtasks'}, which must be reassigned first.`],
    })
}

async function notifyManager(ctx: Ctx, { full_name, manager_id }: Pick<Leaving, 'full_name' | 'manager_id'>) {
  if (!manager_id) return
  await notify(ctx, { to: [manager_id], ...developerTaken(full_name) })
  changed(ctx, { people: [manager_id], models: ['developers'] })
}

/**
 * Unassigns a manager's developers and records that in the audit log. Refuses it while the manager leads active projects.
 * The caller has locked the person, so that nobody is assigned to them concurrently.
 */
async function stopManaging(ctx: Ctx, person: { id: number; full_name: string }, change: string) {
  const { db, me } = ctx
  const [count, developers] = await pipelined(activeProjectsOf(ctx, person.id), lockDevelopersOf(ctx, person.id))
  if (count)
    throw refused(
      `${person.full_name} manages ${count} active ${count === 1 ? 'project' : 'projects'} and cannot be ${change}: another project manager must take over first.`,
    )
  if (!developers.length) return
  const moves = developers.map(({ id: developer_id }) => ({
    developer_id,
    previous_manager_id: person.id,
    new_manager_id: null,
    assigned_by_id: me.id,
  }))
  await pipelined(
    db.updateTable('people').set({ manager_id: null }).where('manager_id', '=', person.id).execute(),
    db.insertInto('assignments').values(moves).execute(),
  )
}

async function activeProjectsOf({ db }: Ctx, manager_id: number) {
  const { count } = await db
    .selectFrom('projects')
    .select(countAll)
    .where('assigned_pm', '=', manager_id)
    .where('is_active', '=', true)
    .executeTakeFirstOrThrow()
  return count
}

const lockDevelopersOf = ({ db }: Ctx, manager_id: number) =>
  db.selectFrom('people').select('id').where('manager_id', '=', manager_id).orderBy('id').forNoKeyUpdate().execute()

/**
 * Removes a developer from their projects, or only from the active ones of one manager, and returns those projects. Call it
 * before looking at subtasks: assigning a subtask locks the membership, so one of the two waits. It locks the projects first,
 * like every change within a project.
 */
export async function endMemberships(ctx: Ctx, person_id: number, { manager_id }: { manager_id?: number } = {}) {
  const { db, tenant } = ctx
  const { rows: left } = await sql<{ id: number; name: string }>`
    select p.id, p.name from members m
    join projects p on p.tenant_id = m.tenant_id and p.tenant_id = ${tenant.id} and p.id = m.project_id
    where m.tenant_id = ${tenant.id} and m.person_id = ${person_id} and m.role = 'developer'
      ${manager_id === undefined ? sql`` : sql`and p.assigned_pm = ${manager_id} and p.is_active`}
    order by p.id for no key update of p`.execute(db)
  if (!left.length) return left
  ctx.services.channels.revalidate(ctx, person_id)
  const project_ids = left.map(({ id }) => id)
  const memberships = db.deleteFrom('members').where('person_id', '=', person_id)
  const [name] = await pipelined(
    nameOf(ctx, person_id),
    memberships.where('project_id', '=', sql<number>`any(${project_ids})`).execute(),
  )
  const subjects = project_ids.map((project_id) => ({ project_id }))
  await recordEach(ctx, subjects, parts('member', { removed: [name ?? ''] }))
  await pipelined(...project_ids.map((project) => changed(ctx, { project, joinedOrLeft: [person_id] })))
  return left
}

/**
 * Unassigns the open work of a person who leaves a project, or all of them; they stay the assignee of what is done. They are no longer
 * a member, so that nobody assigns more to them.
 */
export async function unassignOpenWork(ctx: Ctx, { project_id, person_id }: { project_id?: number; person_id: number }) {
  const { db, tenant } = ctx
  const { rows } = await sql<{ id: number; project_id: number }>`
    select t.id, t.project_id from tasks t
    where t.tenant_id = ${tenant.id} and t.assigned_to_id = ${person_id} and t.status <> 'done'
      ${project_id === undefined ? sql`` : sql`and t.project_id = ${project_id}`}
    union
    select s.task_id, ${projectOfSubtask(tenant.id)} from subtasks s
    where s.tenant_id = ${tenant.id} and s.assigned_to_id = ${person_id} and s.status <> 'done'
      ${project_id === undefined ? sql`` : sql`and ${projectOfSubtask(tenant.id)} = ${project_id}`}`.execute(db)
  if (!rows.length) return
  const task_ids = rows.map(({ id }) => id)
  await changed(ctx, { tasks: task_ids })
  const tasks = db.updateTable('tasks').where('id', '=', sql<number>`any(${task_ids})`)
  const subtasks = db.updateTable('subtasks').where('task_id', '=', sql<number>`any(${task_ids})`)
  const [name, ofTasks, ofSubtasks] = await pipelined(
    nameOf(ctx, person_id),
    tasks
      .set({ assigned_to_id: null })
      .where('assigned_to_id', '=', person_id)
      .where('status', '!=', 'done')
      .returning('id as task_id')
      .execute(),
    subtasks
      .set({ assigned_to_id: null })
      .where('assigned_to_id', '=', person_id)
      .where('status', '!=', 'done')
      .returning(['id as subtask_id', 'task_id'])
      .execute(),
  )
  const projectOf = new Map(rows.map((row) => [row.id, row.project_id]))
  const subjects = [...ofTasks, ...ofSubtasks].flatMap((work): Subject[] => {
    const id = projectOf.get(work.task_id)
    return id === undefined ? [] : [{ ...work, project_id: id }]
  })
  await recordEach(ctx, subjects, changes({ assigned_to: name }, { assigned_to: null }))
}

/** Nobody else sees a person's private views. The shared ones stay with their projects. */
const deletePrivateViews = ({ db }: Ctx, person_id: number) =>
  db.deleteFrom('saved_views').where('person_id', '=', person_id).where(sql<boolean>`not is_shared`).execute()

/** Those who report to the person report to the person's own superior. */
const handOverReports = ({ db, tenant }: Ctx, person_id: number) =>
  db
    .updateTable('people')
    .set({
      reports_to_id: sql<number>`(select b.reports_to_id from people b where b.tenant_id = ${tenant.id} and b.id = ${person_id})`,
    })
    .where('reports_to_id', '=', person_id)
    .execute()

/** Nobody could stop it any more, or say how much of it was work. */
const discardTimer = ({ db }: Ctx, person_id: number) => db.deleteFrom('timers').where('person_id', '=', person_id).execute()

/** The project of a subtask `s`. A scalar subquery, because a join could start with all tasks of the project. */
export const projectOfSubtask = (tenant_id: number) =>
  sql<number>`(select t.project_id from tasks t where t.tenant_id = ${tenant_id} and t.id = s.task_id)`

async function openSubtasksOf({ db }: Ctx, person_id: number) {
  const { count } = await db
    .selectFrom('subtasks')
    .select(countAll)
    .where('assigned_to_id', '=', person_id)
    .where('status', '!=', 'done')
    .executeTakeFirstOrThrow()
  return count
}
