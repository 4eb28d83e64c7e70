import type { QueryClient } from '@tanstack/react-query'
import { api } from 'contract'
import type { EntityEvent } from './events.ts'
import type { Marked } from './highlights.ts'

type Sent = { params?: Record<string, string>; body?: Record<string, unknown> }

/** Whether this tab is itself making the change that the news tells of, and has no answer yet. */
export function isUnderWay(client: QueryClient, news: EntityEvent) {
  const isSent = sentBy(client)
  if (news.type === 'removed')
    return isSent([api.tasks.remove.route, api.subtasks.remove.route, api.comments.remove.route], ({ params }) =>
      Object.values(params ?? {}).includes(String(news.id)),
    )
  if ('project' in news)
    return isSent([api.projects.update.route], ({ params }) => params?.project_id === String(news.project.id))
  if ('task' in news)
    return (
      isSent([api.tasks.update.route, api.tasks.restore.route], ({ params }) => params?.task_id === String(news.task.id)) ||
      isSent([api.tasks.create.route], ({ body }) => body?.title === news.task.title)
    )
  if ('subtask' in news)
    return (
      isSent(
        [api.subtasks.update.route, api.subtasks.restore.route],
        ({ params }) => params?.subtask_id === String(news.subtask.id),
      ) || isSent([api.subtasks.create.route], ({ body }) => body?.title === news.subtask.title)
    )
  return isSent([api.comments.create.route, api.comments.restore.route], () => true)
}

/** Whether this tab may just be adding what the news tells of. Its answer shows it then, in place of what is drawn meanwhile. */
export function isBeingAdded(client: QueryClient, news: EntityEvent) {
  if (news.type === 'removed' || 'project' in news || ('comment' in news ? false : newest(news) > 1)) return false
  const isSent = sentBy(client)
  if ('task' in news) return isSent([api.tasks.create.route], ({ body }) => body?.title === news.task.title)
  if ('subtask' in news) return isSent([api.subtasks.create.route], ({ body }) => body?.title === news.subtask.title)
  return isSent([api.comments.create.route], ({ body }) => body?.text === news.comment.text)
}

const newest = (news: Extract<EntityEvent, { task: unknown } | { subtask: unknown }>) =>
  'task' in news ? news.task.version : news.subtask.version

export const removalUnderWay = (client: QueryClient, task_id: number) =>
  sentBy(client)([api.tasks.remove.route], ({ params }) => params?.task_id === String(task_id))

/** What this tab is changing. */
export const rowsUnderWay = (client: QueryClient): ReadonlySet<Marked> =>
  new Set(
    client
      .getMutationCache()
      .findAll({ status: 'pending' })
      .flatMap(({ state }) => {
        const { project_id, task_id, subtask_id } = (state.variables as Sent | undefined)?.params ?? {}
        if (subtask_id) return [`subtask ${Number(subtask_id)}` as const]
        if (task_id) return [`task ${Number(task_id)}` as const]
        return project_id ? [`project ${Number(project_id)}` as const] : []
      }),
  )

const sentBy = (client: QueryClient) => (routes: readonly string[], isIt: (sent: Sent) => boolean) =>
  client
    .getMutationCache()
    .findAll({ status: 'pending' })
    .some(({ options, state }) => routes.includes(String(options.mutationKey?.[0])) && isIt(state.variables as Sent))
