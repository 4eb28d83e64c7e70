// The checklists that HR has prepared.
import { type Api, type ChecklistTemplate, checklistProblems, mostChecklistTemplates } from 'contract'
import type { Ctx } from '../kit/context.ts'
import { byName, countAll, duplicateIn, sql } from '../kit/db/db.ts'
import { insertMany } from '../kit/db/insert-many.ts'
import { invalid, notFound, type Problems, refused } from '../kit/errors.ts'
import type { Handlers, Judges } from '../kit/http/pipeline.ts'
import { changed } from '../realtime/changed.ts'

type Calls = Pick<Api['checklists'], 'templates' | 'createTemplate' | 'updateTemplate' | 'removeTemplate'>
type Form = Omit<ChecklistTemplate, 'id'>

export const checklistTemplates: Handlers<Calls> = {
  async templates(ctx) {
    return readTemplates(ctx)
  },

  async createTemplate(ctx, { body: { items, ...template } }) {
    const { db } = ctx
    const { count } = await db.selectFrom('checklist_templates').select(countAll).executeTakeFirstOrThrow()
    if (count >= mostChecklistTemplates) throw refused(checklistProblems.tooMany)
    const { id } = await db
      .insertInto('checklist_templates')
      .values(template)
      .returning('id')
      .executeTakeFirstOrThrow()
      .catch(refuseTakenName)
    await addItems(ctx, id, items)
    templatesChanged(ctx)
    return { id, ...template, items }
  },

  async updateTemplate(ctx, { params, body: { items, ...template } }) {
    const { db } = ctx
    // The update locks the template, so that its items are those of one change.
    const updated = await db
      .updateTable('checklist_templates')
      .set(template)
      .where('id', '=', params.checklist_template_id)
      .returning('id')
      .executeTakeFirst()
      .catch(refuseTakenName)
    if (!updated) throw notFound()
    await db.deleteFrom('checklist_template_items').where('template_id', '=', updated.id).execute()
    await addItems(ctx, updated.id, items)
    templatesChanged(ctx)
    return { ...updated, ...template, items }
  },

  async removeTemplate(ctx, { params }) {
    const removed = await ctx.db
      .deleteFrom('checklist_templates')
      .where('id', '=', params.checklist_template_id)
      .returning('id')
      .executeTakeFirst()
    if (!removed) throw notFound()
    templatesChanged(ctx)
    return undefined
  },
}

export const checklistTemplateJudges: Judges<Calls> = {
  createTemplate: async (ctx, { body }) => nameProblems(ctx, body),

  async updateTemplate(ctx, { params, body }) {
    await findTemplate(ctx, params.checklist_template_id)
    return nameProblems(ctx, { ...body, id: params.checklist_template_id })
  },
}

/** The templates with their items; with `id`, that one alone. */
export async function readTemplates({ db }: Ctx, id?: number): Promise<ChecklistTemplate[]> {
  const templates = await db
    .selectFrom('checklist_templates')
    .select(['id', 'name', 'kind'])
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? 0))
    .orderBy('kind')
    .orderBy(byName('name'))
    .execute()
  const items = await db
    .selectFrom('checklist_template_items')
    .select(['template_id', 'title', 'owner', 'days'])
    .where('template_id', '=', sql<number>`any(${templates.map((template) => template.id)})`)
    .orderBy('template_id')
    .orderBy('position')
    .execute()
  const itemsOf = Map.groupBy(items, ({ template_id }) => template_id)
  return templates.map((template) => ({
    ...template,
    items: (itemsOf.get(template.id) ?? []).map(({ title, owner, days }) => ({ title, owner, days })),
  }))
}

async function findTemplate({ db }: Ctx, id: number) {
  const found = await db.selectFrom('checklist_templates').select('id').where('id', '=', id).executeTakeFirst()
  if (!found) throw notFound()
  return found
}

const addItems = ({ db }: Ctx, template_id: number, items: Form['items']) =>
  insertMany(
    db,
    'checklist_template_items',
    items.map((item, index) => ({ template_id, position: index + 1, ...item })),
  )

const templatesChanged = (ctx: Ctx) => changed(ctx, { roles: ['hr'], models: ['checklists'] })

const taken = { name: [checklistProblems.taken] }

/** The problem of a name that another template of the same kind has. */
async function nameProblems(
  { db }: Ctx,
  { name, kind, id = 0 }: { name?: string | undefined; kind?: Form['kind'] | undefined; id?: number },
): Promise<Problems> {
  if (name === undefined || kind === undefined) return {}
  const other = await db
    .selectFrom('checklist_templates')
    .select('id')
    .where('kind', '=', kind)
    .where(sql<string>`lower(name)`, '=', sql<string>`lower(${name})`)
    .where('id', '!=', id)
    .executeTakeFirst()
  return other ? taken : {}
}

function refuseTakenName(error: unknown): never {
  throw duplicateIn(error) === 'checklist_templates_name' ? invalid(taken) : error
}
