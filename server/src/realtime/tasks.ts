// What others see of a change to work: those who have its project on the screen, and whose dashboards count it.
import type { Comment, Subtask, Task } from 'contract'
import type { Ctx } from '../kit/context.ts'
import { invalidate, publishToProject } from './publish.ts'

/** Told one by one; of more it is said that they have to be read again. */
const mostSubtasks = 20

/** A task that was added or has changed, without what is in it; its subtasks only where they show what has changed. */
export function publishTask(ctx: Ctx, changed: Task, { withSubtasks = false } = {}) {
  const { subtasks, comments: _, ...task } = changed
  const project_id = task.project
  publishToProject(ctx, project_id, { type: 'changed', project_id, task })
  if (!withSubtasks) return
  if (subtasks.length > mostSubtasks) publishToProject(ctx, project_id, { type: 'outdated', project_id })
  else for (const subtask of subtasks) publishToProject(ctx, project_id, { type: 'changed', project_id, subtask })
  invalidateDashboards(
    ctx,
    subtasks.map(({ assigned_to }) => assigned_to?.id ?? null),
  )
}

/** A subtask that was added, has changed or came back. */
export const publishSubtask = (ctx: Ctx, project_id: number, changed: Subtask) =>
  publishToProject(ctx, project_id, { type: 'changed', project_id, subtask: changed })

export const publishComment = (ctx: Ctx, { id: task_id, project_id }: { id: number; project_id: number }, comment: Comment) =>
  publishToProject(ctx, project_id, { type: 'changed', project_id, task_id, comment })

type Owned = { status: string; assigned_to_id: number | null }

/**
 * Subtasks were `before` and are `after`, either of which may be without any: the dashboards of those who had them and have them
 * show it, and those of the manager and the administrators where somebody has more to do or less.
 */
export function publishWorkload(
  ctx: Ctx,
  { assigned_pm }: { assigned_pm: number },
  before: readonly Owned[],
  after: readonly Owned[],
) {
  invalidateDashboards(
    ctx,
    [...before, ...after].map(({ assigned_to_id }) => assigned_to_id),
  )
  if (openOf(before) === openOf(after)) return
  invalidate(ctx, { people: [assigned_pm] }, 'developers')
  invalidate(ctx, { roles: ['tenant_admin'] }, 'assignments')
}

function invalidateDashboards(ctx: Ctx, assignees: readonly (number | null)[]) {
  invalidate(ctx, { people: assignees.filter((id) => id !== null) }, 'work')
}

/** Who has how much to do. */
const openOf = (work: readonly Owned[]) =>
  work
    .flatMap(({ status, assigned_to_id }) => (status === 'done' || assigned_to_id === null ? [] : assigned_to_id))
    .sort((a, b) => a - b)
    .join()
