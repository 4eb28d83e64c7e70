import { z } from 'zod'
import { Detail, id } from './common.ts'
import { workspace } from './endpoint.ts'

/** `id` 0 stands for nobody: the developers without a manager. */
export const AssignmentGroup = z.object({
  manager: z.object({ id: z.number().int().min(0), full_name: z.string(), email: z.string() }),
  developers: z.array(z.object({ id, full_name: z.string(), email: z.string() })),
})
export type AssignmentGroup = z.output<typeof AssignmentGroup>

/** The keys are the specification's own. */
export const BlockingSubtask = z.object({ id, title: z.string(), task__title: z.string(), task__project__name: z.string() })

export const assignments = {
  grouped: workspace({ route: 'GET /api/pm-assignments/grouped/', access: ['tenant_admin'], returns: z.array(AssignmentGroup) }),
  reassign: workspace({
    route: 'POST /api/pm-assignments/',
    access: ['tenant_admin'],
    body: z.object({
      manager: z.number('Not a valid id.').int('Not a valid id.').min(0, 'Not a valid id.').nullish(),
      developer: id,
    }),
    returns: Detail,
  }),
}
