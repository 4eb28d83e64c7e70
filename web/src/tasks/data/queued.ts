// How changes to tasks are worded while they wait on the device.
import type { QueryClient } from '@tanstack/react-query'
import { type Args, api, type Result } from 'contract'
import type { CheckBoxChange } from 'contract/markdown'
import { useMemo } from 'react'
import { queueable } from '../../api/data.ts'
import { type QueuedChange, useQueuedChanges } from '../../api/queue.ts'
import { taskStatusOptions } from '../../ui/theme/badges.tsx'
import { cachedTasks } from './cache.ts'

queueable(api.tasks.create, ({ body }) => ({ about: 'New task', text: textOf(body.title, body.description) }))

queueable(api.tasks.copy, ({ params, body }, client) => {
  const title = cachedTasks(client).find(({ id }) => String(id) === params.task_id)?.title
  return { about: `Copy of ${quoted(title, 'a task')}`, text: textOf(body.title) }
})

queueable(api.tasks.update, ({ params, body }, client) => {
  const known: { id: number; title: string }[] = [
    ...cachedTasks(client),
    ...ownProjects(client).flatMap(({ own_tasks }) => own_tasks),
  ]
  const title = known.find(({ id }) => String(id) === params.task_id)?.title
  return changeOf(quoted(title, 'a task'), body)
})

queueable(api.subtasks.create, ({ body }, client) => {
  const parent = cachedTasks(client).find(({ id }) => id === Number(body.task))?.title
  return { about: `New subtask of ${quoted(parent, 'a task')}`, text: textOf(body.title, body.description) }
})

queueable(api.subtasks.update, ({ params, body }, client) => {
  const known = [...cachedTasks(client), ...ownProjects(client).flatMap(({ tasks }) => tasks)].flatMap<{
    id: number
    title: string
  }>(({ subtasks }) => subtasks)
  const title = known.find(({ id }) => String(id) === params.subtask_id)?.title
  return changeOf(quoted(title, 'a subtask'), body)
})

queueable(api.comments.create, ({ body }, client) => {
  const title = cachedTasks(client).find(({ id }) => id === Number(body.object_id))?.title
  return { about: `Comment on ${quoted(title, 'a task')}`, text: body.text }
})

queueable(api.comments.update, ({ params, body }, client) =>
  changeOf(commentIn(client, params.comment_id), { ...body, description: body.text }),
)

queueable(api.comments.react, ({ params, body }, client) => ({
  about: `Reaction to ${commentIn(client, params.comment_id)}`,
  text: body.reactions.join(' ') || undefined,
}))

function commentIn(client: QueryClient, comment_id: string) {
  const task = cachedTasks(client).find(({ comments }) => comments.some(({ id }) => String(id) === comment_id))
  return `a comment on ${quoted(task?.title, 'a task')}`
}

const quoted = (title: string | undefined, otherwise: string) => (title === undefined ? otherwise : `"${title}"`)
const textOf = (...texts: unknown[]) => texts.filter((text) => typeof text === 'string' && text !== '').join('\n') || undefined

const fieldNames: Readonly<Record<string, string>> = {
  priority: 'Priority',
  due_date: 'Due date',
  recurrence: 'Repeats',
  estimated_hours: 'Estimated hours',
  assigned_to_id: 'Assignee',
  label_ids: 'Labels',
  check_box: 'Check box',
}

type Changed = Readonly<Record<string, unknown>> & { check_box?: CheckBoxChange | undefined }

function changeOf(what: string, { title, description, status, ...others }: Changed) {
  const names = Object.keys(others).flatMap((field) => fieldNames[field] ?? [])
  const chosen = taskStatusOptions.find(({ value }) => value === status)?.label
  const parts = [...(chosen ? [`Status ${chosen}`] : []), ...names]
  const typed = textOf(title, description)
  if (typed || parts.length === 0) parts.unshift('Text')
  return { about: `${parts.join(', ')} of ${what}`, text: typed ?? others.check_box?.text }
}

function ownProjects(client: QueryClient) {
  const dashboards = client.getQueriesData<Result<typeof api.dashboard.developer>>({ queryKey: [api.dashboard.developer.route] })
  return dashboards.flatMap(([, dashboard]) => [...(dashboard?.active_projects ?? []), ...(dashboard?.past_projects ?? [])])
}

const waitingFor = (route: string) => (change: QueuedChange) => change.route === route && change.reason === undefined

/** The comments on this task that wait for a connection. */
export function useQueuedComments(task_id: number) {
  const changes = useQueuedChanges()
  return useMemo(() => {
    const isHere = ({ args }: QueuedChange) => (args as Args<typeof api.comments.create>).body.object_id === task_id
    return changes.filter(waitingFor(api.comments.create.route)).filter(isHere)
  }, [changes, task_id])
}

export type NewSubtask = Args<typeof api.subtasks.create>['body']

/** The new subtasks that wait for a connection. */
export const useQueuedSubtasks = () =>
  useQueuedChanges()
    .filter(waitingFor(api.subtasks.create.route))
    .map(({ number, args }) => ({ number, subtask: (args as Args<typeof api.subtasks.create>).body }))
