import { z } from 'zod'
import { id, timestamp } from './common.ts'
import { workspace } from './endpoint.ts'
import { Subtask } from './tasks.ts'

const DashboardSubtask = Subtask.pick({ id: true, key: true, title: true, status: true, due_date: true }).extend({
  /** When it was last set to done; null while it is open. */
  done_at: timestamp.nullable(),
})

const DashboardProject = z.object({
  id,
  name: z.string(),
  is_active: z.boolean(),
  /** False if the caller has left the project. Then only their done subtasks are shown. */
  is_member: z.boolean(),
  tasks: z.array(z.object({ id, name: z.string(), subtasks: z.array(DashboardSubtask) })),
})
export type DashboardProject = z.output<typeof DashboardProject>

export const dashboard = {
  /** Contains only the caller's subtasks. Tasks without any are left out. */
  developer: workspace({
    route: 'GET /api/developer-dashboard/',
    models: ['work', 'dashboard'],
    is_kept_on_device: true,
    access: ['developer'],
    returns: z.object({ active_projects: z.array(DashboardProject), past_projects: z.array(DashboardProject) }),
  }),
}
