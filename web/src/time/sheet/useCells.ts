import { api, type Result } from 'contract'
import { useMemo } from 'react'
import { usePending } from '../../api/data.ts'
import { cellsOf } from '../week.ts'

/** The week's time by work and day, with one's own changes that the server has not confirmed. */
export function useCells({ entries }: Result<typeof api.time.week>) {
  const creations = usePending(api.time.create)
  const ofTasks = usePending(api.time.createOnTask)
  const updates = usePending(api.time.update)
  const removals = usePending(api.time.remove)
  return useMemo(
    () =>
      cellsOf(entries, {
        added: [
          // The id of a subtask is enough to tell its cell.
          ...creations.map(({ params, body }) => ({ ...body, task: 0, subtask: Number(params.subtask_id) })),
          ...ofTasks.map(({ params, body }) => ({ ...body, task: Number(params.task_id), subtask: null })),
        ],
        changed: updates.map(({ params, body }) => ({ ...body, id: Number(params.entry_id) })),
        removed: removals.map(({ params }) => Number(params.entry_id)),
      }),
    [entries, creations, ofTasks, updates, removals],
  )
}
