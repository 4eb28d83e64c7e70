import { z } from 'zod'
import { Detail, ruled, secret } from './common.ts'
import { workspace } from './endpoint.ts'
import { entryRule } from './rules.ts'

/** What somebody types to delete a workspace: its subdomain. */
export const deletionRules = { confirm: entryRule({ max: 63 }) }

/** The administrator's copy of all data, and its deletion. Both are open while payment is due, so that nobody pays to leave. */
export const workspaceData = {
  /** One moment of everything in the workspace but secrets, as lines of JSON. */
  export: workspace({
    route: 'GET /api/workspace/export/',
    access: ['tenant_admin'],
    even_unpaid: true,
    is_file: true,
    returns: z.string(),
  }),
  /** The workspace is gone for everybody at once, and its data shortly after. */
  remove: workspace({
    route: 'POST /api/workspace/delete/',
    access: ['tenant_admin'],
    even_unpaid: true,
    body: z.object({ confirm: ruled(deletionRules.confirm).toLowerCase(), password: secret }),
    returns: Detail,
  }),
}
