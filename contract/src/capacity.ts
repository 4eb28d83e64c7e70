// Capacity: the hours that people can work, against what is planned for them. See docs/decisions/074-capacity.md.
import { z } from 'zod'
import { date, filled, id, idText, NamedPerson } from './common.ts'
import { workspace } from './endpoint.ts'
import { Absence } from './leave.ts'

/** Above this part of a capacity, it is nearly used; above the whole, somebody has too much. */
export const nearlyFull = 0.8
/** The most weeks of a workload. */
export const mostWeeks = 12

const minutes = z.number().int()

/** A person's whole week, also of its days that are over. */
export const WeekCapacity = z.object({
  from: date,
  until: date,
  /** Minutes of the working schedule, of which holidays and leave are no working time. */
  scheduled: minutes,
  holidays: minutes,
  leave: minutes,
  /** Hours of the subtasks in all running projects that are due in the week, whether they are done or not. */
  planned: z.number(),
  /** The hours of `planned` that are done. */
  done: z.number(),
  /** In this week, the hours of open subtasks that were due before today, also in earlier weeks. In others 0. */
  overdue: z.number(),
})
export type WeekCapacity = z.output<typeof WeekCapacity>

/** The working time, in hours. */
export const hoursIn = ({ scheduled, holidays, leave }: Pick<WeekCapacity, 'scheduled' | 'holidays' | 'leave'>) =>
  Math.max(0, scheduled - holidays - leave) / 60

const AbsenceToCome = Absence.omit({ person: true, type: true })

export const PersonCapacity = z.object({
  person: id,
  /** This week and the next. */
  weeks: z.array(WeekCapacity),
  /** Approved leave from today on, without its type. */
  absences: z.array(AbsenceToCome),
})
export type PersonCapacity = z.output<typeof PersonCapacity>

const Project = z.object({ id, name: z.string() })

export const WorkloadItem = z.object({
  type: z.enum(['task', 'subtask']),
  id,
  key: z.string(),
  title: z.string(),
  /** The task that it is, or is a part of. */
  task: id,
  project: Project,
  due_date: date.nullable(),
  /** Null for a task: its subtasks have the estimates. */
  estimated_hours: z.number().nullable(),
})
export type WorkloadItem = z.output<typeof WorkloadItem>

export const Workload = z.object({
  weeks: z.array(z.object({ from: date, until: date })),
  people: z.array(
    z.object({
      person: NamedPerson,
      weeks: z.array(WeekCapacity),
      absences: z.array(AbsenceToCome),
      /** Open tasks and subtasks in the caller's running projects that are due by the last week, or have no date. By date. */
      items: z.array(WorkloadItem),
    }),
  ),
})
export type Workload = z.output<typeof Workload>

/** `1 task and 2 subtasks`. Zero of both gives an empty text. */
export const countedWork = ({ tasks, subtasks }: { tasks: number; subtasks: number }) =>
  [counted(tasks, 'task'), counted(subtasks, 'subtask')].filter(Boolean).join(' and ')
const counted = (count: number, noun: string) => count > 0 && `${count} ${noun}${count === 1 ? '' : 's'}`

const count = z.number().int()

export const EndangeredItem = WorkloadItem.extend({
  /** The two members who have the least to do in that week and are there on that day. */
  takers: z.array(NamedPerson),
})
export type EndangeredItem = z.output<typeof EndangeredItem>

const weeks = z
  .string(`Choose at most ${mostWeeks} weeks.`)
  .regex(/^([1-9]|1[0-2])$/, `Choose at most ${mostWeeks} weeks.`)
  .transform(Number)
const models = ['health', 'leave', 'locations', 'directory'] as const
const ofLeave = z.object({ leave_id: idText })
const deciders = ['tenant_admin', 'project_manager', 'hr'] as const

export const capacity = {
  /** Of the members of a project. */
  ofProject: workspace({
    route: 'GET /api/projects/:project_id/capacity/',
    models,
    min_age: 5,
    access: ['tenant_admin', 'project_manager'],
    params: z.object({ project_id: idText }),
    returns: z.array(PersonCapacity),
  }),
  /** Of the caller's developers, and of those who work in their projects, from this week on. */
  workload: workspace({
    route: 'GET /api/workload/',
    models: [...models, 'developers'],
    min_age: 5,
    access: ['project_manager'],
    query: z.object({ weeks: filled(weeks) }),
    returns: Workload,
  }),
  /** A person's open tasks and subtasks that are due while they are away: how many in all, and those of the caller's own projects. */
  endangered: workspace({
    route: 'GET /api/leave/:leave_id/endangered/',
    models: ['health', 'leave'],
    access: deciders,
    params: ofLeave,
    returns: z.object({ tasks: count, subtasks: count, own: z.array(EndangeredItem) }),
  }),
  /** Tells the managers of the other projects. Answers how many they are. */
  tellManagers: workspace({
    route: 'POST /api/leave/:leave_id/tell-managers/',
    access: deciders,
    params: ofLeave,
    returns: z.object({ told: count }),
  }),
}
