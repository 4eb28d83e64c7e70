import { z } from 'zod'
import { id, listOf, page, timestamp } from './common.ts'
import { workspace } from './endpoint.ts'
import { workspaceRoles } from './roles.ts'

/** Tells a person what somebody else did. `link` is a page of the app that the person may open. */
export const Notification = z.object({
  id,
  message: z.string(),
  created_at: timestamp,
  is_read: z.boolean(),
  link: z.string().nullable(),
})
export type Notification = z.output<typeof Notification>

export const notifications = {
  list: workspace({
    route: 'GET /api/notifications/',
    models: ['inbox'],
    access: workspaceRoles,
    query: z.object(page(100)),
    returns: listOf(Notification).extend({ unread_count: z.number().int() }),
  }),
}
