import type { Api, ProjectUpdate } from 'contract'
import type { Ctx } from '../kit/context.ts'
import { Assembled } from '../kit/db/assembled.ts'
import { pipelined, sql } from '../kit/db/db.ts'
import { forbidden, notFound } from '../kit/errors.ts'
import { assembledPage } from '../kit/http/paging.ts'
import type { Handlers, Judges } from '../kit/http/pipeline.ts'
import { newlyMentioned, notifyReaders, type Reader } from '../notifications/mentions.ts'
import { mentionedInUpdate, projectPages, updatePosted } from '../notifications/messages.ts'
import { administratorsOf } from '../people/administrators.ts'
import { changed } from '../realtime/changed.ts'
import { findProject, mustManage, projectToChange, projectToManage } from './rules.ts'

export const updates: Handlers<Api['updates']> = {
  async list(ctx, { params, query }) {
    const { db, tenant } = ctx
    const project = await findProject(ctx, params.project_id)
    const of = sql`u.tenant_id = ${tenant.id} and u.project_id = ${project.id}`
    const { rows } = await sql<{ count: number; json: string }>`
      with page as (
        select * from project_updates u where ${of} order by u.id desc limit ${query.limit} offset ${query.offset})
      select (select count(*) from project_updates u where ${of}) as count,
        (select coalesce(json_agg(${updateJson(ctx)} order by u.id desc), '[]') from page u) as json`.execute(db)
    return assembledPage(`/api/projects/${project.id}/updates/`, query, rows[0] ?? { count: 0, json: '[]' })
  },

  async create(ctx, { params, body }) {
    const { db, tenant, me } = ctx
    const project = await projectToManage(ctx, params.project_id)
    const update = { ...body, project_id: project.id, author_id: me.id }
    const { id } = await db.insertInto('project_updates').values(update).returning('id').executeTakeFirstOrThrow()
    await notifyOfUpdate(ctx, project, body)
    await updatesChanged(ctx, project.id)
    const { rows } = await sql<{ json: string }>`
      select ${updateJson(ctx)} as json from project_updates u
      where u.tenant_id = ${tenant.id} and u.id = ${id}`.execute(db)
    return new Assembled<ProjectUpdate>(rows[0]?.json ?? 'null')
  },

  async remove(ctx, { params }) {
    const { db } = ctx
    const { id, project_id } = await updateToDelete(ctx, params.update_id)
    const deleted = await db.deleteFrom('project_updates').where('id', '=', id).returning('id').executeTakeFirst()
    if (!deleted) throw notFound()
    await updatesChanged(ctx, project_id)
    return undefined
  },
}

/** A project that this person may not post in is refused before the form. */
export const updateProblems: Judges<Api['updates']> = {
  async create(ctx, { params }) {
    await findProject(ctx, params.project_id)
    mustManage(ctx)
    return {}
  },
}

/** Finds an update in a visible, active project that this person may delete. */
async function updateToDelete(ctx: Ctx, id: number) {
  const { db, me } = ctx
  const found = db.selectFrom('project_updates').select(['id', 'project_id', 'author_id']).where('id', '=', id)
  const update = await found.executeTakeFirst()
  if (!update) throw notFound()
  await findProject(ctx, update.project_id)
  mustManage(ctx)
  if (me.role !== 'tenant_admin' && update.author_id !== me.id)
    throw forbidden('Only its author or an administrator can delete an update.')
  await projectToChange(ctx, update.project_id)
  return update
}

const membersOf = ({ db }: Ctx, project_id: number) =>
  db.selectFrom('members').select(['person_id', 'role']).where('project_id', '=', project_id).execute()

/** A mention takes the place of the ordinary words. */
async function notifyOfUpdate(
  ctx: Ctx,
  project: { id: number; name: string },
  { state, text }: Pick<ProjectUpdate, 'state' | 'text'>,
) {
  const [members, administrators, mentioned] = await pipelined(
    membersOf(ctx, project.id),
    administratorsOf(ctx.db),
    newlyMentioned(ctx, project.id, { text }),
  )
  const everybody: Reader[] = [
    ...members.map(({ person_id, role }) => ({ id: person_id, role })),
    ...administrators.map(({ id }) => ({ id, role: 'tenant_admin' as const })),
  ]
  const isMentioned = new Set(mentioned.map(({ id }) => id))
  const others = everybody.filter(({ id }) => !isMentioned.has(id))
  const posted = { message: updatePosted(ctx.me.name, project.name, state), link: projectPages(project.id) }
  await notifyReaders(ctx, mentioned, mentionedInUpdate(ctx.me.name, project))
  await notifyReaders(ctx, others, posted)
}

/** An update counts as activity of the project. */
async function updatesChanged(ctx: Ctx, project_id: number) {
  const members = (await membersOf(ctx, project_id)).map(({ person_id }) => person_id)
  changed(ctx, { projects: [project_id], models: ['updates'] })
  changed(ctx, { people: members, roles: ['tenant_admin'], models: ['health'] })
}

const updateJson = ({ tenant }: Ctx) => sql`json_build_object(
  'id', u.id, 'project', u.project_id, 'state', u.state, 'text', u.text, 'created_at', iso(u.created_at),
  'author', (select json_build_object('id', e.id, 'full_name', e.full_name) from people e
    where e.tenant_id = ${tenant.id} and e.id = u.author_id))`
