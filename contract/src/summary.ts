import { z } from 'zod'
import { Detail } from './common.ts'
import { workspace } from './endpoint.ts'

const is_on = z.boolean('Must be true or false.')
const WeeklySummary = z.object({ is_on })

const settings = { access: ['tenant_admin', 'project_manager'], returns: WeeklySummary } as const

/** The mail that tells administrators and managers every Monday how their projects stand. */
export const summary = {
  /** Whether the caller gets it. */
  get: workspace({ route: 'GET /api/weekly-summary/', models: ['me'], ...settings }),
  update: workspace({ route: 'PUT /api/weekly-summary/', body: WeeklySummary, ...settings }),
  /**
   * What a mail program calls when somebody unsubscribes there (RFC 8058), and what the page of the same address calls. The token is the
   * mail's and never expires. The body, whose type is not JSON, is ignored.
   */
  unsubscribe: workspace({
    route: 'POST /unsubscribe/:token/',
    access: 'public',
    even_unpaid: true,
    even_blocked: true,
    params: z.object({ token: z.string() }),
    returns: Detail,
  }),
}
