import { z } from 'zod'
import { choice, date, filled, id, idText, listOf, Nothing, page, priorities, ruled, statuses, timestamp } from './common.ts'
import { workspace } from './endpoint.ts'
import { messages, optionalEntryRule, required, type TextRule } from './rules.ts'

/** The tool a file comes from. `csv` is any table; the exports of Asana are tables or JSON. */
export const importFormats = ['csv', 'trello', 'asana', 'jira'] as const
export type ImportFormat = (typeof importFormats)[number]

/**
 * The meanings of a column. `category` is what the tool says about its statuses, `resolution` why something is closed. `type` tells subtasks of Jira
 * from issues that belong to an epic.
 */
export const importFields = [
  'title',
  'description',
  'assignee',
  'due_date',
  'status',
  'category',
  'resolution',
  'priority',
  'labels',
  'parent',
  'id',
  'estimated_hours',
  'comment',
  'done_at',
  'type',
] as const
export type ImportField = (typeof importFields)[number]

/** 03/04/2026 is 4 March in the first order and 3 April in the second. */
export const dateOrders = ['mdy', 'dmy'] as const
export type DateOrder = (typeof dateOrders)[number]

/** Tasks and subtasks in a file, and comments. */
export const mostImported = 2000
export const mostImportedComments = 5000
/** Characters of a file, and bytes of a request with one: JSON escapes each quotation mark and line break. */
export const longestImport = 5_000_000
const longestRequest = 10_000_000

const tooLong = 'This file is too large. An import has at most 5 MB: export a part of it at a time.'
const unreadable = 'This file is no text. Save it as CSV in UTF-8, or export it as JSON.'

/** The content of a file. Its length is in UTF-16 units, because counting the code points of a large file takes memory. */
export const importText: TextRule = {
  clean: (text) => text,
  empty: required,
  min: [1, required],
  max: [longestImport, tooLong],
  problems: (text) =>
    messages(
      text.trim() === '' && required,
      text.length > longestImport && tooLong,
      (text.includes('\u0000') || !text.isWellFormed()) && unreadable,
    ),
}

export const ImportFile = z.object({
  text: ruled(importText),
  file_name: ruled(optionalEntryRule({ max: 255 })).default(''),
  /** Recognised by the content if absent. */
  format: filled(choice(importFormats)),
  /** The meaning of each column of a table, in their order; guessed by their names if absent. */
  columns: z
    .array(choice(importFields).nullable(), 'Not a valid list of columns.')
    .max(500, 'A table has at most 500 columns.')
    .optional(),
  /** Needed only if the dates of the file leave it open. */
  date_order: filled(choice(dateOrders)),
  /** The status of each list, section or status of the file; guessed by their names where absent. */
  statuses: z
    .array(
      z.object({ name: z.string('Not a valid text.'), status: choice(statuses) }, 'Not a valid status.'),
      'Not a valid list of statuses.',
    )
    .max(500, 'Choose at most 500 statuses.')
    .default([]),
})

const Counted = z.object({ name: z.string(), count: z.number().int() })
export type Counted = z.output<typeof Counted>

/** The rows that an import creates, or would create. */
export const ImportPlan = z.object({
  format: z.enum(importFormats),
  tasks: z.number().int(),
  subtasks: z.number().int(),
  comments: z.number().int(),
  /** Rows that an earlier import has created. They stay as they are. */
  known: z.number().int(),
  /** Rows that cannot be imported. */
  left_out: z.number().int(),
  /** The columns of a table with the first of their values; empty for other formats. */
  columns: z.array(z.object({ name: z.string(), samples: z.array(z.string()), field: z.enum(importFields).nullable() })),
  statuses: z.array(Counted.extend({ status: z.enum(statuses) })),
  /** `example` is a date that can be read in two orders. It is only an open question while `order` is null. */
  dates: z.object({ order: z.enum(dateOrders).nullable(), example: z.string().nullable() }),
  /** People of the file and the members whom they stand for. Work of the others is assigned to nobody. */
  people: z.array(Counted.extend({ member: z.object({ id, full_name: z.string() }).nullable() })),
  labels: z.array(Counted.extend({ label: z.object({ id, name: z.string() }).nullable() })),
  /** The first tasks and subtasks that would be created. */
  examples: z.array(
    z.object({
      title: z.string(),
      parent: z.string().nullable(),
      status: z.enum(statuses),
      priority: z.enum(priorities),
      due_date: date.nullable(),
      assignee: z.string().nullable(),
    }),
  ),
  /** Losses and changes in single rows. */
  problems: z.array(z.object({ place: z.string(), message: z.string() })),
  /** How many problems there are in all: only the first hundred are listed. */
  problem_count: z.number().int(),
  /** Remarks that apply to the whole file. */
  notes: z.array(z.string()),
})
export type ImportPlan = z.output<typeof ImportPlan>

/** A file that was imported into a project. */
export const TaskImport = z.object({
  id,
  /** The project's id. */
  project: id,
  format: z.enum(importFormats),
  file_name: z.string(),
  author: z.object({ id, full_name: z.string() }),
  created_at: timestamp,
  tasks: z.number().int(),
  subtasks: z.number().int(),
  comments: z.number().int(),
  undone_at: timestamp.nullable(),
})
export type TaskImport = z.output<typeof TaskImport>

/** `import` is null if the file has nothing new. */
export const ImportResult = z.object({ import: TaskImport.nullable(), plan: ImportPlan })

const ofProject = z.object({ project_id: idText })
const ofImport = z.object({ import_id: idText })

/** The roles that may create tasks. */
const access = ['project_manager'] as const

/** Changes in an inactive project are refused with 400. */
export const imports = {
  /** The imports of the project, the newest first. */
  list: workspace({
    route: 'GET /api/projects/:project_id/imports/',
    models: ['imports'],
    access,
    params: ofProject,
    query: z.object(page(20)),
    returns: listOf(TaskImport),
  }),
  /** The dry run: says what importing this file would do, and changes nothing. */
  preview: workspace({
    route: 'POST /api/projects/:project_id/imports/preview/',
    access,
    not_in_demo: true,
    params: ofProject,
    body: ImportFile,
    max_bytes: longestRequest,
    returns: ImportPlan,
  }),
  /** Imports all of the file or, if it is refused, nothing. Rows that an earlier import has created are skipped. */
  create: workspace({
    route: 'POST /api/projects/:project_id/imports/',
    access,
    not_in_demo: true,
    params: ofProject,
    body: ImportFile,
    max_bytes: longestRequest,
    returns: ImportResult,
  }),
  /** Changes since: the first tasks that somebody has changed, how many there are, and how many rows were deleted. */
  changes: workspace({
    route: 'GET /api/imports/:import_id/changes/',
    models: ['work', 'imports'],
    access,
    params: ofImport,
    returns: z.object({
      changed: z.array(z.object({ id, title: z.string() })),
      changed_count: z.number().int(),
      deleted_count: z.number().int(),
    }),
  }),
  /** Deletes what the import has created, with everything that was added to its tasks since. */
  undo: workspace({ route: 'POST /api/imports/:import_id/undo/', access, status: 204, params: ofImport, returns: Nothing }),
  /** Takes back an undo by the caller within `undoSeconds`. */
  restore: workspace({ route: 'POST /api/imports/:import_id/restore/', access, params: ofImport, returns: TaskImport }),
}
