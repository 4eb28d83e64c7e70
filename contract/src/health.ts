import { z } from 'zod'
import { date, id, NamedPerson, timestamp } from './common.ts'
import { workspace } from './endpoint.ts'

export const healthStates = ['on_track', 'at_risk', 'late'] as const
export type HealthState = (typeof healthStates)[number]

/** The working hours of a weekday, Monday to Friday. Nobody works at the weekend. */
export const workdayHours = 8
/** Work that is due within so many days from today should have been started. */
export const soonDays = 3

const count = z.number().int()

/**
 * How an active project stands. Each task and each subtask is judged by its own status; what is not done is open. Today is the
 * workspace's.
 *
 * A project is late if something is overdue or its end date has passed. It is at risk if one person's open estimated hours due by a date,
 * or overdue, exceed the working hours from today to that date, both included, or if something that is due within `soonDays` is still to
 * do. Else it is on track. Only work of this project counts, so that everybody sees the same state and nothing of other projects. A
 * project that is completed or on hold is always on track: nobody is expected to work on it.
 */
export const ProjectHealth = z.object({
  /** The project's id. */
  project: id,
  name: z.string(),
  tasks: count,
  tasks_done: count,
  subtasks: count,
  subtasks_done: count,
  /** Open tasks and subtasks with a due date before today. */
  overdue: count,
  /** Open subtasks without an assignee. */
  unassigned: count,
  /** The open task or subtask with the next due date from today on. `task` is the id of the task, or of the subtask's task. */
  next_due: z.object({ date, title: z.string(), task: id }).nullable(),
  /** When the project was created, it or the content of one of its tasks last changed, or an update was posted. A deletion leaves no trace. */
  last_activity_at: timestamp,
  state: z.enum(healthStates),
  /** Why it is late or at risk, such as `3 overdue; Dana has 12 h of work due by Friday`. Empty for a project on track. A developer reads no colleague's name. */
  reason: z.string(),
})
export type ProjectHealth = z.output<typeof ProjectHealth>

/** An open task or subtask. `task` is its own id, or that of the subtask's task. */
export const OpenItem = z.object({
  type: z.enum(['task', 'subtask']),
  id,
  key: z.string(),
  title: z.string(),
  task: id,
  project: z.object({ id, name: z.string() }),
  assigned_to: NamedPerson.nullable(),
  due_date: date.nullable(),
})
export type OpenItem = z.output<typeof OpenItem>

/** How many overdue items, and how many unassigned ones, are listed at most. */
export const mostListed = 50

/**
 * The subtasks of one person, open ones apart from `hours_this_week`. Hours are sums of estimates: a subtask without an estimate counts as none, one without a due date in no
 * week. Weeks begin on the workspace's first day.
 */
export const PersonLoad = z.object({
  person: NamedPerson,
  open_subtasks: count,
  /** Due in this week, whether they are done or not. */
  hours_this_week: z.number(),
  hours_next_week: z.number(),
  overdue: count,
  /** The hours that the person can work in this week, also on its days that are over: the schedule without holidays and leave. */
  capacity: z.number(),
})
export type PersonLoad = z.output<typeof PersonLoad>

/**
 * The work and people that need attention today, in the active projects that the caller runs, or in all for an administrator.
 * Projects that are completed or on hold need none. Today is the workspace's.
 */
export const Attention = z.object({
  /** Open tasks and subtasks with a due date before today, the oldest first: the first `mostListed`, and the number of all. */
  overdue: z.array(OpenItem),
  overdue_count: count,
  /** Open subtasks without an assignee, the next due first: the first `mostListed`, and the number of all. */
  unassigned: z.array(OpenItem),
  unassigned_count: count,
  /** The caller's active developers, or all for an administrator, without an open task or subtask in any such project of the workspace. */
  idle: z.array(NamedPerson),
  /** The people whose `hours_this_week` exceed their capacity, the most hours first. `until` is the last day of the week. */
  overloaded: z.array(z.object({ person: NamedPerson, hours: z.number(), capacity: z.number(), until: date })),
  /** The same developers, and everybody else with open subtasks in these projects, such as the manager, by name. */
  load: z.array(PersonLoad),
})
export type Attention = z.output<typeof Attention>

export const health = {
  /** All active projects that the caller sees, the newest first. Comments count as activity but invalidate nothing. */
  projects: workspace({
    route: 'GET /api/project-health/',
    models: ['health'],
    min_age: 30,
    is_kept_on_device: true,
    access: ['tenant_admin', 'project_manager', 'developer'],
    returns: z.array(ProjectHealth),
  }),
  attention: workspace({
    route: 'GET /api/attention/',
    models: ['health', 'developers', 'employees', 'leave', 'locations'],
    min_age: 30,
    is_kept_on_device: true,
    access: ['tenant_admin', 'project_manager'],
    returns: Attention,
  }),
  /** Unassigned subtasks of the caller's running projects, the next due first: the first `mostListed`, and the number of all. */
  unassigned: workspace({
    route: 'GET /api/unassigned/',
    models: ['health'],
    min_age: 30,
    is_kept_on_device: true,
    access: ['developer'],
    returns: z.object({ count, results: z.array(OpenItem) }),
  }),
}
