// The history of projects, tasks and comments: every change with its author, its time, and the values before and after.
import { z } from 'zod'
import { id, idText, listOf, NamedPerson, page, timestamp } from './common.ts'
import { workspace } from './endpoint.ts'

/**
 * A field with one value: `before` and `after` are its values, null for none. Statuses and priorities are those of the API, dates are
 * `YYYY-MM-DD`, hours a number, `is_active` is `true` or `false`, and people are named as they were at the time.
 */
export const changedFields = [
  'title',
  'name',
  'key',
  'description',
  'status',
  'priority',
  'start_date',
  'due_date',
  'recurrence',
  'end_date',
  'estimated_hours',
  'assigned_to',
  'manager',
  'is_active',
  'comment',
] as const
/**
 * Something that a thing has several of: one that was added is in `after`, one that was removed in `before`. A task, a subtask, and what blocks one are named by
 * key and title, everything else by its name, and a check box, which is added when it is ticked, by its text.
 */
export const changedParts = ['label', 'file', 'check_box', 'subtask', 'task', 'member', 'blocker'] as const
export const historyFields = [...changedFields, ...changedParts, 'created'] as const
export type HistoryField = (typeof historyFields)[number]

/** These may be long, and are left out of lists. */
export const longFields: readonly HistoryField[] = ['description', 'comment']

export const Change = z.object({
  id,
  at: timestamp,
  person: NamedPerson,
  /** The subtask whose field it is, as it is called now. Null if it is a field of what the history is about. */
  subtask: z.object({ id, key: z.string(), title: z.string() }).nullable(),
  field: z.enum(historyFields),
  before: z.string().nullable(),
  after: z.string().nullable(),
})
export type Change = z.output<typeof Change>

/** A change of a long text, with both of its versions and the changes of the same text next to it. */
export const TextChange = Change.extend({
  before: z.string(),
  after: z.string(),
  earlier: id.nullable(),
  later: id.nullable(),
})
export type TextChange = z.output<typeof TextChange>

const readers = ['tenant_admin', 'project_manager', 'developer'] as const

/** Lists begin with the newest change. */
export const history = {
  /** The changes of the task and its subtasks. Those of its comments are lists of their own. */
  ofTask: workspace({
    route: 'GET /api/tasks/:task_id/history/',
    models: ['work'],
    access: readers,
    params: z.object({ task_id: idText }),
    query: z.object(page(100)),
    returns: listOf(Change),
  }),
  ofProject: workspace({
    route: 'GET /api/projects/:project_id/history/',
    models: ['projects'],
    access: readers,
    params: z.object({ project_id: idText }),
    query: z.object(page(100)),
    returns: listOf(Change),
  }),
  ofComment: workspace({
    route: 'GET /api/comments/:comment_id/history/',
    access: readers,
    params: z.object({ comment_id: idText }),
    query: z.object(page(100)),
    returns: listOf(Change),
  }),
  /** One change of a description or a comment. */
  text: workspace({
    route: 'GET /api/history/:change_id/',
    access: readers,
    params: z.object({ change_id: idText }),
    returns: TextChange,
  }),
}
