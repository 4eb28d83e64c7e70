import type { Api, AssignmentGroup } from 'contract'
import { Assembled, sql } from '../kit/db.ts'
import { invalid, refused } from '../kit/errors.ts'
import type { Ctx, Handlers } from '../kit/serve.ts'
import { managerToBe } from '../people/managers.ts'
import { leaveOpenWork } from '../projects/leaving.ts'

export const assignments: Handlers<Api['assignments']> = {
  async grouped({ db, tenant }) {
    const { rows } = await sql<{ json: string }>`
      with developers as (
        select manager_id, json_agg(json_build_object('id', id, 'full_name', full_name, 'email', email) order by lower(full_name), id) as list
        from people where tenant_id = ${tenant.id} and role = 'developer' and is_active
        group by manager_id),
      managers as (
        select 0::bigint as id, 'Unassigned Developers' as full_name, '' as email
        union all
        select id, full_name, email from people where tenant_id = ${tenant.id} and role = 'project_manager' and is_active)
      select json_agg(json_build_object(
        'manager', json_build_object('id', m.id, 'full_name', m.full_name, 'email', m.email),
        'developers', coalesce(d.list, '[]')) order by m.id <> 0, lower(m.full_name), m.id) as json
      from managers m left join developers d on coalesce(d.manager_id, 0) = m.id`.execute(db)
    return new Assembled<AssignmentGroup[]>(rows[0]?.json ?? '[]')
  },

  async reassign(ctx, { body }) {
    const { db, tenant, me } = ctx
    const developer = await developerToMove(ctx, body.developer)
    const manager_id = body.manager ? await managerToBe(ctx, { id: body.manager, field: 'manager' }) : null
    if (manager_id === developer.manager_id) return { detail: 'Developer reassigned.' }

    if (developer.manager_id) {
      const left = await leaveProjects(ctx, developer.id, developer.manager_id)
      const blocking_subtasks = await blockingSubtasks(ctx, developer.id, developer.manager_id)
      if (blocking_subtasks.length) throw refused('Developer still has active subtasks', { blocking_subtasks })
      for (const project_id of left) await leaveOpenWork(ctx, { project_id, person_id: developer.id })
    }
    await db.updateTable('people').set({ manager_id }).where('tenant_id', '=', tenant.id).where('id', '=', developer.id).execute()
    await db
      .insertInto('assignments')
      .values({
        tenant_id: tenant.id,
        developer_id: developer.id,
        previous_manager_id: developer.manager_id,
        new_manager_id: manager_id,
        assigned_by_id: me.id,
      })
      .execute()
    return { detail: 'Developer reassigned.' }
  },
}

/** Held, so that a bulk-assignment of the same developer waits. */
async function developerToMove({ db, tenant }: Ctx, id: number) {
  const developer = await db
    .selectFrom('people')
    .select(['id', 'manager_id'])
    .where('tenant_id', '=', tenant.id)
    .where('id', '=', id)
    .where('role', '=', 'developer')
    .where('is_active', '=', true)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!developer) throw invalid({ developer: ['Choose a developer of this workspace.'] })
  return developer
}

/**
 * The developer leaves the former manager's active projects; done subtasks keep their assignee. This comes before the look
 * at the subtasks: whoever assigns one at this moment holds the membership, so that the look sees it.
 */
async function leaveProjects({ db, tenant }: Ctx, developer_id: number, manager_id: number) {
  const { rows } = await sql<{ id: number }>`
    delete from members m using projects p
    where m.tenant_id = ${tenant.id} and m.person_id = ${developer_id} and p.tenant_id = ${tenant.id} and p.id = m.project_id
      and p.assigned_pm = ${manager_id} and p.is_active
    returning p.id`.execute(db)
  return rows.map(({ id }) => id)
}

async function blockingSubtasks({ db, tenant }: Ctx, developer_id: number, manager_id: number) {
  const { rows } = await sql<{ id: number; title: string; task__title: string; task__project__name: string }>`
    select s.id, s.title, t.title as task__title, p.name as task__project__name
    from subtasks s
    join tasks t on t.tenant_id = s.tenant_id and t.tenant_id = ${tenant.id} and t.id = s.task_id
    join projects p on p.tenant_id = t.tenant_id and p.tenant_id = ${tenant.id} and p.id = t.project_id
    where s.tenant_id = ${tenant.id} and s.assigned_to_id = ${developer_id} and s.status <> 'done'
      and p.is_active and p.assigned_pm = ${manager_id}
    order by p.name, t.id, s.id`.execute(db)
  return rows
}
