// The first page of HR: who comes and goes, what expires, and figures of the workspace.
import { z } from 'zod'
import { date, id, NamedPerson } from './common.ts'
import { workspace } from './endpoint.ts'

/** Days before today, and after it, within which something is listed. */
export const hrHorizon = { joined: 14, joins: 60, leaves: 90, anniversaries: 30, documents: 60 } as const
/** How many months the figures about leave go back, with this one. */
export const leaveMonths = 12

const count = z.number().int()

export const HrOverview = z.object({
  /** Applicants in the first stage. */
  new_applications: count,
  /** People whose first day was lately or is soon. The earliest first, as in all of these. */
  joiners: z.array(z.object({ person: NamedPerson, job_title: z.string(), starts_on: date })),
  leavers: z.array(z.object({ person: NamedPerson, ends_on: date })),
  anniversaries: z.array(z.object({ person: NamedPerson, on: date, years: count })),
  /** Documents that expire soon, or have expired. */
  documents: z.array(z.object({ id, name: z.string(), person: NamedPerson, expires_on: date })),
  /** People who work here, by department, the largest first. */
  headcount: z.array(z.object({ department: z.string(), people: count })),
  /** Approved leave in the last `leaveMonths` months, in half days. Months without any are not listed. */
  leave: z.array(z.object({ month: z.string(), type: id, half_days: count })),
})
export type HrOverview = z.output<typeof HrOverview>

export const hr = {
  overview: workspace({
    route: 'GET /api/hr-overview/',
    models: ['directory', 'records', 'leave', 'recruiting'],
    min_age: 30,
    access: ['hr'],
    returns: HrOverview,
  }),
}
