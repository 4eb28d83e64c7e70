import { z } from 'zod'
import { CsvText, date, filled, id, idFilter, listOf, optionalEntry, page, timestamp } from './common.ts'
import { everywhere } from './endpoint.ts'

/** The kinds of events, each with its name on screen. */
export const securityEvents = {
  logged_in: 'Logged in',
  log_in_failed: 'Log-in failed',
  logged_out: 'Logged out',
  sessions_ended: 'Sessions ended',
  password_changed: 'Password changed',
  password_set: 'Password set by link',
  reset_requested: 'Password reset requested',
  second_factor_added: 'Second factor added',
  second_factor_removed: 'Second factor removed',
  second_factor_reset: 'Second factor reset',
  recovery_codes_renewed: 'Recovery codes renewed',
  person_invited: 'Person invited',
  invitation_resent: 'Invitation resent',
  address_corrected: 'Address of an invitation corrected',
  invitation_copied: 'Invitation link copied',
  invitation_accepted: 'Invitation accepted',
  role_changed: 'Role changed',
  ownership_transferred: 'Ownership transferred',
  person_deleted: 'Person deleted',
  super_admin_set: 'Super admin set by command',
  settings_changed: 'Settings changed',
  data_exported: 'Data exported',
  payment_received: 'Payment received',
  payment_reversed: 'Payment refunded or disputed',
  workspace_created: 'Workspace created',
  workspace_imported: 'Workspace imported',
  workspace_blocked: 'Workspace blocked',
  workspace_unblocked: 'Workspace unblocked',
  workspace_deleted: 'Workspace deleted',
} as const
export type SecurityEventKind = keyof typeof securityEvents
const kinds = Object.keys(securityEvents) as [SecurityEventKind, ...SecurityEventKind[]]

/** One event. `actor` did it: null for strangers, for the platform, and for what happened by itself. `about` is whom or what it was done to. */
export const SecurityEvent = z.object({
  id,
  happened_at: timestamp,
  kind: z.enum(kinds),
  actor: z.object({ id, name: z.string() }).nullable(),
  about: z.string(),
  address: z.string().nullable(),
  /** In words, such as `Firefox on Windows`. */
  browser: z.string().nullable(),
  request_id: z.string().nullable(),
})
export type SecurityEvent = z.output<typeof SecurityEvent>

/** `from` and `to` are days in the workspace's time zone, both included. `search` looks at names, what it was done to, and addresses. */
const filters = {
  kind: filled(z.enum(kinds, 'Not a known event.')),
  person: filled(idFilter),
  from: filled(date),
  to: filled(date),
  search: optionalEntry({ max: 200 }).optional(),
}

/** A workspace's security events for its administrators, and the platform's for its owner: the newest first. */
export const securityLog = {
  list: everywhere({
    route: 'GET /api/security-log/',
    access: ['super_admin', 'tenant_admin'],
    query: z.object({ ...filters, ...page(50) }),
    returns: listOf(SecurityEvent),
  }),
  /** All matching events as a table. */
  export: everywhere({
    route: 'GET /api/security-log/export/',
    access: ['super_admin', 'tenant_admin'],
    not_in_demo: true,
    query: z.object(filters),
    returns: CsvText,
  }),
}
