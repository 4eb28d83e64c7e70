import type { Api, DashboardProject } from 'contract'
import { Assembled, sql } from '../kit/db.ts'
import type { Handlers } from '../kit/serve.ts'

type Dashboard = { active_projects: DashboardProject[]; past_projects: DashboardProject[] }

export const dashboard: Handlers<Api['dashboard']> = {
  /**
   * Active are the memberships in projects that are not completed, inactive ones too; past are completed ones, and projects
   * no longer the caller's in which they have done subtasks.
   */
  async developer({ db, tenant, me }) {
    const { rows } = await sql<{ json: string }>`
      with mine as (
        select s.id, s.task_id, s.title, s.status, s.due_date from subtasks s
        where s.tenant_id = ${tenant.id} and s.assigned_to_id = ${me.id}),
      work as (
        select t.project_id, t.id, json_build_object('id', t.id, 'name', t.title, 'subtasks', json_agg(json_build_object(
          'id', s.id, 'title', s.title, 'status', s.status, 'due_date', s.due_date) order by s.due_date nulls last, s.id)) as task,
          bool_or(s.status = 'done') as has_done
        from mine s join tasks t on t.tenant_id = ${tenant.id} and t.id = s.task_id
        group by t.project_id, t.id, t.title),
      grouped as (select project_id, json_agg(task order by id) as tasks, bool_or(has_done) as has_done from work group by project_id),
      listed as (
        select p.id, p.status <> 'completed' and m.id is not null as is_current, json_build_object('id', p.id, 'name', p.name,
          'is_active', p.is_active, 'is_member', m.id is not null, 'tasks', coalesce(g.tasks, '[]')) as project
        from projects p
        left join members m on m.tenant_id = p.tenant_id and m.tenant_id = ${tenant.id} and m.project_id = p.id and m.person_id = ${me.id}
        left join grouped g on g.project_id = p.id
        where p.tenant_id = ${tenant.id} and (m.id is not null or g.has_done))
      select json_build_object(
        'active_projects', coalesce(json_agg(project order by id desc) filter (where is_current), '[]'),
        'past_projects', coalesce(json_agg(project order by id desc) filter (where not is_current), '[]')) as json
      from listed`.execute(db)
    return new Assembled<Dashboard>(rows[0]?.json ?? '')
  },
}
