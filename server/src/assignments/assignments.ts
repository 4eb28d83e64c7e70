import { type Api, type AssignmentGroup, type BlockingSubtask, keyOf } from 'contract'
import type { Ctx } from '../kit/context.ts'
import { Assembled } from '../kit/db/assembled.ts'
import { byName, sql } from '../kit/db/db.ts'
import { invalid, problemsIn, refused } from '../kit/errors.ts'
import { type Handlers, type Judges, slow } from '../kit/http/pipeline.ts'
import { developerTaken, reassignmentBlocked, removedFromProjects } from '../notifications/messages.ts'
import { notify } from '../notifications/notify.ts'
import { recordAssignments } from '../people/assign.ts'
import { endMemberships, unassignOpenWork } from '../people/leaving.ts'
import { mustBeManager } from '../people/read.ts'
import { withProject, withTask } from '../reads/parents.ts'
import { log } from './log.ts'

const requestsToManager = { max: 10, seconds: 60 * 60 }

export const assignments: Handlers<Api['assignments']> = {
  async grouped({ db, tenant }) {
    const { rows } = await sql<{ json: string }>`
      with open as (
        select s.assigned_to_id, p.assigned_pm, count(*) from subtasks s
        join tasks t on t.tenant_id = s.tenant_id and t.tenant_id = ${tenant.id} and t.id = s.task_id
        join projects p on p.tenant_id = t.tenant_id and p.tenant_id = ${tenant.id} and p.id = t.project_id
        where s.tenant_id = ${tenant.id} and s.assigned_to_id is not null and s.status <> 'done' and p.is_active
        group by s.assigned_to_id, p.assigned_pm),
      developers as (
        select e.manager_id, json_agg(json_build_object('id', e.id, 'full_name', e.full_name, 'email', e.email,
          'open_subtasks_count', coalesce(open.count, 0)) order by ${byName('e.full_name')}, e.id) as list
        from people e
        left join open on open.assigned_to_id = e.id and open.assigned_pm = e.manager_id
        where e.tenant_id = ${tenant.id} and e.role = 'developer' and e.is_active
        group by e.manager_id),
      managers as (
        select 0::bigint as id, 'Unassigned Developers' as full_name, '' as email
        union all
        select id, full_name, email from people where tenant_id = ${tenant.id} and role = 'project_manager' and is_active)
      select json_agg(json_build_object(
        'manager', json_build_object('id', m.id, 'full_name', m.full_name, 'email', m.email),
        'developers', coalesce(d.list, '[]')) order by m.id <> 0, ${byName('m.full_name')}, m.id) as json
      from managers m left join developers d on coalesce(d.manager_id, 0) = m.id`.execute(db)
    return new Assembled<AssignmentGroup[]>(rows[0]?.json ?? '[]')
  },

  async reassign(ctx, { body }) {
    const { db, me } = ctx
    const developer = await developerToReassign(ctx, body.developer)
    const manager_id = body.manager ? (await mustBeManager(ctx, { id: body.manager, field: 'manager' })).id : null
    if (manager_id === developer.manager_id) return { detail: 'Developer reassigned.' }

    if (developer.manager_id) {
      const left = await endMemberships(ctx, developer.id, { manager_id: developer.manager_id })
      const blocking_subtasks = await blockingSubtasks(ctx, developer.id, developer.manager_id)
      if (blocking_subtasks.length) throw refused('Developer still has active subtasks', { blocking_subtasks })
      ctx.services.channels.revalidate(ctx, developer.id)
      for (const { id: project_id } of left) await unassignOpenWork(ctx, { project_id, person_id: developer.id })
      const names = left.map(({ name }) => name)
      if (names.length) await notify(ctx, { to: [developer.id], ...removedFromProjects(me.name, names) })
      await notify(ctx, { to: [developer.manager_id], ...developerTaken(developer.full_name) })
    }
    await db.updateTable('people').set({ manager_id }).where('id', '=', developer.id).execute()
    await recordAssignments(ctx, [{ ...developer, previous: developer.manager_id, manager: manager_id }])
    return { detail: 'Developer reassigned.' }
  },

  log,

  notifyManager: slow({
    async before(ctx, { body }) {
      await blockedMove(ctx, body)
      return () => ctx.services.limits.mustTake(`notify-pm ${ctx.tenant.id} ${body.developer_id}`, requestsToManager)
    },

    async handle(ctx, { body }) {
      const { manager_id, full_name, subtasks } = await blockedMove(ctx, body)
      const [project_id, ...others] = new Set(subtasks.map((subtask) => subtask.project_id))
      const work = subtasks.map(({ project_key, number, title }) => ({ key: keyOf(project_key, number), title }))
      await notify(ctx, {
        to: [manager_id],
        ...reassignmentBlocked(full_name, work, others.length ? undefined : project_id),
      })
      return { detail: 'Project Manager has been notified.' }
    },
  }),
}

export const assignmentProblems: Judges<Api['assignments']> = {
  reassign: async (ctx, { body }) =>
    problemsIn(
      body.developer !== undefined && developerToReassign(ctx, body.developer),
      body.manager ? mustBeManager(ctx, { id: body.manager, field: 'manager' }) : undefined,
    ),

  notifyManager: async (ctx, { body: { developer_id, subtask_ids = [] } }) =>
    problemsIn(developer_id !== undefined && blockedMove(ctx, { developer_id, subtask_ids })),
}

/** Locks the developer, so that a concurrent bulk assignment waits. */
async function developerToReassign({ db }: Ctx, id: number) {
  const developer = await db
    .selectFrom('people')
    .select(['id', 'full_name', 'manager_id'])
    .where('id', '=', id)
    .where('role', '=', 'developer')
    .where('is_active', '=', true)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!developer) throw invalid({ developer: ['Choose a developer of this workspace.'] })
  return developer
}

async function blockingSubtasks({ db, tenant }: Ctx, developer_id: number, manager_id: number) {
  // The CTEs start at the developer's subtasks. A plain join could start with all tasks of the manager's projects.
  const { rows } = await sql<BlockingSubtask>`
    with own as materialized (
      select s.id, s.title, s.task_id from subtasks s
      where s.tenant_id = ${tenant.id} and s.assigned_to_id = ${developer_id} and s.status <> 'done'),
    work as materialized (
      select own.id, own.title, own.task_id, t.title as task_title, t.project_id from own
      join tasks t on t.tenant_id = ${tenant.id} and t.id = own.task_id)
    select work.id, work.title, work.task_title as task__title, p.id as task__project__id, p.name as task__project__name
    from work join projects p on p.tenant_id = ${tenant.id} and p.id = work.project_id
    where p.is_active and p.assigned_pm = ${manager_id}
    order by ${byName('p.name')}, work.task_id, work.id`.execute(db)
  return rows
}

/** Finds the developer's manager and the given subtasks, which must be the developer's in projects of that manager. */
async function blockedMove(ctx: Ctx, { developer_id, subtask_ids }: { developer_id: number; subtask_ids: number[] }) {
  const { db, tenant } = ctx
  const developer = await db
    .selectFrom('people')
    .select(['full_name', 'manager_id'])
    .where('id', '=', developer_id)
    .where('role', '=', 'developer')
    .where('is_active', '=', true)
    .executeTakeFirst()
  if (!developer) throw invalid({ developer_id: ['Choose a developer of this workspace.'] })
  const { full_name, manager_id } = developer
  if (!manager_id) throw refused('This developer has no project manager.')
  const { rows } = await sql<{ title: string; number: number | null; project_key: string | null; project_id: number }>`
    select s.title, s.number, p.key as project_key, p.id as project_id
    from subtasks s ${withTask(ctx, sql`s.task_id`)} ${withProject(ctx, sql`t.project_id`)}
    where s.tenant_id = ${tenant.id} and s.id = any(${subtask_ids}) and s.assigned_to_id = ${developer_id} and p.assigned_pm = ${manager_id}
    order by ${byName('p.name')}, t.id, s.id`.execute(db)
  if (rows.length !== new Set(subtask_ids).size) throw invalid({ subtask_ids: ['Choose only subtasks of this developer.'] })
  return { full_name, manager_id, subtasks: rows }
}
