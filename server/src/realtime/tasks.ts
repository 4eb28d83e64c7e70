// Publishes changes to tasks and their content to the project's screens, and to the dashboards that count them.
import type { Comment, Subtask, Task } from 'contract'
import type { Ctx } from '../kit/context.ts'
import { invalidate, publishToProject } from './publish.ts'

/** More subtasks than this are not published one by one: the project is published as outdated instead. */
const maxSubtasks = 20

/** Publishes a new or changed task without its content. `withSubtasks` is for changes that its subtasks show, too. */
export function publishTask(ctx: Ctx, changed: Task, { withSubtasks = false } = {}) {
  const { subtasks, comments: _, ...task } = changed
  const project_id = task.project
  publishToProject(ctx, project_id, { type: 'changed', project_id, task })
  if (!withSubtasks) return
  if (subtasks.length > maxSubtasks) publishToProject(ctx, project_id, { type: 'outdated', project_id })
  else for (const subtask of subtasks) publishToProject(ctx, project_id, { type: 'changed', project_id, subtask })
  invalidateDashboards(
    ctx,
    subtasks.map(({ assigned_to }) => assigned_to?.id ?? null),
  )
}

/** Publishes a subtask that was added, changed or restored. */
export const publishSubtask = (ctx: Ctx, project_id: number, changed: Subtask) =>
  publishToProject(ctx, project_id, { type: 'changed', project_id, subtask: changed })

export const publishComment = (ctx: Ctx, { id: task_id, project_id }: { id: number; project_id: number }, comment: Comment) =>
  publishToProject(ctx, project_id, { type: 'changed', project_id, task_id, comment })

type AssignedWork = { status: string; assigned_to_id: number | null }

/**
 * Invalidates the dashboards of the subtasks' assignees before and after a change; either list may be empty. If somebody's open work
 * changed, the dashboards of the manager and the administrators are invalidated, too.
 */
export function publishWorkload(
  ctx: Ctx,
  { assigned_pm }: { assigned_pm: number },
  before: readonly AssignedWork[],
  after: readonly AssignedWork[],
) {
  invalidateDashboards(
    ctx,
    [...before, ...after].map(({ assigned_to_id }) => assigned_to_id),
  )
  if (openAssignees(before) === openAssignees(after)) return
  invalidate(ctx, { people: [assigned_pm] }, 'developers')
  invalidate(ctx, { roles: ['tenant_admin'] }, 'assignments')
}

function invalidateDashboards(ctx: Ctx, assignees: readonly (number | null)[]) {
  invalidate(ctx, { people: assignees.filter((id) => id !== null) }, 'work')
}

/** The assignees of open work, once for each subtask, in a form that can be compared. */
const openAssignees = (work: readonly AssignedWork[]) =>
  work
    .flatMap(({ status, assigned_to_id }) => (status === 'done' || assigned_to_id === null ? [] : assigned_to_id))
    .sort((a, b) => a - b)
    .join()
