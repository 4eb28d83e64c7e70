import type { QueryClient } from '@tanstack/react-query'
import { api } from 'contract'
import type { EntityKey } from '../highlights.ts'
import type { EntityEvent } from './events.ts'

type Variables = { params?: Record<string, string>; body?: Record<string, unknown> }

/** Whether this tab has a request in flight that makes the change of this event. */
export function isInFlight(client: QueryClient, event: EntityEvent) {
  const isSent = pendingIn(client)
  if (event.type === 'removed')
    return isSent([api.tasks.remove.route, api.subtasks.remove.route, api.comments.remove.route], ({ params }) =>
      Object.values(params ?? {}).includes(String(event.id)),
    )
  if ('project' in event)
    return isSent([api.projects.update.route], ({ params }) => params?.project_id === String(event.project.id))
  if ('task' in event)
    return (
      isSent([api.tasks.update.route, api.tasks.restore.route], ({ params }) => params?.task_id === String(event.task.id)) ||
      isSent([api.tasks.create.route], ({ body }) => body?.title === event.task.title)
    )
  if ('subtask' in event)
    return (
      isSent(
        [api.subtasks.update.route, api.subtasks.restore.route],
        ({ params }) => params?.subtask_id === String(event.subtask.id),
      ) || isSent([api.subtasks.create.route], ({ body }) => body?.title === event.subtask.title)
    )
  return isSent([api.comments.create.route, api.comments.restore.route], () => true)
}

/** Whether the event may echo a creation that this tab has in flight. The answer then replaces the optimistic row. */
export function isPossibleEcho(client: QueryClient, event: EntityEvent) {
  if (event.type === 'removed' || 'project' in event || ('comment' in event ? false : versionOf(event) > 1)) return false
  const isSent = pendingIn(client)
  if ('task' in event) return isSent([api.tasks.create.route], ({ body }) => body?.title === event.task.title)
  if ('subtask' in event) return isSent([api.subtasks.create.route], ({ body }) => body?.title === event.subtask.title)
  return isSent([api.comments.create.route], ({ body }) => body?.text === event.comment.text)
}

const versionOf = (event: Extract<EntityEvent, { task: unknown } | { subtask: unknown }>) =>
  'task' in event ? event.task.version : event.subtask.version

export const isRemovalInFlight = (client: QueryClient, task_id: number) =>
  pendingIn(client)([api.tasks.remove.route], ({ params }) => params?.task_id === String(task_id))

/** The entities that this tab is changing. */
export const entitiesInFlight = (client: QueryClient): ReadonlySet<EntityKey> =>
  new Set(
    client
      .getMutationCache()
      .findAll({ status: 'pending' })
      .flatMap(({ state }) => {
        const { project_id, task_id, subtask_id } = (state.variables as Variables | undefined)?.params ?? {}
        if (subtask_id) return [`subtask ${Number(subtask_id)}` as const]
        if (task_id) return [`task ${Number(task_id)}` as const]
        return project_id ? [`project ${Number(project_id)}` as const] : []
      }),
  )

const pendingIn = (client: QueryClient) => (routes: readonly string[], matches: (variables: Variables) => boolean) =>
  client
    .getMutationCache()
    .findAll({ status: 'pending' })
    .some(({ options, state }) => routes.includes(String(options.mutationKey?.[0])) && matches(state.variables as Variables))
