import { type Api, isEmployedOn, type MyDeveloper } from 'contract'
import { parts, record } from '../history/record.ts'
import type { Ctx } from '../kit/context.ts'
import { byName, countAll, pipelined, sql } from '../kit/db/db.ts'
import { invalid, notFound, problemsIn, refused } from '../kit/errors.ts'
import type { Handlers, Judges } from '../kit/http/pipeline.ts'
import { addedToProject, developersWanted, removedFromProjects } from '../notifications/messages.ts'
import { notify } from '../notifications/notify.ts'
import { notifyAdministrators } from '../people/administrators.ts'
import { projectOfSubtask, unassignOpenWork } from '../people/leaving.ts'
import { readProject } from '../reads/projects.ts'
import { changed } from '../realtime/changed.ts'
import { chosenProject, findProject, idFrom, projectToManage } from './rules.ts'

const onceADay = { max: 1, seconds: 24 * 60 * 60 }

export const members: Handlers<Api['members']> = {
  async myDevelopers(ctx, { query }) {
    const { db, tenant, me } = ctx
    const project = query.project_id === undefined ? null : await findProject(ctx, idFrom(query.project_id))
    const { rows } = await sql<MyDeveloper>`
      select e.id, e.full_name, e.email, e.job_title, e.is_active, coalesce(work.count, 0) as assigned_subtasks_count
      from people e
      left join (
        select s.assigned_to_id, count(*) from subtasks s
        join tasks t on t.tenant_id = s.tenant_id and t.tenant_id = ${tenant.id} and t.id = s.task_id
        join projects p on p.tenant_id = t.tenant_id and p.tenant_id = ${tenant.id} and p.id = t.project_id
        where s.tenant_id = ${tenant.id} and s.status <> 'done' and s.assigned_to_id is not null
          and p.assigned_pm = ${me.id} and (${project?.id ?? null}::bigint is null or p.id = ${project?.id ?? null})
        group by s.assigned_to_id) work on work.assigned_to_id = e.id
      where e.tenant_id = ${tenant.id} and e.manager_id = ${me.id} and e.is_active
      order by ${byName('e.full_name')}, e.id`.execute(db)
    return rows
  },

  async askForDevelopers(ctx) {
    const { db, tenant, me, services } = ctx
    if (await hasDeveloper(ctx, me.id)) throw refused('You have developers already.')
    // Counts when this transaction commits.
    const isRepeated = await services.limits.take(`ask-for-developers ${tenant.id} ${me.id}`, onceADay, db)
    if (!isRepeated) await notifyAdministrators(ctx, developersWanted(me, { isOneFree: await hasDeveloper(ctx, null) }))
    return { detail: 'Your administrator has been asked for developers.' }
  },

  async bulkAssign(ctx, { body }) {
    const { db, me } = ctx
    // Sent first: people are locked before projects everywhere. The project's refusal still comes first.
    const lockedDevelopers = lockOwnDevelopers(ctx, body.developers)
    const [project, developers] = await pipelined(chosenProject(ctx, body.project, 'update'), lockedDevelopers)
    const added = await db
      .insertInto('members')
      .values(developers.map((person_id) => ({ project_id: project.id, person_id, role: 'developer' as const })))
      .onConflict((conflict) => conflict.columns(['tenant_id', 'project_id', 'person_id']).doNothing())
      .returning('person_id')
      .execute()
    const newMembers = added.map(({ person_id }) => person_id)
    if (!newMembers.length) return { members: JSON.parse((await readProject(ctx, project.id)).json).members }
    await notify(ctx, { to: newMembers, ...addedToProject(me.name, project.name) })
    const { members } = await changed(ctx, { project: project.id, joinedOrLeft: newMembers })
    const names = members.filter(({ employee }) => newMembers.includes(employee.id)).map(({ employee }) => employee.full_name)
    await record(ctx, { project_id: project.id }, parts('member', { added: names }))
    return { members }
  },

  async remove(ctx, { params }) {
    const { db, me } = ctx
    const member = await memberToRemove(ctx, params.member_id)
    if (member.role === 'project_manager') throw refused(`${member.full_name} is the Project Manager, and cannot be removed`)
    const open = await openSubtasksIn(ctx, member)
    if (open)
      throw refused(
        `${member.full_name} has ${open} assigned ${open === 1 ? 'subtask' : 'subtasks'}, which must be reassigned first.`,
      )
    await db.deleteFrom('members').where('id', '=', member.id).execute()
    await record(ctx, { project_id: member.project_id }, parts('member', { removed: [member.full_name] }))
    await unassignOpenWork(ctx, member)
    ctx.services.channels.revalidate(ctx, member.person_id)
    await notify(ctx, { to: [member.person_id], ...removedFromProjects(me.name, [member.project_name]) })
    await changed(ctx, { project: member.project_id, joinedOrLeft: [member.person_id] })
    return undefined
  },
}

export const memberProblems: Judges<Api['members']> = {
  bulkAssign: async (ctx, { body }) =>
    problemsIn(
      body.developers && lockOwnDevelopers(ctx, body.developers),
      body.project !== undefined && chosenProject(ctx, body.project, 'update'),
    ),
}

/** Whether an active developer is assigned to this manager, or to none. */
const hasDeveloper = async ({ db }: Ctx, manager_id: number | null) =>
  (await db
    .selectFrom('people')
    .select('id')
    .where('role', '=', 'developer')
    .where('is_active', '=', true)
    .where('manager_id', manager_id === null ? 'is' : '=', manager_id)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()) !== undefined

/** Locks active developers of the calling manager, so that none is deleted or reassigned concurrently. Refuses any other id. */
async function lockOwnDevelopers({ db, me }: Ctx, ids: number[]) {
  const wanted = [...new Set(ids)]
  const developers = await db
    .selectFrom('people')
    .select('id')
    .where('id', '=', sql<number>`any(${wanted})`)
    .where('manager_id', '=', me.id)
    .where('role', '=', 'developer')
    .where('is_active', '=', true)
    .orderBy('id')
    .forShare()
    .execute()
  if (developers.length !== wanted.length) throw invalid({ developers: ['Choose only developers who are assigned to you.'] })
  return developers.map(({ id }) => id)
}

/** Locks the membership and its project. Assigning a subtask locks the membership, too, so one of the two waits. */
async function memberToRemove(ctx: Ctx, id: number) {
  const { db } = ctx
  const membership = await db.selectFrom('members').select('project_id').where('id', '=', id).executeTakeFirst()
  if (!membership) throw notFound()
  const project = await projectToManage(ctx, membership.project_id, 'update')
  const member = await db
    .selectFrom('members as m')
    .innerJoin('people as e', (join) => join.onRef('e.tenant_id', '=', 'm.tenant_id').onRef('e.id', '=', 'm.person_id'))
    .select(['m.id', 'm.project_id', 'm.person_id', 'm.role', 'e.full_name'])
    .where('m.id', '=', id)
    .forUpdate('m')
    .executeTakeFirst()
  if (!member) throw notFound()
  return { ...member, project_name: project.name }
}

async function openSubtasksIn({ db, tenant }: Ctx, { project_id, person_id }: { project_id: number; person_id: number }) {
  const { count } = await db
    .selectFrom('subtasks as s')
    .select(countAll)
    .where('s.assigned_to_id', '=', person_id)
    .where(projectOfSubtask(tenant.id), '=', project_id)
    .where('s.status', '!=', 'done')
    .executeTakeFirstOrThrow()
  return count
}

/** Locks the membership, so that it can't end before the caller's change commits. Refuses anyone who is no member, or not employed today. */
export async function mustBeMember(
  { db, tenant }: Ctx,
  { project_id, person_id, field }: { project_id: number; person_id: number; field: string },
) {
  const member = await db
    .selectFrom('members as m')
    .innerJoin('people as e', (join) => join.onRef('e.tenant_id', '=', 'm.tenant_id').onRef('e.id', '=', 'm.person_id'))
    .select(['e.id', 'e.full_name', 'e.starts_on', 'e.ends_on'])
    .where('m.project_id', '=', project_id)
    .where('m.person_id', '=', person_id)
    .forShare('m')
    .executeTakeFirst()
  if (!member) throw invalid({ [field]: ['The assignee must be a member of the project.'] })
  const { id, full_name, ...employment } = member
  if (!isEmployedOn(employment, tenant.today)) throw invalid({ [field]: [`${full_name} is not employed today.`] })
  return { id, full_name }
}

/** Returns which of these people are members of the project, and locks their memberships. */
export async function membersAmong({ db }: Ctx, project_id: number, people: readonly number[]) {
  if (!people.length) return new Set<number>()
  const members = await db
    .selectFrom('members')
    .select('person_id')
    .where('project_id', '=', project_id)
    .where('person_id', '=', sql<number>`any(${people})`)
    .orderBy('id')
    .forShare()
    .execute()
  return new Set(members.map(({ person_id }) => person_id))
}
