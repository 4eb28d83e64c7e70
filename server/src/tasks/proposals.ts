import { type Api, NewSubtask, type Proposal } from 'contract'
import type { Ctx } from '../kit/context.ts'
import { Assembled } from '../kit/db/assembled.ts'
import { sql } from '../kit/db/db.ts'
import { forbidden, notFound, refused } from '../kit/errors.ts'
import { assembledPage } from '../kit/http/paging.ts'
import type { Handlers, Judges } from '../kit/http/pipeline.ts'
import { proposalDeclined, subtaskProposed } from '../notifications/messages.ts'
import { notify } from '../notifications/notify.ts'
import { membersAmong } from '../projects/members.ts'
import { findProject } from '../projects/rules.ts'
import { changed } from '../realtime/changed.ts'
import { findTask, taskToChange } from './rules.ts'
import { createSubtask } from './subtasks.ts'

const perPerson = { max: 20, seconds: 60 * 60 }

export const proposals: Handlers<Api['proposals']> = {
  async list(ctx, { params, query }) {
    const { db, tenant, me } = ctx
    const project = await findProject(ctx, params.project_id)
    const seen = sql`x.tenant_id = ${tenant.id} and x.project_id = ${project.id}
      ${me.role === 'developer' ? sql`and x.person_id = ${me.id}` : sql``}`
    const { rows } = await sql<{ count: number; json: string }>`
      with page as (
        select * from subtask_proposals x where ${seen} order by x.id limit ${query.limit} offset ${query.offset})
      select (select count(*) from subtask_proposals x where ${seen}) as count,
        (select coalesce(json_agg(${proposalJson(ctx)} order by x.id), '[]') from page x) as json`.execute(db)
    return assembledPage(`/api/projects/${project.id}/proposals/`, query, rows[0] ?? { count: 0, json: '[]' })
  },

  async create(ctx, { params, body }) {
    const { db, tenant, me, services } = ctx
    const task = await taskToChange(ctx, params.task_id)
    await mustWorkOn(ctx, task.id)
    await services.limits.mustTake(`proposals ${tenant.id} ${me.id}`, perPerson, db)
    const proposal = { ...body, task_id: task.id, project_id: task.project_id, person_id: me.id }
    const { id } = await db.insertInto('subtask_proposals').values(proposal).returning('id').executeTakeFirstOrThrow()
    const { name, assigned_pm } = task.project
    await notify(ctx, { to: [assigned_pm], ...subtaskProposed(me.name, body.title, { id: task.project_id, name }) })
    changed(ctx, { people: [assigned_pm, me.id], models: ['proposals'] })
    const { rows } = await sql<{ json: string }>`
      select ${proposalJson(ctx)} as json from subtask_proposals x
      where x.tenant_id = ${tenant.id} and x.id = ${id}`.execute(db)
    return new Assembled<Proposal>(rows[0]?.json ?? 'null')
  },

  async accept(ctx, { params }) {
    const { task_id, project_id, person_id, title, description, estimated_hours } = await takeProposal(ctx, params.proposal_id)
    const members = await membersAmong(ctx, project_id, [person_id])
    if (!members.has(person_id)) throw refused('The person who proposed this is no longer a member of the project.')
    const subtask = { task: task_id, title, description, estimated_hours, assigned_to: person_id }
    return createSubtask(ctx, NewSubtask.parse(subtask))
  },

  async decline(ctx, { params }) {
    const { person_id, title, project } = await takeProposal(ctx, params.proposal_id)
    await notify(ctx, { to: [person_id], ...proposalDeclined(ctx.me.name, title, project.name) })
    return undefined
  },
}

/** People who may not propose anything here are refused before the form. */
export const proposalProblems: Judges<Api['proposals']> = {
  async create(ctx, { params }) {
    const { id } = await findTask(ctx, params.task_id, 'update')
    await mustWorkOn(ctx, id)
    return {}
  },
}

/** Refuses members who are neither the task's assignee nor that of one of its subtasks. */
async function mustWorkOn({ db, tenant, me }: Ctx, task_id: number) {
  const { rows } = await sql<{ works_on: boolean }>`
    select coalesce(t.assigned_to_id = ${me.id}, false) or (
      select count(*) > 0 from subtasks s
      where s.tenant_id = ${tenant.id} and s.task_id = t.id and s.assigned_to_id = ${me.id}) as works_on
    from tasks t where t.tenant_id = ${tenant.id} and t.id = ${task_id}`.execute(db)
  if (!rows[0]?.works_on) throw forbidden('You can only propose subtasks in tasks that you work on.')
}

/** Deletes an open proposal in a visible, active project and returns it. The task's lock lets only one caller do so. */
async function takeProposal(ctx: Ctx, id: number) {
  const { db } = ctx
  const found = await db.selectFrom('subtask_proposals').select('task_id').where('id', '=', id).executeTakeFirst()
  if (!found) throw notFound()
  const { project } = await taskToChange(ctx, found.task_id)
  const proposal = await db.deleteFrom('subtask_proposals').where('id', '=', id).returningAll().executeTakeFirst()
  if (!proposal) throw notFound()
  changed(ctx, { people: [project.assigned_pm, proposal.person_id], models: ['proposals'] })
  return { ...proposal, project }
}

const proposalJson = ({ tenant }: Ctx) => sql`json_build_object(
  'id', x.id, 'project', x.project_id, 'title', x.title, 'description', x.description, 'estimated_hours', x.estimated_hours,
  'created_at', iso(x.created_at),
  'task', (select json_build_object('id', t.id, 'title', t.title) from tasks t
    where t.tenant_id = ${tenant.id} and t.id = x.task_id),
  'author', (select json_build_object('id', e.id, 'full_name', e.full_name) from people e
    where e.tenant_id = ${tenant.id} and e.id = x.person_id))`
