import { z } from 'zod'
import { Comment } from './comments.ts'
import {
  checkBoxChange,
  choice,
  date,
  dateOrNull,
  editedFrom,
  filled,
  id,
  idFilter,
  idText,
  judged,
  listOf,
  Nothing,
  notAnId,
  page,
  priorities,
  ruled,
  statuses,
  timestamp,
  version,
} from './common.ts'
import { workspace } from './endpoint.ts'
import { WorkFile } from './files.ts'
import { Label } from './labels.ts'
import { recurrences } from './recurrence.ts'
import { lineRule, messages, optionalTextRule, required, textRule } from './rules.ts'

const Assignee = z.object({ id, full_name: z.string() }).nullable()

/** Work that other work waits for. */
export const Blocker = z.object({
  /** The dependency's. */
  id,
  key: z.string(),
  title: z.string(),
  status: z.enum(statuses),
  /** The work's task, which is the work itself if there is no subtask. */
  task: id,
  subtask: id.nullable(),
})
export type Blocker = z.output<typeof Blocker>

export const Subtask = z.object({
  id,
  /** The project's key and a number that no other task or subtask of the project gets: `WEB-42`. */
  key: z.string(),
  title: z.string(),
  description: z.string(),
  /** The parent's id. */
  task: id,
  parent_task: z.object({ id, title: z.string() }),
  assigned_to: Assignee,
  status: z.enum(statuses),
  due_date: date.nullable(),
  priority: z.enum(priorities),
  estimated_hours: z.number().nullable(),
  /** By everybody. Without timers that still run. */
  spent_minutes: z.number().int(),
  created_at: timestamp,
  version,
  /** The work that it waits for, done or not. */
  blocked_by: z.array(Blocker),
  /** The parent's labels. */
  labels: z.array(Label),
})
export type Subtask = z.output<typeof Subtask>

export const Task = z.object({
  id,
  /** The key, with a number as of a subtask. */
  key: z.string(),
  title: z.string(),
  description: z.string(),
  status: z.enum(statuses),
  priority: z.enum(priorities),
  due_date: date.nullable(),
  created_at: timestamp,
  version,
  /** The project's id. */
  project: id,
  project_name: z.string(),
  project_is_active: z.boolean(),
  assigned_to: Assignee,
  /** By everybody on the task itself, without its subtasks and timers that still run. */
  spent_minutes: z.number().int(),
  /** The work that it waits for, done or not. */
  blocked_by: z.array(Blocker),
  /** The interval at which it comes again after it is done. Null if it doesn't. */
  recurrence: z.enum(recurrences).nullable(),
  /** The task that came after this one was done, if it is still there. */
  next_task: z.object({ id, key: z.string() }).nullable(),
  labels: z.array(Label),
  subtasks: z.array(Subtask),
  comments: z.array(Comment),
  /** In the order in which they were attached, those of its comments included. */
  files: z.array(WorkFile),
})
export type Task = z.output<typeof Task>

const shortDescription = 'Description is required and should be at least 10 characters.'
const hoursFormat = 'Estimated hours must be a number of at least 0, in steps of 0.1.'
const mostHours = 99_999

/** The rules of tasks and subtasks. Only a new task needs a description. */
export const taskRules = {
  title: lineRule({ empty: 'Title is required.' }),
  description: optionalTextRule(),
  new_description: textRule({ max: 10_000, min: [10, shortDescription], empty: shortDescription }),
}

/** Only creation refuses a due date in the past: plans slip. */
export const dueDateProblems = (due_date: string | null, today: string) =>
  due_date && due_date < today ? { due_date: ['Due date cannot be in the past.'] } : {}

export const hoursProblems = (hours: number) =>
  messages(
    Number.isFinite(hours) && hours > mostHours && `Estimated hours must be at most ${mostHours}.`,
    !(Number.isFinite(hours) && hours >= 0 && Math.abs(hours * 10 - Math.round(hours * 10)) < 1e-6) && hoursFormat,
  )

const title = ruled(taskRules.title)
const anyDescription = z.preprocess((value) => value ?? '', ruled(taskRules.description))
/** The id of a new row's parent. An empty choice of a form counts as missing. */
const parent = (missing: string) =>
  z.number({ error: ({ input }) => (input == null || input === '' ? missing : notAnId) }).pipe(id)
const projectMissing = 'Project ID is missing.'

/** `assigned_to` and `assigned_to_id` are synonyms, and must agree if both are sent. */
const assignee = { assigned_to: id.nullish(), assigned_to_id: id.nullish() }
const recurrence = z.preprocess((value) => (value === '' ? null : value), choice(recurrences).nullable())
const label_ids = z.array(id, 'Not a valid list of ids.').max(100, 'Choose at most 100 labels.')

export const NewTask = z.object({
  title,
  description: ruled(taskRules.new_description),
  priority: choice(priorities).default('medium'),
  due_date: dateOrNull.default(null),
  status: choice(statuses).default('todo'),
  project: parent(projectMissing),
  label_ids: label_ids.default([]),
  recurrence: recurrence.default(null),
  ...assignee,
})

export const TaskChange = z
  .object({
    title,
    description: anyDescription,
    priority: choice(priorities),
    due_date: dateOrNull,
    status: choice(statuses),
    label_ids,
    recurrence,
    /** Sent instead of a description. */
    check_box: checkBoxChange,
    edited_from: editedFrom('title', 'description'),
  })
  .partial()
  .extend(assignee)

/** For a copy of a task with its subtasks. Their due dates keep their distance from the task's, and are left out if one of these is. */
export const TaskCopy = z.object({ title, due_date: dateOrNull.default(null) })

const estimated_hours = z.preprocess(
  (value) => (value === '' ? null : value),
  z.number(hoursFormat).superRefine(judged(hoursProblems)).meta({ minimum: 0, maximum: mostHours }).nullable(),
)

export const NewSubtask = z.object({
  title,
  description: anyDescription.default(''),
  task: parent(required),
  status: choice(statuses).default('todo'),
  due_date: dateOrNull.default(null),
  priority: choice(priorities).default('medium'),
  estimated_hours: estimated_hours.default(null),
  ...assignee,
})

export const SubtaskChange = z
  .object({
    title,
    description: anyDescription,
    due_date: dateOrNull,
    status: choice(statuses),
    priority: choice(priorities),
    estimated_hours,
    /** Sent instead of a description. */
    check_box: checkBoxChange,
    edited_from: editedFrom('title', 'description'),
  })
  .partial()
  .extend(assignee)

/** How long the person who deleted something can undo that. It comes back unchanged, under its own id. */
export const undoSeconds = 60

const task = z.object({ task_id: idText })
const subtask = z.object({ subtask_id: idText })

export const tasks = {
  list: workspace({
    route: 'GET /api/tasks/',
    models: ['work'],
    is_kept_on_device: true,
    access: ['tenant_admin', 'project_manager', 'developer'],
    query: z.object({
      ...page(500),
      project: idFilter.optional(),
      /** Lists and counts only tasks with a greater id. */
      after: idFilter.optional(),
      status: filled(choice(statuses)),
      priority: filled(choice(priorities)),
    }),
    returns: listOf(Task),
  }),
  create: workspace({
    route: 'POST /api/tasks/',
    is_repeatable: true,
    access: ['project_manager'],
    status: 201,
    body: NewTask,
    returns: Task,
  }),
  get: workspace({
    route: 'GET /api/tasks/:task_id/',
    models: ['work'],
    is_kept_on_device: true,
    access: ['tenant_admin', 'project_manager', 'developer'],
    params: task,
    returns: Task,
  }),
  update: workspace({
    route: 'PATCH /api/tasks/:task_id/',
    is_repeatable: true,
    access: ['project_manager', 'developer'],
    params: task,
    body: TaskChange,
    returns: Task,
  }),
  copy: workspace({
    route: 'POST /api/tasks/:task_id/copy/',
    is_repeatable: true,
    access: ['project_manager'],
    status: 201,
    params: task,
    body: TaskCopy,
    returns: Task,
  }),
  remove: workspace({
    route: 'DELETE /api/tasks/:task_id/',
    access: ['project_manager', 'developer'],
    status: 204,
    params: task,
    returns: Nothing,
  }),
  restore: workspace({
    route: 'POST /api/tasks/:task_id/restore/',
    access: ['project_manager'],
    params: task,
    returns: Task,
  }),
}

export const subtasks = {
  create: workspace({
    route: 'POST /api/subtasks/',
    is_repeatable: true,
    access: ['project_manager'],
    status: 201,
    body: NewSubtask,
    returns: Subtask,
  }),
  update: workspace({
    route: 'PATCH /api/subtasks/:subtask_id/',
    is_repeatable: true,
    access: ['project_manager', 'developer'],
    params: subtask,
    // Keeps unknown fields, because the handler refuses developers who send more than `status`.
    body: SubtaskChange.catchall(z.unknown()),
    returns: Subtask,
  }),
  remove: workspace({
    route: 'DELETE /api/subtasks/:subtask_id/',
    access: ['project_manager', 'developer'],
    status: 204,
    params: subtask,
    returns: Nothing,
  }),
  restore: workspace({
    route: 'POST /api/subtasks/:subtask_id/restore/',
    access: ['project_manager'],
    params: subtask,
    returns: Subtask,
  }),
}
