import { type Api, mostViews, type SavedView } from 'contract'
import type { Ctx } from '../kit/context.ts'
import { Assembled } from '../kit/db/assembled.ts'
import { byName, countAll, duplicateIn, sql } from '../kit/db/db.ts'
import { forbidden, invalid, notFound, refused } from '../kit/errors.ts'
import { assembledPage } from '../kit/http/paging.ts'
import type { Handlers, Judges } from '../kit/http/pipeline.ts'
import { changed } from '../realtime/changed.ts'
import { findProject, inactive, mustManage } from './rules.ts'

export const views: Handlers<Api['views']> = {
  async list(ctx, { params, query }) {
    const { db, tenant, me } = ctx
    const project = await findProject(ctx, params.project_id)
    const { rows } = await sql<{ count: number; json: string }>`
      with found as (
        select * from saved_views where tenant_id = ${tenant.id} and project_id = ${project.id} and is_shared
        union all
        select * from saved_views
        where tenant_id = ${tenant.id} and person_id = ${me.id} and project_id = ${project.id} and not is_shared),
      page as (select * from found order by ${byName('name')}, id limit ${query.limit} offset ${query.offset})
      select (select count(*) from found) as count,
        (select coalesce(json_agg(${viewJson(ctx)} order by ${byName('v.name')}, v.id), '[]') from page v) as json`.execute(db)
    return assembledPage(`/api/projects/${project.id}/views/`, query, rows[0] ?? { count: 0, json: '[]' })
  },

  async create(ctx, { params, body }) {
    const { db, me } = ctx
    const project = await findProject(ctx, params.project_id, 'update')
    if (body.is_shared) mustShareIn(ctx, project)
    const view = { ...body, project_id: project.id, person_id: me.id }
    await mustHaveRoom(ctx, view)
    const inserted = db.insertInto('saved_views').values(view).returning('id').executeTakeFirstOrThrow()
    const { id } = await inserted.catch(refuseTakenName)
    viewsChanged(ctx, project.id, body.is_shared)
    return readView(ctx, id)
  },

  async update(ctx, { params, body }) {
    const { db, me } = ctx
    const view = await viewToChange(ctx, params.view_id, body)
    if (!Object.keys(body).length) return readView(ctx, view.id)
    const after = { ...view, is_shared: body.is_shared ?? view.is_shared }
    if (view.is_shared && !after.is_shared && view.person_id !== me.id)
      throw forbidden('Only its author can make a shared view private.')
    if (view.is_shared !== after.is_shared) await mustHaveRoom(ctx, after)
    await db.updateTable('saved_views').set(body).where('id', '=', view.id).execute().catch(refuseTakenName)
    viewsChanged(ctx, view.project_id, view.is_shared || after.is_shared)
    return readView(ctx, view.id)
  },

  async remove(ctx, { params }) {
    const view = await viewToChange(ctx, params.view_id)
    await ctx.db.deleteFrom('saved_views').where('id', '=', view.id).execute()
    viewsChanged(ctx, view.project_id, view.is_shared)
    return undefined
  },
}

export const viewProblems: Judges<Api['views']> = {
  async create(ctx, { params, body: { name, is_shared } }) {
    const { id } = await findProject(ctx, params.project_id)
    if (is_shared) mustManage(ctx, sharing)
    return is_shared === undefined ? {} : nameProblems(ctx, { name, is_shared, project_id: id, person_id: ctx.me.id })
  },

  async update(ctx, { params, body: { name, is_shared } }) {
    const view = await findView(ctx, params.view_id)
    await findProject(ctx, view.project_id)
    if (view.is_shared || is_shared) mustManage(ctx, sharing)
    return nameProblems(ctx, { ...view, name, is_shared: is_shared ?? view.is_shared })
  },
}

const sharing = 'Only administrators and the project manager can change shared views.'

/** Refuses developers, and everybody in an inactive project. Private views are the person's own affair. */
function mustShareIn(ctx: Ctx, project: { is_active: boolean }) {
  mustManage(ctx, sharing)
  if (!project.is_active) throw inactive()
}

/** Finds a view that is shared or this person's own, or throws `notFound`. The caller finds its project. */
async function findView({ db, me }: Ctx, id: number) {
  const view = await db
    .selectFrom('saved_views')
    .select(['id', 'project_id', 'person_id', 'is_shared'])
    .where('id', '=', id)
    .where((eb) => eb.or([eb('is_shared', '=', true), eb('person_id', '=', me.id)]))
    .executeTakeFirst()
  if (!view) throw notFound()
  return view
}

/** Locks the project, as every change of its views does: their number is exact, and what is shared stays so until the commit. */
async function viewToChange(ctx: Ctx, id: number, { is_shared = false }: { is_shared?: boolean | undefined } = {}) {
  const { project_id } = await findView(ctx, id)
  const project = await findProject(ctx, project_id, 'update')
  const view = await findView(ctx, id)
  if (view.is_shared || is_shared) mustShareIn(ctx, project)
  return view
}

type Place = { project_id: number; person_id: number; is_shared: boolean }

/** The views among which a name is unique. The conditions are those of the two indexes, which a parameter would not match. */
const viewsIn = ({ db }: Ctx, { project_id, person_id, is_shared }: Place) =>
  db
    .selectFrom('saved_views')
    .where('project_id', '=', project_id)
    .where(is_shared ? sql<boolean>`is_shared` : sql<boolean>`(not is_shared and person_id = ${person_id})`)

/** The caller has locked the project. */
async function mustHaveRoom(ctx: Ctx, place: Place) {
  const { count } = await viewsIn(ctx, place).select(countAll).executeTakeFirstOrThrow()
  if (count < mostViews) return
  const kind = place.is_shared ? 'shared views' : 'private views of yours'
  throw refused(`A project has at most ${mostViews} ${kind}. Please delete one first.`)
}

const viewsChanged = (ctx: Ctx, project_id: number, isShared: boolean) =>
  changed(ctx, { ...(isShared ? { projects: [project_id] } : { people: [ctx.me.id] }), models: ['views'] })

async function readView(ctx: Ctx, id: number) {
  const { rows } = await sql<{ json: string }>`
    select ${viewJson(ctx)} as json from saved_views v where v.tenant_id = ${ctx.tenant.id} and v.id = ${id}`.execute(ctx.db)
  return new Assembled<SavedView>(rows[0]?.json ?? 'null')
}

const viewJson = ({ tenant }: Ctx) => sql`json_build_object(
  'id', v.id, 'name', v.name, 'query', v.query, 'is_shared', v.is_shared,
  'author', (select json_build_object('id', e.id, 'full_name', e.full_name) from people e
    where e.tenant_id = ${tenant.id} and e.id = v.person_id))`

const taken = { name: ['A view with this name already exists.'] }

/** The problem of a name that another view in the same place has. */
async function nameProblems(ctx: Ctx, { name, id = 0, ...place }: Place & { name?: string | undefined; id?: number }) {
  if (name === undefined) return {}
  const other = await viewsIn(ctx, place)
    .select('id')
    .where(sql<string>`lower(name)`, '=', sql<string>`lower(${name})`)
    .where('id', '!=', id)
    .executeTakeFirst()
  return other ? taken : {}
}

/** Turns a violation of a unique index into a refusal. */
function refuseTakenName(error: unknown): never {
  throw /^saved_views_(shared|private)_name$/.test(duplicateIn(error) ?? '') ? invalid(taken) : error
}
