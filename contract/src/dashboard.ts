import { z } from 'zod'
import { id, timestamp } from './common.ts'
import { workspace } from './endpoint.ts'
import { Subtask } from './tasks.ts'

const OwnWork = Subtask.pick({ id: true, key: true, title: true, status: true, due_date: true }).extend({
  /** When it was last set to done; null while it is open. */
  done_at: timestamp.nullable(),
})

const DashboardProject = z.object({
  id,
  name: z.string(),
  is_active: z.boolean(),
  /** False if the caller has left the project. Then only their done subtasks are shown. */
  is_member: z.boolean(),
  tasks: z.array(z.object({ id, name: z.string(), subtasks: z.array(OwnWork) })),
  /** The tasks that are assigned to the caller, whether or not they have subtasks of the caller's. */
  own_tasks: z.array(OwnWork),
})
export type DashboardProject = z.output<typeof DashboardProject>

export const dashboard = {
  /** `tasks` are those with subtasks of the caller's, and hold no others. */
  developer: workspace({
    route: 'GET /api/developer-dashboard/',
    models: ['work', 'dashboard'],
    is_kept_on_device: true,
    access: ['developer'],
    returns: z.object({ active_projects: z.array(DashboardProject), past_projects: z.array(DashboardProject) }),
  }),
}
