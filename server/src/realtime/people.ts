// Publishes changes to a person.
import { workspaceRoles } from 'contract'
import type { Ctx } from '../kit/context.ts'
import { sql } from '../kit/db/db.ts'
import { invalidate, publishToProject } from './publish.ts'

/** Invalidates nearly everything, because names appear almost everywhere. */
export const publishName = (ctx: Ctx, person_id: number) => {
  invalidate(ctx, { people: [person_id] }, 'me')
  invalidate(ctx, { roles: workspaceRoles }, 'projects', 'work', 'developers', 'employees', 'assignments', 'rooms')
}

/** Publishes to the administrators, who manage the people of the workspace. */
export const publishEmployee = (ctx: Pick<Ctx, 'db' | 'tenant' | 'services'>) =>
  invalidate(ctx, { roles: ['tenant_admin'] }, 'employees', 'assignments')

/** Publishes that a person was deleted or changed identity to everybody who shares a project or a room. `left` are the projects they left. */
export async function publishLeaving(ctx: Ctx, person_id: number, left: readonly { id: number }[]) {
  const project_ids = left.map(({ id }) => id)
  invalidate(ctx, { people: await companionsOf(ctx, person_id, project_ids) }, 'projects', 'work', 'rooms')
  invalidate(ctx, { roles: ['tenant_admin'] }, 'projects', 'work')
  for (const project_id of project_ids) publishToProject(ctx, project_id, { type: 'outdated', project_id })
}

async function companionsOf({ db, tenant }: Ctx, person_id: number, projects: readonly number[]) {
  const { rows } = await sql<{ id: number }>`
    select m.person_id as id from members m
    where m.tenant_id = ${tenant.id} and (m.project_id = any(${projects}::bigint[]) or m.project_id in (
      select own.project_id from members own where own.tenant_id = ${tenant.id} and own.person_id = ${person_id}))
    union select r.second_person_id from chat_rooms r where r.tenant_id = ${tenant.id} and r.first_person_id = ${person_id}
    union select r.first_person_id from chat_rooms r where r.tenant_id = ${tenant.id} and r.second_person_id = ${person_id}`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}
