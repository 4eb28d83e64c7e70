import { type Api, dateProblems, type Input, managerProblems, type Project } from 'contract'
import { changes, creation, descriptionChange, record } from '../history/record.ts'
import type { Ctx } from '../kit/context.ts'
import { pipelined, sql } from '../kit/db/db.ts'
import { mustHaveNone, problemsIn } from '../kit/errors.ts'
import { assembledPage } from '../kit/http/paging.ts'
import type { Handlers, Judges } from '../kit/http/pipeline.ts'
import { newlyMentioned, notifyReaders } from '../notifications/mentions.ts'
import { mentionedInProject, projectCompleted, projectCreated, projectGiven, projectTaken } from '../notifications/messages.ts'
import { notify } from '../notifications/notify.ts'
import { notifyAdministrators } from '../people/administrators.ts'
import { unassignOpenWork } from '../people/leaving.ts'
import { lockManager, mustBeManager, nameOf } from '../people/read.ts'
import { digestOf, peopleDigest } from '../reads/fingerprint.ts'
import { projectsJson, readProject } from '../reads/projects.ts'
import { visible } from '../reads/visible.ts'
import { changed } from '../realtime/changed.ts'
import { addManagerAndRoom } from './create.ts'
import { mustBeUnchanged, mustHaveBox, storedDescription, withBoxSet } from './descriptions.ts'
import { claimKey, giveKey } from './keys.ts'
import { findProject, inactive, mustManage } from './rules.ts'

export const projects: Omit<Handlers<Api['projects']>, 'tasks'> = {
  list: {
    async fingerprint(ctx, { query }) {
      const { rows } = await sql<object>`${foundPage(ctx, query)}
        select (select count(*) from found) as count,
          (select ${digestOf(sql`row(p.id, p.version)`, sql`p.id`)} from page p) as projects,
          ${peopleDigest(ctx.tenant.id)} as people`.execute(ctx.db)
      return rows[0]
    },
    async read(ctx, { query }) {
      const { rows } = await sql<{ count: number; json: string }>`${foundPage(ctx, query)}
        select (select count(*) from found) as count, ${projectsJson(ctx.tenant.id)} as json`.execute(ctx.db)
      return assembledPage('/api/projects/', query, rows[0] ?? { count: 0, json: '[]' })
    },
  },

  create: (ctx, { body }) => createProject(ctx, body),

  async get(ctx, { params }) {
    const { id } = await findProject(ctx, params.project_id)
    return readProject(ctx, id)
  },

  async update(ctx, { params, body }) {
    const { db, tenant, me } = ctx
    const [project, before] = await pipelined(
      findProject(ctx, params.project_id, 'update'),
      storedDescription(ctx, { table: 'projects', id: params.project_id }, body),
    )
    mustManage(ctx)
    const isReactivation = Object.keys(body).length === 1 && body.is_active === true
    if (!project.is_active && !isReactivation) throw inactive()
    // The lock keeps the manager from being deleted or demoted. If they have left already, the admin must replace them.
    if (isReactivation) await lockManager(ctx, project.assigned_pm)
    const { assigned_pm, edited_from, ...fields } = withBoxSet(body, before)
    mustBeUnchanged({ ...project, description: before }, body, edited_from)
    mustHaveNone(dateProblems(body, tenant.today, project))

    if (fields.key !== undefined) await claimKey(ctx, project.id, fields.key)
    if (Object.keys(fields).length) await db.updateTable('projects').set(fields).where('id', '=', project.id).execute()
    const { id, name } = { ...project, ...(fields.name !== undefined && { name: fields.name }) }
    const newManager = newManagerOf(ctx, project, assigned_pm)
    const manager = newManager && (await mustBeManager(ctx, { id: newManager, field: 'assigned_pm' }))
    if (manager) await handOver(ctx, { ...project, name }, manager)
    await record(ctx, { project_id: id }, [
      ...changes(project, { ...fields, description: undefined }),
      ...descriptionChange(before, { description: fields.description, check_box: body.check_box }),
    ])
    const texts = { text: body.description, before, except: newManager ? [newManager] : [] }
    const mentioned = await notifyMentioned(ctx, { id, name }, texts)
    if (me.role === 'project_manager' && fields.status === 'completed' && project.status !== 'completed')
      await notifyAdministrators(ctx, projectCompleted(me.name, { id, name }), { except: mentioned })
    if (!newManager && !Object.keys(fields).length) return readProject(ctx, project.id)
    return changed(ctx, { project: project.id, joinedOrLeft: newManager ? [project.assigned_pm, newManager] : [] })
  },
}

export const projectProblems: Judges<Api['projects']> = {
  create: (ctx, { body }) => newProjectProblems(ctx, body),

  async update(ctx, { params, body }) {
    const project = await findProject(ctx, params.project_id)
    mustManage(ctx)
    const newManager = newManagerOf(ctx, project, body.assigned_pm)
    return problemsIn(
      dateProblems(body, ctx.tenant.today, project),
      newManager !== undefined && mustBeManager(ctx, { id: newManager, field: 'assigned_pm' }),
      mustHaveBox(ctx, { table: 'projects', id: project.id }, body),
    )
  },
}

/** The problems of a new project's form that its fields do not show on their own. */
export const newProjectProblems = (ctx: Ctx, body: Partial<Input<Api['projects']['create']>['body']>) =>
  problemsIn(
    dateProblems(body, ctx.tenant.today),
    ctx.me.role === 'tenant_admin' && mustBeManager(ctx, { id: body.assigned_pm ?? 0, field: 'assigned_pm' }),
    ctx.me.role === 'tenant_admin' && managerProblems(body),
  )

/** For a form, with or without a template. Returns its first state. */
export async function createProject(ctx: Ctx, body: Input<Api['projects']['create']>['body']): Promise<Project> {
  const { db, tenant, me } = ctx
  const { assigned_pm, key, ...fields } = body
  mustHaveNone({ ...dateProblems(body, tenant.today), ...(me.role === 'tenant_admin' && managerProblems(body)) })

  const manager = await mustBeManager(ctx, {
    id: me.role === 'tenant_admin' ? (assigned_pm ?? 0) : me.id,
    field: 'assigned_pm',
  })
  const { id } = await db
    .insertInto('projects')
    .values({ ...fields, key: key ?? null, assigned_pm: manager.id })
    .returning('id')
    .executeTakeFirstOrThrow()
  await addManagerAndRoom(db, { project_id: id, assigned_pm: manager.id })
  await record(ctx, { project_id: id }, creation)
  if (key) await claimKey(ctx, id, key)
  else await giveKey(db, { id, name: body.name })
  await notify(ctx, { to: [manager.id], ...projectGiven(me.name, { id, name: body.name }) })
  const mentioned = await notifyMentioned(ctx, { id, name: body.name }, { text: body.description, except: [manager.id] })
  if (me.role === 'project_manager')
    await notifyAdministrators(ctx, projectCreated(me.name, { id, name: body.name }), { except: mentioned })
  return changed(ctx, { project: id, joinedOrLeft: [manager.id] })
}

/** Notifies those whom the description mentions for the first time, and returns their ids. */
async function notifyMentioned(
  ctx: Ctx,
  project: { id: number; name: string },
  { text = '', before = '', except }: { text: string | undefined; before?: string; except: readonly number[] },
) {
  const mentioned = await newlyMentioned(ctx, project.id, { text, before })
  const readers = mentioned.filter(({ id }) => !except.includes(id))
  await notifyReaders(ctx, readers, mentionedInProject(ctx.me.name, project))
  return readers.map(({ id }) => id)
}

const foundPage = (ctx: Ctx, { limit, offset }: { limit: number; offset: number }) => sql`
  with found as (select p.* from projects p where p.tenant_id = ${ctx.tenant.id} and ${visible(ctx)}),
  page as (select * from found order by is_active desc, id desc limit ${limit} offset ${offset})`

/** Only the tenant admin can hand a project over. From anyone else the field is ignored. */
const newManagerOf = ({ me }: Ctx, before: { assigned_pm: number }, assigned_pm: number | undefined) =>
  me.role === 'tenant_admin' && assigned_pm !== before.assigned_pm ? assigned_pm : undefined

/** Hands the project to another manager. The developers stay; the former manager leaves and loses their open work. */
async function handOver(
  ctx: Ctx,
  project: { id: number; name: string; assigned_pm: number },
  manager: { id: number; full_name: string },
) {
  const { db, me } = ctx
  for (const person of [project.assigned_pm, manager.id]) ctx.services.channels.revalidate(ctx, person)
  const members = () => db.deleteFrom('members').where('project_id', '=', project.id)
  await members().where('role', '=', 'project_manager').execute()
  await members().where('person_id', '=', manager.id).execute()
  await unassignOpenWork(ctx, { project_id: project.id, person_id: project.assigned_pm })
  await db.insertInto('members').values({ project_id: project.id, person_id: manager.id, role: 'project_manager' }).execute()
  const [former_name] = await pipelined(
    nameOf(ctx, project.assigned_pm),
    db.updateTable('projects').set({ assigned_pm: manager.id }).where('id', '=', project.id).execute(),
  )
  await record(ctx, { project_id: project.id }, changes({ manager: former_name }, { manager: manager.full_name }))
  await notify(ctx, { to: [manager.id], ...projectGiven(me.name, project) })
  const former = await lockManager(ctx, project.assigned_pm)
  if (former) await notify(ctx, { to: [former.id], ...projectTaken(me.name, project.name, manager.full_name) })
}
