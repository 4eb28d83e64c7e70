// Checklists of the work that is due when somebody joins or leaves.
import { z } from 'zod'
import { choice, date, id, idText, NamedPerson, Nothing, ruled, timestamp } from './common.ts'
import { workspace } from './endpoint.ts'
import { workspaceRoles } from './roles.ts'
import { lineRule } from './rules.ts'

export const checklistKinds = ['joiner', 'leaver'] as const
export type ChecklistKind = (typeof checklistKinds)[number]
/** Anybody in HR, the person whom it is about, or whom that person reports to. */
export const itemOwners = ['hr', 'manager', 'person'] as const
export type ItemOwner = (typeof itemOwners)[number]

export const mostItems = 50
export const mostChecklistTemplates = 100
/** An item is due at most so many days before or after the day of a checklist. */
export const mostDaysAway = 365

export const checklistProblems = {
  taken: 'There is a template with this name already.',
  tooMany: `A workspace can have at most ${mostChecklistTemplates} templates. Delete one first.`,
  noItems: 'Add at least one item.',
  tooManyItems: `A checklist has at most ${mostItems} items.`,
  days: `Enter a whole number of days, at most ${mostDaysAway} before or after.`,
  template: 'Choose a template of the list.',
} as const

export const checklistRules = {
  name: lineRule({ empty: 'Name is required.', max: 100 }),
  title: lineRule({ empty: 'Title is required.', max: 200 }),
}

const TemplateItem = z.object({
  title: z.string(),
  owner: z.enum(itemOwners),
  /** The days from the first day of a joiner, or the last one of a leaver, until it is due. Negative: before it. */
  days: z.number().int(),
})

export const ChecklistTemplate = z.object({
  id,
  name: z.string(),
  kind: z.enum(checklistKinds),
  /** In their order. */
  items: z.array(TemplateItem),
})
export type ChecklistTemplate = z.output<typeof ChecklistTemplate>

export const ChecklistItem = z.object({
  id,
  title: z.string(),
  owner: z.enum(itemOwners),
  due_on: date,
  done_at: timestamp.nullable(),
  done_by: NamedPerson.nullable(),
})
export type ChecklistItem = z.output<typeof ChecklistItem>

export const Checklist = z.object({
  id,
  name: z.string(),
  kind: z.enum(checklistKinds),
  /** From which its items are due. */
  day: date,
  /** In the order of the template. */
  items: z.array(ChecklistItem),
})
export type Checklist = z.output<typeof Checklist>

/** An item that is still to be done. */
export const OwnItem = z.object({
  id,
  title: z.string(),
  owner: z.enum(itemOwners),
  due_on: date,
  checklist: z.string(),
  kind: z.enum(checklistKinds),
  /** The person who joins or leaves. */
  person: NamedPerson,
})
export type OwnItem = z.output<typeof OwnItem>

const days = z
  .number(checklistProblems.days)
  .int(checklistProblems.days)
  .min(-mostDaysAway, checklistProblems.days)
  .max(mostDaysAway, checklistProblems.days)
const TemplateForm = z.object({
  name: ruled(checklistRules.name),
  kind: choice(checklistKinds),
  items: z
    .array(z.object({ title: ruled(checklistRules.title), owner: choice(itemOwners), days }, checklistProblems.noItems), {
      error: checklistProblems.noItems,
    })
    .min(1, checklistProblems.noItems)
    .max(mostItems, checklistProblems.tooManyItems),
})

const ofTemplate = z.object({ checklist_template_id: idText })
const ofChecklist = z.object({ checklist_id: idText })
const ofItem = z.object({ item_id: idText })

export const checklists = {
  /** By kind and name. */
  templates: workspace({
    route: 'GET /api/checklist-templates/',
    models: ['checklists'],
    access: ['hr'],
    returns: z.array(ChecklistTemplate),
  }),
  createTemplate: workspace({
    route: 'POST /api/checklist-templates/',
    access: ['hr'],
    status: 201,
    body: TemplateForm,
    returns: ChecklistTemplate,
  }),
  /** Checklists that have begun stay as they are. */
  updateTemplate: workspace({
    route: 'PUT /api/checklist-templates/:checklist_template_id/',
    access: ['hr'],
    params: ofTemplate,
    body: TemplateForm,
    returns: ChecklistTemplate,
  }),
  removeTemplate: workspace({
    route: 'DELETE /api/checklist-templates/:checklist_template_id/',
    access: ['hr'],
    status: 204,
    params: ofTemplate,
    returns: Nothing,
  }),
  /** Begins a checklist for a person, and tells those who have something to do in it. */
  start: workspace({
    route: 'POST /api/people/:person_id/checklists/',
    access: ['hr'],
    status: 201,
    params: z.object({ person_id: idText }),
    body: z.object({ template: id, day: date }),
    returns: Checklist,
  }),
  remove: workspace({
    route: 'DELETE /api/checklists/:checklist_id/',
    access: ['hr'],
    status: 204,
    params: ofChecklist,
    returns: Nothing,
  }),
  /** HR, and those whose item it is. */
  setItem: workspace({
    route: 'PATCH /api/checklist-items/:item_id/',
    access: workspaceRoles,
    params: ofItem,
    body: z.object({ is_done: z.boolean('Choose true or false.') }),
    returns: Checklist,
  }),
  /**
   * The caller's own, the earliest due first. HR also has those of people who report to nobody.
   */
  mine: workspace({
    route: 'GET /api/checklist-items/',
    models: ['checklists'],
    access: workspaceRoles,
    returns: z.array(OwnItem),
  }),
}
