// What a person leaves behind in projects, tasks and assignments when they leave or change roles.
import { sql } from '../kit/db.ts'
import { refused } from '../kit/errors.ts'
import type { Ctx } from '../kit/serve.ts'

export async function mustNotLeadActiveProjects({ db, tenant }: Ctx, person: { id: number; full_name: string }, what: string) {
  const { count } = await db
    .selectFrom('projects')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('tenant_id', '=', tenant.id)
    .where('assigned_pm', '=', person.id)
    .where('is_active', '=', true)
    .executeTakeFirstOrThrow()
  if (count)
    throw refused(
      `${person.full_name} manages ${count} active ${count === 1 ? 'project' : 'projects'} and cannot be ${what}: another project manager must take over first.`,
    )
}

/** A project manager's developers become unassigned, which the history tells. */
export async function releaseDevelopersOf({ db, tenant, me }: Ctx, manager_id: number) {
  await sql`
    with released as (
      update people set manager_id = null where tenant_id = ${tenant.id} and manager_id = ${manager_id} returning id)
    insert into assignments (tenant_id, developer_id, previous_manager_id, new_manager_id, assigned_by_id)
    select ${tenant.id}, id, ${manager_id}, null, ${me.id} from released`.execute(db)
}

/** Before the subtasks are looked at: who gives a member a subtask holds the membership, so one of the two waits. */
export const endMemberships = ({ db, tenant }: Ctx, person_id: number) =>
  db
    .deleteFrom('members')
    .where('tenant_id', '=', tenant.id)
    .where('person_id', '=', person_id)
    .where('role', '=', 'developer')
    .execute()

export async function unassignOpenWork({ db, tenant }: Ctx, person_id: number) {
  for (const table of ['subtasks', 'tasks'] as const)
    await db
      .updateTable(table)
      .set({ assigned_to_id: null })
      .where('tenant_id', '=', tenant.id)
      .where('assigned_to_id', '=', person_id)
      .where('status', '!=', 'done')
      .execute()
}

export async function openSubtasksOf({ db, tenant }: Ctx, person_id: number) {
  const { count } = await db
    .selectFrom('subtasks')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('tenant_id', '=', tenant.id)
    .where('assigned_to_id', '=', person_id)
    .where('status', '!=', 'done')
    .executeTakeFirstOrThrow()
  return count
}
