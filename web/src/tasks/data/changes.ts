import { useQueryClient } from '@tanstack/react-query'
import { type Args, api, type Task } from 'contract'
import { useCallback, useMemo } from 'react'
import { Refused } from '../../api/call.ts'
import { useChange } from '../../api/data.ts'
import { messageOf } from '../../api/messages.ts'
import { queued } from '../../api/queue.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import type { WorkItem } from '../board/work.ts'
import { askFirst, askOnce, asNew, type Dated, knownWork } from './away.ts'
import { cachedTasks, taskReads as shows, taskCache } from './cache.ts'
import './queued.ts'
import type { SubtaskChange, TaskChange } from './read.ts'
import { announceNext } from './recurrence.ts'

/** The reads that count or list tasks in their own shape, and so are fetched again. */
const touches = [api.members.myDevelopers, api.dashboard.developer, api.capacity.workload, api.capacity.endangered]

/** That the change has been asked about already. */
type Asked = { isAsked?: boolean }

/**
 * The changes to tasks and subtasks; each rejects when the server refuses it. Those that make work due while its assignee is away ask first,
 * and resolve to `cancelled` if they are taken back. The object never changes.
 */
export function useTaskChanges() {
  const client = useQueryClient()
  const cache = useMemo(() => taskCache(client), [client])
  const { mutateAsync: createTask } = useChange(api.tasks.create, { touches, shows, onAnswer: cache.putTask })
  const { mutateAsync: copyTask } = useChange(api.tasks.copy, { touches, shows, onAnswer: cache.putTask })
  const sendTask = useUpdateTask()
  const { mutateAsync: removeTask } = useChange(api.tasks.remove, {
    touches,
    shows,
    onAnswer: (_, { params }) => cache.removeTask(Number(params.task_id)),
  })
  const { mutateAsync: restoreTask } = useChange(api.tasks.restore, { touches, shows, onAnswer: cache.putTask })
  const { mutateAsync: createSubtask } = useChange(api.subtasks.create, {
    touches,
    shows,
    onAnswer: cache.putSubtask,
    rowIn: ({ body }) => body.task,
  })
  const { mutateAsync: updateSubtask } = useChange(api.subtasks.update, { touches, shows, onAnswer: cache.putSubtask })
  const { mutateAsync: removeSubtask } = useChange(api.subtasks.remove, {
    touches,
    shows,
    onAnswer: (_, { params }) => cache.removeSubtask(Number(params.subtask_id)),
  })
  const { mutateAsync: restoreSubtask } = useChange(api.subtasks.restore, { touches, shows, onAnswer: cache.putSubtask })
  return useMemo(
    () => ({
      createTask: (body: Args<typeof api.tasks.create>['body']) => createTask({ body }),
      copyTask: (id: number, body: Args<typeof api.tasks.copy>['body']) =>
        copyTask({ params: { task_id: String(id) }, body }).catch(explainDeletion('task')),
      updateTask: (id: number, body: TaskChange, { isAsked = false, ...how }: Asked & { isOneOfMany?: boolean } = {}) => {
        const send = (change: TaskChange) => sendTask(id, change, how)
        return isAsked ? send(body) : askFirst(client, { before: knownWork(client, id), change: body }, send)
      },
      /** Asks about many items, for changes that are then made with `isAsked`. */
      askOnce: (items: readonly WorkItem[], change: TaskChange & SubtaskChange) => askOnce(client, items, change),
      removeTask: (id: number) => removeTask({ params: { task_id: String(id) } }),
      restoreTask: (id: number) => restoreTask({ params: { task_id: String(id) } }),
      createSubtask: (body: Args<typeof api.subtasks.create>['body'] & Dated) => {
        const project = knownWork(client, Number(body.task))?.project
        const before = project === undefined ? undefined : asNew(body.title, project)
        return askFirst(client, { before, change: body }, (change) => createSubtask({ body: change }))
      },
      updateSubtask: (id: number, body: SubtaskChange, { isAsked = false }: Asked = {}) => {
        const send = (change: SubtaskChange) =>
          updateSubtask({ params: { subtask_id: String(id) }, body: change }).catch(explainDeletion('subtask'))
        return isAsked ? send(body) : askFirst(client, { before: knownWork(client, id), change: body }, send)
      },
      removeSubtask: (id: number) => removeSubtask({ params: { subtask_id: String(id) } }),
      restoreSubtask: (id: number) => restoreSubtask({ params: { subtask_id: String(id) } }),
    }),
    [
      client,
      createTask,
      copyTask,
      sendTask,
      removeTask,
      restoreTask,
      createSubtask,
      updateSubtask,
      removeSubtask,
      restoreSubtask,
    ],
  )
}

/** Changes a task. Shows the next one if the change has made it, unless it is one of many changes. */
function useUpdateTask() {
  const client = useQueryClient()
  const cache = useMemo(() => taskCache(client), [client])
  const { mutateAsync } = useChange(api.tasks.update, { touches, shows, onAnswer: cache.putTask })
  return useCallback(
    async function update(id: number, body: TaskChange, { isOneOfMany = false } = {}): Promise<Task | typeof queued> {
      const before = cachedTasks(client).find((task) => task.id === id)
      const after = await mutateAsync({ params: { task_id: String(id) }, body }).catch(explainDeletion('task'))
      if (after === queued) return after
      // Its event may be late.
      if (before?.next_task && !after.next_task) cache.removeTask(before.next_task.id)
      const reopen = () => update(id, { status: before?.status ?? 'todo' })
      if (!isOneOfMany) void announceNext(client, { before, after, ...(body.status === 'done' && { reopen }) })
      return after
    },
    [client, cache, mutateAsync],
  )
}

/** Rejects with a reason for a 404: what was on the page a moment ago has been deleted. */
const explainDeletion = (noun: string) => (error: unknown) => {
  const isDeleted = error instanceof Refused && error.status === 404
  throw isDeleted
    ? new Refused(404, { detail: `Somebody has deleted this ${noun}, so that it can't be changed any more.` })
    : error
}

/** True once the change is made. When it is refused, shows the server's reason or `fallback`, and answers false. */
export const succeeds = (change: Promise<unknown>, fallback = 'Something went wrong.') =>
  change.then(
    () => true,
    (error) => {
      toast.error(messageOf(error, fallback))
      return false
    },
  )
