import { z } from 'zod'
import { timestamp } from './common.ts'
import { platform } from './endpoint.ts'

/** The result of one check of the installation. `remedy` says what to do where it failed. */
export const Finding = z.object({ name: z.string(), passed: z.boolean(), detail: z.string(), remedy: z.string().nullable() })
export type Finding = z.output<typeof Finding>

export const doctor = {
  /** Makes all checks now, which takes up to ten seconds. */
  examine: platform({
    route: 'GET /api/system-health/',
    access: ['super_admin'],
    returns: z.object({ checked_at: timestamp, findings: z.array(Finding) }),
  }),
}
