// The types of leave, and their rules year by year. See docs/decisions/073-leave.md.
import { z } from 'zod'
import { choice, id, idText, ruled } from './common.ts'
import { workspace } from './endpoint.ts'
import { workspaceRoles } from './roles.ts'
import { isDate, lineRule } from './rules.ts'

/** The colours of types in calendars. */
export const leaveColors = ['teal', 'blue', 'iris', 'plum', 'rose', 'rust', 'green', 'slate'] as const
export type LeaveColor = (typeof leaveColors)[number]
/** Proofs that a request can need. */
export const leaveProofs = ['none', 'note', 'document'] as const
export const leaveGrants = ['yearly', 'monthly'] as const
/** Decisions are taken by the manager and then HR, or by HR alone. */
export const leaveApprovals = ['manager_then_hr', 'hr'] as const
export type LeaveApproval = (typeof leaveApprovals)[number]

export const mostLeaveTypes = 50
/** The years that can have rules. */
export const leaveYears = { first: 2000, last: 2100 } as const
/** Ten years, in half days. */
export const mostHalfDays = 7320

export const leaveTypeProblems = {
  taken: 'There is a type of leave with this name already.',
  tooMany: `A workspace can have at most ${mostLeaveTypes} types of leave.`,
  isSetUp: 'There are types of leave already.',
  rules: 'Enter the rules of the type.',
  lastPolicy: 'A type has at least one set of rules.',
  days: `Enter whole or half days, at most ${mostHalfDays / 2}.`,
  year: `Choose a year from ${leaveYears.first} to ${leaveYears.last}.`,
  monthDay: 'Enter a day of the year, such as 03-31.',
} as const

export const leaveTypeRules = { name: lineRule({ empty: 'Name is required.', max: 100 }) }

const { days, monthDay } = leaveTypeProblems
/** A number of half days. */
const halves = z.number(days).int(days).min(0, days).max(mostHalfDays, days)

/** The rules of a type from a year on. Amounts are half days. */
export const LeavePolicy = z.object(
  {
    /** For a whole year. Null: days are only counted. */
    allowance: halves.nullable(),
    granted: choice(leaveGrants),
    /** The most that is carried over from a year to the next. Null: everything. */
    carry_limit: halves.nullable(),
    /** The last day of the next year on which that can be taken, `MM-DD`. Null: there is none. */
    carry_until: z
      .string(monthDay)
      // No leap year: the day is there in every year.
      .refine((text) => isDate(`2001-${text}`), monthDay)
      .nullable(),
    /** The balance may fall so far below zero. */
    overdraft: halves,
  },
  leaveTypeProblems.rules,
)
export type LeavePolicy = z.output<typeof LeavePolicy>

export const LeaveType = z.object({
  id,
  name: z.string(),
  color: z.enum(leaveColors),
  needs_approval: z.boolean(),
  allows_half_days: z.boolean(),
  proof: z.enum(leaveProofs),
  /** It can't be requested any more. */
  is_archived: z.boolean(),
  /** The earliest first. Each holds until the year of the next. */
  policies: z.array(LeavePolicy.extend({ year: z.number().int() })),
})
export type LeaveType = z.output<typeof LeaveType>

const flag = z.boolean('Choose true or false.')
const fields = {
  name: ruled(leaveTypeRules.name),
  color: choice(leaveColors),
  needs_approval: flag,
  allows_half_days: flag,
  proof: choice(leaveProofs),
}

/** A year in a path or a query. */
export const leaveYear = z
  .string(leaveTypeProblems.year)
  .regex(/^(20\d\d|2100)$/, leaveTypeProblems.year)
  .transform(Number)

const ofType = z.object({ leave_type_id: idText })
const ofPolicy = z.object({ leave_type_id: idText, year: leaveYear })
const access = ['hr'] as const
const Settings = z.object({ approval: choice(leaveApprovals) })

export const leaveTypes = {
  /** By name, archived ones last. */
  list: workspace({
    route: 'GET /api/leave-types/',
    models: ['leave_types'],
    access: workspaceRoles,
    is_kept_on_device: true,
    returns: z.array(LeaveType),
  }),
  /** Adds holiday, sickness, parental and unpaid leave where there is no type yet. */
  setUp: workspace({ route: 'POST /api/leave-types/set-up/', access, status: 201, returns: z.array(LeaveType) }),
  /** Its rules hold from this year on. */
  create: workspace({
    route: 'POST /api/leave-types/',
    access,
    status: 201,
    body: z.object({ ...fields, policy: LeavePolicy }),
    returns: LeaveType,
  }),
  update: workspace({
    route: 'PATCH /api/leave-types/:leave_type_id/',
    access,
    params: ofType,
    body: z.object({ ...fields, is_archived: flag }).partial(),
    returns: LeaveType,
  }),
  /** Replaces the rules that begin with this year. All ledgers follow. */
  setPolicy: workspace({
    route: 'PUT /api/leave-types/:leave_type_id/policies/:year/',
    access,
    params: ofPolicy,
    body: LeavePolicy,
    returns: LeaveType,
  }),
  removePolicy: workspace({
    route: 'DELETE /api/leave-types/:leave_type_id/policies/:year/',
    access,
    params: ofPolicy,
    returns: LeaveType,
  }),
  settings: workspace({ route: 'GET /api/leave-settings/', models: ['leave_types'], access, returns: Settings }),
  changeSettings: workspace({ route: 'PATCH /api/leave-settings/', access, body: Settings, returns: Settings }),
}
