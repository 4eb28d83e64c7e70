// The people of a workspace for everybody in it, and what HR keeps about them. See docs/decisions/072-people.md.
import { z } from 'zod'
import { Checklist } from './checklists.ts'
import { choice, date, dateOrNull, id, idText, NamedPerson, ruled } from './common.ts'
import { Document } from './documents.ts'
import { departments, employeeRules } from './employees.ts'
import { workspace } from './endpoint.ts'
import { workspaceRoles } from './roles.ts'
import { optionalTextRule } from './rules.ts'

export const directoryProblems = {
  location: 'Choose a location of the list.',
  noPerson: 'Choose a person of this workspace.',
  self: 'People can’t report to themselves.',
  reportsToDeveloper: 'Choose an administrator, a project manager or somebody in HR.',
  developer: 'Developers report to their project manager, whom an administrator assigns.',
  /** `name` is the person who would report to one of their own people. */
  circle: (name: string) => `This person reports to ${name}, directly or through others.`,
  endsTooEarly: 'The last day can’t be before the first.',
  future: 'A birthday can’t be in the future.',
  minutes: 'Enter at most 24 hours for each of the seven days.',
  noWork: 'Enter at least one day with working hours.',
} as const

export const personRules = {
  phone: optionalTextRule({ max: 50 }),
  address: optionalTextRule({ max: 500 }),
  emergency_contact: optionalTextRule({ max: 500 }),
}

/** Minutes of work from Monday to Sunday, until HR enters others. */
export const defaultSchedule: readonly number[] = [480, 480, 480, 480, 480, 0, 0]

/** The problems of the minutes of a week, Monday first. */
export function scheduleProblems(minutes: readonly number[]) {
  const isWeek = minutes.length === 7 && minutes.every((each) => Number.isInteger(each) && each >= 0 && each <= 24 * 60)
  if (!isWeek) return [directoryProblems.minutes]
  return minutes.some((each) => each > 0) ? [] : [directoryProblems.noWork]
}

export const DirectoryPerson = z.object({
  id,
  full_name: z.string(),
  email: z.string(),
  role: z.enum(workspaceRoles),
  job_title: z.string(),
  department: z.string(),
  /** The project manager of a developer; for others, whom HR has entered. */
  reports_to: id.nullable(),
  /** The person's location; the default one for people who have none of their own. */
  location: id.nullable(),
  /** The number at work. */
  phone: z.string(),
  /** The last day of the leave on which the person is today, where they are. */
  away_until: date.nullable(),
})
export type DirectoryPerson = z.output<typeof DirectoryPerson>

/** The minutes of work of each weekday, Monday first, from a day until the next schedule. */
export const WorkingSchedule = z.object({ from: date, minutes: z.array(z.number().int()).length(7) })
export type WorkingSchedule = z.output<typeof WorkingSchedule>

export const JobDates = z.object({
  /** Null where HR has entered none: it is the default location then, if there is one. */
  location: id.nullable(),
  starts_on: date.nullable(),
  /** The last day of work. */
  ends_on: date.nullable(),
  /** The earliest first. Without any, and before the first, it is `defaultSchedule`. */
  schedules: z.array(WorkingSchedule),
})

export const PrivateData = z.object({
  birthday: date.nullable(),
  address: z.string(),
  phone: z.string(),
  emergency_contact: z.string(),
})
export type PrivateData = z.output<typeof PrivateData>

export const PersonRecord = z.object({
  person: DirectoryPerson,
  /** False for those who have left. Only HR finds them. */
  is_active: z.boolean(),
  manager: NamedPerson.nullable(),
  /** For HR, administrators, the person, and whom they report to. Null for others. */
  job: JobDates.nullable(),
  /** For HR, the person, and whom they report to. Null for others. */
  checklists: z.array(Checklist).nullable(),
  /** For HR and the person. Null for others. */
  private: PrivateData.nullable(),
  /** Likewise. The newest last. */
  documents: z.array(Document).nullable(),
})
export type PersonRecord = z.output<typeof PersonRecord>

const ofPerson = z.object({ person_id: idText })
const ofSchedule = z.object({ person_id: idText, from: date })
const minutes = z
  .array(z.number(directoryProblems.minutes), directoryProblems.minutes)
  .max(7, directoryProblems.minutes)
  .superRefine((value, context) => {
    for (const message of scheduleProblems(value)) context.addIssue({ code: 'custom', message, continue: false })
  })

/** HR edits these fields of a job. The role and the access stay with the administrators. */
export const JobChange = z
  .object({
    job_title: ruled(employeeRules.job_title),
    department: choice(departments),
    phone: ruled(personRules.phone),
    location: id.nullable(),
    reports_to: id.nullable(),
    starts_on: dateOrNull,
    ends_on: dateOrNull,
  })
  .partial()

export const PrivateChange = z
  .object({
    birthday: dateOrNull,
    address: ruled(personRules.address),
    phone: ruled(personRules.phone),
    emergency_contact: ruled(personRules.emergency_contact),
  })
  .partial()

export const directory = {
  /** By name. */
  list: workspace({
    route: 'GET /api/directory/',
    models: ['directory'],
    access: workspaceRoles,
    is_kept_on_device: true,
    returns: z.array(DirectoryPerson),
  }),
  /** Former employees, by name. */
  former: workspace({
    route: 'GET /api/directory/former/',
    models: ['directory'],
    access: ['hr'],
    returns: z.array(DirectoryPerson),
  }),
  get: workspace({
    route: 'GET /api/people/:person_id/',
    models: ['directory', 'records'],
    access: workspaceRoles,
    params: ofPerson,
    returns: PersonRecord,
  }),
  changeJob: workspace({
    route: 'PATCH /api/people/:person_id/job/',
    access: ['hr'],
    params: ofPerson,
    body: JobChange,
    returns: PersonRecord,
  }),
  /** HR, and the person themself. */
  changePrivate: workspace({
    route: 'PATCH /api/people/:person_id/private/',
    access: workspaceRoles,
    not_in_demo: true,
    params: ofPerson,
    body: PrivateChange,
    returns: PersonRecord,
  }),
  /** Replaces a schedule that begins on the same day. */
  setSchedule: workspace({
    route: 'PUT /api/people/:person_id/schedules/:from/',
    access: ['hr'],
    params: ofSchedule,
    body: z.object({ minutes }),
    returns: PersonRecord,
  }),
  removeSchedule: workspace({
    route: 'DELETE /api/people/:person_id/schedules/:from/',
    access: ['hr'],
    params: ofSchedule,
    returns: PersonRecord,
  }),
}
