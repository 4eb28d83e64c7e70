import { z } from 'zod'
import { id, listOf, page } from './common.ts'
import { workspace } from './endpoint.ts'

export const defaultLabelColor = '#00C4B4'

export const Label = z.object({ id, name: z.string(), color: z.string() })
export type Label = z.output<typeof Label>

export const labels = {
  list: workspace({
    route: 'GET /api/labels/',
    access: ['tenant_admin', 'project_manager'],
    query: z.object(page(100)),
    returns: listOf(Label),
  }),
}
