import { z } from 'zod'
import { Detail, id, idFilter, idText, Nothing } from './common.ts'
import { workspace } from './endpoint.ts'
import { Member } from './projects.ts'

export const noDeveloper = 'Please select at least one developer.'

/** A developer of the calling manager, with the number of their open subtasks. */
export const MyDeveloper = z.object({
  id,
  full_name: z.string(),
  email: z.string(),
  job_title: z.string(),
  assigned_subtasks_count: z.number().int(),
  is_active: z.boolean(),
})
export type MyDeveloper = z.output<typeof MyDeveloper>

export const members = {
  myDevelopers: workspace({
    route: 'GET /api/my-developers/',
    models: ['developers'],
    is_kept_on_device: true,
    access: ['project_manager'],
    query: z.object({ project_id: idFilter.optional() }),
    returns: z.array(MyDeveloper),
  }),
  /** Asks the administrators for developers. Only for a manager without any. They are notified once a day. */
  askForDevelopers: workspace({
    route: 'POST /api/my-developers/request/',
    access: ['project_manager'],
    returns: Detail,
  }),
  bulkAssign: workspace({
    route: 'POST /api/members/bulk-assign/',
    access: ['project_manager'],
    status: 201,
    body: z.object({
      project: id,
      developers: z.array(id, noDeveloper).min(1, noDeveloper).max(1000, 'Select at most 1000 developers.'),
    }),
    returns: z.object({ members: z.array(Member) }),
  }),
  remove: workspace({
    route: 'DELETE /api/members/:member_id/',
    access: ['tenant_admin', 'project_manager', 'developer'],
    status: 204,
    params: z.object({ member_id: idText }),
    returns: Nothing,
  }),
}
