import { useQueryClient } from '@tanstack/react-query'
import { type Api, api, type Result, type Status } from 'contract'
import { useCallback } from 'react'
import { Unreachable } from '../../api/call.ts'
import { keyOf, useChange } from '../../api/data.ts'
import { messageOf } from '../../api/messages.ts'
import { queued } from '../../api/queue.ts'
import { quick, toast } from '../../ui/feedback/toast.tsx'
import { type MySubtask, withStatuses } from '../mine/work.ts'
import './queued.ts'
import { taskCache, taskReads } from './cache.ts'

/** A developer's actions on their own subtasks. */
export type StatusActions = {
  setStatus: (subtask: MySubtask, status: Status) => void
  openDialog: (subtask: MySubtask) => void
}

type Dashboard = Result<Api['dashboard']['developer']>
const shows = [api.dashboard.developer, ...taskReads]

/** Changes a status; rejects when the server refuses. The answer goes into the cached dashboard, even if a refetch fails. */
export function useUpdateStatus() {
  const client = useQueryClient()
  const { mutateAsync: update } = useChange(api.subtasks.update, {
    touches: [],
    shows,
    onAnswer: (subtask) => {
      taskCache(client).putSubtask(subtask)
      const { id, status } = subtask
      const statuses = new Map([[id, status]])
      client.setQueryData<Dashboard>(
        keyOf(api.dashboard.developer, {}),
        (cached) =>
          cached && {
            active_projects: [...withStatuses(cached.active_projects, statuses)],
            past_projects: [...withStatuses(cached.past_projects, statuses)],
          },
      )
    },
  })
  return useCallback(
    ({ id }: MySubtask, status: Status) => update({ params: { subtask_id: String(id) }, body: { status } }),
    [update],
  )
}

/** Changes a status in place and shows the outcome for three seconds. */
export function useSetStatus() {
  const update = useUpdateStatus()
  return useCallback(
    (mine: MySubtask, status: Status) => {
      update(mine, status).then(
        (subtask) => subtask !== queued && toast.success('Status updated successfully', quick),
        (error) =>
          error instanceof Unreachable
            ? toast.error('Update failed.', { ...quick, reason: `${error.message} The status is as before.` })
            : toast.error(messageOf(error, 'Update failed.'), quick),
      )
    },
    [update],
  )
}
