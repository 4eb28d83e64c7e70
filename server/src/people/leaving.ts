// What happens to projects, tasks and assignments when a person leaves or changes roles.

import type { Ctx } from '../kit/context.ts'
import { countAll, pipelined, sql } from '../kit/db/db.ts'
import { refused } from '../kit/errors.ts'

/**
 * Unassigns a manager's developers and records that in the audit log. Refuses it while the manager leads active projects.
 * The caller has locked the person, so that nobody is assigned to them concurrently.
 */
export async function stopManaging(ctx: Ctx, person: { id: number; full_name: string }, change: string) {
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
export async function endMemberships({ db, tenant }: Ctx, person_id: number, { manager_id }: { manager_id?: number } = {}) {
  const { rows: left } = await sql<{ id: number; name: string }>`
    with locked as (
      select p.id from members m join projects p on p.tenant_id = ${tenant.id} and p.id = m.project_id
      where m.tenant_id = ${tenant.id} and m.person_id = ${person_id} and m.role = 'developer'
        ${manager_id === undefined ? sql`` : sql`and p.assigned_pm = ${manager_id} and p.is_active`}
      order by p.id for no key update of p)
    update projects p set version = p.version + 1 from locked
    where p.tenant_id = ${tenant.id} and p.id = locked.id
    returning p.id, p.name`.execute(db)
  if (left.length)
    await db
      .deleteFrom('members')
      .where('person_id', '=', person_id)
      .where('project_id', '=', sql<number>`any(${left.map(({ id }) => id)})`)
      .execute()
  return left
}

export async function unassignOpenWork({ db }: Ctx, person_id: number) {
  for (const table of ['tasks', 'subtasks'] as const)
    await db
      .updateTable(table)
      .set({ assigned_to_id: null, version: sql<number>`version + 1` })
      .where('assigned_to_id', '=', person_id)
      .where('status', '!=', 'done')
      .execute()
}

export async function openSubtasksOf({ db }: Ctx, person_id: number) {
  const { count } = await db
    .selectFrom('subtasks')
    .select(countAll)
    .where('assigned_to_id', '=', person_id)
    .where('status', '!=', 'done')
    .executeTakeFirstOrThrow()
  return count
}
