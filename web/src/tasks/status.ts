import type { Status } from 'contract'
import { useCallback } from 'react'
import { messageOf } from '../api/messages.ts'
import { toast } from '../ui/toast.tsx'
import { useTaskChanges } from './changes.ts'
import type { MySubtask } from './due.ts'

/** What a developer does to their subtasks: in place, or in the dialog. */
export type StatusHands = {
  setStatus: (subtask: MySubtask, status: Status) => void
  update: (subtask: MySubtask) => void
}

/** In place: says how it went, for three seconds. */
export function useSetStatus() {
  const { updateSubtask } = useTaskChanges()
  return useCallback(
    ({ id }: MySubtask, status: Status) => {
      updateSubtask(id, { status }).then(
        () => toast.success('Status updated successfully', { autoClose: 3000 }),
        (error) => toast.error(messageOf(error, 'Update failed.'), { autoClose: 3000 }),
      )
    },
    [updateSubtask],
  )
}
