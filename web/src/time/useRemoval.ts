import { durationInWords, type TimeEntry } from 'contract'
import { useCallback } from 'react'
import { offerUndo } from '../ui/feedback/undo.tsx'
import { useTimeChanges } from './changes.ts'

/** A function that removes an entry and offers to add it again. It rejects when the server refuses. */
export function useRemoval() {
  const { addTime, removeTime } = useTimeChanges()
  return useCallback(
    async ({ id, task, subtask, key, day, minutes, note }: TimeEntry) => {
      await removeTime(id)
      offerUndo({
        message: `${durationInWords(minutes)} on ${key} deleted.`,
        undo: () => addTime({ task, subtask }, { day, minutes, note }),
        undone: 'Time restored.',
        failed: 'The time could not be restored.',
      })
    },
    [addTime, removeTime],
  )
}
