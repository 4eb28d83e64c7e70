// The time that people spend on tasks and subtasks, and its approval week by week. See docs/decisions/071-time.md.
import { z } from 'zod'
import {
  CsvText,
  choice,
  date,
  filled,
  id,
  idFilter,
  idText,
  listOf,
  NamedPerson,
  Nothing,
  page,
  ruled,
  timestamp,
} from './common.ts'
import { workspace } from './endpoint.ts'
import { workdayHours } from './health.ts'
import { lineRule, messages, optionalTextRule } from './rules.ts'

/** A week of one project is open until its person submits it. One that is returned can be changed and submitted again. */
export const sheetStatuses = ['open', 'submitted', 'approved', 'returned'] as const
export type SheetStatus = (typeof sheetStatuses)[number]

/** In one day, of one person. */
export const mostMinutes = 24 * 60
/** A timer that has run for more minutes than a working day has asks how long it was. */
export const longestTimer = workdayHours * 60
/** Time can be recorded for so many days back. */
export const oldestDay = 366

export const timeProblems = {
  minutes: 'Enter a time of at least 1 minute and at most 24 hours.',
  future: 'Time can’t be recorded for days to come.',
  tooOld: 'Time can only be recorded for the last 366 days.',
  fullDay: 'A day has 24 hours. With this, there would be more.',
  notMonday: 'Enter a Monday.',
  /** `week` and `day` are dates in words. */
  locked: (project: string, week: string) => `The week of ${week} has been submitted for ${project}. Its time can’t be changed.`,
  nothing: 'There is no time to submit in this week.',
  futureWeek: 'This week has not begun yet.',
  forgotten: 'Your timer has run for more than a working day. Stop it, and say how long it was.',
  running: 'Stop your timer first. It belongs to this week.',
  notSubmitted: 'This week is not waiting for approval.',
  decided: 'This week has been decided already.',
  own: 'Somebody else has to decide about your own time.',
} as const

export const timeRules = {
  note: optionalTextRule({ max: 500 }),
  reason: lineRule({ empty: 'Reason is required.', max: 500 }),
}

/** The problems of a number of minutes of an entry. */
export const minutesProblems = (minutes: number) =>
  messages(!(Number.isInteger(minutes) && minutes >= 1 && minutes <= mostMinutes) && timeProblems.minutes)

/** `1 h 20 min`, `4 h`, `20 min`. */
export function durationInWords(minutes: number) {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  return [hours > 0 && `${hours} h`, (rest > 0 || hours === 0) && `${rest} min`].filter(Boolean).join(' ')
}

export const Timer = z.object({
  project: id,
  task: id,
  /** Null for the task itself. */
  subtask: id.nullable(),
  /** The work's. Both are the last ones if it is deleted meanwhile. */
  key: z.string(),
  title: z.string(),
  started_at: timestamp,
})
export type Timer = z.output<typeof Timer>

/** Time that a person has spent on a task or subtask on one day. */
export const TimeEntry = z.object({
  id,
  person: NamedPerson,
  project: id,
  project_name: z.string(),
  task: id,
  /** Null for the task itself. */
  subtask: id.nullable(),
  /** The work's. Both are the last ones if it is deleted. */
  key: z.string(),
  title: z.string(),
  /** In the workspace's time zone. */
  day: date,
  minutes: z.number().int().positive(),
  note: z.string(),
  /** Its week has been submitted or approved for the project. */
  is_locked: z.boolean(),
})
export type TimeEntry = z.output<typeof TimeEntry>

/** The week of one person in one project. */
export const TimeSheet = z.object({
  /** Null while it is open. */
  id: id.nullable(),
  person: NamedPerson,
  /** Its Monday. */
  week: date,
  project: id,
  project_name: z.string(),
  status: z.enum(sheetStatuses),
  minutes: z.number().int(),
  submitted_at: timestamp.nullable(),
  decided_at: timestamp.nullable(),
  decided_by: NamedPerson.nullable(),
  /** Why it was returned, or empty. */
  reason: z.string(),
})
export type TimeSheet = z.output<typeof TimeSheet>

/** A week of one person, with what the caller may see of it. */
export const TimeWeek = z.object({
  week: date,
  person: NamedPerson,
  /** By day, then by id. */
  entries: z.array(TimeEntry),
  /** One for each project with time in the week, by name. */
  sheets: z.array(TimeSheet),
})
export type TimeWeek = z.output<typeof TimeWeek>

/** The caller's timer, and the entries that stopping the one before it has made: one for each day. None if it ran under half a minute. */
const TimerAnswer = z.object({ timer: Timer.nullable(), recorded: z.array(TimeEntry) })

const note = ruled(timeRules.note)
const minutes = z.number(timeProblems.minutes).superRefine((value, context) => {
  for (const message of minutesProblems(value)) context.addIssue({ code: 'custom', message, continue: false })
})
const workers = ['project_manager', 'developer'] as const
const deciders = ['tenant_admin', 'project_manager'] as const
const ofSubtask = z.object({ subtask_id: idText })
const ofTask = z.object({ task_id: idText })
const newEntry = z.object({ day: date, minutes, note: note.default('') })
const ofEntry = z.object({ entry_id: idText })
const ofWeek = z.object({ week: date })
const ofSheet = z.object({ sheet_id: idText })

/** `from` and `to` are both included. */
const period = { from: filled(date), to: filled(date), project: filled(idFilter), person: filled(idFilter) }

export const time = {
  timer: workspace({
    route: 'GET /api/timer/',
    models: ['time'],
    access: workers,
    returns: z.object({ timer: Timer.nullable() }),
  }),
  /** Stops the caller's timer first, if one runs. One that runs on the same work already goes on. Refused if it ran too long. */
  start: workspace({
    route: 'POST /api/subtasks/:subtask_id/timer/',
    access: workers,
    params: ofSubtask,
    returns: TimerAnswer,
  }),
  /** As `start`, on the task itself. */
  startOnTask: workspace({ route: 'POST /api/tasks/:task_id/timer/', access: workers, params: ofTask, returns: TimerAnswer }),
  /**
   * Does nothing if none runs, or another one than that of `started_at`. `minutes` are those that the work took from the start on, 0 for
   * none; without them, a timer that has run longer than a working day goes on.
   */
  stop: workspace({
    route: 'DELETE /api/timer/',
    access: workers,
    query: z.object({
      minutes: filled(
        z
          .string(timeProblems.minutes)
          .regex(/^\d{1,4}$/, timeProblems.minutes)
          .transform(Number)
          .refine((value) => value <= mostMinutes, timeProblems.minutes),
      ),
      started_at: filled(z.string().max(40)),
    }),
    returns: TimerAnswer,
  }),

  /** Everybody's time on a subtask for its manager and the administrators, and one's own for developers: the newest day first. */
  ofSubtask: workspace({
    route: 'GET /api/subtasks/:subtask_id/time/',
    models: ['work', 'time'],
    access: ['tenant_admin', ...workers],
    params: ofSubtask,
    query: z.object(page(100)),
    returns: listOf(TimeEntry),
  }),
  /** As `ofSubtask`, on the task itself. */
  ofTask: workspace({
    route: 'GET /api/tasks/:task_id/time/',
    models: ['work', 'time'],
    access: ['tenant_admin', ...workers],
    params: ofTask,
    query: z.object(page(100)),
    returns: listOf(TimeEntry),
  }),
  create: workspace({
    route: 'POST /api/subtasks/:subtask_id/time/',
    is_repeatable: true,
    access: workers,
    status: 201,
    params: ofSubtask,
    body: newEntry,
    returns: TimeEntry,
  }),
  createOnTask: workspace({
    route: 'POST /api/tasks/:task_id/time/',
    is_repeatable: true,
    access: workers,
    status: 201,
    params: ofTask,
    body: newEntry,
    returns: TimeEntry,
  }),
  /** One's own. */
  update: workspace({
    route: 'PATCH /api/time/:entry_id/',
    is_repeatable: true,
    access: workers,
    params: ofEntry,
    body: z.object({ day: date, minutes, note }).partial(),
    returns: TimeEntry,
  }),
  /** One's own. */
  remove: workspace({ route: 'DELETE /api/time/:entry_id/', access: workers, status: 204, params: ofEntry, returns: Nothing }),

  /** One's own week; or with `person` what a manager or administrator sees of another one's. */
  week: workspace({
    route: 'GET /api/time/weeks/:week/',
    models: ['time'],
    access: ['tenant_admin', ...workers],
    params: ofWeek,
    query: z.object({ person: filled(idFilter) }),
    returns: TimeWeek,
  }),
  /** Submits each project of the caller's week that is open or returned. */
  submit: workspace({ route: 'POST /api/time/weeks/:week/submit/', access: workers, params: ofWeek, returns: TimeWeek }),
  /** Takes back what is submitted and not decided yet. */
  withdraw: workspace({ route: 'POST /api/time/weeks/:week/withdraw/', access: workers, params: ofWeek, returns: TimeWeek }),

  /** The weeks that others have submitted to the caller, the oldest first. */
  sheets: workspace({
    route: 'GET /api/time/sheets/',
    models: ['time'],
    access: deciders,
    query: z.object({ ...page(50), status: filled(choice(['submitted', 'approved', 'returned'])) }),
    returns: listOf(TimeSheet),
  }),
  approve: workspace({
    route: 'POST /api/time/sheets/:sheet_id/approve/',
    access: deciders,
    params: ofSheet,
    returns: TimeSheet,
  }),
  /** Also of one that is approved already, so that its person can correct it. */
  return: workspace({
    route: 'POST /api/time/sheets/:sheet_id/return/',
    access: deciders,
    params: ofSheet,
    body: z.object({ reason: ruled(timeRules.reason) }),
    returns: TimeSheet,
  }),

  /** All time that the caller may see in a period, as a table. */
  export: workspace({
    route: 'GET /api/time/export/',
    access: ['tenant_admin', ...workers],
    query: z.object(period),
    returns: CsvText,
  }),
}
