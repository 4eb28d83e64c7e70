import { z } from 'zod'
import { Detail, date, filled, id, idFilter, listOf, NamedPerson, notAnId, page, timestamp } from './common.ts'
import { workspace } from './endpoint.ts'
import { required } from './rules.ts'

/** `id` 0 groups the developers without a manager. */
export const AssignmentGroup = z.object({
  manager: z.object({ id: z.number().int().min(0), full_name: z.string(), email: z.string() }),
  developers: z.array(
    z.object({
      id,
      full_name: z.string(),
      email: z.string(),
      /** Subtasks not done in this manager's active projects. They block a reassignment of the developer. */
      open_subtasks_count: z.number().int(),
    }),
  ),
})
export type AssignmentGroup = z.output<typeof AssignmentGroup>

/** The specification prescribes these keys. */
export const BlockingSubtask = z.object({
  id,
  title: z.string(),
  task__title: z.string(),
  task__project__id: id,
  task__project__name: z.string(),
})
export type BlockingSubtask = z.output<typeof BlockingSubtask>

/** One reassignment of a developer. Null means no manager. */
export const AssignmentLogEntry = z.object({
  id,
  developer: NamedPerson,
  previous_manager: NamedPerson.nullable(),
  new_manager: NamedPerson.nullable(),
  assigned_by: NamedPerson,
  assigned_at: timestamp,
})
export type AssignmentLogEntry = z.output<typeof AssignmentLogEntry>

export const lastDayTooEarly = 'The last day cannot be before the first.'

export const assignments = {
  grouped: workspace({
    route: 'GET /api/pm-assignments/grouped/',
    models: ['assignments'],
    access: ['tenant_admin'],
    returns: z.array(AssignmentGroup),
  }),
  reassign: workspace({
    route: 'POST /api/pm-assignments/',
    access: ['tenant_admin'],
    body: z.object({
      manager: z.number(notAnId).int(notAnId).min(0, notAnId).nullish(),
      developer: id,
    }),
    returns: Detail,
  }),
  /** The audit log, newest first. `from_date` and `to_date` are inclusive days of the workspace's time zone. */
  log: workspace({
    route: 'GET /api/audit-logs/',
    models: ['assignments'],
    access: ['tenant_admin'],
    query: z
      .object({
        ...page(10),
        developer: filled(idFilter),
        from_date: filled(date),
        to_date: filled(date),
      })
      .refine(({ from_date, to_date }) => !from_date || !to_date || from_date <= to_date, {
        path: ['to_date'],
        error: lastDayTooEarly,
      }),
    returns: listOf(AssignmentLogEntry),
  }),
  /** Notifies the developer's manager of the subtasks that block a reassignment. */
  notifyManager: workspace({
    route: 'POST /api/notify-pm/',
    access: ['tenant_admin'],
    body: z.object({
      developer_id: id,
      subtask_ids: z
        .array(id, { error: ({ input }) => (input == null ? required : 'Not a valid list of ids.') })
        .min(1, required)
        .max(1000, 'Choose at most 1000 subtasks.'),
    }),
    returns: Detail,
  }),
}
