import { z } from 'zod'
import { Detail, JsonLines, ruled } from './common.ts'
import { workspace } from './endpoint.ts'
import { entryRule, secretRule } from './rules.ts'

export const deletionRules = { confirm: entryRule({ max: 63 }), password: secretRule }

/** The problem of the text that confirms the deletion of a workspace. Undefined if the text is right. */
export const confirmationProblem = (confirm: string, subdomain: string) =>
  confirm.trim().toLowerCase() === subdomain ? undefined : `Type ${subdomain} to confirm.`

/** The administrator's copy of all data, and its deletion. Both are open while payment is due, so that nobody pays to leave. */
export const workspaceData = {
  /** One moment of everything in the workspace but secrets, and what only HR and the person see, as lines of JSON. */
  export: workspace({
    route: 'GET /api/workspace/export/',
    access: ['tenant_admin'],
    not_in_demo: true,
    even_unpaid: true,
    returns: JsonLines,
  }),
  /** The workspace is gone for everybody at once, and its data shortly after. For the owner, with their own password. */
  remove: workspace({
    route: 'POST /api/workspace/delete/',
    access: ['tenant_admin'],
    not_in_demo: true,
    even_unpaid: true,
    body: z.object({ confirm: ruled(deletionRules.confirm).toLowerCase(), password: ruled(deletionRules.password) }),
    returns: Detail,
  }),
}
