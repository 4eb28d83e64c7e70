import { z } from 'zod'
import { choice, id, idText, listOf, Nothing, page, ruled, timestamp } from './common.ts'
import { workspace } from './endpoint.ts'
import { healthStates } from './health.ts'
import { textRule } from './rules.ts'

/** A statement of the project's manager or an administrator about how it stands. It may differ from the computed health, and never changes. */
export const ProjectUpdate = z.object({
  id,
  /** The project's id. */
  project: id,
  author: z.object({ id, full_name: z.string() }),
  state: z.enum(healthStates),
  text: z.string(),
  created_at: timestamp,
})
export type ProjectUpdate = z.output<typeof ProjectUpdate>

export const updateRules = { text: textRule({ max: 5000 }) }

const ofProject = z.object({ project_id: idText })
const access = ['tenant_admin', 'project_manager', 'developer'] as const

/** Everybody who sees the project reads its updates. Developers get 403 for the changes, and everybody 400 in an inactive project. */
export const updates = {
  /** Newest first. */
  list: workspace({
    route: 'GET /api/projects/:project_id/updates/',
    models: ['updates'],
    is_kept_on_device: true,
    access,
    params: ofProject,
    query: z.object(page(20)),
    returns: listOf(ProjectUpdate),
  }),
  /** Notifies the project's members and the administrators. */
  create: workspace({
    route: 'POST /api/projects/:project_id/updates/',
    access,
    status: 201,
    params: ofProject,
    body: z.object({ state: choice(healthStates), text: ruled(updateRules.text) }),
    returns: ProjectUpdate,
  }),
  /** For its author while they see the project, and for administrators. */
  remove: workspace({
    route: 'DELETE /api/updates/:update_id/',
    access,
    status: 204,
    params: z.object({ update_id: idText }),
    returns: Nothing,
  }),
}
