import { useQueryClient } from '@tanstack/react-query'
import { type Api, api, type Result, type Status } from 'contract'
import { useCallback } from 'react'
import { Unreachable } from '../../api/call.ts'
import { keyOf, useChange } from '../../api/data.ts'
import { messageOf } from '../../api/messages.ts'
import { quick, toast } from '../../ui/feedback/toast.tsx'
import { answersInto, tasksShown } from './answers.ts'
import { type MySubtask, withStatuses } from '../mine/due.ts'

/** What a developer does to their subtasks: in place, or in the dialog. */
export type StatusHands = {
  setStatus: (subtask: MySubtask, status: Status) => void
  update: (subtask: MySubtask) => void
}

type Dashboard = Result<Api['dashboard']['developer']>
const shows = [api.dashboard.developer, ...tasksShown]

/** Rejects when it is refused. What the server has taken stays on the dashboard, whether or not that can be fetched again. */
export function useUpdateStatus() {
  const client = useQueryClient()
  const { mutateAsync: update } = useChange(api.subtasks.update, {
    touches: [],
    shows,
    onAnswer: (subtask) => {
      answersInto(client).subtask(subtask)
      const { id, status } = subtask
      const statuses = new Map([[id, status]])
      client.setQueryData<Dashboard>(
        keyOf(api.dashboard.developer, {}),
        (before) =>
          before && {
            active_projects: [...withStatuses(before.active_projects, statuses)],
            past_projects: [...withStatuses(before.past_projects, statuses)],
          },
      )
    },
  })
  return useCallback(
    ({ id }: MySubtask, status: Status) => update({ params: { subtask_id: String(id) }, body: { status } }),
    [update],
  )
}

/** In place: says how it went, for three seconds. */
export function useSetStatus() {
  const update = useUpdateStatus()
  return useCallback(
    (subtask: MySubtask, status: Status) => {
      update(subtask, status).then(
        () => toast.success('Status updated successfully', quick),
        (error) =>
          error instanceof Unreachable
            ? toast.error('Update failed.', { ...quick, reason: `${error.message} The status is as before.` })
            : toast.error(messageOf(error, 'Update failed.'), quick),
      )
    },
    [update],
  )
}
