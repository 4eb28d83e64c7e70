// Projects that are saved as templates for others. See docs/decisions/070-templates.md.
import { z } from 'zod'
import { id, idText, NamedPerson, Nothing, ruled, timestamp } from './common.ts'
import { workspace } from './endpoint.ts'
import { NewProject, Project } from './projects.ts'
import { lineRule } from './rules.ts'

/** In a workspace. */
export const mostTemplates = 50
/** Tasks and subtasks together, in one template. */
export const mostWorkInTemplate = 1000

export const templateProblems = {
  taken: 'There is a template with this name already.',
  tooMany: `A workspace can have at most ${mostTemplates} templates. Delete one first.`,
  tooLarge: `A template holds at most ${mostWorkInTemplate.toLocaleString('en')} tasks and subtasks.`,
  empty: 'This project has no tasks yet.',
}

export const templateName = lineRule({ empty: 'Name is required.', max: 100 })

export const Template = z.object({
  id,
  name: z.string(),
  /** The project's. */
  description: z.string(),
  tasks: z.number().int(),
  subtasks: z.number().int(),
  author: NamedPerson,
  created_at: timestamp,
})
export type Template = z.output<typeof Template>

const params = z.object({ template_id: idText })

export const templates = {
  /** Ordered by name. */
  list: workspace({
    route: 'GET /api/templates/',
    models: ['templates'],
    access: ['tenant_admin', 'project_manager'],
    returns: z.array(Template),
  }),
  save: workspace({
    route: 'POST /api/projects/:project_id/template/',
    access: ['tenant_admin', 'project_manager'],
    status: 201,
    params: z.object({ project_id: idText }),
    body: z.object({ name: ruled(templateName) }),
    returns: Template,
  }),
  /** Creates a project with the template's tasks and subtasks. Due dates keep their distance from the start of the project. */
  use: workspace({
    route: 'POST /api/templates/:template_id/projects/',
    access: ['tenant_admin', 'project_manager'],
    status: 201,
    params,
    body: NewProject,
    returns: Project,
  }),
  /** A tenant admin deletes any, a manager their own. */
  remove: workspace({
    route: 'DELETE /api/templates/:template_id/',
    access: ['tenant_admin', 'project_manager'],
    status: 204,
    params,
    returns: Nothing,
  }),
}
