// Projects saved as templates for others: docs/decisions/070-templates.md
import { type Api, mostTemplates, mostWorkInTemplate, type Template, templateProblems } from 'contract'
import { creation, recordEach } from '../history/record.ts'
import type { Ctx } from '../kit/context.ts'
import { Assembled } from '../kit/db/assembled.ts'
import { byName, countAll, duplicateIn, pipelined, type RawBuilder, sql } from '../kit/db/db.ts'
import { forbidden, invalid, notFound, refused } from '../kit/errors.ts'
import type { Handlers, Judges } from '../kit/http/pipeline.ts'
import { createProject, newProjectProblems } from '../projects/projects.ts'
import { findProject, mustManage } from '../projects/rules.ts'
import { changed } from '../realtime/changed.ts'
import { insertWork } from '../tasks/insert.ts'
import { contentOf, plannedFrom, writeContent } from './content.ts'

export const templates: Handlers<Api['templates']> = {
  async list(ctx) {
    const { rows } = await sql<{ json: string }>`
      select coalesce(json_agg(${templateJson(ctx)} order by ${byName('m.name')}), '[]') as json
      from templates m where m.tenant_id = ${ctx.tenant.id}`.execute(ctx.db)
    return new Assembled<Template[]>(rows[0]?.json ?? '[]')
  },

  async save(ctx, { params, body }) {
    const { db, me } = ctx
    const project = await projectToSave(ctx, params.project_id)
    const [{ count }, { description }, content] = await pipelined(
      db.selectFrom('templates').select(countAll).executeTakeFirstOrThrow(),
      db.selectFrom('projects').select('description').where('id', '=', project.id).executeTakeFirstOrThrow(),
      contentOf(ctx, project),
    )
    if (count >= mostTemplates) throw refused(templateProblems.tooMany)
    if (!content.work.length) throw refused(templateProblems.empty)
    if (content.work.length > mostWorkInTemplate) throw refused(templateProblems.tooLarge)
    const { id } = await db
      .insertInto('templates')
      .values({ name: body.name, description, author_id: me.id })
      .returning('id')
      .executeTakeFirstOrThrow()
      .catch(refuseTakenName)
    await writeContent(ctx, id, content)
    templatesChanged(ctx)
    return readTemplate(ctx, id)
  },

  async use(ctx, { params, body }) {
    const { id } = await findTemplate(ctx, params.template_id)
    const planned = await plannedFrom(ctx, id, body.start_date ?? ctx.tenant.today)
    const project = await createProject(ctx, body)
    const added = await insertWork(ctx, project.id, planned)
    const tasks = added.filter(({ parent }) => parent === null)
    const subjects = tasks.map((task) => ({ project_id: project.id, task_id: task.id }))
    await pipelined(recordEach(ctx, subjects, creation), changed(ctx, { work_of: project.id, assignees: [] }))
    return project
  },

  async remove(ctx, { params }) {
    const { id, author_id } = await findTemplate(ctx, params.template_id)
    if (ctx.me.role !== 'tenant_admin' && author_id !== ctx.me.id)
      throw forbidden('Only its author or an administrator can delete a template.')
    const deleted = await ctx.db.deleteFrom('templates').where('id', '=', id).returning('id').executeTakeFirst()
    if (!deleted) throw notFound()
    templatesChanged(ctx)
    return undefined
  },
}

export const templateJudges: Judges<Api['templates']> = {
  async save(ctx, { params, body }) {
    await projectToSave(ctx, params.project_id)
    if (body.name === undefined) return {}
    const same = ctx.db.selectFrom('templates').select('id').where(sql`lower(name)`, '=', sql`lower(${body.name})`)
    return (await same.executeTakeFirst()) ? { name: [templateProblems.taken] } : {}
  },

  async use(ctx, { params, body }) {
    await findTemplate(ctx, params.template_id)
    return newProjectProblems(ctx, body)
  },
}

/** An inactive project, too: that is when one knows that it went well. */
async function projectToSave(ctx: Ctx, id: number) {
  const project = await findProject(ctx, id, 'share')
  mustManage(ctx)
  return project
}

async function findTemplate({ db }: Ctx, id: number) {
  const template = await db.selectFrom('templates').select(['id', 'author_id']).where('id', '=', id).executeTakeFirst()
  if (!template) throw notFound()
  return template
}

function refuseTakenName(error: unknown): never {
  if (duplicateIn(error) === 'templates_name') throw invalid({ name: [templateProblems.taken] })
  throw error
}

const templatesChanged = (ctx: Ctx) => changed(ctx, { roles: ['tenant_admin', 'project_manager'], models: ['templates'] })

async function readTemplate(ctx: Ctx, id: number) {
  const { rows } = await sql<{ json: string }>`
    select ${templateJson(ctx)} as json from templates m where m.tenant_id = ${ctx.tenant.id} and m.id = ${id}`.execute(ctx.db)
  return new Assembled<Template>(rows[0]?.json ?? 'null')
}

const templateJson = ({ tenant }: Ctx) => {
  const works = (which: RawBuilder<unknown>) => sql`(
    select count(*) from template_work w where w.tenant_id = ${tenant.id} and w.template_id = m.id and ${which})`
  return sql`json_build_object(
    'id', m.id, 'name', m.name, 'description', m.description, 'created_at', iso(m.created_at),
    'tasks', ${works(sql`w.parent_position is null`)}, 'subtasks', ${works(sql`w.parent_position is not null`)},
    'author', (select json_build_object('id', e.id, 'full_name', e.full_name) from people e
      where e.tenant_id = ${tenant.id} and e.id = m.author_id))`
}
