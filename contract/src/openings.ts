// Openings, the stages and mails of recruiting, and its settings. See docs/decisions/075-recruiting.md.
import { z } from 'zod'
import { choice, date, dateOrNull, editedFrom, id, idText, NamedPerson, Nothing, ruled, timestamp } from './common.ts'
import { departments } from './employees.ts'
import { workspace } from './endpoint.ts'
import { lineRule, optionalTextRule, textRule } from './rules.ts'

/** Published openings are on the public page until the day on which they close. */
export const openingStatuses = ['draft', 'published', 'closed'] as const
export type OpeningStatus = (typeof openingStatuses)[number]
/** Applicants go through open stages. Each workspace has one stage for those who are hired, and one for those who are rejected. */
export const stageKinds = ['open', 'hired', 'rejected'] as const
export type StageKind = (typeof stageKinds)[number]

export const mostOpenings = 500
export const mostQuestions = 20
export const mostStages = 20
export const mostMailTemplates = 50
/** Days after a rejection until an applicant's data is removed. */
export const retention = { shortest: 1, longest: 3650, standard: 180 } as const
/** The largest CV, in bytes. */
export const cvBytes = 10 * 1024 * 1024

export const openingProblems = {
  tooMany: `A workspace can have at most ${mostOpenings} openings. Delete one first.`,
  tooManyQuestions: `An opening has at most ${mostQuestions} questions.`,
  location: 'Choose a location of the list.',
  inUse: 'People have applied for this opening. Close it instead.',
  closesTooEarly: 'The closing date can’t be in the past.',
} as const

export const stageProblems = {
  tooMany: `There are at most ${mostStages} stages.`,
  noOpen: 'At least one stage comes before a decision.',
  unknown: 'The stages have changed meanwhile. Reload the page.',
  twice: 'Two stages have the same name.',
  /** `name` is that of the stage. */
  inUse: (name: string) => `There are applicants in “${name}”. Move them first.`,
} as const

export const mailTemplateProblems = {
  taken: 'There is a template with this name already.',
  tooMany: `A workspace can have at most ${mostMailTemplates} templates. Delete one first.`,
} as const

export const retentionProblem = `Enter a number of days from ${retention.shortest} to ${retention.longest}.`

export const openingRules = {
  title: lineRule({ empty: 'Title is required.', max: 200 }),
  description: optionalTextRule({ max: 10_000 }),
  question: lineRule({ empty: 'Enter the question.', max: 300 }),
}
export const stageRules = { name: lineRule({ empty: 'Name is required.', max: 50 }) }
export const mailRules = {
  name: lineRule({ empty: 'Name is required.', max: 100 }),
  subject: lineRule({ empty: 'Subject is required.', max: 200 }),
  text: textRule({ max: 10_000 }),
}

/** The words in a mail template that stand for something else. */
export const mailPlaceholders = ['{name}', '{opening}', '{company}', '{sender}'] as const
export type MailPlaceholder = (typeof mailPlaceholders)[number]

/** A template with its placeholders replaced. Other words in braces stay. */
export const filledTemplate = (text: string, values: Record<MailPlaceholder, string>) =>
  text.replace(/\{(?:name|opening|company|sender)\}/g, (placeholder) => values[placeholder as MailPlaceholder])

const flag = z.boolean('Choose true or false.')

const Question = z.object(
  {
    text: ruled(openingRules.question),
    is_required: flag,
    /** Answered in several lines. */
    is_long: flag,
  },
  'Enter the question.',
)
export type OpeningQuestion = z.output<typeof Question>

export const Opening = z.object({
  id,
  title: z.string(),
  department: z.string(),
  location: id.nullable(),
  /** Markdown. */
  description: z.string(),
  /** The last day on which people can apply. */
  closes_on: date.nullable(),
  status: z.enum(openingStatuses),
  questions: z.array(Question),
  /** All applications, and those in the first stage. Without those whose data has been removed. */
  applications: z.number().int(),
  new_applications: z.number().int(),
  created_at: timestamp,
})
export type Opening = z.output<typeof Opening>

const OpeningForm = z.object({
  title: ruled(openingRules.title),
  department: choice(departments),
  location: id.nullable(),
  description: ruled(openingRules.description),
  closes_on: dateOrNull,
  status: choice(openingStatuses),
  questions: z.array(Question, 'Enter a list of questions.').max(mostQuestions, openingProblems.tooManyQuestions),
})

export const RecruitingStage = z.object({ id, name: z.string(), kind: z.enum(stageKinds) })
export type RecruitingStage = z.output<typeof RecruitingStage>

export const MailTemplate = z.object({ id, name: z.string(), subject: z.string(), text: z.string() })
export type MailTemplate = z.output<typeof MailTemplate>
const MailTemplateForm = z.object({
  name: ruled(mailRules.name),
  subject: ruled(mailRules.subject),
  text: ruled(mailRules.text),
})

/** An applicant whose data has been removed. */
export const RemovedApplicant = z.object({
  application: id,
  opening: z.string(),
  applied_at: timestamp,
  removed_at: timestamp,
  /** Null: the rule about rejected applicants. */
  removed_by: NamedPerson.nullable(),
})
export type RemovedApplicant = z.output<typeof RemovedApplicant>

const access = ['hr'] as const
const models = ['recruiting'] as const
const ofOpening = z.object({ opening_id: idText })
const ofTemplate = z.object({ mail_template_id: idText })
const Settings = z.object({
  retention_days: z
    .number(retentionProblem)
    .int(retentionProblem)
    .min(retention.shortest, retentionProblem)
    .max(retention.longest, retentionProblem),
})

export const openings = {
  /** Published ones first, then drafts, then closed ones; each the newest first. */
  list: workspace({ route: 'GET /api/openings/', models, access, returns: z.array(Opening) }),
  get: workspace({ route: 'GET /api/openings/:opening_id/', models, access, params: ofOpening, returns: Opening }),
  create: workspace({ route: 'POST /api/openings/', access, status: 201, body: OpeningForm, returns: Opening }),
  update: workspace({
    route: 'PATCH /api/openings/:opening_id/',
    access,
    params: ofOpening,
    body: OpeningForm.partial(),
    returns: Opening,
  }),
  /** Only while nobody has applied. */
  remove: workspace({
    route: 'DELETE /api/openings/:opening_id/',
    access,
    status: 204,
    params: ofOpening,
    returns: Nothing,
  }),
}

export const recruiting = {
  /** In their order: the open ones, then that of the hired, then that of the rejected. None before the first opening. */
  stages: workspace({ route: 'GET /api/recruiting-stages/', models, access, returns: z.array(RecruitingStage) }),
  /** Replaces the open stages by these, in this order. Those without an id are new. Stages of decisions are renamed only. */
  saveStages: workspace({
    route: 'PUT /api/recruiting-stages/',
    access,
    body: z.object({
      open: z
        .array(z.object({ id: id.nullable(), name: ruled(stageRules.name) }, stageProblems.unknown), stageProblems.noOpen)
        .min(1, stageProblems.noOpen)
        .max(mostStages, stageProblems.tooMany),
      hired: ruled(stageRules.name),
      rejected: ruled(stageRules.name),
    }),
    returns: z.array(RecruitingStage),
  }),
  settings: workspace({ route: 'GET /api/recruiting-settings/', models, access, returns: Settings }),
  changeSettings: workspace({ route: 'PATCH /api/recruiting-settings/', access, body: Settings, returns: Settings }),
  /** By name. */
  templates: workspace({ route: 'GET /api/mail-templates/', models, access, returns: z.array(MailTemplate) }),
  createTemplate: workspace({
    route: 'POST /api/mail-templates/',
    access,
    status: 201,
    body: MailTemplateForm,
    returns: MailTemplate,
  }),
  updateTemplate: workspace({
    route: 'PUT /api/mail-templates/:mail_template_id/',
    access,
    params: ofTemplate,
    body: MailTemplateForm.extend({ edited_from: editedFrom('name', 'subject', 'text').optional() }),
    returns: MailTemplate,
  }),
  removeTemplate: workspace({
    route: 'DELETE /api/mail-templates/:mail_template_id/',
    access,
    status: 204,
    params: ofTemplate,
    returns: Nothing,
  }),
  /** The newest first, at most 500. */
  removed: workspace({ route: 'GET /api/removed-applicants/', models, access, returns: z.array(RemovedApplicant) }),
}
