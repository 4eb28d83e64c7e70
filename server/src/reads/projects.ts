// Projects with their members, as JSON that the database assembles.
import type { Project } from 'contract'
import type { Ctx } from '../kit/context.ts'
import { Assembled } from '../kit/db/assembled.ts'
import { byName, sql } from '../kit/db/db.ts'

/** The JSON list of the projects in `page` with their members, the manager first. The lateral join reads members by an index. */
export const projectsJson = (tenant_id: number) => sql`
  (select coalesce(json_agg(json_build_object(
      'id', p.id, 'key', coalesce(p.key, ''), 'name', p.name, 'description', p.description, 'start_date', p.start_date, 'end_date', p.end_date,
      'priority', p.priority, 'status', p.status, 'is_active', p.is_active, 'assigned_pm', p.assigned_pm,
      'has_manager', team.has_manager, 'created_at', iso(p.created_at), 'version', p.version, 'members', team.members)
      order by p.is_active desc, p.id desc), '[]')
   from page p
   cross join lateral (
     select coalesce(json_agg(json_build_object('id', m.id, 'role', m.role,
         'employee', json_strip_nulls(json_build_object('id', e.id, 'full_name', e.full_name, 'email', e.email,
           'is_employed', case when not ${isEmployed(tenant_id)} then false end)))
       order by m.role = 'developer', ${byName('e.full_name')}, m.id), '[]') as members,
       coalesce(bool_or(e.id = p.assigned_pm and e.is_active and e.role = 'project_manager'), false) as has_manager
     from members m
     join people e on e.tenant_id = m.tenant_id and e.tenant_id = ${tenant_id} and e.id = m.person_id
     where m.tenant_id = ${tenant_id} and m.project_id = p.id) team)`

/** Whether a person `e` is employed today. */
const isEmployed = (tenant_id: number) => sql<boolean>`(
  select coalesce(e.starts_on, '-infinity') <= d.today and coalesce(e.ends_on, 'infinity') >= d.today
  from (select (now() at time zone t.timezone)::date as today from tenants t where t.id = ${tenant_id}) d)`

/** Reads a project that the caller has found visible. */
export async function readProject({ db, tenant }: Ctx, id: number) {
  const { rows } = await sql<{ json: string }>`
    with page as (select p.* from projects p where p.tenant_id = ${tenant.id} and p.id = ${id})
    select ${projectsJson(tenant.id)} as json`.execute(db)
  return new Assembled<Project>(rows[0]?.json.slice(1, -1) ?? 'null')
}

/** Whether people are expected to work in a project `p`. */
export const isRunning = sql<boolean>`(p.is_active and p.status in ('planning', 'in_progress'))`
