import { useQueryClient } from '@tanstack/react-query'
import { type Api, api, type Result, type Status } from 'contract'
import { useCallback } from 'react'
import { Unreachable } from '../../api/call.ts'
import { keyOf, useChange } from '../../api/data.ts'
import { messageOf } from '../../api/messages.ts'
import { queued } from '../../api/queue.ts'
import { quick, toast } from '../../ui/feedback/toast.tsx'
import { type MySubtask, type Statuses, withStatuses } from '../mine/work.ts'
import './queued.ts'
import { taskCache, taskReads } from './cache.ts'

/** A developer's actions on their own work. */
export type StatusActions = {
  setStatus: (subtask: MySubtask, status: Status) => void
  openDialog: (subtask: MySubtask) => void
}

type Dashboard = Result<Api['dashboard']['developer']>
const shows = [api.dashboard.developer, ...taskReads]

/** Changes a status; rejects when the server refuses. The answer goes into the cached dashboard, even if a refetch fails. */
export function useUpdateStatus() {
  const client = useQueryClient()
  const cache = taskCache(client)
  const show = (statuses: Partial<Statuses>) =>
    client.setQueryData<Dashboard>(keyOf(api.dashboard.developer, {}), (cached) => cached && withAll(cached, statuses))
  const { mutateAsync: updateSubtask } = useChange(api.subtasks.update, {
    touches: [],
    shows,
    onAnswer: (subtask) => {
      cache.putSubtask(subtask)
      show({ subtasks: new Map([[subtask.id, subtask.status]]) })
    },
  })
  const { mutateAsync: updateTask } = useChange(api.tasks.update, {
    touches: [],
    shows,
    onAnswer: (task) => {
      cache.putTask(task)
      show({ tasks: new Map([[task.id, task.status]]) })
    },
  })
  return useCallback(
    ({ id, isTask }: MySubtask, status: Status) =>
      isTask
        ? updateTask({ params: { task_id: String(id) }, body: { status } })
        : updateSubtask({ params: { subtask_id: String(id) }, body: { status } }),
    [updateTask, updateSubtask],
  )
}

const none = new Map()

function withAll({ active_projects, past_projects }: Dashboard, { tasks = none, subtasks = none }: Partial<Statuses>) {
  const become = (projects: Dashboard['active_projects']) => [...withStatuses(projects, { tasks, subtasks })]
  return { active_projects: become(active_projects), past_projects: become(past_projects) }
}

/** Changes a status in place and shows the outcome for three seconds. */
export function useSetStatus() {
  const update = useUpdateStatus()
  return useCallback(
    (mine: MySubtask, status: Status) => {
      update(mine, status).then(
        (answer) => answer !== queued && toast.success('Status updated successfully', quick),
        (error) =>
          error instanceof Unreachable
            ? toast.error('Update failed.', { ...quick, reason: `${error.message} The status is as before.` })
            : toast.error(messageOf(error, 'Update failed.'), quick),
      )
    },
    [update],
  )
}
