import { z } from 'zod'
import { date, idText } from './common.ts'
import { workspace } from './endpoint.ts'

/** How many weeks are told, with the current one. */
export const progressWeeks = 12

const count = z.number().int()

/**
 * A week of the workspace, in its time zone. What is counted are subtasks, and tasks without any. What has been deleted
 * was never there, and what was reopened is not done.
 */
export const WeekOfWork = z.object({
  /** Its first day. */
  week: date,
  /** The number that existed at its end. */
  scope: count,
  /** The number of these that were done by then. */
  done: count,
  /** The number that were finished within the week. */
  finished: count,
})
export type WeekOfWork = z.output<typeof WeekOfWork>

export const progress = {
  /** The last `progressWeeks` weeks of a project, the current one last. */
  project: workspace({
    route: 'GET /api/projects/:project_id/progress/',
    models: ['health'],
    min_age: 30,
    access: ['tenant_admin', 'project_manager', 'developer'],
    params: z.object({ project_id: idText }),
    returns: z.array(WeekOfWork),
  }),
  /** The same of all active projects that the caller sees. */
  all: workspace({
    route: 'GET /api/progress/',
    models: ['health'],
    min_age: 30,
    access: ['tenant_admin', 'project_manager'],
    returns: z.array(WeekOfWork),
  }),
}
