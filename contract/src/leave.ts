// Leave: requests and decisions, balances and ledgers, and who is away. See docs/decisions/073-leave.md.
import { z } from 'zod'
import { choice, date, filled, id, idFilter, idText, listOf, NamedPerson, page, ruled, timestamp } from './common.ts'
import { Document } from './documents.ts'
import { workspace } from './endpoint.ts'
import { leaveTypeProblems, leaveYear, mostHalfDays } from './leave-types.ts'
import { workspaceRoles } from './roles.ts'
import { lineRule, optionalTextRule } from './rules.ts'

export const leaveStatuses = ['pending', 'approved', 'declined', 'cancelled'] as const
export type LeaveStatus = (typeof leaveStatuses)[number]
/** The steps of a decision. */
export const leaveStages = ['manager', 'hr'] as const
export type LeaveStage = (typeof leaveStages)[number]
export const leaveEntryKinds = ['grant', 'expiry', 'correction', 'taken', 'returned'] as const
export type LeaveEntryKind = (typeof leaveEntryKinds)[number]

/** The longest request, in days. */
export const longestLeave = 366
/** The longest time of which absences are read at once, in days. */
export const longestAbsences = 62
export const mostLeaveDocuments = 10

export const leaveProblems = {
  type: 'Choose a type of leave of the list.',
  person: 'Choose a person of this workspace.',
  onlyOwn: 'Only HR can enter leave of others.',
  endsTooEarly: 'The last day can’t be before the first.',
  noTime: 'This leave ends before it begins.',
  tooLong: `A request covers at most ${longestLeave} days.`,
  tooFar: 'Choose days from the beginning of last year to the end of next year.',
  wholeDays: 'This type is taken in whole days.',
  /** Both days are in words. */
  beforeFirstDay: (day: string) => `The first day of work is ${day}.`,
  afterLastDay: (day: string) => `The last day of work is ${day}.`,
  outsideEmployment: 'All of this leave is before the first day of work or after the last one. Decline it.',
  nothing: 'No working day falls into this time.',
  note: 'This type needs a note.',
  document: 'This type needs a document.',
  unknownDocument: 'Upload the document again.',
  tooMany: `A request has at most ${mostLeaveDocuments} documents.`,
  /** `left` is in words. */
  tooMuch: (left: string) => `This is more than what is left: ${left}.`,
  /** `period` is that of the other request, in words. */
  overlap: (period: string) => `There is a request for ${period} already.`,
  begun: 'This leave has begun. Ask HR to cancel it.',
  decided: 'This request has been decided already.',
  notYours: 'This request waits for somebody else.',
  ended: 'This leave has ended already.',
  correctionDay: 'Choose a day from 2000 to the end of next year.',
  noDays: 'Enter a number of days other than 0.',
  range: `Choose at most ${longestAbsences} days.`,
} as const

export const leaveRules = {
  note: optionalTextRule({ max: 2000 }),
  /** The reason of a refusal or a correction. */
  reason: lineRule({ empty: 'Reason is required.', max: 500 }),
  approval: optionalTextRule({ max: 500 }),
}

/** From the morning or the noon of a day to the noon or the evening of a day. */
const period = { from: date, starts_at_noon: z.boolean(), to: date, ends_at_noon: z.boolean() }
export type LeavePeriod = { from: string; starts_at_noon: boolean; to: string; ends_at_noon: boolean }

export const LeaveDecision = z.object({
  stage: z.enum(leaveStages),
  is_approved: z.boolean(),
  decided_by: NamedPerson,
  decided_at: timestamp,
  reason: z.string(),
})
export type LeaveDecision = z.output<typeof LeaveDecision>

export const LeaveRequest = z.object({
  id,
  person: NamedPerson,
  ...period,
  /** The half days that it costs. */
  half_days: z.number().int(),
  status: z.enum(leaveStatuses),
  /** The step that is next. Null once it is decided. */
  stage: z.enum(leaveStages).nullable(),
  /** The people who may decide now. */
  waits_for: z.array(NamedPerson),
  may_decide: z.boolean(),
  may_cancel: z.boolean(),
  created_by: NamedPerson,
  created_at: timestamp,
  decisions: z.array(LeaveDecision),
  /** For HR and the person. Null for others who decide. */
  details: z.object({ type: id, note: z.string(), documents: z.array(Document) }).nullable(),
})
export type LeaveRequest = z.output<typeof LeaveRequest>

/** Approved leave as others see it: away, with dates. */
export const Absence = z.object({
  person: id,
  ...period,
  /** For HR and the person. Null for others. */
  type: id.nullable(),
})
export type Absence = z.output<typeof Absence>

export const DayOff = z.object({ day: date, name: z.string(), is_half: z.boolean() })
export type DayOff = z.output<typeof DayOff>

/** A row of a ledger. It never changes. */
export const LeaveEntry = z.object({
  id,
  type: id,
  kind: z.enum(leaveEntryKinds),
  /** The day from which it counts. */
  day: date,
  half_days: z.number().int(),
  /** Why, in words. */
  reason: z.string(),
  /** Null: the rules. */
  by: NamedPerson.nullable(),
  request: id.nullable(),
  created_at: timestamp,
})
export type LeaveEntry = z.output<typeof LeaveEntry>

/** Half days of a type in a year, as of its last day. */
export const LeaveBalance = z.object({
  type: id,
  /** Carried over, granted and corrected, less what has expired. */
  entitled: z.number().int(),
  taken: z.number().int(),
  /** Requested, and not decided yet. */
  pending: z.number().int(),
  /** Null where days are only counted. */
  left: z.number().int().nullable(),
})
export type LeaveBalance = z.output<typeof LeaveBalance>

/** The cost of a request, and what it meets, before it is made. */
export const LeavePreview = z.object({
  half_days: z.number().int(),
  /** For each year in which it costs something. `left` is what remains at its end, with the request; null where days are only counted. */
  years: z.array(z.object({ year: z.number().int(), half_days: z.number().int(), left: z.number().int().nullable() })),
  /** Public holidays on days that would be worked. */
  holidays: z.array(DayOff),
  /** People of the same team who are away meanwhile. */
  away: z.array(Absence),
  /** Open subtasks of the caller that are due meanwhile. */
  due: z.array(z.object({ id, key: z.string(), title: z.string(), task: id, due_date: date })),
  /** The reasons for which the request would be refused. */
  problems: z.array(z.string()),
})
export type LeavePreview = z.output<typeof LeavePreview>

const flag = z.boolean('Choose true or false.')
const queryFlag = z.enum(['true', 'false'], 'Choose true or false.').default('false')
const ofLeave = z.object({ leave_id: idText })
const ofPerson = z.object({ person_id: idText })
const inYear = z.object({ year: filled(leaveYear) })
const access = workspaceRoles
const { days } = leaveTypeProblems
const { unknownDocument, tooMany } = leaveProblems
const ofYear = z.object({ year: z.number().int(), balances: z.array(LeaveBalance) })

export const leave = {
  /** `own`; `to_decide`, which waits for the caller; or `all`, for HR. The latest period first. */
  list: workspace({
    route: 'GET /api/leave/',
    models: ['leave'],
    access,
    query: z.object({
      ...page(50),
      show: choice(['own', 'to_decide', 'all']),
      status: filled(choice(leaveStatuses)),
      person: filled(idFilter),
    }),
    returns: listOf(LeaveRequest),
  }),
  preview: workspace({
    route: 'GET /api/leave/preview/',
    models: ['leave', 'leave_types'],
    access,
    query: z.object({
      person: filled(idText),
      type: idText,
      from: date,
      starts_at_noon: queryFlag,
      to: date,
      ends_at_noon: queryFlag,
    }),
    returns: LeavePreview,
  }),
  /** Leave that HR enters for somebody else is approved with that. */
  request: workspace({
    route: 'POST /api/leave/',
    access,
    status: 201,
    body: z.object({
      person: id.optional(),
      type: id,
      from: date,
      starts_at_noon: flag.default(false),
      to: date,
      ends_at_noon: flag.default(false),
      note: ruled(leaveRules.note).default(''),
      /** Uploaded before. */
      documents: z.array(id, unknownDocument).max(mostLeaveDocuments, tooMany).default([]),
    }),
    returns: LeaveRequest,
  }),
  /** For HR, the person, those who have decided, and those who may now. */
  get: workspace({ route: 'GET /api/leave/:leave_id/', models: ['leave'], access, params: ofLeave, returns: LeaveRequest }),
  /** The person before it begins, and others in HR any time. Its days return. */
  cancel: workspace({ route: 'POST /api/leave/:leave_id/cancel/', access, params: ofLeave, returns: LeaveRequest }),
  approve: workspace({
    route: 'POST /api/leave/:leave_id/approve/',
    access,
    params: ofLeave,
    body: z.object({ reason: ruled(leaveRules.approval).default('') }),
    returns: LeaveRequest,
  }),
  decline: workspace({
    route: 'POST /api/leave/:leave_id/decline/',
    access,
    params: ofLeave,
    body: z.object({ reason: ruled(leaveRules.reason) }),
    returns: LeaveRequest,
  }),
  /** HR, and the person. */
  balancesOf: workspace({
    route: 'GET /api/people/:person_id/leave/',
    models: ['leave', 'leave_types'],
    access,
    params: ofPerson,
    query: inYear,
    returns: ofYear,
  }),
  /** HR, and the person. The latest day first. */
  ledger: workspace({
    route: 'GET /api/people/:person_id/leave/ledger/',
    models: ['leave', 'leave_types'],
    access,
    params: ofPerson,
    query: z.object({ ...page(100), type: filled(idFilter) }),
    returns: listOf(LeaveEntry),
  }),
  correct: workspace({
    route: 'POST /api/people/:person_id/leave/corrections/',
    access: ['hr'],
    status: 201,
    params: ofPerson,
    body: z.object({
      type: id,
      day: date,
      half_days: z.number(days).int(days).min(-mostHalfDays, days).max(mostHalfDays, days),
      reason: ruled(leaveRules.reason),
    }),
    returns: LeaveEntry,
  }),
  /** The balances of everybody who works here. */
  balances: workspace({
    route: 'GET /api/leave-balances/',
    models: ['leave', 'leave_types', 'directory'],
    access: ['hr'],
    query: inYear,
    returns: z.object({ year: z.number().int(), people: z.array(z.object({ person: id, balances: z.array(LeaveBalance) })) }),
  }),
}
