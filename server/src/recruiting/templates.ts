// The mails that HR has prepared for applicants.
import { type Api, type MailTemplate, mailTemplateProblems, mostMailTemplates } from 'contract'
import type { Ctx } from '../kit/context.ts'
import { byName, countAll, duplicateIn, sql } from '../kit/db/db.ts'
import { insertMany } from '../kit/db/insert-many.ts'
import { invalid, mustHaveNone, notFound, type Problems, refused } from '../kit/errors.ts'
import type { Handlers, Judges } from '../kit/http/pipeline.ts'
import { mustBeUnchanged } from '../projects/descriptions.ts'
import { recruitingChanged } from './rules.ts'

type Calls = Pick<Api['recruiting'], 'templates' | 'createTemplate' | 'updateTemplate' | 'removeTemplate'>

/** The templates that a workspace begins with. */
const firstTemplates = [
  {
    name: 'Invitation to an interview',
    subject: 'Your application for {opening}',
    text: 'Hello {name},\n\nthank you for your application. We would like to get to know you. When would you have an hour for us?\n\nKind regards\n{sender}, {company}',
  },
  {
    name: 'Rejection',
    subject: 'Your application for {opening}',
    text: 'Hello {name},\n\nthank you for your application, and for the time that you have given us. We have decided for somebody else. We wish you all the best.\n\nKind regards\n{sender}, {company}',
  },
  {
    name: 'Offer',
    subject: 'An offer of {company}',
    text: 'Hello {name},\n\nwe would be glad to have you as {opening}. When could we talk about the details?\n\nKind regards\n{sender}, {company}',
  },
] as const

export const mailTemplates: Handlers<Calls> = {
  async templates(ctx) {
    return ctx.db.selectFrom('mail_templates').select(['id', 'name', 'subject', 'text']).orderBy(byName('name')).execute()
  },

  async createTemplate(ctx, { body }) {
    const { count } = await ctx.db.selectFrom('mail_templates').select(countAll).executeTakeFirstOrThrow()
    if (count >= mostMailTemplates) throw refused(mailTemplateProblems.tooMany)
    const { id } = await ctx.db
      .insertInto('mail_templates')
      .values(body)
      .returning('id')
      .executeTakeFirstOrThrow()
      .catch(refuseTakenName)
    recruitingChanged(ctx)
    return { id, ...body }
  },

  async updateTemplate(ctx, { params, body: { edited_from, ...body } }) {
    const { id, ...stored } = await findTemplate(ctx, params.mail_template_id)
    mustBeUnchanged(stored, body, edited_from)
    mustHaveNone(await nameProblems(ctx, { ...body, id }))
    await ctx.db.updateTable('mail_templates').set(body).where('id', '=', id).execute().catch(refuseTakenName)
    recruitingChanged(ctx)
    return { id, ...body }
  },

  async removeTemplate(ctx, { params }) {
    const { id } = await findTemplate(ctx, params.mail_template_id)
    await ctx.db.deleteFrom('mail_templates').where('id', '=', id).execute()
    recruitingChanged(ctx)
    return undefined
  },
}

export const mailTemplateJudges: Judges<Calls> = {
  createTemplate: async (ctx, { body }) => nameProblems(ctx, body),

  async updateTemplate(ctx, { params, body }) {
    const { id } = await findTemplate(ctx, params.mail_template_id)
    return nameProblems(ctx, { ...body, id })
  },
}

export const addFirstTemplates = ({ db }: Ctx) => insertMany(db, 'mail_templates', firstTemplates)

async function findTemplate({ db }: Ctx, id: number) {
  const templates = db.selectFrom('mail_templates').select(['id', 'name', 'subject', 'text'])
  const found = await templates.where('id', '=', id).forUpdate().executeTakeFirst()
  if (!found) throw notFound()
  return found
}

const taken = { name: [mailTemplateProblems.taken] }

/** The problem of a name that another template has. */
async function nameProblems({ db }: Ctx, { id = 0, name }: Partial<MailTemplate>): Promise<Problems> {
  if (name === undefined) return {}
  const other = await db
    .selectFrom('mail_templates')
    .select('id')
    .where(sql<string>`lower(name)`, '=', sql<string>`lower(${name})`)
    .where('id', '!=', id)
    .executeTakeFirst()
  return other ? taken : {}
}

function refuseTakenName(error: unknown): never {
  throw duplicateIn(error) === 'mail_templates_name' ? invalid(taken) : error
}
