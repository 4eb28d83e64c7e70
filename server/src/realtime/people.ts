// What others see of a change to a person.
import { workspaceRoles } from 'contract'
import type { Ctx } from '../kit/context.ts'
import { sql } from '../kit/db/db.ts'
import { invalidate, publishToProject } from './publish.ts'

/** A name stands in most of what anybody sees. */
export const publishName = (ctx: Ctx, person_id: number) => {
  invalidate(ctx, { people: [person_id] }, 'me')
  invalidate(ctx, { roles: workspaceRoles }, 'projects', 'work', 'developers', 'employees', 'assignments', 'rooms')
}

/** To those who manage the people of the workspace. */
export const publishEmployee = (ctx: Pick<Ctx, 'db' | 'tenant' | 'services'>) =>
  invalidate(ctx, { roles: ['tenant_admin'] }, 'employees', 'assignments')

/** A person has gone, or is somebody else from now on: to whoever was in a project or a room with them. `left` are the projects they left. */
export async function publishLeaving(ctx: Ctx, person_id: number, left: readonly { id: number }[]) {
  const projects = left.map(({ id }) => id)
  invalidate(ctx, { people: await companionsOf(ctx, person_id, projects) }, 'projects', 'work', 'rooms')
  invalidate(ctx, { roles: ['tenant_admin'] }, 'projects', 'work')
  for (const project_id of projects) publishToProject(ctx, project_id, { type: 'outdated', project_id })
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
