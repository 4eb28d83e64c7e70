import { z } from 'zod'
import {
  checkBoxChange,
  choice,
  date,
  dateOrNull,
  editedFrom,
  filled,
  id,
  idText,
  listOf,
  optionalEntry,
  page,
  priorities,
  ruled,
  timestamp,
  version,
} from './common.ts'
import { workspace } from './endpoint.ts'
import { projectKey } from './keys.ts'
import { lineRule, optionalTextRule } from './rules.ts'
import { Task } from './tasks.ts'

export const projectStatuses = ['planning', 'in_progress', 'completed', 'on_hold'] as const
export type ProjectStatus = (typeof projectStatuses)[number]

/** A person's membership in a project. `id` is the membership's, not the person's. */
export const Member = z.object({
  id,
  role: z.enum(['project_manager', 'developer']),
  employee: z.object({
    ...{ id, full_name: z.string(), email: z.string() },
    /** Before the first day of work, and after the last one. Else it is absent. */
    is_employed: z.literal(false).optional(),
  }),
})
export type Member = z.output<typeof Member>

/** Whether work can be assigned to a member. */
export const isAssignable = ({ employee }: Pick<Member, 'employee'>) => employee.is_employed !== false

export const Project = z.object({
  id,
  /** Short and unique in the workspace. The keys of its tasks begin with it. */
  key: z.string(),
  name: z.string(),
  description: z.string(),
  start_date: date.nullable(),
  end_date: date.nullable(),
  priority: z.enum(priorities),
  status: z.enum(projectStatuses),
  is_active: z.boolean(),
  assigned_pm: id,
  /** Whether `assigned_pm` is still an active project manager. False only if they left while the project was inactive. */
  has_manager: z.boolean(),
  members: z.array(Member),
  created_at: timestamp,
  version,
})
export type Project = z.output<typeof Project>

export const projectRules = {
  name: lineRule({ empty: 'Project name is required.' }),
  description: optionalTextRule({ min: [10, 'Description must be at least 10 characters.'] }),
}

type Dates = { start_date?: string | null | undefined; end_date?: string | null | undefined }

/**
 * What is wrong with a project's dates, by field. `today` is the workspace's. `before` are the dates as stored: a start
 * date in the past stays acceptable while it is unchanged.
 */
export function dateProblems(dates: Dates, today: string, before: Dates = {}) {
  const { start_date = before.start_date, end_date = before.end_date } = dates
  const problems: { start_date?: string[]; end_date?: string[] } = {}
  if (start_date && start_date < today && start_date !== before.start_date)
    problems.start_date = ['Start date cannot be in the past.']
  if (start_date && end_date && end_date < start_date) problems.end_date = ['End date cannot be before start date.']
  return problems
}

/** For a tenant admin, who chooses the manager of a new project. */
export const managerProblems = ({ assigned_pm }: { assigned_pm?: number | null | undefined }) =>
  assigned_pm ? {} : { assigned_pm: ['Project manager is required.'] }

const name = ruled(projectRules.name)
const description = z.preprocess((value) => value ?? '', ruled(projectRules.description))

export const NewProject = z.object({
  name,
  description: description.default(''),
  start_date: dateOrNull.default(null),
  end_date: dateOrNull.default(null),
  priority: choice(priorities).default('medium'),
  assigned_pm: id.nullish(),
  /** Absent: made from the name. */
  key: filled(projectKey),
})

export const ProjectChange = z
  .object({
    name,
    description,
    start_date: dateOrNull,
    end_date: dateOrNull,
    status: choice(projectStatuses),
    priority: choice(priorities),
    is_active: z.boolean('Must be true or false.'),
    assigned_pm: id,
    key: projectKey,
    /** Sent instead of a description. */
    check_box: checkBoxChange,
    edited_from: editedFrom('name', 'description'),
  })
  .partial()

const params = z.object({ project_id: idText })

export const projects = {
  list: workspace({
    route: 'GET /api/projects/',
    models: ['projects'],
    is_kept_on_device: true,
    access: ['tenant_admin', 'project_manager', 'developer'],
    query: z.object(page(100)),
    returns: listOf(Project),
  }),
  create: workspace({
    route: 'POST /api/projects/',
    access: ['tenant_admin', 'project_manager'],
    status: 201,
    body: NewProject,
    returns: Project,
  }),
  get: workspace({
    route: 'GET /api/projects/:project_id/',
    models: ['projects'],
    is_kept_on_device: true,
    access: ['tenant_admin', 'project_manager', 'developer'],
    params,
    returns: Project,
  }),
  update: workspace({
    route: 'PATCH /api/projects/:project_id/',
    access: ['tenant_admin', 'project_manager', 'developer'],
    params,
    body: ProjectChange,
    returns: Project,
  }),
  tasks: workspace({
    route: 'GET /api/projects/:project_id/tasks/',
    models: ['work'],
    is_kept_on_device: true,
    access: ['tenant_admin', 'project_manager', 'developer'],
    params,
    // A plain array of at most 1,000 tasks, ordered by id. `search` finds others by title.
    query: z.object({ ...page(1000), search: optionalEntry({ max: 255 }).optional() }),
    returns: z.array(Task),
  }),
}
