import type { Status, Subtask } from 'contract'
import { useMemo } from 'react'
import { messageOf } from '../../api/messages.ts'
import { confirm } from '../../ui/feedback/confirm.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { offerUndo } from '../../ui/feedback/undo.tsx'
import { useTaskChanges } from '../data/changes.ts'
import { type Place, unassigned } from './board.ts'
import { reasonsOf, settled } from './together.ts'

/** What can be done to several subtasks at once. Always the same object. */
export type Together = ReturnType<typeof useTogether>

/** Each act is the ordinary call for every subtask; `selectAgain` is told which of several were refused. */
export function useTogether(selectAgain: (refused: readonly Subtask[]) => void) {
  const changes = useTaskChanges()
  return useMemo(() => {
    type Act = { change: (subtask: Subtask) => Promise<unknown>; failed: string; said: (count: number) => string }

    async function each(subtasks: readonly Subtask[], { change, failed, said }: Act) {
      const { done, refused } = await settled(subtasks, change)
      if (subtasks.length > 1 && done.length > 0) toast.success(said(done.length))
      if (refused.length === 0) return
      const isOne = subtasks.length === 1
      toast.error(failed, {
        autoClose: isOne ? 4000 : 10_000,
        reason: isOne ? messageOf(refused[0]?.error, '') || undefined : reasonsOf(refused, subtasks.length),
      })
      if (!isOne) selectAgain(refused.map(({ of }) => of))
    }

    return {
      assign: (subtasks: readonly Subtask[], { id, name }: Place) =>
        each(
          subtasks.filter(({ assigned_to }) => (assigned_to?.id ?? unassigned) !== id),
          {
            change: (subtask) => changes.updateSubtask(subtask.id, { assigned_to_id: id === unassigned ? null : id }),
            failed: 'Assignment failed. Changes reverted.',
            said: (count) => (id === unassigned ? `${many(count)} unassigned.` : `${many(count)} assigned to ${name}.`),
          },
        ),
      setStatus: (subtasks: readonly Subtask[], status: Status) =>
        each(
          subtasks.filter((subtask) => subtask.status !== status),
          {
            change: ({ id }) => changes.updateSubtask(id, { status }),
            failed: 'Something went wrong.',
            said: (count) => `${many(count)} changed.`,
          },
        ),
      setDueDate: (subtasks: readonly Subtask[], due_date: string | null) =>
        each(
          subtasks.filter((subtask) => subtask.due_date !== due_date),
          {
            change: ({ id }) => changes.updateSubtask(id, { due_date }),
            failed: 'Something went wrong.',
            said: (count) => `${many(count)} changed.`,
          },
        ),
      /** False when it was thought better of. */
      remove: async (subtasks: readonly Subtask[]) => {
        const title = `Delete ${many(subtasks.length)}?`
        const message =
          subtasks.length === 1 ? `"${subtasks[0]?.title}" will be deleted.` : `${many(subtasks.length)} will be deleted.`
        if (!(await confirm({ title, message, isDangerous: true }))) return false
        const { done, refused } = await settled(subtasks, ({ id }) => changes.removeSubtask(id))
        if (refused.length > 0) {
          toast.error('Failed to delete subtask.', { autoClose: 10_000, reason: reasonsOf(refused, subtasks.length) })
          selectAgain(refused.map(({ of }) => of))
        }
        if (done.length > 0)
          offerUndo({
            message: `${many(done.length)} deleted successfully.`,
            undo: async () => {
              const back = await settled(done, ({ id }) => changes.restoreSubtask(id))
              if (back.refused[0]) throw back.refused[0].error
            },
            undone: `${many(done.length)} restored.`,
            failed: 'Failed to restore subtask.',
          })
        return true
      },
    }
  }, [changes, selectAgain])
}

const many = (count: number) => (count === 1 ? '1 subtask' : `${count} subtasks`)
